"""Taking moves back: freely where nobody need be asked, else by consent (see `table.undo`)."""

from __future__ import annotations

from dataclasses import replace

from quartier.core.text.languages import N_
from quartier.server.commands.execute import Answer, CommandContext, execute
from quartier.server.commands.pending_change import PendingChange
from quartier.server.commands.rating.eligibility import must_not_be_rated
from quartier.server.domain import undo
from quartier.server.domain.events import AnswerTakeback, AskTakeback, Undo
from quartier.server.domain.preconditions import must_run
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job


def take_back(
    store: TableStore,
    table_id: str,
    ticket: CommandContext,
    whole_turn: bool = False,
    instead: str | None = None,
) -> Job[Answer]:
    """Undo without asking: the seat's last move within the turn, or all of them, or against bots only.

    `instead` is a move that the seat plays in its place, in the same step: others never see the position between.
    """

    def act(draft: PendingChange) -> None:
        must_run(draft.table)
        must_not_be_rated(draft.table)
        free = undo.turn_from if whole_turn else undo.free_from
        start = free(draft.table, ticket.seat)
        if start is None:
            start = _start(draft.table, ticket.seat)
            _must_be_alone(draft)
        elif undo.is_used_up(draft.table, ticket.seat, set(draft.caller.seats)):
            raise _used_up()
        draft.say(ticket.seat, Undo(start))
        if instead is not None:
            draft.play(ticket.seat, instead)
        draft.settle()

    return execute(store, table_id, ticket, act, lambda first: isinstance(first.said, Undo))


def _used_up() -> DomainError:
    text = N_(
        "You have already taken back {count} moves in this turn. What you have played now stays, unless the others agree."
    )
    return DomainError(422, "undone_enough", text, count=undo.MOST_UNDONE)


def _start(table: Table, seat: int) -> int:
    """The seq from which `seat` may ask to take back. Raises DomainError."""
    start = undo.asked_from(table, seat)
    if start is not None:
        return start
    if undo.is_fenced(table, seat):
        text = N_("A bot has stood in for a player who could not be asked: this move stays.")
        raise DomainError(422, "substitute_came", text)
    raise DomainError(422, "nothing_to_undo", N_("There is nothing that you can take back."))


def _must_be_alone(draft: PendingChange) -> None:
    if undo.to_ask(draft.table, set(draft.caller.seats)):
        text = N_("Too much has happened since your move: ask the others for a take-back.")
        raise DomainError(422, "must_ask", text)


def ask(store: TableStore, table_id: str, ticket: CommandContext) -> Job[Answer]:
    """Ask the others to let the seat's last move be taken back; with nobody to ask, it is taken back at once."""

    def act(draft: PendingChange) -> None:
        must_run(draft.table)
        must_not_be_rated(draft.table)
        start = _start(draft.table, ticket.seat)
        if draft.table.asked is not None:
            text = N_("A take-back has already been asked for. Wait for the answer.")
            raise DomainError(422, "already_asked", text)
        if undo.to_ask(draft.table, set(draft.caller.seats)):
            _must_not_insist(draft.table, ticket.seat, start)
        draft.say(ticket.seat, AskTakeback())
        for seat in sorted(set(draft.caller.seats) - {ticket.seat}):
            draft.say(seat, AnswerTakeback(yes=True))
        _undo_if_agreed(draft)

    return execute(store, table_id, ticket, act, lambda first: first.said == AskTakeback())


def _must_not_insist(table: Table, seat: int, start: int) -> None:
    """Refused for whoever has had the answer, or none, often enough."""
    asked, refused = undo.questions(table, seat, start)
    if refused:
        text = N_("The others have already refused to take back this move.")
        raise DomainError(422, "refused_before", text)
    if asked >= undo.MOST_ASKED:
        text = N_("You have asked for this move {count} times. It stays.")
        raise DomainError(422, "asked_enough", text, count=undo.MOST_ASKED)
    if undo.refusals(table, seat) >= undo.MOST_REFUSED:
        text = N_(
            "Your wishes to take back a move were refused {count} times. In this game you cannot ask again."
        )
        raise DomainError(422, "refused_enough", text, count=undo.MOST_REFUSED)


def answer(store: TableStore, table_id: str, ticket: CommandContext, yes: bool) -> Job[Answer]:
    """Answer another's question; the last yes takes the move back."""

    def act(draft: PendingChange) -> None:
        must_run(draft.table)
        if draft.table.asked is None or ticket.seat not in undo.to_ask(draft.table, {draft.table.asked}):
            raise DomainError(422, "not_asked", N_("Nobody is asking you for a take-back now."))
        draft.say(ticket.seat, AnswerTakeback(yes))
        if yes:
            _undo_if_agreed(draft)

    # Several answer at the same time: none of them makes the others' stale.
    ticket = replace(ticket, version=None)
    return execute(store, table_id, ticket, act, lambda first: first.said == AnswerTakeback(yes))


def _undo_if_agreed(draft: PendingChange) -> None:
    table, asker = draft.table, draft.table.asked
    if asker is None or undo.to_ask(table, {asker} | table.agreed):
        return
    start = undo.asked_from(table, asker)
    if start is not None:
        draft.say(asker, Undo(start))
        draft.settle()
