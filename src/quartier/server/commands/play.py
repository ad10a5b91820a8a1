"""What a seat may do at a table. Each function is one command: its check, then its events."""

from __future__ import annotations

from dataclasses import replace

from quartier.core.text.languages import N_
from quartier.server.commands import opening, substitute
from quartier.server.commands.transaction import Answer, Draft, TableService, Ticket, reused_id
from quartier.server.http.caller import identify
from quartier.server.refusals import Refused, no_seat
from quartier.server.storage import repository
from quartier.server.storage.tokens import new_id
from quartier.server.table import undo
from quartier.server.table.events import AnswerTakeback, AskRematch, AskTakeback, Rematch, Resign, Undo
from quartier.server.table.fold import Table
from quartier.server.table.guards import must_be_over, must_be_played_by_a_person, must_be_to_move, must_run


def move(tables: TableService, table_id: str, ticket: Ticket, text: str) -> Answer:
    """Play a move, and what follows from it without a decision."""

    def act(draft: Draft) -> None:
        must_run(draft.table)
        must_be_played_by_a_person(draft.table, ticket.seat)
        must_be_to_move(draft.table, ticket.seat)
        draft.play(ticket.seat, text)
        draft.settle()

    answer = tables.command(table_id, ticket, act, simultaneous=True)
    if answer.repeated and answer.table.entries[answer.first - 1].row.move != text:
        raise reused_id()
    return answer


def take_back(tables: TableService, table_id: str, ticket: Ticket, whole_turn: bool = False) -> Answer:
    """Undo without asking: the own last move within the turn, or all of them, or against bots only."""

    def act(draft: Draft) -> None:
        must_run(draft.table)
        free = undo.turn_from if whole_turn else undo.free_from
        start = free(draft.table, ticket.seat)
        if start is None:
            start = undo.asked_from(draft.table, ticket.seat)
            if start is None:
                raise _nothing(draft.table, ticket.seat)
            _refuse_unless_alone(draft)
        draft.say(ticket.seat, Undo(start))
        draft.settle()

    return tables.command(table_id, ticket, act)


def _nothing(table: Table, seat: int) -> Refused:
    """Why `seat` cannot even ask for a take-back."""
    if undo.is_fenced(table, seat):
        text = N_("A bot has taken a player's place since. What happened before that stays.")
        return Refused(422, "substitute_came", text)
    return Refused(422, "nothing_to_undo", N_("There is nothing that you could take back."))


def _refuse_unless_alone(draft: Draft) -> None:
    if undo.to_ask(draft.table, set(draft.caller.seats)):
        raise Refused(
            422, "must_ask", N_("Too much has happened since your move: ask the others for a take-back.")
        )


def ask_takeback(tables: TableService, table_id: str, ticket: Ticket) -> Answer:
    """Ask the others to let the own last move be taken back; with nobody to ask, it is taken back at once."""

    def act(draft: Draft) -> None:
        must_run(draft.table)
        if undo.asked_from(draft.table, ticket.seat) is None:
            raise _nothing(draft.table, ticket.seat)
        if draft.table.asked is not None:
            raise Refused(
                422, "already_asked", N_("A take-back has already been asked for. Wait for the answer.")
            )
        draft.say(ticket.seat, AskTakeback())
        for seat in sorted(set(draft.caller.seats) - {ticket.seat}):
            draft.say(seat, AnswerTakeback(yes=True))
        _undo_if_agreed(draft)

    return tables.command(table_id, ticket, act)


def answer_takeback(tables: TableService, table_id: str, ticket: Ticket, yes: bool) -> Answer:
    """Answer another's question; the last yes takes the move back."""

    def act(draft: Draft) -> None:
        must_run(draft.table)
        if draft.table.asked is None or draft.table.asked == ticket.seat:
            raise Refused(422, "not_asked", N_("Nobody is asking you for a take-back now."))
        draft.say(ticket.seat, AnswerTakeback(yes))
        if yes:
            _undo_if_agreed(draft)

    # Several answer at the same time: none of them makes the others' stale.
    return tables.command(table_id, replace(ticket, version=None), act)


def _undo_if_agreed(draft: Draft) -> None:
    table = draft.table
    start = None if table.asked is None else undo.asked_from(table, table.asked)
    if table.asked is not None and start is not None and not undo.to_ask(table, {table.asked} | table.agreed):
        draft.say(table.asked, Undo(start))
        draft.settle()


def resign(tables: TableService, table_id: str, ticket: Ticket) -> Answer:
    """Give up. Where people are left who play with others still, a bot takes over; else the game is over."""

    def act(draft: Draft) -> None:
        must_run(draft.table)
        must_be_played_by_a_person(draft.table, ticket.seat)
        goes_on = draft.table.seats > 2 and bool(draft.table.people - {ticket.seat})
        draft.say(ticket.seat, Resign(substitute.level(draft.table) if goes_on else None))

    return tables.command(table_id, ticket, act)


def rematch(tables: TableService, table_id: str, ticket: Ticket) -> str | None:
    """Agree to play again, with all seats of this device. Returns the new table's id once everybody has agreed."""
    changed: list[Table] = []
    with tables.database.write() as connection:
        head, table = tables.locked(connection, table_id)
        caller = identify(head, ticket.secrets)
        if ticket.seat not in caller.seats:
            raise no_seat()
        must_be_over(table)
        if table.next_id is not None or caller.seats <= table.rematch:
            return table.next_id
        key = f"{ticket.seat}:{ticket.client_move_id}"
        if repository.command_rows(connection, table_id, key) is not None:
            raise reused_id()
        draft = tables.append(connection, table, caller, key, _agree)
        changed.append(draft.table)
        if draft.table.next_id is not None:
            changed.append(opening.rematch(connection, head, draft.table))
    for table in changed:
        tables.committed(table)
    return draft.table.next_id


def _agree(draft: Draft) -> None:
    for seat in sorted(draft.caller.seats - draft.table.rematch):
        draft.say(seat, AskRematch())
    if draft.table.people <= draft.table.rematch:
        draft.say("*", Rematch(new_id()))
