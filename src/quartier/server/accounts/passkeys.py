"""Passkeys (WebAuthn): registration and login by a device's signature.

A challenge goes to the device and comes back in a cookie that is sealed with a secret of the database, so any process can
verify it. It is valid for minutes, and once in each process.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import webauthn
from sqlalchemy.exc import IntegrityError
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from quartier.core.text.languages import N_
from quartier.server.accounts import login_methods
from quartier.server.accounts.login import AccountService, ClientInfo
from quartier.server.accounts.sessions import NewSession
from quartier.server.accounts.usernames import validate_username
from quartier.server.errors import DomainError
from quartier.server.lru_cache import LruCache
from quartier.server.storage import table_rows
from quartier.server.storage.accounts import accounts
from quartier.server.storage.accounts.accounts import PasskeyRow, SessionRow
from quartier.server.storage.secrets import new_id
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, T, Transaction

CHALLENGE_SECONDS = 300
"""Seconds for which a challenge is worth something."""
MAX_PASSKEYS = 10
"""Passkeys of an account."""


@dataclass(frozen=True)
class Site:
    """The relying party: passkeys are bound to it. `origin` has no trailing slash."""

    origin: str
    host: str


@dataclass(frozen=True)
class PasskeyChallenge:
    """Options for the browser's WebAuthn call, and the seal that comes back with its response."""

    options: dict[str, Any]
    seal: str


class Passkeys:
    """Registration and login by passkeys. Thread-safe."""

    def __init__(
        self,
        store: TableStore,
        account_service: AccountService,
        now: Callable[[], float] = time.time,
        issuers: Collection[str] = (),
    ) -> None:
        """`issuers`: those by which accounts are entered, too."""
        self._store = store
        self._issuers = issuers
        self._account_service = account_service
        self._now = now
        self._used: LruCache[str, bool] = LruCache(4096)

    # ----- what is asked -----

    def begin_registration(self, site: Site, session: SessionRow | None, name: str) -> PasskeyChallenge:
        """Return a challenge for a new passkey: of the signed-in account, else of a new one. Raises DomainError."""
        if session is None:
            account, display_name, own = new_id(), self._account_service.require_free_name(name), []
        else:
            account, display_name = session.account, self._account_service.account(session.account).name
            own = self.of(account)
        challenge = secrets.token_bytes(32)
        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name="Quartier",
            user_id=account.encode(),
            user_name=display_name,
            challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(owned.credential)) for owned in own
            ],
        )
        return PasskeyChallenge(json.loads(options_to_json(options)), self._seal(challenge, account))

    def begin_authentication(self, site: Site) -> PasskeyChallenge:
        """Return a challenge for any passkey of this site."""
        challenge = secrets.token_bytes(32)
        options = webauthn.generate_authentication_options(
            rp_id=site.host, challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
        )
        return PasskeyChallenge(json.loads(options_to_json(options)), self._seal(challenge, ""))

    # ----- what is answered -----

    def create_account(
        self, client: ClientInfo, site: Site, seal: str, name: str, credential: dict[str, Any]
    ) -> NewSession:
        """Create an account with a passkey, and sign in."""
        display_name, name_skeleton = validate_username(name)
        challenge, account = self._unseal(seal)
        self._account_service.throttle_sign_up(client)
        passkey = self._verify_registration(client, site, challenge, account, credential)
        return self._account_service.create_account(
            client,
            display_name,
            name_skeleton,
            None,
            account,
            lambda connection: accounts.add_passkey(connection, passkey),
        )

    def add(
        self,
        client: ClientInfo,
        site: Site,
        seal: str,
        session: SessionRow,
        password: str,
        credential: dict[str, Any],
    ) -> None:
        """Add a passkey to the signed-in account."""
        account_row = self._account_service.reauthenticate(client, session, password)
        challenge, account = self._unseal(seal)
        if account != account_row.id or len(self.of(account_row.id)) >= MAX_PASSKEYS:
            raise _rejected_error()
        passkey = self._verify_registration(client, site, challenge, account, credential)
        try:
            self._write(lambda writing: accounts.add_passkey(writing.connection, passkey))
        except IntegrityError as error:  # it is registered already
            raise _rejected_error() from error

    def _verify_registration(
        self, client: ClientInfo, site: Site, challenge: bytes, account: str, credential: dict[str, Any]
    ) -> PasskeyRow:
        try:
            verification = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except Exception as error:  # whatever a stranger gives a parser
            raise _rejected_error() from error
        now = self._now()
        return PasskeyRow(
            bytes_to_base64url(verification.credential_id),
            account,
            bytes_to_base64url(verification.credential_public_key),
            verification.sign_count,
            client.device,
            now,
            now,
        )

    def sign_in(self, client: ClientInfo, site: Site, seal: str, credential: dict[str, Any]) -> NewSession:
        """Sign in by a passkey. Failures are throttled by address: a signature can't be guessed, so no account is locked."""
        self._account_service.throttle.record_attempt(*client.counters)
        challenge, _ = self._unseal(seal)
        with self._store.database.read() as connection:
            passkey = accounts.passkey_of(connection, str(credential.get("id"))[:1400])
        if passkey is None:
            raise _rejected_error()
        try:
            verification = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(passkey.public_key),
                credential_current_sign_count=passkey.sign_count,
                require_user_verification=True,
            )
        except Exception as error:  # as above
            raise _rejected_error() from error

        def start_session(writing: Transaction) -> NewSession:
            accounts.use_passkey(
                writing.connection, passkey.credential, verification.new_sign_count, self._now()
            )
            return self._account_service.sessions.create(
                writing.connection, passkey.account, client.device, client.token
            )

        door = self._write(start_session)
        self._account_service.throttle.record_success(*client.counters)
        return door

    def remove(self, client: ClientInfo, session: SessionRow, password: str, credential: str) -> None:
        """Remove a passkey, unless it is the last login method."""
        account = self._account_service.reauthenticate(client, session, password)

        def delete_passkey(writing: Transaction) -> None:
            accounts.remove_passkey(writing.connection, account.id, credential)
            login_methods.require_login_method(writing.connection, account.id, self._issuers)

        self._write(delete_passkey)

    def of(self, account: str) -> list[PasskeyRow]:
        """Return the passkeys of an account."""
        with self._store.database.read() as connection:
            return accounts.passkeys_of(connection, account)

    def _write(self, act: Callable[[Transaction], T]) -> T:
        return self._store.writer.run(Job(act, exclusive=True))

    # ----- seals -----

    def _seal(self, challenge: bytes, account: str) -> str:
        payload = f"{bytes_to_base64url(challenge)}.{account}.{int(self._now()) + CHALLENGE_SECONDS}"
        return f"{payload}.{self._mac(payload)}"

    def _unseal(self, seal: str) -> tuple[bytes, str]:
        """Return the challenge and the account it was made for. Raises DomainError if forged, expired or used."""
        payload, _, mac = seal.rpartition(".")
        if not hmac.compare_digest(mac.encode(), self._mac(payload).encode()):
            raise _expired_error()
        challenge, account, until = payload.split(".")
        if int(until) < self._now() or self._used.get(challenge):
            raise _expired_error()
        self._used.put(challenge, True)
        return base64url_to_bytes(challenge), account

    def _mac(self, payload: str) -> str:
        with self._store.database.read() as connection:
            key = table_rows.visitors_salt(connection)
        return hmac.new(key.encode(), f"passkey {payload}".encode(), hashlib.sha256).hexdigest()


def _rejected_error() -> DomainError:
    return DomainError(403, "wrong", N_("This passkey wasn’t accepted. Try again, or sign in another way."))


def _expired_error() -> DomainError:
    return DomainError(403, "too_late", N_("That took too long. Try again."))
