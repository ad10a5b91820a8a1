"""A bot for somebody who is away: asked for by one, agreed to by all others who are people, ended by the person's return.

Who plays with bots only, or on one device, need ask nobody.
"""

from __future__ import annotations

from dataclasses import replace

from quartier.core.text.languages import N_
from quartier.server.commands import opening
from quartier.server.commands.play import must_be_played_by_a_person, must_not_be_over
from quartier.server.commands.transaction import Answer, Draft, TableService, Ticket
from quartier.server.refusals import Refused
from quartier.server.table.fold import Table
from quartier.server.thinking import levels


def ask(tables: TableService, table_id: str, ticket: Ticket, absent: int | None, level: str | None) -> Answer:
    """Ask that a bot plays for seat `absent`. `level` None: the usual one."""
    chosen = opening.checked_level(level) if level else levels.DEFAULT
    here = tables.hub.seats_online(table_id)

    def act(draft: Draft) -> None:
        must_not_be_over(draft.table)
        must_be_played_by_a_person(draft.table, ticket.seat)
        seat = _absent(draft, absent, here)
        if draft.table.absence is not None:
            raise Refused(
                422, "already_asked", N_("The others have already been asked. Wait for the answer.")
            )
        draft.control(ticket.seat, f"!replace ask {seat} {chosen}")
        for own in sorted(set(draft.caller.seats) & draft.table.people - {ticket.seat}):
            draft.control(own, "!replace yes")
        _replace_if_agreed(draft)

    return tables.command(table_id, ticket, act)


def _absent(draft: Draft, seat: int | None, here: set[int]) -> int:
    """The seat, if it is one of somebody else who is away."""
    table = draft.table
    if seat is None or seat >= table.seats or seat in draft.caller.seats or table.bot(seat) is not None:
        raise Refused(422, "not_absent", N_("A bot can only play for another person at this table."))
    if seat in here:
        raise Refused(
            422, "present", N_("This player is at the table. A bot can only play for somebody away.")
        )
    return seat


def answer(tables: TableService, table_id: str, ticket: Ticket, yes: bool) -> Answer:
    """Answer another's question; the last yes lets the bot play. The one it is about may only say no."""

    def act(draft: Draft) -> None:
        must_not_be_over(draft.table)
        absence = draft.table.absence
        if absence is None or ticket.seat == absence.asker or (yes and ticket.seat == absence.seat):
            raise Refused(422, "not_asked", N_("Nobody is asking you for a bot now."))
        draft.control(ticket.seat, f"!replace {'yes' if yes else 'no'}")
        if yes:
            _replace_if_agreed(draft)

    # Several answer at the same time: none of them makes the others' stale.
    return tables.command(table_id, replace(ticket, version=None), act)


def to_agree(table: Table) -> set[int]:
    """Whose yes is still missing."""
    absence = table.absence
    if absence is None:
        return set()
    return table.people - absence.agreed - {absence.asker, absence.seat}


def _replace_if_agreed(draft: Draft) -> None:
    absence = draft.table.absence
    if absence is not None and not to_agree(draft.table):
        draft.control(absence.seat, f"!bot {absence.level}")
        draft.settle()  # it may have been the last one whom the beginning waited for


def come_back(tables: TableService, table_id: str, ticket: Ticket) -> Answer:
    """The person plays again."""

    def act(draft: Draft) -> None:
        must_not_be_over(draft.table)
        if ticket.seat in draft.table.given_up:
            raise Refused(422, "resigned", N_("You have resigned: a bot plays your seat to the end."))
        if ticket.seat not in draft.table.substitutes:
            raise Refused(422, "not_substituted", N_("No bot plays your seat. You can simply play."))
        draft.control(ticket.seat, "!return")

    return tables.command(table_id, ticket, act)
