"""Eligibility for rated games: each function raises DomainError, with a way out."""

from __future__ import annotations

from collections.abc import Sequence

import quartier
from quartier.core.text.languages import N_
from quartier.server.domain.rating.levels import bot_rating
from quartier.server.domain.table import Table
from quartier.server.domain.table_setup import TableSetup
from quartier.server.errors import DomainError
from quartier.server.storage.table_cache import CachedTable


def must_be_ratable(setup: TableSetup, kinds: Sequence[str], account: str | None) -> None:
    """Raise DomainError for a rated table that cannot be; `kinds` of its seats, `account` that opens it."""
    if not setup.rated:
        return
    if account is None:
        raise _needs_account(N_("Rated games need an account. Sign in or create one."))
    if len(kinds) < 2 or all(setup.bots):
        raise _not_ratable(N_("A rated game needs a person and at least one opponent in “seats”."))
    if list(kinds).count("me") > 1:
        text = N_("In a rated game each player needs their own account, so two people can’t share a device.")
        raise _not_ratable(text)
    if setup.hints:
        raise _not_ratable(N_("Rated games have no hints. Turn off “hints” or “rated”."))
    if setup.time is None:
        raise _not_ratable(N_("A rated game needs a time control. Choose a “time”."))
    for level in setup.bots:
        if level is not None:
            must_be_measured(setup, level)


def must_be_measured(setup: TableSetup, level: str) -> None:
    """Raise DomainError for a bot of unknown strength in a rated game: it is measured with the usual rules."""
    if not setup.rated:
        return
    if bot_rating(setup.title, level, len(setup.bots)) is None:
        text = N_("The bot “{name}” has no measured rating, so it can’t play rated games.")
        raise DomainError(422, "not_ratable", text, name=level)
    if _has_other_rules(setup):
        text = N_(
            "Rated games with bots have the standard board and options. Change them, or turn off “rated”."
        )
        raise DomainError(422, "not_ratable", text)


def _has_other_rules(setup: TableSetup) -> bool:
    """Return whether a table has another board than usual, or options that change more than colours."""
    game = quartier.load(setup.title)
    return setup.board is not None or any(
        setup.options.get(name, option.default) != option.default
        for name, option in game.options.items()
        if name not in game.spec.metadata.swatches
    )


def must_be_allowed_to_sit(cached: CachedTable, seat: int, account: str | None) -> None:
    """Raise DomainError at a rated table for guests, and for accounts that sit there already."""
    if not cached.table.setup.rated:
        return
    if account is None:
        text = N_("This game is rated. Sign in or create an account to join.")
        raise _needs_account(text)
    if any(row.account == account and row.seat != seat for row in cached.row.seats):
        text = N_("You already have a seat at this rated table. Each seat needs its own account.")
        raise DomainError(409, "same_account", text)


def must_be_a_person(setup: TableSetup, program: str | None) -> None:
    """Raise DomainError for an API client at a rated table."""
    if setup.rated and program is not None:
        text = N_("This game is rated, and API bots can’t play rated games. Use an unrated one.")
        raise DomainError(403, "no_programs", text)


def must_not_be_rated(table: Table) -> None:
    """Raise DomainError in a rated game: no takebacks, no bot takeover."""
    if table.setup.rated:
        text = N_("This game is rated: moves can’t be undone, and everyone plays for themselves.")
        raise DomainError(422, "rated", text)


def _needs_account(text: str) -> DomainError:
    return DomainError(403, "needs_account", text)


def _not_ratable(text: str) -> DomainError:
    return DomainError(422, "not_ratable", text)
