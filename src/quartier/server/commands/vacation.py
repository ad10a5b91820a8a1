"""Vacation: at a game over days a player may stop their clock for some days."""

from __future__ import annotations

from typing import Final

from quartier.core.text.languages import N_
from quartier.server.commands.execute import Answer, CommandContext, admitted
from quartier.server.domain import clocks
from quartier.server.domain.clocks import DAY, SeatClock
from quartier.server.domain.preconditions import must_be_played_by_a_person, must_run
from quartier.server.errors import DomainError
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

AGAIN: Final = 60.0
"""Seconds within which a wish for the same days is the same wish, sent again."""


def take(store: TableStore, table_id: str, ticket: CommandContext, days: int) -> Job[Answer]:
    """Be away for so many days from now on, whatever was said before; 0: be back. It is no event of the game.

    The same again changes nothing; of another vacation that is under way the whole days that are left are given back first.
    """

    def taken(transaction: Transaction) -> Answer:
        caller, held = admitted(store, transaction, table_id, ticket)
        must_run(held.table)
        must_be_played_by_a_person(held.table, ticket.seat)
        if held.head.setup.time is None or held.head.setup.time.live:
            raise DomainError(422, "no_days", N_("Vacations are for games over days."))
        before = held.head.clocks
        after = (
            *before[: ticket.seat],
            _away(before[ticket.seat], days, transaction.now),
            *before[ticket.seat + 1 :],
        )
        transaction.set_clocks(held, after)
        version = held.table.version
        return Answer(held.table, caller, version + 1, version)

    return Job(taken, table_id)


def _away(clock: SeatClock, days: int, now: float) -> SeatClock:
    if clock.back_at is not None and abs(clock.back_at - now - days * DAY) < AGAIN:
        return clock
    clock = clocks.returned(clock, now)
    if days > clock.vacation:
        text = N_("Days of vacation that you have left in this game: {count}")
        raise DomainError(422, "no_vacation", text, count=clock.vacation)
    return clocks.gone(clock, days, now) if days else clock
