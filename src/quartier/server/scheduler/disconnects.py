"""Lost connections: a live clock stands still for a while when the last page of its seat has gone."""

from __future__ import annotations

from collections.abc import Callable

from quartier.server.domain import clocks
from quartier.server.domain.clocks import SeatClock
from quartier.server.storage.transaction import Job, Transaction


def lost(table_id: str, seat: int, at: float) -> Job[None]:
    """The last page of a seat went away at a moment; if its turn has begun since, the clock stands still from then on."""
    return _changing(table_id, seat, lambda clock: clocks.disconnected(clock, max(at, clock.since or at)))


def found(table_id: str, seat: int, at: float) -> Job[None]:
    """A page of the seat is there again."""
    return _changing(table_id, seat, lambda clock: clocks.connected(clock, at))


def _changing(table_id: str, seat: int, change: Callable[[SeatClock], SeatClock]) -> Job[None]:
    """The job of changing the clock of a seat, at a table with live ones."""

    def changed(transaction: Transaction) -> None:
        held = transaction.table(table_id)
        control, before = held.head.setup.time, held.head.clocks
        if control is None or not control.live:
            return
        after = (*before[:seat], change(before[seat]), *before[seat + 1 :])
        if after != before:
            transaction.set_clocks(held, after)

    return Job(changed, table_id)
