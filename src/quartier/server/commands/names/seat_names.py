"""Names at tables where strangers meet: an account's name is only its own, and a rated seat has its account's name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sqlalchemy as sa

from quartier.core.text.languages import N_
from quartier.server.commands.names.player_names import (
    make_all_unique,
    make_unique,
    must_not_be_reserved,
    username_skeleton,
)
from quartier.server.domain.table_setup import TableSetup
from quartier.server.errors import DomainError
from quartier.server.storage.accounts import accounts
from quartier.server.storage.table_rows import SeatRow


def must_be_allowed(connection: sa.Connection, setup: TableSetup, name: str, account: str | None) -> None:
    """Raise DomainError where strangers meet for a reserved name, and one that looks like another account's.

    At a rated table the name of the account is used instead.
    """
    if setup.rated or not setup.among_strangers:
        return
    must_not_be_reserved(name)
    must_not_be_another_accounts(connection, name, account)


def must_not_be_another_accounts(connection: sa.Connection, name: str, account: str | None) -> None:
    """Raise DomainError for a name that looks like an account's, unless it is `account`."""
    if not _is_free(connection, name, account):
        text = N_(
            "An account has this name, or one that looks like it. Sign in as its owner, or choose another."
        )
        raise DomainError(422, "name", text)


def unique_name(
    connection: sa.Connection, setup: TableSetup, name: str, account: str | None, others: Iterable[str]
) -> str:
    """Return the name of a person who sits down: the account's own at a rated table, else `name`.

    With a number if one of the `others` looks like it or, where strangers meet, another account.
    """
    if setup.rated and account is not None:
        owner = accounts.account_of(connection, account)
        name = name if owner is None else owner.name
    if not setup.among_strangers:
        return make_unique(name, others)
    return make_unique(name, others, lambda candidate: _is_free(connection, candidate, account))


def unique_names(
    connection: sa.Connection, setup: TableSetup, names: Mapping[int, str], seats: Iterable[SeatRow]
) -> dict[int, str]:
    """Return the same for several who sit down together, by seat."""
    accounts_of = {row.seat: row.account for row in seats}
    if not setup.among_strangers:
        return make_all_unique(dict(names))
    result: dict[int, str] = {}
    for seat, name in names.items():
        result[seat] = unique_name(connection, setup, name, accounts_of[seat], result.values())
    return result


def _is_free(connection: sa.Connection, name: str, account: str | None) -> bool:
    owner = accounts.account_like(connection, username_skeleton(name))
    return owner is None or owner.id == account
