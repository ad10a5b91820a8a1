"""SQL for the seats that browsers hold: hashes of seat secrets by table and browser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sqlalchemy as sa

from quartier.server.storage.schema import game_table, metadata, seat

browser_seat = sa.Table(
    "browser_seat",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("browser", sa.String(64), primary_key=True),  # hash of its cookie
    sa.Column("secret_hash", sa.String(64), primary_key=True),  # of a seat, or of the table's creator
    sa.Column("since", sa.Float, nullable=False),
    sa.Index("ix_browser_seat_browser", "browser"),
)
"""The seat secrets that a browser holds as a guest: its one cookie opens the same seats."""

BrowserSecrets = Mapping[str, frozenset[str]]
"""By the hash of a browser's cookie, the hashes of its seat secrets at a table; oldest browser first."""


def find(connection: sa.Connection, table_id: str) -> BrowserSecrets:
    """Return the secrets that browsers hold at a table."""
    columns = browser_seat.c.browser, browser_seat.c.secret_hash
    query = sa.select(*columns).where(browser_seat.c.game_id == table_id).order_by(browser_seat.c.since)
    result: dict[str, frozenset[str]] = {}
    for browser, secret_hash in connection.execute(query):
        result[browser] = result.get(browser, frozenset()) | {secret_hash}
    return result


def add(
    connection: sa.Connection, table_id: str, browser: str, secret_hashes: Iterable[str], at: float
) -> None:
    """Insert secrets that a browser doesn't hold yet."""
    row = {"game_id": table_id, "browser": browser, "since": at}
    connection.execute(
        browser_seat.insert(), [row | {"secret_hash": secret_hash} for secret_hash in secret_hashes]
    )


def drop_browser(connection: sa.Connection, table_id: str, browser: str) -> None:
    """Delete what a browser holds at a table."""
    where = (browser_seat.c.game_id == table_id) & (browser_seat.c.browser == browser)
    connection.execute(browser_seat.delete().where(where))


def drop_void(connection: sa.Connection, table_id: str) -> None:
    """Delete the secrets at a table that are no longer valid."""
    of_seats = sa.select(seat.c.secret_hash).where(
        seat.c.game_id == table_id, seat.c.secret_hash.is_not(None)
    )
    of_creator = sa.select(game_table.c.creator_hash).where(game_table.c.id == table_id)
    void = browser_seat.c.secret_hash.not_in(of_seats.union(of_creator))
    connection.execute(browser_seat.delete().where(browser_seat.c.game_id == table_id, void))


def tables_of(connection: sa.Connection, browser: str) -> list[str]:
    """Return the tables at which a browser holds secrets, including those that it has only opened."""
    query = sa.select(browser_seat.c.game_id).where(browser_seat.c.browser == browser).distinct()
    return list(connection.scalars(query.order_by(browser_seat.c.game_id)))
