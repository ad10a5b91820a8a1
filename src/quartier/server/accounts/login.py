"""Sign-up, login by password, and recovery codes."""

from __future__ import annotations

import hashlib
import secrets
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
    OF_DEVICE,
    OF_LOGIN,
    OF_NEW_ACCOUNTS,
    Counter,
    LoginThrottle,
    counters_of,
)
from quartier.server.accounts.known_devices import KnownDevices
from quartier.server.accounts.passwords import MAX_PASSWORD_LENGTH, Passwords, validate_password
from quartier.server.accounts.sessions import NewSession, Sessions
from quartier.server.accounts.usernames import validate_username
from quartier.server.commands.names.player_names import username_skeleton
from quartier.server.errors import DomainError, signed_out_error
from quartier.server.storage.accounts import accounts
from quartier.server.storage.accounts.accounts import AccountRow, SessionRow
from quartier.server.storage.secrets import new_id
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

RECOVERY_CODES = 10
_CODE_CHARACTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no 0/O, 1/L/I: codes are written down


@dataclass(frozen=True)
class ClientInfo:
    """The client of a login: network address, device name, and the session token it came with."""

    address: str
    device: str
    token: str | None
    browser: str | None = None
    """The hash of the cookie by which the browser is known."""
    known_device: str = ""
    """The cookie by which it shows to which accounts it has signed in before (`known_devices`)."""

    @property
    def counters(self) -> list[Counter]:
        """What counts the wrong attempts of its address."""
        return counters_of("address", self.address, OF_ADDRESS)


class AccountService:
    """Sign-up, login and account settings. Thread-safe."""

    def __init__(
        self,
        store: TableStore,
        sessions: Sessions,
        access_control: AccessControl,
        shared: SharedCounters | None = None,
    ) -> None:
        self._store = store
        self._access_control = access_control
        self.sessions = sessions
        self.passwords = Passwords()
        self.known_devices = KnownDevices(store)
        self.throttle = LoginThrottle(shared=shared)

    def register(self, client: ClientInfo, name: str, password: str) -> NewSession:
        """Create an account with a password, and sign in. Raises DomainError."""
        display_name, name_skeleton = validate_username(name)
        validate_password(password, display_name)
        return self.create_account(
            client, display_name, name_skeleton, self._hash_new_password(client, password)
        )

    def _hash_new_password(self, client: ClientInfo, password: str) -> str:
        self.throttle_sign_up(client)
        return self.passwords.hash_password(password)

    def throttle_sign_up(self, client: ClientInfo) -> None:
        """Raise TooManyRequests if an address creates too many accounts."""
        self.throttle.record_attempt(*counters_of("new", client.address, OF_NEW_ACCOUNTS))

    def require_free_name(self, name: str) -> str:
        """Return the name as displayed. Raises DomainError if it is invalid or taken."""
        display_name, name_skeleton = validate_username(name)
        if self._account_like(name_skeleton) is not None:
            raise _name_taken_error()
        return display_name

    def create_account(
        self,
        client: ClientInfo,
        name: str,
        name_skeleton: str,
        password: str | None,
        account_id: str | None = None,
        keep: Callable[[sa.Connection], None] | None = None,
    ) -> NewSession:
        """Store a new account with one login method, and sign in.

        Args:
            client: The client that signs up.
            name: The name as displayed.
            name_skeleton: Its skeleton: confusable names share it.
            password: The password's hash; None for another login method.
            account_id: The account's id; None for a new one.
            keep: Stores the login method, if it is no password, in the same transaction.

        Raises:
            DomainError: 409 if the name is taken.
        """
        row = AccountRow(account_id or new_id(), name, name_skeleton, password, {}, self._store.clock.now())

        def run(writing: Transaction) -> NewSession:
            self._access_control.may_enrol(
                writing.connection, VisitorIdentity(None, client.browser, client.address)
            )
            if accounts.account_like(writing.connection, name_skeleton) is not None:
                raise _name_taken_error()
            accounts.add_account(writing.connection, row)
            if keep is not None:
                keep(writing.connection)
            return self.sessions.create(writing.connection, row.id, client.device, client.token)

        try:
            return self._store.writer.run(Job(run, exclusive=True))
        except IntegrityError as error:  # another process was faster
            raise _name_taken_error() from error

    def sign_in(self, client: ClientInfo, name: str, password: str) -> NewSession:
        """Sign in by name and password. Neither the error nor the time taken tells which of the two was wrong."""
        name_skeleton = username_skeleton(name)
        account = self._account_like(name_skeleton)
        counters = self._login_counters(name_skeleton, account, client)
        self.throttle.record_attempt(*counters)
        stored = None if account is None else account.password
        if (
            not self.passwords.verify(stored, password[: MAX_PASSWORD_LENGTH + 1])
            or account is None
            or stored is None
        ):
            raise DomainError(403, "wrong", N_("Wrong name or password. Try again."))
        self.throttle.record_success(*counters)
        rehashed = self.passwords.hash_password(password) if self.passwords.needs_rehash(stored) else stored
        return self._start_session(client, account, rehashed)

    def _start_session(self, client: ClientInfo, account: AccountRow, password: str | None) -> NewSession:
        def run(writing: Transaction) -> NewSession:
            if password != account.password:
                accounts.change_account(writing.connection, account.id, password=password)
            return self.sessions.create(writing.connection, account.id, client.device, client.token)

        return self._store.writer.run(Job(run, exclusive=True))

    def recover(self, client: ClientInfo, name: str, code: str, password: str) -> NewSession:
        """Sign in by a recovery code, set a new password, and sign out all other devices."""
        name_skeleton = username_skeleton(name)
        validate_password(password, name)
        self.throttle.record_attempt(*client.counters)
        account, stored = self._account_like(name_skeleton), self.passwords.hash_password(password)

        def run(writing: Transaction) -> NewSession:
            if account is None or not accounts.use_code(writing.connection, account.id, _hash_of_code(code)):
                raise DomainError(
                    403,
                    "wrong",
                    N_("Wrong name or code. Each recovery code works only once."),
                )
            accounts.change_account(writing.connection, account.id, password=stored)
            self.sessions.end_all_but(writing.connection, account.id, None)
            return self.sessions.create(writing.connection, account.id, client.device, client.token)

        door = self._store.writer.run(Job(run, exclusive=True))
        self.throttle.record_success(*client.counters)
        self.sessions.invalidate(door.account)
        return door

    # ----- for signed-in users -----

    def reauthenticate(self, client: ClientInfo, session: SessionRow, password: str) -> AccountRow:
        """Return the account if its owner has just signed in, or gives the password: not anyone at an unlocked device.

        Raises:
            DomainError: 403.
        """
        account = self.account(session.account)
        if not password and self.sessions.is_fresh(session):
            return account
        if not password:
            text = N_("To do this, enter your password, or sign out and back in.")
            raise DomainError(403, "sign_in_again", text)
        counter = (f"session:{session.id}", OF_DEVICE)
        self.throttle.record_attempt(counter)
        if not self.passwords.verify(account.password, password):
            raise DomainError(403, "wrong", N_("Wrong password. Try again."))
        self.throttle.record_success(counter)
        return account

    def change_password(self, client: ClientInfo, session: SessionRow, current: str, new: str) -> None:
        """Set a password, and sign out all other devices."""
        account = self.reauthenticate(client, session, current)
        validate_password(new, account.name)
        stored = self.passwords.hash_password(new)

        def run(writing: Transaction) -> None:
            accounts.change_account(writing.connection, account.id, password=stored)
            self.sessions.end_all_but(writing.connection, account.id, session.token_hash)

        self._store.writer.run(Job(run, exclusive=True))
        self.sessions.invalidate(account.id)

    def replace_recovery_codes(self, client: ClientInfo, session: SessionRow, password: str) -> list[str]:
        """Return new recovery codes, shown only once; earlier ones stop working."""
        account = self.reauthenticate(client, session, password)
        codes = [_new_recovery_code() for _ in range(RECOVERY_CODES)]
        hashes = [_hash_of_code(code) for code in codes]
        self._store.writer.run(
            Job(
                lambda writing: accounts.replace_codes(writing.connection, account.id, hashes), exclusive=True
            )
        )
        return codes

    def rename(self, client: ClientInfo, session: SessionRow, current: str, name: str) -> None:
        """Rename the account. Raises DomainError."""
        display_name, name_skeleton = validate_username(name)
        self.reauthenticate(client, session, current)

        def run(writing: Transaction) -> None:
            other = accounts.account_like(writing.connection, name_skeleton)
            if other is not None and other.id != session.account:
                raise _name_taken_error()
            if accounts.plays_rated(writing.connection, session.account):
                text = N_("Your rated games show your name. Finish them before you change it.")
                raise DomainError(409, "rated_game", text)
            accounts.change_account(
                writing.connection, session.account, name=display_name, name_skeleton=name_skeleton
            )

        try:
            self._store.writer.run(Job(run, exclusive=True))
        except IntegrityError as error:
            raise _name_taken_error() from error

    def save_settings(self, session: SessionRow, settings: dict[str, str]) -> None:
        """Save the page's settings for all devices."""
        self._store.writer.run(
            Job(
                lambda writing: accounts.change_account(
                    writing.connection, session.account, settings=settings
                ),
                exclusive=True,
            )
        )

    def account(self, account_id: str) -> AccountRow:
        """Return an account by its id. Raises DomainError 401 if it was just deleted."""
        with self._store.database.read() as connection:
            return _require_account(connection, account_id)

    def codes_left(self, account_id: str) -> int:
        """Return how many recovery codes are unused."""
        with self._store.database.read() as connection:
            return accounts.codes_left(connection, account_id)

    def _account_like(self, name_skeleton: str) -> AccountRow | None:
        with self._store.database.read() as connection:
            return accounts.account_like(connection, name_skeleton)

    def _login_counters(
        self, name_skeleton: str, account: AccountRow | None, client: ClientInfo
    ) -> list[Counter]:
        """Return what counts wrong passwords for a name: of a device that is known for the account nothing else."""
        device = None if account is None else self.known_devices.mark(client.known_device, account.id)
        if device is not None:
            return [(f"device:{device}", OF_DEVICE)]
        return [
            *counters_of(f"login:{name_skeleton}", client.address, OF_LOGIN),
            *client.counters,
            (f"account:{name_skeleton}", OF_ACCOUNT),
        ]


def _require_account(connection: sa.Connection, account_id: str) -> AccountRow:
    row = accounts.account_of(connection, account_id)
    if row is None:  # deleted a moment ago; this process has yet to notice that its sessions have ended
        raise signed_out_error()
    return row


def _name_taken_error() -> DomainError:
    text = N_("That name, or one very like it, is taken. Choose another.")
    return DomainError(409, "name_taken", text)


def _new_recovery_code() -> str:
    """Return 16 of 31 characters: 79 random bits can't be guessed, so a plain hash is enough."""
    return "-".join("".join(secrets.choice(_CODE_CHARACTERS) for _ in range(4)) for _ in range(4))


def _hash_of_code(code: str) -> str:
    signs = "".join(sign for sign in code.upper() if sign.isalnum())
    return hashlib.sha256(signs.encode()).hexdigest()
