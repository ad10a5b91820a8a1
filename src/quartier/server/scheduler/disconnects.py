"""Disconnects: a live clock pauses for a while when the last page of its seat has gone."""

from __future__ import annotations

from collections.abc import Callable

from quartier.server.domain import clocks
from quartier.server.domain.clocks import SeatClock
from quartier.server.storage.transaction import Job, Transaction


def pause_clock(table_id: str, seat: int, at: float) -> Job[None]:
    """Return a job that pauses the clock of a seat whose last page has gone; from its turn's beginning at the earliest."""
    return _changing(table_id, seat, lambda clock: clocks.disconnect(clock, max(at, clock.since or at)))


def resume_clock(table_id: str, seat: int, at: float) -> Job[None]:
    """Return a job that resumes the clock of a seat that has a page again."""
    return _changing(table_id, seat, lambda clock: clocks.reconnect(clock, at))


def _changing(table_id: str, seat: int, change: Callable[[SeatClock], SeatClock]) -> Job[None]:
    """Return a job that changes the clock of a seat, at a table with live clocks."""

    def run(transaction: Transaction) -> None:
        cached = transaction.table(table_id)
        control, before = cached.row.setup.time, cached.row.clocks
        if control is None or not control.live:
            return
        after = (*before[:seat], change(before[seat]), *before[seat + 1 :])
        if after != before:
            transaction.set_clocks(cached, after)

    return Job(run, table_id)
