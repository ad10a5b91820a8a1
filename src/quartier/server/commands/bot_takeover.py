"""A bot for somebody who is away: asked for by one, agreed to by all others who are people, ended by the person's return.

Who plays with bots only, or on one device, need ask nobody. Away is of whom nothing has been seen or heard for
`Settings.away_after` seconds: no open stream, and no command or question of a device that holds the seat. Where a turn has
days nobody is asked: the clock decides.
"""

from __future__ import annotations

import time
from dataclasses import replace
from math import ceil

from quartier.core.text.languages import N_
from quartier.server.commands.execute import Answer, CommandContext, execute
from quartier.server.commands.pending_change import PendingChange
from quartier.server.commands.rating.eligibility import must_not_be_rated
from quartier.server.domain import bot_levels
from quartier.server.domain.events import (
    AnswerBotTakeover,
    AskBotTakeover,
    BotTakeover,
    Return,
    Row,
)
from quartier.server.domain.preconditions import (
    must_be_free,
    must_be_played_by_a_person,
    must_not_be_over,
    must_not_have_resigned,
)
from quartier.server.domain.table import Table, TakeoverRequest
from quartier.server.errors import DomainError
from quartier.server.storage import table_rows
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job


def ask(store: TableStore, table_id: str, ticket: CommandContext, absent: int | None) -> Job[Answer]:
    """Ask that a bot plays for seat `absent`."""
    seen = last_seen(store, table_id)

    def act(draft: PendingChange) -> None:
        must_not_be_over(draft.table)
        must_be_free(draft.table)
        must_be_played_by_a_person(draft.table, ticket.seat)
        must_not_be_rated(draft.table)
        seat = _other(draft, absent)
        _must_not_have_days(draft.table)
        _must_be_away(store, table_id, seat, seen[seat])
        if draft.table.absence is not None:
            raise DomainError(
                422, "already_asked", N_("The others have already been asked. Wait for the answer.")
            )
        draft.say(ticket.seat, AskBotTakeover(seat, level(draft.table)))
        for own in sorted(set(draft.caller.seats) & draft.table.people - {ticket.seat}):
            draft.say(own, AnswerBotTakeover(yes=True))
        _replace_if_agreed(draft)

    def begins(first: Row) -> bool:
        return isinstance(first.said, AskBotTakeover) and first.said.seat == absent

    return execute(store, table_id, ticket, act, begins)


def _must_not_have_days(table: Table) -> None:
    """Refused where nobody has to be there: whoever takes too long is played for when their time is over."""
    if table.setup.time is not None and not table.setup.time.live:
        text = N_("Everybody has days for a turn here. A bot plays for whoever runs out of them.")
        raise DomainError(422, "has_days", text)


def level(table: Table) -> str:
    """The level of a bot that stands in: the one that was chosen for all bots of the table, else the usual one."""
    chosen = {bot for bot in table.setup.bots if bot is not None}
    return chosen.pop() if len(chosen) == 1 else bot_levels.USUAL


def _other(draft: PendingChange, seat: int | None) -> int:
    """The seat, if it is one of another person."""
    table = draft.table
    if seat is None or seat >= table.seats or seat in draft.caller.seats or table.bot(seat) is not None:
        raise DomainError(422, "not_absent", N_("A bot can only play for another person at this table."))
    return seat


def last_seen(store: TableStore, table_id: str) -> dict[int, float]:
    """When somebody was last at each seat, as far as it is stored: whichever process it was that saw or heard of them.

    Read before the transaction: the writer has better things to do. From a thread.
    """
    with store.database.read() as connection:
        return table_rows.last_seen_at(connection, table_id)


def _must_be_away(store: TableStore, table_id: str, seat: int, seen: float) -> None:
    """Refused while the seat's person is there, or was a moment ago."""
    needed = store.database.settings.away_after
    away = away_for(store, table_id, seat, seen)
    if seat in store.hub.seats_online(table_id):
        text = N_("This player is at the table. A bot can only play for somebody who is away.")
        raise DomainError(422, "present", text)
    if away < needed:
        text = N_("This player was here just now. A bot may play for them in {seconds} s, if they stay away.")
        raise DomainError(422, "not_yet_away", text, seconds=ceil(needed - away))


def away_for(store: TableStore, table_id: str, seat: int, seen: float) -> float:
    """For how many seconds nothing has been seen or heard of a seat's person; 0 while a stream is open.

    `seen`: when that last was so, as far as it was stored.
    """
    if seat in store.hub.seats_online(table_id):
        return 0.0
    return max(0.0, time.time() - max(seen, store.hub.last_seen.at(table_id, seat)))


def answer(store: TableStore, table_id: str, ticket: CommandContext, yes: bool) -> Job[Answer]:
    """Answer another's question; the last yes lets the bot play. The one it is about may only say no."""
    seen = last_seen(store, table_id)

    def act(draft: PendingChange) -> None:
        must_not_be_over(draft.table)
        absence = draft.table.absence
        if absence is None or not _may_answer(draft.table, absence, ticket.seat, yes):
            raise DomainError(422, "not_asked", N_("Nobody is asking you for a bot now."))
        draft.say(ticket.seat, AnswerBotTakeover(yes))
        if yes:
            _must_be_away(store, table_id, absence.seat, seen[absence.seat])
            _replace_if_agreed(draft)

    # Several answer at the same time: none of them makes the others' stale.
    ticket = replace(ticket, version=None)
    return execute(store, table_id, ticket, act, lambda first: first.said == AnswerBotTakeover(yes))


def _may_answer(table: Table, absence: TakeoverRequest, seat: int, yes: bool) -> bool:
    return seat in table.people and seat != absence.asker and not (yes and seat == absence.seat)


def _replace_if_agreed(draft: PendingChange) -> None:
    absence = draft.table.absence
    if absence is not None and not draft.table.to_agree():
        draft.say(absence.seat, BotTakeover(absence.level))
        draft.settle()  # it may have been the last one whom the beginning waited for


def come_back(store: TableStore, table_id: str, ticket: CommandContext) -> Job[Answer]:
    """The person plays again."""

    def act(draft: PendingChange) -> None:
        must_not_be_over(draft.table)
        must_not_have_resigned(draft.table, ticket.seat)
        if ticket.seat not in draft.table.substitutes:
            raise DomainError(422, "not_substituted", N_("No bot is playing for you. You can simply play."))
        draft.say(ticket.seat, Return())

    return execute(store, table_id, ticket, act, lambda first: first.said == Return())
