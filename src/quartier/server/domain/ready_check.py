"""The ready check: a live game among strangers begins when all of its people are there."""

from __future__ import annotations

from typing import Final

from quartier.server.domain.events import Join
from quartier.server.domain.table import Table

READY_SECONDS: Final = 20
"""Seconds from the last seat taken, in which all people show that they are there."""
REMATCH_READY_SECONDS: Final = 60
"""The same for a rematch, to which all have agreed: no one else may take a seat there, so no one is in a hurry."""


def seconds(table: Table) -> int:
    """Return how long the table's check lasts."""
    return REMATCH_READY_SECONDS if is_rematch(table) else READY_SECONDS


def is_rematch(table: Table) -> bool:
    """Return whether all people had their seats when the table was opened."""
    return table.people <= opening_seats(table)


def opening_seats(table: Table) -> set[int]:
    """Return the seats that people had when the table was opened, and have not lost since."""
    opening = table.events_of_command(table.entries[0].row.command or "") if table.entries else None
    last = 0 if opening is None else opening[1]
    joined_at = {
        int(entry.row.actor): number
        for number, entry in enumerate(table.entries)
        if entry.row.control and isinstance(entry.row.content, Join)
    }
    return {seat for seat, number in joined_at.items() if number < last and seat in table.names}


def deadline(before: Table | None, table: Table, stored: float | None, now: float) -> float | None:
    """Return when the check of a changed table ends; None without one.

    `before`: the table before the change, with the `stored` deadline.
    """
    if not table.checks_ready:
        return None
    runs = before is not None and before.checks_ready
    return stored if runs and stored is not None else now + seconds(table)
