"""Where somebody is signed in. A session is a random token in a cookie; the database has its hash."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import sqlalchemy as sa

from quartier.core.text.languages import N_
from quartier.server.access.shared_quotas import SharedCounters
from quartier.server.errors import DomainError
from quartier.server.lru_cache import LruCache
from quartier.server.storage.accounts import accounts
from quartier.server.storage.accounts.accounts import SessionRow
from quartier.server.storage.secrets import hashed, new_id, new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

LASTS = 365 * 24 * 3600.0
"""Seconds after its last use a session ends by itself."""
SEEN_EVERY = 3600.0
"""Seconds between notes of its use."""
TRUSTED = 10.0
"""Seconds for which a session is believed without asking the database: so long may one that was ended in another process
last here, if this one has not heard of it."""
ENDED = "sessions"
"""What processes tell each other."""
FRESH = 15 * 60.0
"""Seconds after signing in within which nobody is asked for the password again."""
MOST = 20
"""Sessions of an account; with one more the one unused longest ends."""


@dataclass(frozen=True)
class Door:
    """Somebody is signed in now: the account, the session's new token, and the hash of the token that it replaces."""

    account: str
    token: str


class Sessions:
    """All sessions, as this process knows them. Thread-safe."""

    def __init__(
        self, store: TableStore, now: Callable[[], float] = time.time, shared: SharedCounters | None = None
    ) -> None:
        self._store = store
        self._now = now
        self._shared = shared or SharedCounters()
        self._shared.listen(ENDED, self._heard)
        self._known: LruCache[str, tuple[SessionRow | None, float]] = LruCache(4096)
        """By hash of the token: the session, and until when it is believed."""
        store.writer.on_external_change(self._known.clear)

    def known(self, token: str | None) -> bool:
        """Whether `account` can tell without asking the database."""
        return token is None or self._remembered(hashed(token)) is not None

    def account(self, token: str | None) -> str | None:
        """The account that a token signs in to. It may read the database."""
        session = self.session(token)
        return None if session is None else session.account

    def session(self, token: str | None) -> SessionRow | None:
        """The session of a token, if it has not ended."""
        if token is None:
            return None
        token_hash = hashed(token)
        remembered = self._remembered(token_hash)
        return self._looked_up(token_hash) if remembered is None else remembered[0]

    def _remembered(self, token_hash: str) -> tuple[SessionRow | None, float] | None:
        remembered = self._known.get(token_hash)
        return remembered if remembered is not None and remembered[1] > self._now() else None

    def _looked_up(self, token_hash: str) -> SessionRow | None:
        with self._store.database.read() as connection:
            session = accounts.session_of(connection, token_hash)
        now = self._now()
        if session is not None and session.seen_at < now - LASTS:
            session = None
        self._known.put(token_hash, (session, now + TRUSTED))
        if session is not None and session.seen_at < now - SEEN_EVERY:
            with suppress(DomainError):  # the next look notes it
                self._write(lambda writing: accounts.see_session(writing.connection, token_hash, now))
        return session

    def must_be_signed_in(self, token: str | None) -> SessionRow:
        """The session. Raises DomainError 401."""
        session = self.session(token)
        if session is None:
            raise signed_out()
        return session

    def is_fresh(self, session: SessionRow) -> bool:
        """Whether somebody has signed in there a moment ago."""
        return session.created_at > self._now() - FRESH

    def begin(self, connection: sa.Connection, account: str, device: str, replaced: str | None) -> Door:
        """Sign in, inside a transaction: always with a new token, and the one that the device came with is worth nothing."""
        token, now = new_secret(), self._now()
        if replaced is not None:
            self._end(connection, [hashed(replaced)])
        before = accounts.sessions_of(connection, account)
        self._end(connection, [each.token_hash for each in before[MOST - 1 :]])
        accounts.add_session(connection, SessionRow(hashed(token), new_id(), account, device, now, now))
        return Door(account, token)

    def of(self, account: str) -> list[SessionRow]:
        """Where an account is signed in."""
        with self._store.database.read() as connection:
            return accounts.sessions_of(connection, account)

    def end(self, own: SessionRow, wanted: Callable[[SessionRow], bool]) -> None:
        """End those of the account's sessions that are wanted; their open tables are no longer shown as one's own."""

        def ended(writing: Transaction) -> None:
            found = accounts.sessions_of(writing.connection, own.account)
            self._end(writing.connection, [each.token_hash for each in found if wanted(each)])

        self._write(ended)
        self.look_again(own.account)

    def end_all(self, account: str) -> None:
        """Sign an account out everywhere."""
        self._write(lambda writing: self.end_all_but(writing.connection, account, None))
        self.look_again(account)

    def end_all_but(self, connection: sa.Connection, account: str, kept: str | None) -> None:
        """Inside a transaction: end all sessions of an account but the one with this token's hash."""
        found = accounts.sessions_of(connection, account)
        self._end(connection, [each.token_hash for each in found if each.token_hash != kept])

    def look_again(self, account: str) -> None:
        """After sessions have ended: believe none of the account's, and let whoever watches its tables look anew; in all
        processes.
        """
        self._look_again(account)
        self._shared.tell(ENDED, account)

    def _heard(self, account: str) -> None:
        """Sessions were ended in another process."""
        with suppress(DomainError):  # the database is away; the next look finds it
            self._look_again(account)

    def _look_again(self, account: str) -> None:
        for token_hash, (session, _) in self._known.items():
            if session is not None and session.account == account:
                self._known.drop(token_hash)
        watched = self._store.hub.watched()
        with self._store.database.read() as connection:
            own = accounts.tables_among(connection, account, watched)
        self._store.hub.changed_elsewhere(*own)

    def _end(self, connection: sa.Connection, token_hashes: list[str]) -> None:
        if token_hashes:
            accounts.end_sessions(connection, token_hashes)
        for token_hash in token_hashes:
            self._known.drop(token_hash)

    def _write(self, act: Callable[[Transaction], None]) -> None:
        self._store.writer.do(Job(act, alone=True))


def signed_out() -> DomainError:
    return DomainError(401, "signed_out", N_("You are not signed in here. Sign in first."))
