"""SQL for the tables at which an account or a browser has seats."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from quartier.server.storage.accounts.browser_seats import browser_seat
from quartier.server.storage.schema import event, game_table, seat


@dataclass(frozen=True)
class GameRow:
    """A table at which a person has seats; `at`: the time of its last event; `seats`: their number."""

    id: str
    version: int
    at: float
    seats: int


def find(
    connection: sa.Connection, account: str | None, browser: str | None, max_finished: int
) -> list[GameRow]:
    """Return the tables of an account and of a browser, last moved first, without quarantined ones.

    Args:
        connection: A connection.
        account: The account, if someone is signed in.
        browser: The hash of the browser's cookie, if it has one.
        max_finished: The maximum number of finished games, latest first.
    """
    own = _own_seats(account, browser).subquery()
    counted = sa.select(own.c.game_id, sa.func.count().label("seats")).group_by(own.c.game_id).subquery()
    last = (event.c.game_id == game_table.c.id) & (event.c.seq == game_table.c.version)
    query = sa.select(game_table.c.id, game_table.c.version, event.c.at, counted.c.seats)
    query = query.join(event, last).join(counted, counted.c.game_id == game_table.c.id)
    query = query.where(game_table.c.broken.is_(None))
    is_finished = sa.func.coalesce(game_table.c.ended_at, 0.0) > 0.0
    finished = query.where(is_finished).order_by(event.c.at.desc()).limit(max_finished).subquery()
    both = sa.union_all(query.where(~is_finished), sa.select(finished)).subquery()
    return [GameRow(*row) for row in connection.execute(sa.select(both).order_by(both.c.at.desc()))]


def _own_seats(account: str | None, browser: str | None) -> sa.CompoundSelect[tuple[str, int]]:
    columns = seat.c.game_id, seat.c.seat
    # `== None` would mean every seat without an account.
    of_account = sa.select(*columns).where(seat.c.account == account if account else sa.false())
    same = (seat.c.game_id == browser_seat.c.game_id) & (seat.c.secret_hash == browser_seat.c.secret_hash)
    of_browser = sa.select(*columns).join(browser_seat, same).where(browser_seat.c.browser == (browser or ""))
    return sa.union(of_account, of_browser)
