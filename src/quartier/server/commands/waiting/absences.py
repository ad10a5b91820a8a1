"""Cooldown after absences: who misses the start of live games among strangers, or leaves them early, waits before the next.

The wait doubles with each absence of the last hours, so that a mishap costs seconds, and someone who sits down only to
leave keeps no one from playing.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Final

from quartier.core.text.languages import N_
from quartier.server.domain.events import BotTakeover, Resign, Row, TimeExpired
from quartier.server.domain.table import Table
from quartier.server.errors import TooManyRequests
from quartier.server.storage.lobby import lobby
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.transaction import Transaction

PERIOD: Final = 6 * 3600.0
"""Seconds for which an absence counts."""
FIRST_SECONDS, MAX_SECONDS = 15.0, 1800.0
"""Seconds to wait after the first absence, and at most."""
EARLY_MOVES: Final = 5
"""Who ends the game with fewer moves leaves it early."""


def cooldown(absences: int) -> float:
    """Return the seconds to wait after the last of so many absences."""
    return min(MAX_SECONDS, FIRST_SECONDS * 2 ** (absences - 1)) if absences else 0.0


def must_not_cool_down(transaction: Transaction, person: str) -> None:
    """Raise TooManyRequests for a person who was absent lately."""
    times = lobby.absences(transaction.connection, person, transaction.now - PERIOD)
    left = max(times, default=0.0) + cooldown(len(times)) - transaction.now
    if left > 0:
        text = N_(
            "You missed the start of a game or left one early. You can join the next one in {seconds} s. This "
            "wait gets longer each time."
        )
        raise TooManyRequests("cooldown", text, left, seconds=ceil(left))


def note(transaction: Transaction, person: str | None) -> None:
    """Note that a person missed the start of a game, or left it."""
    if person is not None:
        lobby.add_absence(transaction.connection, person, transaction.now, transaction.now - PERIOD)


def note_leavers(transaction: Transaction, row: TableRow, table: Table, new: Iterable[Row]) -> None:
    """Note who has left a live game among strangers, by the events that are new at its table."""
    if not table.setup.ready_check or table.setup.tournament is not None:
        return
    for event in new:
        if isinstance(event.content, TimeExpired | BotTakeover | Resign):
            seat = int(event.actor)
            if table.move_count(seat) < EARLY_MOVES:
                note(transaction, row.seats[seat].person)
