"""Which clocks run, and whose turn has ended, after a table's events."""

from __future__ import annotations

from collections import Counter

from quartier.server.domain.clocks import Turns
from quartier.server.domain.events import Row
from quartier.server.domain.table import Table


def turns(table: Table, rows: list[Row]) -> Turns:
    """Return whose clocks run after `rows`, the last events of the table. Bots have no clock."""
    running = {seat for seat in table.to_act() - {"*"} if table.bot(seat) is None}
    counted = (table.entries[index].row.actor for index in table.live)
    moves = Counter(int(actor) for actor in counted if actor != "*")
    return Turns(running, moves, {seat for seat in running if _has_passed_on(table, seat, rows)})


def _has_passed_on(table: Table, seat: int, rows: list[Row]) -> bool:
    """Return whether the turn has changed since the seat's move: others have moved, or there are none."""
    actors = [row.actor for row in rows if not row.control]
    if seat not in actors:
        return False
    return table.seats == 1 or any(actor not in ("*", seat) for actor in actors[actors.index(seat) :])
