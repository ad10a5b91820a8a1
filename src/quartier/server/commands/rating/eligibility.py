"""Eligibility for rated games: each function raises DomainError, with a way out."""

from __future__ import annotations

from collections.abc import Sequence

from quartier.core.text.languages import N_
from quartier.server.domain.rating.levels import bot_rating
from quartier.server.domain.table import Table, TableSetup
from quartier.server.errors import DomainError
from quartier.server.storage.table_cache import CachedTable


def must_be_ratable(setup: TableSetup, kinds: Sequence[str], account: str | None) -> None:
    """Raise DomainError for a rated table that cannot be; `kinds` of its seats, `account` that opens it."""
    if not setup.rated:
        return
    if account is None:
        raise _needs_account(
            N_("A rated table needs an account: sign in, or make one. Nothing else is asked.")
        )
    if len(kinds) < 2 or all(setup.bots):
        raise _not_ratable(
            N_("Nobody can be rated here: “seats” needs a person, and somebody else to play against.")
        )
    if list(kinds).count("me") > 1:
        text = N_("At a rated table each seat has an account of its own: two people on one device cannot be.")
        raise _not_ratable(text)
    if setup.hints:
        raise _not_ratable(N_("There are no hints in a rated game. Switch “hints” off, or “rated”."))
    if setup.time is None:
        raise _not_ratable(
            N_("A rated game needs a clock, so that nobody leaves it unfinished. Choose a “time”.")
        )
    for level in setup.bots:
        if level is not None:
            must_be_measured(setup, level)


def must_be_measured(setup: TableSetup, level: str) -> None:
    """Raise DomainError for a bot of unknown strength in a rated game."""
    if setup.rated and bot_rating(setup.title, level, len(setup.bots)) is None:
        text = N_("Nobody has measured how strong the bot “{name}” is, so it has no seat in a rated game.")
        raise DomainError(422, "not_ratable", text, name=level)


def must_be_allowed_to_sit(cached: CachedTable, seat: int, account: str | None) -> None:
    """Raise DomainError at a rated table for guests, and for accounts that sit there already."""
    if not cached.table.setup.rated:
        return
    if account is None:
        text = N_("This game is rated, so an account is needed: sign in, or make one, then sit down.")
        raise _needs_account(text)
    if any(row.account == account and row.seat != seat for row in cached.row.seats):
        text = N_("You have a seat at this rated table already. Each seat needs an account of its own.")
        raise DomainError(409, "same_account", text)


def must_be_a_person(setup: TableSetup, program: str | None) -> None:
    """Raise DomainError for an API client at a rated table."""
    if setup.rated and program is not None:
        text = N_("This game is rated, so programs have no seat in it. Let yours play an unrated game.")
        raise DomainError(403, "no_programs", text)


def must_not_be_rated(table: Table) -> None:
    """Raise DomainError in a rated game: no takebacks, no bot takeover."""
    if table.setup.rated:
        text = N_("This game is rated: moves stay, and everybody plays for themselves.")
        raise DomainError(422, "rated", text)


def _needs_account(text: str) -> DomainError:
    return DomainError(403, "needs_account", text)


def _not_ratable(text: str) -> DomainError:
    return DomainError(422, "not_ratable", text)
