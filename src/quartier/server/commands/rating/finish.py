"""Results and ratings of a finished game, stored in the transaction of its last event: exactly once."""

from __future__ import annotations

from collections import Counter

import sqlalchemy as sa

from quartier.server.domain.events import Change, Rated, Unrated
from quartier.server.domain.rating.levels import bot_rating
from quartier.server.domain.rating.method import Rating, update_ratings
from quartier.server.domain.rating.ranks import finish_ranks
from quartier.server.domain.table import Table
from quartier.server.storage import table_rows
from quartier.server.storage.rating import results
from quartier.server.storage.rating.results import Outcome

MAX_OPENING_LENGTH = 100
"""Characters of a first move that are kept."""


def record_result(connection: sa.Connection, table: Table, now: float) -> Rated | Unrated | None:
    """Store the result of a finished game for its accounts. Returns what it has made of ratings if it is a rated game."""
    accounts = _accounts(connection, table)
    if not any(accounts):
        return None
    ranks, setup = finish_ranks(table), table.setup
    is_void = setup.rated and not _all_moved(table)
    rated = _new_ratings(connection, table, accounts, ranks) if setup.rated and not is_void else {}
    for seat, (before, after) in rated.items():
        account = accounts[seat]
        assert account is not None
        results.set_rating(connection, account, setup.title, after, anew=before.games == 0)
    results.add(
        connection,
        [
            Outcome(
                game_id=setup.id,
                seat=seat,
                account=accounts[seat],
                bot=setup.bots[seat],
                title=setup.title,
                at=now,
                shown=setup.rated or setup.access == "public",
                place=ranks[seat],
                score=int(table.state.scores()[seat]),
                opening=_first_move(table, seat),
                before=rated[seat][0].value if seat in rated else None,
                after=rated[seat][1].value if seat in rated else None,
                deviation=rated[seat][1].deviation if seat in rated else None,
            )
            for seat in range(table.seats)
        ],
    )
    if not rated:
        return Unrated() if is_void else None
    return Rated(
        tuple(
            Change(seat, round(before.value), round(after.value)) for seat, (before, after) in rated.items()
        )
    )


def record_result_again(connection: sa.Connection, table: Table) -> None:
    """Store the result again after a seat was transferred to an account; rated results stay."""
    if table.over and not table.setup.rated:
        results.remove(connection, table.setup.id)
        record_result(connection, table, table_rows.moved_at(connection, table.setup.id))


def _accounts(connection: sa.Connection, table: Table) -> list[str | None]:
    """Return the account of each seat; None for one that plays several seats."""
    stored = results.accounts(connection, table.setup.id)
    own = [None if bot else stored.get(seat) for seat, bot in enumerate(table.setup.bots)]
    count = Counter(own)
    return [account if count[account] == 1 else None for account in own]


def _new_ratings(
    connection: sa.Connection, table: Table, accounts: list[str | None], ranks: list[int]
) -> dict[int, tuple[results.AccountRating, Rating]]:
    """Return ratings before and after, by seat, without seats whose account was deleted."""
    title = table.setup.title
    results.lock_ratings(connection)
    existing = {
        seat: results.account_rating(connection, account, title)
        for seat, account in enumerate(accounts)
        if account is not None
    }
    players: dict[int, Rating] = {seat: rating.rating for seat, rating in existing.items()}
    for seat, bot in enumerate(table.setup.bots):
        strength = None if bot is None else bot_rating(title, bot, table.seats)
        if strength is not None:
            players[seat] = strength
    if len(players) < 2:
        return {}
    seats = sorted(players)
    after = update_ratings([players[seat] for seat in seats], [ranks[seat] for seat in seats])
    return {seat: (existing[seat], new) for seat, new in zip(seats, after, strict=True) if seat in existing}


def _all_moved(table: Table) -> bool:
    return all(table.has_moved(seat) for seat, bot in enumerate(table.setup.bots) if bot is None)


def _first_move(table: Table, seat: int) -> str | None:
    moves = (event.move for event in table.state.events if event.actor == seat)
    return next(moves, "")[:MAX_OPENING_LENGTH] or None
