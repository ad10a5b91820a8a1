"""All SQL of who does not want to meet whom: removed from a table, muted there, or blocked everywhere."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from quartier.server.storage.schema import chat_block, table_kick

EVERYWHERE = ""
"""Instead of a table's id."""


def shut(connection: sa.Connection, table_id: str, person: str) -> None:
    """Somebody shall not sit down at a table again."""
    if not is_removed(connection, table_id, person):
        connection.execute(table_kick.insert().values(game_id=table_id, person=person))


def is_removed(connection: sa.Connection, table_id: str, person: str) -> bool:
    """Whether somebody was removed from a table."""
    where = (table_kick.c.game_id == table_id) & (table_kick.c.person == person)
    return connection.scalar(sa.select(sa.literal(1)).where(where)) is not None


def shun(connection: sa.Connection, viewer: str, person: str, scope: str) -> None:
    """A viewer wants to hear nothing more of a person, at a table or everywhere."""
    unshun(connection, viewer, person, scope)
    connection.execute(chat_block.insert().values(viewer=viewer, person=person, game_id=scope))


def unshun(connection: sa.Connection, viewer: str, person: str, scope: str) -> None:
    """They do again."""
    where = (
        (chat_block.c.viewer == viewer) & (chat_block.c.person == person) & (chat_block.c.game_id == scope)
    )
    connection.execute(chat_block.delete().where(where))


def shunned_by(connection: sa.Connection, viewer: str, table_id: str) -> dict[str, str]:
    """Of whom a viewer wants to hear nothing at a table: where that holds, at this table or everywhere."""
    scopes = (table_id, EVERYWHERE)
    query = sa.select(chat_block.c.person, chat_block.c.game_id)
    where = (chat_block.c.viewer == viewer) & chat_block.c.game_id.in_(scopes)
    return {row.person: row.game_id for row in connection.execute(query.where(where))}


def is_blocked_pair(connection: sa.Connection, person: str, others: Collection[str]) -> bool:
    """Whether somebody has blocked one of the others, or one of them them."""
    one = (chat_block.c.viewer == person) & chat_block.c.person.in_(others)
    other = chat_block.c.viewer.in_(others) & (chat_block.c.person == person)
    where = (chat_block.c.game_id == EVERYWHERE) & (one | other)
    return connection.scalar(sa.select(sa.literal(1)).where(where).limit(1)) is not None
