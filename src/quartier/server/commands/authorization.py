"""Authentication and authorisation at one table: seats opened by secrets, or owned by the account that is signed in."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from quartier.core.text.languages import N_
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError, hidden_by_host, unknown_key
from quartier.server.storage.secrets import hash_secret
from quartier.server.storage.table_rows import TableRow


@dataclass(frozen=True)
class ApiClient:
    """An API client that sent its token. `account`: its owner, None for the host's."""

    id: str
    name: str
    account: str | None


@dataclass(frozen=True)
class Credentials:
    """The credentials of a request at a table.

    Attributes:
        secrets: Secrets of seats, or of the table's creator.
        account: The account that is signed in.
        program: The API client, if the request has an API token; it opens only the seats that it has taken itself.
        sent_secret: The secret that an API client sent; it must open something.
        browser: The hash of the browser's cookie, if it has one: the secrets that it holds count as sent.
    """

    secrets: tuple[str, ...] = ()
    account: str | None = None
    program: ApiClient | None = None
    sent_secret: str = ""
    browser: str | None = None

    @property
    def as_guest(self) -> Credentials:
        """The same without the account and the API client."""
        return Credentials(self.secrets, browser=self.browser)

    def secret_hashes(self, row: TableRow) -> list[str]:
        """Return the hashes of the secrets that were sent, or that the browser holds at this table."""
        secrets = row.browser_secrets.get(self.browser, ()) if self.browser else ()
        return [*(hash_secret(secret) for secret in self.secrets), *secrets]


@dataclass(frozen=True)
class Caller:
    """`seats` may be played, `creator` may see the invitations."""

    seats: frozenset[int]
    creator: bool

    def seat(self, preferred: int | None, to_act: AbstractSet[Any]) -> int | None:
        """Return the seat whose view is wanted: that seat, else one of the caller's to act, else their first, else
        None.
        """
        if preferred in self.seats:
            return preferred
        own = sorted(self.seats & to_act) or sorted(self.seats)
        return own[0] if own else None


def authorize_viewing(row: TableRow, table: Table, caller: Caller) -> None:
    """Raise DomainError unless the caller may see the table.

    Only players see a table that a host has hidden, or a private one while its game runs; before it there is nothing
    to see.
    """
    if row.hidden and not caller.seats:
        raise hidden_by_host()
    if table.setup.access != "private" or caller.seats or not table.has_begun or table.over:
        return
    if caller.creator and not table.names:
        return  # only bots play, and their creator may watch
    text = N_("This table is private: only its players can see the game in progress.")
    raise DomainError(403, "private", text)


SERVER = Caller(frozenset(), creator=False)
"""The server itself: it creates tables and plays for bots."""


def authenticate(row: TableRow, credentials: Credentials) -> Caller:
    """Return the seats that these credentials open. Raises DomainError 401 for an unknown secret of an API client."""
    if credentials.sent_secret and not _among(hash_secret(credentials.sent_secret), row.secret_hashes):
        raise unknown_key()
    hashes = credentials.secret_hashes(row)
    own = credentials.account is not None
    token = None if credentials.program is None else credentials.program.id
    seats = frozenset(
        seat_row.seat
        for seat_row in row.seats
        if (seat_row.secret_hash and _among(seat_row.secret_hash, hashes))
        or (own and seat_row.account == credentials.account)
        or (token is not None and seat_row.program == token)
    )
    return Caller(seats, _among(row.creator_hash, hashes) or (own and row.owner == credentials.account))


def must_not_send_unknown_secret(credentials: Credentials) -> None:
    """Raise DomainError 401 for an API client's secret where there is no table that it could open."""
    if credentials.sent_secret:
        raise unknown_key()


def _among(secret_hash: str, hashes: Iterable[str]) -> bool:
    return any(hmac.compare_digest(secret_hash, other) for other in hashes)
