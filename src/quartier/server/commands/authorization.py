"""Who commands: the seats of one table that are opened by secrets, or belong to the account that is signed in."""

from __future__ import annotations

import hmac
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from quartier.core.text.languages import N_
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError, hidden_by_host, unknown_key
from quartier.server.storage.secrets import hashed
from quartier.server.storage.table_rows import TableRow


@dataclass(frozen=True)
class Program:
    """A program that has shown its token. `account`: whose it is, None for the host's."""

    id: str
    name: str
    account: str | None


@dataclass(frozen=True)
class Credentials:
    """What somebody has to open seats with: secrets, and the id of the account that they are signed in to; a program has
    its token instead, which opens the seats at which it has sat down itself, and none of the account's. `shown`: the secret
    that a program says it has, which opens something or is a mistake.
    """

    secrets: tuple[str, ...] = ()
    account: str | None = None
    program: Program | None = None
    shown: str = ""


@dataclass(frozen=True)
class Caller:
    """`seats` may be played, `creator` may see the invitations."""

    seats: frozenset[int]
    creator: bool

    def seat(self, wanted: int | None, to_act: AbstractSet[Any]) -> int | None:
        """The seat whose view is asked for: the wanted one, else one of the caller's to act, else their first, else none."""
        if wanted in self.seats:
            return wanted
        own = sorted(self.seats & to_act) or sorted(self.seats)
        return own[0] if own else None


def authorize_viewing(head: TableRow, table: Table, caller: Caller) -> None:
    """Refused for whoever has no seat at a table that a host has hidden, or at a private one while its game runs; before it
    there is nothing to be seen.
    """
    if head.hidden and not caller.seats:
        raise hidden_by_host()
    if table.setup.access != "private" or caller.seats or not table.begun or table.over:
        return
    if caller.creator and not table.names:
        return  # bots play, and somebody has to see them
    text = N_("This table is private: only its players see it while the game runs.")
    raise DomainError(403, "private", text)


NOBODY = Caller(frozenset(), creator=False)
"""The server itself: it opens tables and plays for bots."""


def authenticate(head: TableRow, keys: Credentials) -> Caller:
    """The seats that these keys open. Raises DomainError 401 where a program shows a secret that opens nothing."""
    if keys.shown and not _among(hashed(keys.shown), [head.creator_hash, *_secrets(head)]):
        raise unknown_key()
    hashes = [hashed(secret) for secret in keys.secrets]
    own = keys.account is not None
    token = None if keys.program is None else keys.program.id
    seats = frozenset(
        row.seat
        for row in head.seats
        if (row.secret_hash and _among(row.secret_hash, hashes))
        or (own and row.account == keys.account)
        or (token is not None and row.program == token)
    )
    return Caller(seats, _among(head.creator_hash, hashes) or (own and head.owner == keys.account))


def must_be_known(keys: Credentials) -> None:
    """Raises DomainError 401 where a program shows a secret and there is no table that it could open."""
    if keys.shown:
        raise unknown_key()


def _secrets(head: TableRow) -> list[str]:
    return [row.secret_hash for row in head.seats if row.secret_hash]


def _among(wanted: str, hashes: list[str]) -> bool:
    return any(hmac.compare_digest(wanted, found) for found in hashes)
