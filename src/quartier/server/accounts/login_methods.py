"""Login methods of an account: password, passkeys and OpenID Connect identities. The last one can't be removed."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError
from quartier.server.storage.accounts import accounts
from quartier.server.storage.accounts import identities as identities


def require_login_method(connection: sa.Connection, account: str, issuers: Collection[str]) -> None:
    """Check that an account can still sign in, inside the transaction that removed a login method.

    Args:
        connection: The transaction's connection.
        account: The account's id.
        issuers: The configured OpenID Connect issuers; identities of others don't count.

    Raises:
        DomainError: 422 if no method is left.
    """
    account_row = accounts.account_of(connection, account)
    if account_row is None or account_row.password is not None or accounts.passkeys_of(connection, account):
        return
    if not identities.issuers_of(connection, account).intersection(issuers):
        text = N_("This is your only sign-in method. Set a password or add a passkey first.")
        raise DomainError(422, "last_way_in", text)
