"""Login sessions: a random token in a cookie, stored as a hash."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import sqlalchemy as sa

from quartier.server.access.shared_quotas import SharedCounters
from quartier.server.errors import DomainError, signed_out_error
from quartier.server.lru_cache import LruCache
from quartier.server.storage.accounts import accounts
from quartier.server.storage.accounts.accounts import SessionRow
from quartier.server.storage.secrets import hash_secret, new_id, new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

SESSION_SECONDS = 365 * 24 * 3600.0
"""Seconds after its last use a session ends by itself."""
USE_NOTE_SECONDS = 3600.0
"""Seconds between notes of its use."""
CACHE_SECONDS = 10.0
"""Seconds for which a session is believed without asking the database: so long may one that was ended in another process
last here, if this one has not heard of it."""
ENDED = "sessions"
"""What processes tell each other."""
FRESH_SECONDS = 15 * 60.0
"""Seconds after signing in within which the password isn't asked for again."""
MAX_SESSIONS = 20
"""Sessions of an account; with one more the one unused longest ends."""


@dataclass(frozen=True)
class NewSession:
    """A new login session: the account and the session's token."""

    account: str
    token: str


class Sessions:
    """Login sessions, cached in this process. Thread-safe."""

    def __init__(
        self, store: TableStore, now: Callable[[], float] = time.time, shared: SharedCounters | None = None
    ) -> None:
        self._store = store
        self._now = now
        self._shared = shared or SharedCounters()
        self._shared.listen(ENDED, self._on_ended_elsewhere)
        self._cache: LruCache[str, tuple[SessionRow | None, float]] = LruCache(4096)
        """By hash of the token: the session, and until when it is believed."""
        store.writer.on_external_change(self._cache.clear)

    def is_cached(self, token: str | None) -> bool:
        """Return whether `account` can answer without reading the database."""
        return token is None or self._cache_entry(hash_secret(token)) is not None

    def account(self, token: str | None) -> str | None:
        """Return the account of a session token. May read the database."""
        session = self.session(token)
        return None if session is None else session.account

    def session(self, token: str | None) -> SessionRow | None:
        """Return the session of a token, unless it has ended."""
        if token is None:
            return None
        token_hash = hash_secret(token)
        entry = self._cache_entry(token_hash)
        return self._load_session(token_hash) if entry is None else entry[0]

    def _cache_entry(self, token_hash: str) -> tuple[SessionRow | None, float] | None:
        entry = self._cache.get(token_hash)
        return entry if entry is not None and entry[1] > self._now() else None

    def _load_session(self, token_hash: str) -> SessionRow | None:
        with self._store.database.read() as connection:
            session = accounts.session_of(connection, token_hash)
        now = self._now()
        if session is not None and session.seen_at < now - SESSION_SECONDS:
            session = None
        self._cache.put(token_hash, (session, now + CACHE_SECONDS))
        if session is not None and session.seen_at < now - USE_NOTE_SECONDS:
            with suppress(DomainError):  # the next look notes it
                self._write(lambda writing: accounts.see_session(writing.connection, token_hash, now))
        return session

    def require_session(self, token: str | None) -> SessionRow:
        """Return the session of a token. Raises DomainError 401."""
        session = self.session(token)
        if session is None:
            raise signed_out_error()
        return session

    def is_fresh(self, session: SessionRow) -> bool:
        """Return whether the session began within the last `FRESH_SECONDS`."""
        return session.created_at > self._now() - FRESH_SECONDS

    def create(
        self, connection: sa.Connection, account: str, device: str, replaced: str | None
    ) -> NewSession:
        """Create a session inside a transaction: always with a new token; the device's earlier session ends."""
        token, now = new_secret(), self._now()
        if replaced is not None:
            self._end(connection, [hash_secret(replaced)])
        before = accounts.sessions_of(connection, account)
        self._end(connection, [row.token_hash for row in before[MAX_SESSIONS - 1 :]])
        accounts.add_session(connection, SessionRow(hash_secret(token), new_id(), account, device, now, now))
        return NewSession(account, token)

    def of(self, account: str) -> list[SessionRow]:
        """Return the sessions of an account."""
        with self._store.database.read() as connection:
            return accounts.sessions_of(connection, account)

    def end(self, own: SessionRow, should_end: Callable[[SessionRow], bool]) -> None:
        """End those of the account's sessions for which `should_end` is true; open streams lose the account's seats."""

        def end_matching(writing: Transaction) -> None:
            rows = accounts.sessions_of(writing.connection, own.account)
            self._end(writing.connection, [row.token_hash for row in rows if should_end(row)])

        self._write(end_matching)
        self.invalidate(own.account)

    def end_all(self, account: str) -> None:
        """End all sessions of an account."""
        self._write(lambda writing: self.end_all_but(writing.connection, account, None))
        self.invalidate(account)

    def end_all_but(self, connection: sa.Connection, account: str, kept_token_hash: str | None) -> None:
        """End all sessions of an account but the one with this token hash, inside a transaction."""
        rows = accounts.sessions_of(connection, account)
        self._end(connection, [row.token_hash for row in rows if row.token_hash != kept_token_hash])

    def invalidate(self, account: str) -> None:
        """Drop an account's cached sessions, and recheck its open streams; in all processes."""
        self._invalidate_local(account)
        self._shared.broadcast(ENDED, account)

    def _on_ended_elsewhere(self, account: str) -> None:
        """Handle sessions that ended in another process."""
        with suppress(DomainError):  # the database is away; the next look finds it
            self._invalidate_local(account)

    def _invalidate_local(self, account: str) -> None:
        for token_hash, (session, _) in self._cache.items():
            if session is not None and session.account == account:
                self._cache.drop(token_hash)
        watched = self._store.hub.watched_tables()
        with self._store.database.read() as connection:
            own = accounts.tables_among(connection, account, watched)
        self._store.hub.changed_elsewhere(*own)

    def _end(self, connection: sa.Connection, token_hashes: list[str]) -> None:
        if token_hashes:
            accounts.end_sessions(connection, token_hashes)
        for token_hash in token_hashes:
            self._cache.drop(token_hash)

    def _write(self, act: Callable[[Transaction], None]) -> None:
        self._store.writer.run(Job(act, exclusive=True))
