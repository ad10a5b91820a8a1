"""The fold of the control events: what each of them changes at a table. Their list stands in `fold`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quartier.server.table.fold import Row, Table


@dataclass(frozen=True)
class Absence:
    """The open question whether a bot of this level shall play for `seat`; `agreed` have said yes."""

    asker: int
    seat: int
    level: str
    agreed: frozenset[int] = frozenset()


def _join(table: Table, row: Row) -> None:
    seat = int(row.actor)
    table.names[seat] = row.move.partition(" ")[2]
    _come_back(table, seat)


def _come_back(table: Table, seat: int) -> None:
    table.substitutes.pop(seat, None)
    table.handed_over.pop(seat, None)
    if table.absence is not None and table.absence.seat == seat:
        table.absence = None


def _undo(table: Table, row: Row) -> None:
    start = int(row.move.split(" ")[1])
    table.live = [index for index in table.live if table.entries[index].row.seq < start]
    table.state = table.state.at(len(table.live))
    table.settle_takeback()


def _takeback(table: Table, row: Row) -> None:
    answer = row.move.split(" ")[1]
    if answer == "ask":
        table.asked = int(row.actor)
        table.agreed.clear()
    elif answer == "yes":
        table.agreed.add(int(row.actor))
    else:
        table.settle_takeback()


def _resign(table: Table, row: Row) -> None:
    seat, level = int(row.actor), row.move.partition(" ")[2]
    table.settle_takeback()
    if not level:
        table.resigned = seat
        return
    table.given_up.add(seat)
    _hand_over(table, row, level)


def _replace(table: Table, row: Row) -> None:
    answer, *rest = row.move.split(" ")[1:]
    if answer == "ask":
        table.absence = Absence(int(row.actor), int(rest[0]), rest[1])
    elif answer == "yes" and table.absence is not None:
        table.absence = replace(table.absence, agreed=table.absence.agreed | {int(row.actor)})
    else:
        table.absence = None


def _bot(table: Table, row: Row) -> None:
    _hand_over(table, row, row.move.split(" ")[1])


def _hand_over(table: Table, row: Row, level: str) -> None:
    """A bot plays the seat from now on; questions of it or about it have no meaning any more."""
    seat = int(row.actor)
    table.substitutes[seat] = level
    table.handed_over[seat] = row.seq
    if table.asked == seat:
        table.settle_takeback()
    if table.absence is not None and seat in (table.absence.seat, table.absence.asker):
        table.absence = None


def _return(table: Table, row: Row) -> None:
    _come_back(table, int(row.actor))


def _rematch(table: Table, row: Row) -> None:
    table.rematch.add(int(row.actor))


def _next(table: Table, row: Row) -> None:
    table.next_id = row.move.split(" ")[1]


CONTROLS: dict[str, Callable[[Table, Row], None]] = {
    "!join": _join,
    "!undo": _undo,
    "!takeback": _takeback,
    "!resign": _resign,
    "!replace": _replace,
    "!bot": _bot,
    "!return": _return,
    "!rematch": _rematch,
    "!next": _next,
}
