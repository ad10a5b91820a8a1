"""The ways into an account: making one, a password, and a recovery code for who has lost it."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from quartier.core.text.languages import N_
from quartier.server.access.admission import AccessControl, VisitorIdentity
from quartier.server.access.shared_quotas import SharedCounters
from quartier.server.access.throttling import (
    OF_ACCOUNT,
    OF_ADDRESS,
    OF_NEW_ACCOUNTS,
    Tries,
)
from quartier.server.accounts.passwords import LONGEST, Passwords, must_be_good
from quartier.server.accounts.sessions import Door, Sessions, signed_out
from quartier.server.accounts.usernames import like, named
from quartier.server.errors import DomainError
from quartier.server.storage.accounts import accounts
from quartier.server.storage.accounts.accounts import AccountRow, SessionRow
from quartier.server.storage.secrets import new_id
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

CODES = 10
_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no 0/O, 1/L/I: codes are written down


@dataclass(frozen=True)
class Visit:
    """Who knocks: the address, the device in words, and the session's token that the device came with."""

    address: str
    device: str
    token: str | None
    browser: str | None = None
    """The hash of the cookie by which the browser is known."""


class Doors:
    """Thread-safe."""

    def __init__(
        self,
        store: TableStore,
        sessions: Sessions,
        doorman: AccessControl,
        shared: SharedCounters | None = None,
    ) -> None:
        self._store = store
        self._doorman = doorman
        self.sessions = sessions
        self.passwords = Passwords()
        self.tries = Tries(shared=shared)

    def register(self, visit: Visit, name: str, password: str) -> Door:
        """Make an account with a password, and sign in. Raises DomainError."""
        shown, likeness = named(name)
        must_be_good(password, shown)
        return self.enrol(visit, shown, likeness, self._hash_of_new(visit, password))

    def _hash_of_new(self, visit: Visit, password: str) -> str:
        self.limit_new(visit)
        return self.passwords.hashed(password)

    def limit_new(self, visit: Visit) -> None:
        """Raises TooManyRequests where one address makes many accounts."""
        self.tries.begin((f"new:{visit.address}", OF_NEW_ACCOUNTS))

    def free_name(self, name: str) -> str:
        """The name as it is shown, if nobody has it yet. Raises DomainError."""
        shown, likeness = named(name)
        if self._account_like(likeness) is not None:
            raise _taken()
        return shown

    def enrol(
        self,
        visit: Visit,
        name: str,
        likeness: str,
        password: str | None,
        account_id: str | None = None,
        keep: Callable[[sa.Connection], None] | None = None,
    ) -> Door:
        """Keep a new account with one way in, and sign in. Raises DomainError 409 where the name is taken.

        `keep`: keeps the way in, where it is no password, inside the same transaction.
        """
        row = AccountRow(account_id or new_id(), name, likeness, password, {}, time.time())

        def enrolled(writing: Transaction) -> Door:
            self._doorman.may_enrol(writing.connection, VisitorIdentity(None, visit.browser, visit.address))
            if accounts.account_like(writing.connection, likeness) is not None:
                raise _taken()
            accounts.add_account(writing.connection, row)
            if keep is not None:
                keep(writing.connection)
            return self.sessions.begin(writing.connection, row.id, visit.device, visit.token)

        try:
            return self._store.writer.do(Job(enrolled, alone=True))
        except IntegrityError as error:  # another process was faster
            raise _taken() from error

    def sign_in(self, visit: Visit, name: str, password: str) -> Door:
        """By name and password; whether the name or the password was wrong is not said, nor does it show in the time."""
        likeness = like(name)
        self._try(likeness, visit)
        known = self._account_like(likeness)
        stored = None if known is None else known.password
        if not self.passwords.fits(stored, password[: LONGEST + 1]) or known is None or stored is None:
            raise DomainError(403, "wrong", N_("The name or the password is wrong. Please type both again."))
        self._right(likeness, visit)
        renewed = self.passwords.hashed(password) if self.passwords.outdated(stored) else stored
        return self._signed_in(visit, known, renewed)

    def _signed_in(self, visit: Visit, known: AccountRow, password: str | None) -> Door:
        def signed_in(writing: Transaction) -> Door:
            if password != known.password:
                accounts.change_account(writing.connection, known.id, password=password)
            return self.sessions.begin(writing.connection, known.id, visit.device, visit.token)

        return self._store.writer.do(Job(signed_in, alone=True))

    def recover(self, visit: Visit, name: str, code: str, password: str) -> Door:
        """By name and a recovery code, which is used up: a new password, and every other device is signed out."""
        likeness = like(name)
        must_be_good(password, name)
        self.tries.begin((f"address:{visit.address}", OF_ADDRESS))
        known, stored = self._account_like(likeness), self.passwords.hashed(password)

        def recovered(writing: Transaction) -> Door:
            if known is None or not accounts.use_code(writing.connection, known.id, _hash_of_code(code)):
                raise DomainError(
                    403,
                    "wrong",
                    N_("The name or the code is wrong. Each code opens only once; try another one."),
                )
            accounts.change_account(writing.connection, known.id, password=stored)
            self.sessions.end_all_but(writing.connection, known.id, None)
            return self.sessions.begin(writing.connection, known.id, visit.device, visit.token)

        door = self._store.writer.do(Job(recovered, alone=True))
        self._right(likeness, visit)
        self.sessions.look_again(door.account)
        return door

    # ----- for whoever is signed in -----

    def must_be_sure(self, visit: Visit, session: SessionRow, password: str) -> AccountRow:
        """That it is the owner, and not somebody at a device that was left open: signed in a moment ago, or the password.

        Raises DomainError 403.
        """
        known = self.account(session.account)
        if not password and self.sessions.is_fresh(session):
            return known
        if not password:
            text = N_("For this, enter your password, or sign out and in once more.")
            raise DomainError(403, "sign_in_again", text)
        self._try(known.name_skeleton, visit)
        if not self.passwords.fits(known.password, password):
            raise DomainError(403, "wrong", N_("This is not your password. Please type it again."))
        self._right(known.name_skeleton, visit)
        return known

    def change_password(self, visit: Visit, session: SessionRow, current: str, new: str) -> None:
        """Set a password; every other device is signed out."""
        known = self.must_be_sure(visit, session, current)
        must_be_good(new, known.name)
        stored = self.passwords.hashed(new)

        def changed(writing: Transaction) -> None:
            accounts.change_account(writing.connection, known.id, password=stored)
            self.sessions.end_all_but(writing.connection, known.id, session.token_hash)

        self._store.writer.do(Job(changed, alone=True))
        self.sessions.look_again(known.id)

    def new_codes(self, visit: Visit, session: SessionRow, password: str) -> list[str]:
        """New recovery codes, shown this once; those of before open nothing any more."""
        known = self.must_be_sure(visit, session, password)
        codes = [_new_code() for _ in range(CODES)]
        hashes = [_hash_of_code(code) for code in codes]
        self._store.writer.do(
            Job(lambda writing: accounts.replace_codes(writing.connection, known.id, hashes), alone=True)
        )
        return codes

    def rename(self, visit: Visit, session: SessionRow, current: str, name: str) -> None:
        """Give the account another name, by which one signs in then. Raises DomainError."""
        shown, likeness = named(name)
        self.must_be_sure(visit, session, current)

        def renamed(writing: Transaction) -> None:
            other = accounts.account_like(writing.connection, likeness)
            if other is not None and other.id != session.account:
                raise _taken()
            accounts.change_account(writing.connection, session.account, name=shown, name_skeleton=likeness)

        try:
            self._store.writer.do(Job(renamed, alone=True))
        except IntegrityError as error:
            raise _taken() from error

    def keep_settings(self, session: SessionRow, settings: dict[str, str]) -> None:
        """What the page shall be like on all devices."""
        self._store.writer.do(
            Job(
                lambda writing: accounts.change_account(
                    writing.connection, session.account, settings=settings
                ),
                alone=True,
            )
        )

    def account(self, account_id: str) -> AccountRow:
        """The account of a session."""
        with self._store.database.read() as connection:
            return _there(connection, account_id)

    def codes_left(self, account_id: str) -> int:
        """How many recovery codes were not used yet."""
        with self._store.database.read() as connection:
            return accounts.codes_left(connection, account_id)

    def _account_like(self, likeness: str) -> AccountRow | None:
        with self._store.database.read() as connection:
            return accounts.account_like(connection, likeness)

    def _try(self, likeness: str, visit: Visit) -> None:
        self.tries.begin((f"account:{likeness}", OF_ACCOUNT), (f"address:{visit.address}", OF_ADDRESS))

    def _right(self, likeness: str, visit: Visit) -> None:
        self.tries.right(f"account:{likeness}", f"address:{visit.address}")


def _there(connection: sa.Connection, account_id: str) -> AccountRow:
    row = accounts.account_of(connection, account_id)
    if row is None:  # deleted a moment ago; this process has yet to notice that its sessions have ended
        raise signed_out()
    return row


def _taken() -> DomainError:
    text = N_("Somebody else is called like this, or nearly. Please choose another name.")
    return DomainError(409, "name_taken", text)


def _new_code() -> str:
    """16 of 31 signs, 79 random bits: nothing to guess, so a plain hash is enough."""
    return "-".join("".join(secrets.choice(_SIGNS) for _ in range(4)) for _ in range(4))


def _hash_of_code(code: str) -> str:
    signs = "".join(sign for sign in code.upper() if sign.isalnum())
    return hashlib.sha256(signs.encode()).hexdigest()
