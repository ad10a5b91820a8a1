"""Timeouts: when a seat runs out of time, a bot takes over or the game is lost, as agreed when the table was opened.

Any process may do this at any time, repeatedly: it checks the clock under the table's lock. A move that was committed
before has stopped the clock, so nothing is left to do.
"""

from __future__ import annotations

from typing import Final

from quartier.server.commands import bot_takeover
from quartier.server.commands.authorization import SERVER
from quartier.server.commands.execute import append
from quartier.server.commands.pending_change import PendingChange
from quartier.server.domain.clocks import TimeControl
from quartier.server.domain.events import TimeExpired
from quartier.server.domain.table import Table
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.transaction import Job, Transaction

LENIENCY: Final = 1.0
"""Seconds for a move on its way: one that came in time, but to another process, gets its turn before this is done."""


def run_out(table_id: str) -> Job[bool]:
    """Return a job that carries out a table's timeouts; its result is False if there are none."""

    def run(transaction: Transaction) -> bool:
        cached = transaction.table(table_id)
        late = _late(cached.row, transaction.now - LENIENCY)
        control = cached.row.setup.time
        if not late or control is None:
            return False

        def mutate(change: PendingChange) -> None:
            for seat in late:
                if not change.table.over:
                    change.add_control(seat, _what_follows(change.table, control, seat))

        append(transaction, cached, SERVER, f"time:{cached.table.version}", mutate)
        return True

    return Job(run, table_id)


def _late(row: TableRow, now: float) -> list[int]:
    """Return the seats whose clocks have run out, the first one first."""
    due = [(clock.due_at, seat) for seat, clock in enumerate(row.clocks) if clock.due_at is not None]
    return [seat for at, seat in sorted(due) if at <= now]


def _what_follows(table: Table, control: TimeControl, seat: int) -> TimeExpired:
    """Return what a timeout leads to.

    Without opponents the game is over. If two or more players remain, a bot takes over, as after a resignation. In a
    correspondence game the player can come back.
    """
    others = table.people - {seat}
    if not others or not (control.bot or table.seats > 2):
        return TimeExpired()
    return TimeExpired(bot_takeover.level(table), returns=control.bot and not control.live)
