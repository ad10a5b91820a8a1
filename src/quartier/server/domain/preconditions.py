"""Preconditions of commands: each raises DomainError, with a way out, if the table's state does not allow the command."""

from __future__ import annotations

from quartier.core.text.languages import N_
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError


def must_run(table: Table) -> None:
    """Raise DomainError unless the game is running."""
    must_not_be_over(table)
    if not table.has_begun:
        raise DomainError(422, "not_begun", N_("The game starts once everyone has joined."))


def must_not_be_over(table: Table) -> None:
    """Raise DomainError after the end."""
    must_not_be_cancelled(table)
    if table.over:
        raise DomainError(422, "over", N_("The game is over. You can play a rematch."))


def must_not_be_cancelled(table: Table) -> None:
    """Raise DomainError if the table was cancelled."""
    if table.cancelled:
        text = N_("This table was cancelled before the game started. You can open another.")
        raise DomainError(410, "cancelled", text)


def must_be_waiting(table: Table) -> None:
    """Raise DomainError once all seats are taken."""
    must_not_be_cancelled(table)
    if table.has_begun:
        raise DomainError(409, "has_begun", N_("The game has started, and all seats are taken."))


def must_be_free(table: Table) -> None:
    """Raise DomainError at a table of a tournament, which controls its seats and its schedule."""
    if table.setup.tournament is not None:
        text = N_("This is a tournament table: players who don’t turn up before the deadline lose.")
        raise DomainError(422, "of_tournament", text)


def must_be_over(table: Table) -> None:
    """Raise DomainError before the end."""
    if not table.over:
        raise DomainError(422, "not_over", N_("The game isn’t over yet. You can offer a rematch afterwards."))


def must_be_played_by_a_person(table: Table, seat: int) -> None:
    """Raise DomainError while a bot plays the caller's seat."""
    must_not_have_resigned(table, seat)
    if table.bot(seat) is not None:
        raise DomainError(422, "substituted", N_("A bot is playing for you. Take your seat back first."))


def must_not_have_resigned(table: Table, seat: int) -> None:
    """Raise DomainError if the seat has resigned or run out of time while the others continue."""
    if seat in table.given_up & table.out_of_time:
        text = N_("You ran out of time. A bot is finishing the game for you.")
        raise DomainError(422, "out_of_time", text)
    if seat in table.given_up:
        raise DomainError(422, "resigned", N_("You’ve resigned. A bot is finishing the game for you."))


def must_be_to_move(table: Table, seat: int) -> None:
    """Raise DomainError while others are to move."""
    if seat not in table.to_act():
        raise DomainError(422, "not_your_turn", N_("It’s not your turn yet."))
