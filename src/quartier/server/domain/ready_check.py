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
    opening = table.events_of_command(table.entries[0].row.command or "") if table.entries else None
    last = 0 if opening is None else opening[1]
    joins = [entry.row for entry in table.entries[:last] if entry.row.control]
    return table.people <= {int(row.actor) for row in joins if isinstance(row.content, Join)}


def deadline(before: Table | None, table: Table, stored: float | None, now: float) -> float | None:
    """Return when the check of a changed table ends; None without one.

    `before`: the table before the change, with the `stored` deadline.
    """
    if not table.checks_ready:
        return None
    runs = before is not None and before.checks_ready
    return stored if runs and stored is not None else now + seconds(table)
