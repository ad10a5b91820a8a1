"""Passkeys: a device proves who somebody is by a signature, and nothing that could be guessed or stolen lies here.

What is to be signed goes to the device and comes back in a cookie, sealed by a secret of the database, so that any process
can check it. It is worth something for minutes, and once in each process.
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
from quartier.server.access.throttling import OF_ADDRESS
from quartier.server.accounts import login_methods
from quartier.server.accounts.login import Doors, Visit
from quartier.server.accounts.sessions import Door
from quartier.server.accounts.usernames import named
from quartier.server.errors import DomainError
from quartier.server.lru_cache import LruCache
from quartier.server.storage import table_rows
from quartier.server.storage.accounts import accounts
from quartier.server.storage.accounts.accounts import PasskeyRow, SessionRow
from quartier.server.storage.secrets import new_id
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, T, Transaction

LASTS = 300
"""Seconds for which a challenge is worth something."""
MOST = 10
"""Passkeys of an account."""


@dataclass(frozen=True)
class Site:
    """Where the page is: passkeys are bound to it. `origin` is its address without a slash at the end."""

    origin: str
    host: str


@dataclass(frozen=True)
class Asked:
    """What a device shall sign, as the page passes it on, and the seal that comes back with the answer."""

    options: dict[str, Any]
    seal: str


class Passkeys:
    """Thread-safe."""

    def __init__(
        self,
        store: TableStore,
        doors: Doors,
        now: Callable[[], float] = time.time,
        issuers: Collection[str] = (),
    ) -> None:
        """`issuers`: those by which accounts are entered, too."""
        self._store = store
        self._issuers = issuers
        self._doors = doors
        self._now = now
        self._used: LruCache[str, bool] = LruCache(4096)

    # ----- what is asked -----

    def ask_new(self, site: Site, session: SessionRow | None, name: str) -> Asked:
        """A new passkey: for the account that is signed in, else for a new account of this name. Raises DomainError."""
        if session is None:
            account, shown, own = new_id(), self._doors.free_name(name), []
        else:
            account, shown = session.account, self._doors.account(session.account).name
            own = self.of(account)
        challenge = secrets.token_bytes(32)
        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name="Quartier",
            user_id=account.encode(),
            user_name=shown,
            challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.credential)) for each in own
            ],
        )
        return Asked(json.loads(options_to_json(options)), self._sealed(challenge, account))

    def ask(self, site: Site) -> Asked:
        """Any passkey of this site: the device shows those that it has."""
        challenge = secrets.token_bytes(32)
        options = webauthn.generate_authentication_options(
            rp_id=site.host, challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
        )
        return Asked(json.loads(options_to_json(options)), self._sealed(challenge, ""))

    # ----- what is answered -----

    def enrol(self, visit: Visit, site: Site, seal: str, name: str, credential: dict[str, Any]) -> Door:
        """Make an account with a passkey, and sign in."""
        shown, likeness = named(name)
        challenge, account = self._opened(seal)
        self._doors.limit_new(visit)
        passkey = self._verified(visit, site, challenge, account, credential)
        return self._doors.enrol(
            visit,
            shown,
            likeness,
            None,
            account,
            lambda connection: accounts.add_passkey(connection, passkey),
        )

    def add(
        self,
        visit: Visit,
        site: Site,
        seal: str,
        session: SessionRow,
        password: str,
        credential: dict[str, Any],
    ) -> None:
        """One more passkey for the account that is signed in."""
        known = self._doors.must_be_sure(visit, session, password)
        challenge, account = self._opened(seal)
        if account != known.id or len(self.of(known.id)) >= MOST:
            raise _wrong()
        passkey = self._verified(visit, site, challenge, account, credential)
        try:
            self._write(lambda writing: accounts.add_passkey(writing.connection, passkey))
        except IntegrityError as error:  # somebody has it already
            raise _wrong() from error

    def _verified(
        self, visit: Visit, site: Site, challenge: bytes, account: str, credential: dict[str, Any]
    ) -> PasskeyRow:
        try:
            found = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except Exception as error:  # whatever a stranger gives a parser
            raise _wrong() from error
        now = self._now()
        return PasskeyRow(
            bytes_to_base64url(found.credential_id),
            account,
            bytes_to_base64url(found.credential_public_key),
            found.sign_count,
            visit.device,
            now,
            now,
        )

    def sign_in(self, visit: Visit, site: Site, seal: str, credential: dict[str, Any]) -> Door:
        """Sign in by a passkey. Guesses are counted by address: a signature cannot be guessed, so no account waits."""
        self._doors.tries.begin((f"address:{visit.address}", OF_ADDRESS))
        challenge, _ = self._opened(seal)
        with self._store.database.read() as connection:
            known = accounts.passkey_of(connection, str(credential.get("id"))[:1400])
        if known is None:
            raise _wrong()
        try:
            found = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(known.public_key),
                credential_current_sign_count=known.sign_count,
                require_user_verification=True,
            )
        except Exception as error:  # as above
            raise _wrong() from error

        def signed_in(writing: Transaction) -> Door:
            accounts.use_passkey(writing.connection, known.credential, found.new_sign_count, self._now())
            return self._doors.sessions.begin(writing.connection, known.account, visit.device, visit.token)

        door = self._write(signed_in)
        self._doors.tries.right("", f"address:{visit.address}")
        return door

    def remove(self, visit: Visit, session: SessionRow, password: str, credential: str) -> None:
        """Let a passkey open the account no more, unless it is the only way in."""
        known = self._doors.must_be_sure(visit, session, password)

        def removed(writing: Transaction) -> None:
            accounts.remove_passkey(writing.connection, known.id, credential)
            login_methods.must_be_one(writing.connection, known.id, self._issuers)

        self._write(removed)

    def of(self, account: str) -> list[PasskeyRow]:
        """The passkeys of an account."""
        with self._store.database.read() as connection:
            return accounts.passkeys_of(connection, account)

    def _write(self, act: Callable[[Transaction], T]) -> T:
        return self._store.writer.do(Job(act, alone=True))

    # ----- seals -----

    def _sealed(self, challenge: bytes, account: str) -> str:
        said = f"{bytes_to_base64url(challenge)}.{account}.{int(self._now()) + LASTS}"
        return f"{said}.{self._mac(said)}"

    def _opened(self, seal: str) -> tuple[bytes, str]:
        """The challenge and the account that it was made for. Raises DomainError for what is not ours, too old, or used."""
        said, _, mac = seal.rpartition(".")
        if not hmac.compare_digest(mac.encode(), self._mac(said).encode()):
            raise _too_late()
        challenge, account, until = said.split(".")
        if int(until) < self._now() or self._used.get(challenge):
            raise _too_late()
        self._used.put(challenge, True)
        return base64url_to_bytes(challenge), account

    def _mac(self, said: str) -> str:
        with self._store.database.read() as connection:
            key = table_rows.visitors_salt(connection)
        return hmac.new(key.encode(), f"passkey {said}".encode(), hashlib.sha256).hexdigest()


def _wrong() -> DomainError:
    return DomainError(403, "wrong", N_("This passkey was not accepted. Try again, or use another way in."))


def _too_late() -> DomainError:
    return DomainError(403, "too_late", N_("That took too long. Please try again."))
