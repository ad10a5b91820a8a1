"""Notification triggers: pure functions of a table's state, so an outdated notification is never sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from quartier.server.domain.clock_turns import turns
from quartier.server.domain.clocks import DAY, HOUR, TimeControl
from quartier.server.domain.table import Table
from quartier.server.storage.table_rows import TableRow

Kind = Literal["turn", "begun", "low", "over", "rematch", "round"]
LONGEST_LOW: Final = 12 * HOUR
"""No clock is low before that."""
LOW_LIVE: Final = 90.0
"""Seconds that are little at a live clock."""


@dataclass(frozen=True)
class Notification:
    """A notification for a recipient; another of the same kind and mark is the same one."""

    recipient: str
    kind: Kind
    mark: str = ""


def current_notifications(row: TableRow, table: Table, now: float) -> list[Notification]:
    """Return the notifications that hold for a table now, for the people at its seats."""
    if table.cancelled or not (table.has_begun or table.setup.tournament):
        return []
    recipients = {seat_row.seat: seat_row.account or seat_row.person for seat_row in row.seats}
    result: list[Notification] = []
    for seat, recipient in recipients.items():
        if recipient is not None:
            result += [Notification(recipient, kind, mark) for kind, mark in _of_seat(row, table, seat, now)]
    return result


def _of_seat(row: TableRow, table: Table, seat: int, now: float) -> list[tuple[Kind, str]]:
    if not table.has_begun:  # a table of a tournament waits for its players
        return [] if seat in table.names else [("round", "")]
    if table.over:
        wants_rematch = bool(table.rematch) and seat not in table.rematch and table.next_id is None
        return [("over", ""), ("rematch", "")] if wants_rematch else [("over", "")]
    moves = turns(table, []).moves.get(seat, 0)
    if not table.may_move(seat):
        return [] if moves or table.bot(seat) is not None else [("begun", "")]
    turn = f"{seat}:{moves}"
    if not _is_low(row, seat, now):
        return [("turn", turn)]
    return [("turn", turn), ("low", "" if table.setup.time and table.setup.time.live else turn)]


def _is_low(row: TableRow, seat: int, now: float) -> bool:
    control = row.setup.time
    due = row.clocks[seat].due_at if control else None
    return control is not None and due is not None and due - now < low(control)


def low(control: TimeControl) -> float:
    """Return how many seconds count as running low."""
    return LOW_LIVE if control.live else min(LONGEST_LOW, control.days * DAY / 4)
