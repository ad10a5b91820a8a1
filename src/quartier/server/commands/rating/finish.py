"""What is kept of a game at its end, in the transaction of its last event: so once, whoever dies meanwhile."""

from __future__ import annotations

from collections import Counter

import sqlalchemy as sa

from quartier.server.domain.events import Change, Rated
from quartier.server.domain.rating.levels import measured
from quartier.server.domain.rating.method import Rating, updated
from quartier.server.domain.rating.ranks import places
from quartier.server.domain.table import Table
from quartier.server.storage import table_rows
from quartier.server.storage.rating import results
from quartier.server.storage.rating.results import Outcome

LONGEST = 100
"""Characters of a first move that are kept."""


def keep(connection: sa.Connection, table: Table, now: float) -> Rated | None:
    """Keep how a game that is over now went for the accounts that played it. Returns what it has changed if it was rated."""
    accounts = _accounts(connection, table)
    if not any(accounts):
        return None
    came_in, setup = places(table), table.setup
    rated = _rated(connection, table, accounts, came_in) if setup.rated else {}
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
                place=came_in[seat],
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
        return None
    return Rated(
        tuple(
            Change(seat, round(before.value), round(after.value)) for seat, (before, after) in rated.items()
        )
    )


def keep_anew(connection: sa.Connection, table: Table) -> None:
    """A seat of a finished game belongs to an account now: so does how the game went. What was rated stays as it was."""
    if table.over and not table.setup.rated:
        results.remove(connection, table.setup.id)
        keep(connection, table, table_rows.moved_at(connection, table.setup.id))


def _accounts(connection: sa.Connection, table: Table) -> list[str | None]:
    """By seat whose it is. Who plays several seats on one device plays against nobody, so they are nobody's."""
    stored = results.accounts(connection, table.setup.id)
    own = [None if bot else stored.get(seat) for seat, bot in enumerate(table.setup.bots)]
    count = Counter(own)
    return [account if count[account] == 1 else None for account in own]


def _rated(
    connection: sa.Connection, table: Table, accounts: list[str | None], came_in: list[int]
) -> dict[int, tuple[results.AccountRating, Rating]]:
    """By seat the rating before and after. A seat whose account was deleted is left out: nobody won or lost against it."""
    title = table.setup.title
    results.alone(connection)
    known = {
        seat: results.known(connection, account, title)
        for seat, account in enumerate(accounts)
        if account is not None
    }
    players: dict[int, Rating] = {seat: each.rating for seat, each in known.items()}
    for seat, bot in enumerate(table.setup.bots):
        strength = None if bot is None else measured(title, bot, table.seats)
        if strength is not None:
            players[seat] = strength
    if len(players) < 2:
        return {}
    seats = sorted(players)
    after = updated([players[seat] for seat in seats], [came_in[seat] for seat in seats])
    return {seat: (known[seat], new) for seat, new in zip(seats, after, strict=True) if seat in known}


def _first_move(table: Table, seat: int) -> str | None:
    moves = (event.move for event in table.state.events if event.actor == seat)
    return next(moves, "")[:LONGEST] or None
