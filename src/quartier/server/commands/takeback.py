"""Undo and takeback: freely where no one needs to be asked, else by consent (see `domain.undo`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quartier.core.text.languages import N_
from quartier.server.commands.execute import Answer, CommandContext, execute
from quartier.server.commands.pending_change import PendingChange
from quartier.server.commands.rating.eligibility import must_not_be_rated
from quartier.server.domain import undo
from quartier.server.domain.events import AnswerTakeback, AskTakeback, Row, Undo
from quartier.server.domain.preconditions import must_run
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job


def take_back(
    store: TableStore,
    table_id: str,
    context: CommandContext,
    whole_turn: bool = False,
    instead: str | None = None,
) -> Job[Answer]:
    """Undo without asking: the last move within the turn, all of the turn, or any move against bots only.

    `instead`: a move that the seat plays in its place, in the same step; others never see the position between.
    """

    def mutate(change: PendingChange) -> None:
        must_run(change.table)
        must_not_be_rated(change.table)
        free = undo.turn_from if whole_turn else undo.free_from
        start = free(change.table, context.seat)
        if start is None:
            start = _start(change.table, context.seat)
            _must_be_alone(change)
        elif undo.is_used_up(change.table, context.seat, set(change.caller.seats)):
            raise _used_up()
        change.add_control(context.seat, Undo(start))
        if instead is not None:
            change.play(context.seat, instead)
        change.resolve()

    def is_same_command(events: Sequence[Row]) -> bool:
        is_undo = isinstance(events[0].content, Undo)
        return is_undo and (instead is None or instead in [event.content for event in events[1:2]])

    return execute(store, table_id, context, mutate, is_same_command)


def _used_up() -> DomainError:
    text = N_(
        "You’ve already undone {count} moves this turn. Your last move stands unless the others agree to "
        "a takeback."
    )
    return DomainError(422, "undone_enough", text, count=undo.MAX_UNDONE)


def _start(table: Table, seat: int) -> int:
    """Return the seq from which `seat` may ask to take back. Raises DomainError."""
    start = undo.asked_from(table, seat)
    if start is not None:
        return start
    if undo.is_fenced(table, seat):
        text = N_("A bot is playing for someone who couldn’t be asked, so this move can’t be undone.")
        raise DomainError(422, "substitute_came", text)
    raise DomainError(422, "nothing_to_undo", N_("You have no move to undo."))


def _must_be_alone(change: PendingChange) -> None:
    if undo.to_ask(change.table, set(change.caller.seats)):
        text = N_("Too much has happened since your move. Ask the others for a takeback.")
        raise DomainError(422, "must_ask", text)


def ask(store: TableStore, table_id: str, context: CommandContext) -> Job[Answer]:
    """Ask the others for a takeback; with no one to ask, it happens at once."""

    def mutate(change: PendingChange) -> None:
        must_run(change.table)
        must_not_be_rated(change.table)
        start = _start(change.table, context.seat)
        if change.table.takeback_asker is not None:
            text = N_("A takeback has already been requested. Wait for the answer.")
            raise DomainError(422, "already_asked", text)
        if undo.to_ask(change.table, set(change.caller.seats)):
            _must_not_insist(change.table, context.seat, start)
        change.add_control(context.seat, AskTakeback())
        for seat in sorted(set(change.caller.seats) - {context.seat}):
            change.add_control(seat, AnswerTakeback(yes=True))
        _undo_if_agreed(change)

    return execute(store, table_id, context, mutate, lambda events: events[0].content == AskTakeback())


def _must_not_insist(table: Table, seat: int, start: int) -> None:
    """Raise DomainError if the others have refused, or have been asked, often enough."""
    count, refused = undo.questions(table, seat, start)
    if refused:
        text = N_("The others have already declined a takeback of this move.")
        raise DomainError(422, "refused_before", text)
    if count >= undo.MAX_ASKED:
        text = N_("You’ve already requested a takeback of this move {count} times. The move stands.")
        raise DomainError(422, "asked_enough", text, count=undo.MAX_ASKED)
    if undo.refusals(table, seat) >= undo.MAX_REFUSED:
        text = N_(
            "Your takeback requests have been declined {count} times. You can’t ask again in this game."
        )
        raise DomainError(422, "refused_enough", text, count=undo.MAX_REFUSED)


def answer(store: TableStore, table_id: str, context: CommandContext, yes: bool) -> Job[Answer]:
    """Answer a takeback request; the last yes takes the move back."""

    def mutate(change: PendingChange) -> None:
        must_run(change.table)
        if change.table.takeback_asker is None or context.seat not in undo.to_ask(
            change.table, {change.table.takeback_asker}
        ):
            raise DomainError(422, "not_asked", N_("No one is asking you for a takeback right now."))
        change.add_control(context.seat, AnswerTakeback(yes))
        if yes:
            _undo_if_agreed(change)

    # Several answer at the same time: none of them makes the others' stale.
    context = replace(context, version=None)
    return execute(store, table_id, context, mutate, lambda events: events[0].content == AnswerTakeback(yes))


def _undo_if_agreed(change: PendingChange) -> None:
    table, asker = change.table, change.table.takeback_asker
    if asker is None or undo.to_ask(table, {asker} | table.agreed):
        return
    start = undo.asked_from(table, asker)
    if start is not None:
        change.add_control(asker, Undo(start))
        change.resolve()
