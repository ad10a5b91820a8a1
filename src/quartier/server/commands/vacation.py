"""Vacation: in a correspondence game a player may stop their clock for some days."""

from __future__ import annotations

from functools import partial
from typing import Final

from quartier.core.text.errors import Phrase
from quartier.core.text.languages import N_, Translator
from quartier.server.commands.execute import Answer, CommandContext, authorize
from quartier.server.domain import clocks
from quartier.server.domain.clocks import DAY, SeatClock
from quartier.server.domain.preconditions import must_be_played_by_a_person, must_run
from quartier.server.errors import DomainError
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

REPEAT_SECONDS: Final = 60.0
"""Seconds within which a wish for the same days is the same wish, sent again."""


def take(store: TableStore, table_id: str, context: CommandContext, days: int) -> Job[Answer]:
    """Take so many days of vacation from now on; 0: be back. It is no event of the game.

    The same again changes nothing; from another running vacation the whole days that are left are given back first.
    """

    def run(transaction: Transaction) -> Answer:
        caller, cached = authorize(store, transaction, table_id, context)
        must_run(cached.table)
        must_be_played_by_a_person(cached.table, context.seat)
        if cached.row.setup.time is None or cached.row.setup.time.live:
            raise DomainError(422, "no_days", N_("Only correspondence games have vacation."))
        before = cached.row.clocks
        after = (
            *before[: context.seat],
            _on_vacation(before[context.seat], days, transaction.now),
            *before[context.seat + 1 :],
        )
        transaction.set_clocks(cached, after)
        version = cached.table.version
        return Answer(cached.table, caller, version + 1, version)

    return Job(run, table_id)


def _on_vacation(clock: SeatClock, days: int, now: float) -> SeatClock:
    if clock.back_at is not None and abs(clock.back_at - now - days * DAY) < REPEAT_SECONDS:
        return clock
    clock = clocks.end_vacation(clock, now)
    if days > (left := clock.vacation_left(now)):
        sentence = _days_left if left == clock.vacation else _days_of_round
        raise DomainError(422, "no_vacation", "{left}", left=Phrase(partial(sentence, left)))
    return clocks.start_vacation(clock, days, now) if days else clock


def _days_of_round(days: int, t: Translator) -> str:
    form = t.ngettext(
        "Vacation doesn’t stop your time for the round, so you can take at most {count} day.",
        "Vacation doesn’t stop your time for the round, so you can take at most {count} days.",
        days,
    )
    return form.format(count=days)


def _days_left(days: int, t: Translator) -> str:
    form = t.ngettext(
        "You have {count} vacation day left in this game.",
        "You have {count} vacation days left in this game.",
        days,
    )
    return form.format(count=days)
