"""Bot takeover of an absent person's seat: asked for by one, agreed to by all other people, ended by the person's return.

Against bots only, or on one device, no one needs to be asked. A person is away who was not seen for
`Settings.away_after` seconds: no open stream, and no command or question of a device that holds the seat. Where a turn has
days nobody is asked: the clock decides.
"""

from __future__ import annotations

from collections.abc import Sequence
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


def ask(store: TableStore, table_id: str, context: CommandContext, absent: int | None) -> Job[Answer]:
    """Ask that a bot takes over seat `absent`."""
    last_seen_at = last_seen(store, table_id)

    def mutate(change: PendingChange) -> None:
        must_not_be_over(change.table)
        must_be_free(change.table)
        must_be_played_by_a_person(change.table, context.seat)
        must_not_be_rated(change.table)
        seat = _require_absent_person(change, absent)
        _must_not_have_days(change.table)
        _must_be_away(store, table_id, seat, last_seen_at[seat])
        if change.table.takeover_request is not None:
            raise DomainError(
                422, "already_asked", N_("You’ve already asked the others. Wait for their answer.")
            )
        change.add_control(context.seat, AskBotTakeover(seat, level(change.table)))
        for own in sorted(set(change.caller.seats) & change.table.people - {context.seat}):
            change.add_control(own, AnswerBotTakeover(yes=True))
        _replace_if_agreed(change)

    def is_same_command(events: Sequence[Row]) -> bool:
        first = events[0].content
        return isinstance(first, AskBotTakeover) and first.seat == absent

    context = replace(context, version=None)  # the others may move on meanwhile
    return execute(store, table_id, context, mutate, is_same_command)


def _must_not_have_days(table: Table) -> None:
    """Raise DomainError at correspondence games: there a bot takes over when the time is up."""
    if table.setup.time is not None and not table.setup.time.live:
        text = N_("This is a correspondence game. A bot takes over only when a player’s time runs out.")
        raise DomainError(422, "has_days", text)


def level(table: Table) -> str:
    """Return the level of a bot that takes over: that of all bots of the table, else the default."""
    chosen = {bot for bot in table.setup.bots if bot is not None}
    return chosen.pop() if len(chosen) == 1 else bot_levels.DEFAULT_LEVEL


def _require_absent_person(change: PendingChange, seat: int | None) -> int:
    """Return the seat, if it is another person's. Raises DomainError."""
    table = change.table
    if seat is None or seat >= table.seats or seat in change.caller.seats or table.bot(seat) is not None:
        raise DomainError(422, "not_absent", N_("A bot can take over only for another person at this table."))
    return seat


def last_seen(store: TableStore, table_id: str) -> dict[int, float]:
    """Return when each seat was last seen by any process. Reads the database: call it in a thread, before the
    transaction.
    """
    with store.database.read() as connection:
        return table_rows.last_seen_at(connection, table_id)


def _must_be_away(store: TableStore, table_id: str, seat: int, last_seen_at: float) -> None:
    """Raise DomainError while the seat's person is there, or was a moment ago."""
    needed = store.database.settings.away_after
    away = away_for(store, table_id, seat, last_seen_at)
    if seat in store.hub.seats_online(table_id):
        text = N_("This player is at the table. A bot can take over only when they’re away.")
        raise DomainError(422, "present", text)
    if away < needed:
        text = N_("This player has only just left. A bot can take over in {seconds} s if they don’t return.")
        raise DomainError(422, "not_yet_away", text, seconds=ceil(needed - away))


def away_for(store: TableStore, table_id: str, seat: int, last_seen_at: float) -> float:
    """Return for how many seconds a seat's person was not seen; 0 while a stream is open.

    `last_seen_at`: the stored time.
    """
    if seat in store.hub.seats_online(table_id):
        return 0.0
    return max(0.0, store.clock.now() - max(last_seen_at, store.hub.last_seen.at(table_id, seat)))


def answer(store: TableStore, table_id: str, context: CommandContext, yes: bool) -> Job[Answer]:
    """Answer a takeover request; the last yes lets the bot play. The absent person may only say no."""
    last_seen_at = last_seen(store, table_id)

    def mutate(change: PendingChange) -> None:
        must_not_be_over(change.table)
        takeover_request = change.table.takeover_request
        if takeover_request is None or not _may_answer(change.table, takeover_request, context.seat, yes):
            raise DomainError(422, "not_asked", N_("No one is asking for a bot right now."))
        change.add_control(context.seat, AnswerBotTakeover(yes))
        if yes:
            _must_be_away(store, table_id, takeover_request.seat, last_seen_at[takeover_request.seat])
            _replace_if_agreed(change)

    # Several answer at the same time: none of them makes the others' stale.
    context = replace(context, version=None)
    return execute(
        store, table_id, context, mutate, lambda events: events[0].content == AnswerBotTakeover(yes)
    )


def _may_answer(table: Table, takeover_request: TakeoverRequest, seat: int, yes: bool) -> bool:
    return (
        seat in table.people
        and seat != takeover_request.asker
        and not (yes and seat == takeover_request.seat)
    )


def _replace_if_agreed(change: PendingChange) -> None:
    takeover_request = change.table.takeover_request
    if takeover_request is not None and not change.table.missing_votes():
        change.add_control(takeover_request.seat, BotTakeover(takeover_request.level))
        change.resolve()  # it may have been the last one whom the beginning waited for


def return_to_seat(store: TableStore, table_id: str, context: CommandContext) -> Job[Answer]:
    """Take the seat back from the bot."""

    def mutate(change: PendingChange) -> None:
        must_not_be_over(change.table)
        must_not_have_resigned(change.table, context.seat)
        if context.seat not in change.table.takeover_bots:
            raise DomainError(
                422, "not_substituted", N_("No bot is playing for you. You can play right away.")
            )
        change.add_control(context.seat, Return())

    context = replace(context, version=None)  # the bot may move meanwhile
    return execute(store, table_id, context, mutate, lambda events: events[0].content == Return())
