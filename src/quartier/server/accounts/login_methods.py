"""The ways into an account: the last one stays."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError
from quartier.server.storage.accounts import accounts
from quartier.server.storage.accounts import identities as identities


def must_be_one(connection: sa.Connection, account: str, issuers: Collection[str]) -> None:
    """After one was removed, inside the same transaction: raises DomainError 422 where none is left.

    `issuers`: those whom the host has named, for an identity of another one opens nothing.
    """
    known = accounts.account_of(connection, account)
    if known is None or known.password is not None or accounts.passkeys_of(connection, account):
        return
    if not identities.issuers_of(connection, account).intersection(issuers):
        text = N_("This is the only way into your account. Set a password first, or add a passkey.")
        raise DomainError(422, "last_way_in", text)
