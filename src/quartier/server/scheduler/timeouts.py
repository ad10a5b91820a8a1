"""A seat has run out of time: a bot plays on, or the game is lost, as was agreed on when the table was opened.

Any process may do this at any time, as often as it likes: under the lock it looks at the clock as it is then. A move that
was committed before has stopped it, so nothing is left to be done.
"""

from __future__ import annotations

from typing import Final

from quartier.server.commands import bot_takeover
from quartier.server.commands.authorization import NOBODY
from quartier.server.commands.execute import append
from quartier.server.commands.pending_change import PendingChange
from quartier.server.domain.clocks import TimeControl
from quartier.server.domain.events import RunOut
from quartier.server.domain.table import Table
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.transaction import Job, Transaction

LENIENCY: Final = 1.0
"""Seconds for a move on its way: one that came in time, but to another process, gets its turn before this is done."""


def run_out(table_id: str) -> Job[bool]:
    """Carry out what has run out at a table; False if nothing has."""

    def carried_out(transaction: Transaction) -> bool:
        held = transaction.table(table_id)
        late = _late(held.head, transaction.now - LENIENCY)
        control = held.head.setup.time
        if not late or control is None:
            return False

        def act(draft: PendingChange) -> None:
            for seat in late:
                if not draft.table.over:
                    draft.say(seat, _what_follows(draft.table, control, seat))

        append(transaction, held, NOBODY, f"time:{held.table.version}", act)
        return True

    return Job(carried_out, table_id)


def _late(head: TableRow, now: float) -> list[int]:
    """The seats whose clocks have run out, the first one first."""
    due = [(clock.due_at, seat) for seat, clock in enumerate(head.clocks) if clock.due_at is not None]
    return [seat for at, seat in sorted(due) if at <= now]


def _what_follows(table: Table, control: TimeControl, seat: int) -> RunOut:
    """With nobody left to play with, the game is over. Where a loser leaves two or more, it goes on without them, as when
    somebody gives up. At a game over days whoever is back plays on.
    """
    others = table.people - {seat}
    if not others or not (control.bot or table.seats > 2):
        return RunOut()
    return RunOut(bot_takeover.level(table), returns=control.bot and not control.live)
