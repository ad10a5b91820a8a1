"""SQL for blocks: people removed from a table, muted there, or blocked everywhere."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from quartier.server.storage.schema import chat_block, table_kick

EVERYWHERE = ""
"""In place of a table's id."""


def add_removal(connection: sa.Connection, table_id: str, person: str) -> None:
    """Keep a person from sitting down at a table again."""
    if not is_removed(connection, table_id, person):
        connection.execute(table_kick.insert().values(game_id=table_id, person=person))


def is_removed(connection: sa.Connection, table_id: str, person: str) -> bool:
    """Return whether a person was removed from a table."""
    where = (table_kick.c.game_id == table_id) & (table_kick.c.person == person)
    return connection.scalar(sa.select(sa.literal(1)).where(where)) is not None


def block(connection: sa.Connection, viewer: str, person: str, scope: str) -> None:
    """Mute a person for a viewer at one table, or block them everywhere."""
    unblock(connection, viewer, person, scope)
    connection.execute(chat_block.insert().values(viewer=viewer, person=person, game_id=scope))


def unblock(connection: sa.Connection, viewer: str, person: str, scope: str) -> None:
    """Undo `block`."""
    where = (
        (chat_block.c.viewer == viewer) & (chat_block.c.person == person) & (chat_block.c.game_id == scope)
    )
    connection.execute(chat_block.delete().where(where))


def blocked_by(connection: sa.Connection, viewer: str, table_id: str) -> dict[str, str]:
    """Return by person where a viewer has muted or blocked them: this table's id, or EVERYWHERE."""
    scopes = (table_id, EVERYWHERE)
    query = sa.select(chat_block.c.person, chat_block.c.game_id)
    where = (chat_block.c.viewer == viewer) & chat_block.c.game_id.in_(scopes)
    return {row.person: row.game_id for row in connection.execute(query.where(where))}


def is_blocked_pair(connection: sa.Connection, person: str, others: Collection[str]) -> bool:
    """Return whether a person has blocked one of the others, or was blocked by one."""
    one = (chat_block.c.viewer == person) & chat_block.c.person.in_(others)
    other = chat_block.c.viewer.in_(others) & (chat_block.c.person == person)
    where = (chat_block.c.game_id == EVERYWHERE) & (one | other)
    return connection.scalar(sa.select(sa.literal(1)).where(where).limit(1)) is not None
