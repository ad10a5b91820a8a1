"""What there is to be told of a table to whom: plain functions of what the table is now, so that what is not true any more
when it is to be delivered is not told.
"""

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
class News:
    """Something for a listener; a second one of the same kind with the same mark is the same news."""

    listener: str
    kind: Kind
    mark: str = ""


def news(head: TableRow, table: Table, now: float) -> list[News]:
    """What is true of a table now, for those who have its seats."""
    if table.cancelled or not (table.begun or table.setup.tournament):
        return []
    listeners = {row.seat: row.account or row.person for row in head.seats}
    result: list[News] = []
    for seat, listener in listeners.items():
        if listener is not None:
            result += [News(listener, kind, mark) for kind, mark in _of_seat(head, table, seat, now)]
    return result


def _of_seat(head: TableRow, table: Table, seat: int, now: float) -> list[tuple[Kind, str]]:
    if not table.begun:  # a table of a tournament waits for its players
        return [] if seat in table.names else [("round", "")]
    if table.over:
        asked = bool(table.rematch) and seat not in table.rematch and table.next_id is None
        return [("over", ""), ("rematch", "")] if asked else [("over", "")]
    moves = turns(table, []).moves.get(seat, 0)
    if not table.may_move(seat):
        return [] if moves or table.bot(seat) is not None else [("begun", "")]
    turn = f"{seat}:{moves}"
    if not _is_low(head, seat, now):
        return [("turn", turn)]
    return [("turn", turn), ("low", "" if table.setup.time and table.setup.time.live else turn)]


def _is_low(head: TableRow, seat: int, now: float) -> bool:
    control = head.setup.time
    due = head.clocks[seat].due_at if control else None
    return control is not None and due is not None and due - now < low(control)


def low(control: TimeControl) -> float:
    """Seconds that are little."""
    return LOW_LIVE if control.live else min(LONGEST_LOW, control.days * DAY / 4)
