"""API tokens of programs: random, shown once, stored as a hash.

A token opens the seats that its program has taken, and nothing of its owner's account: anyone who gets hold of one can play
the program's games, but neither sign in nor touch the owner's.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from quartier.core.text.languages import N_
from quartier.server.accounts.sessions import CACHE_SECONDS, USE_NOTE_SECONDS
from quartier.server.commands.authorization import ApiClient
from quartier.server.commands.names import player_names, word_filter
from quartier.server.errors import DomainError
from quartier.server.lru_cache import LruCache
from quartier.server.storage import api_tokens
from quartier.server.storage.api_tokens import ApiClientRow
from quartier.server.storage.secrets import hash_secret, new_id, new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

PREFIX = "quartier-"
"""How every token begins: so that it is known for one, wherever it turns up."""
MAX_PROGRAMS = 10
"""Programs of an account, or of the host."""


class NewProgram(NamedTuple):
    """A new program and its token, which can't be looked up again."""

    row: ApiClientRow
    token: str


class Programs:
    """API tokens, cached in this process. Thread-safe."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._cache: LruCache[str, tuple[ApiClientRow | None, float]] = LruCache(1024)
        """By hash of the token: whose it is, and until when that is believed."""

    def is_cached(self, token: str | None) -> bool:
        """Return whether `of_token` can answer without reading the database."""
        return token is None or self._cache_entry(hash_secret(token)) is not None

    def of_token(self, token: str | None) -> ApiClient | None:
        """Return the program of a token, or None without a token. May read the database.

        Raises:
            DomainError: 401 for a token that is unknown or revoked.
        """
        if token is None:
            return None
        entry = self._cache_entry(hash_secret(token))
        row = self._load_program(hash_secret(token)) if entry is None else entry[0]
        if row is None:
            text = N_("Invalid or revoked API token. Create a new one on your account page.")
            raise DomainError(401, "unknown_token", text)
        return ApiClient(row.id, row.name, row.account)

    def _cache_entry(self, token_hash: str) -> tuple[ApiClientRow | None, float] | None:
        entry = self._cache.get(token_hash)
        return entry if entry is not None and entry[1] > self._store.clock.now() else None

    def _load_program(self, token_hash: str) -> ApiClientRow | None:
        with self._store.database.read() as connection:
            row = api_tokens.by_token(connection, token_hash)
        now = self._store.clock.now()
        self._cache.put(token_hash, (row, now + CACHE_SECONDS))
        if row is not None and (row.used_at or 0.0) < now - USE_NOTE_SECONDS:
            used = row.id
            with suppress(DomainError):  # the next look notes it
                self._write(lambda writing: api_tokens.note_use(writing.connection, used, now))
        return row

    def of(self, account: str | None) -> list[ApiClientRow]:
        """Return the programs of an account, or (None) of the host."""
        with self._store.database.read() as connection:
            return api_tokens.of(connection, account)

    def make(self, account: str, name: str) -> NewProgram:
        """Create a token for a program of an account.

        Raises:
            DomainError: 422 for an invalid name, or too many programs.
        """
        program = new_program(self._store, account, name)
        self._write(lambda writing: add_program(writing, program))
        return program

    def revoke(self, account: str, program_id: str) -> None:
        """Revoke a program's token: here at once, in other processes within `CACHE_SECONDS`.

        Raises:
            DomainError: 404 if there is no such program.
        """
        self._write(lambda writing: remove(writing, account, program_id))
        for token_hash, (row, _) in self._cache.items():
            if row is not None and row.id == program_id:
                self._cache.drop(token_hash)

    def _write(self, act: Callable[[Transaction], None]) -> None:
        self._store.writer.run(Job(act, exclusive=True))


def new_program(store: TableStore, account: str | None, name: str) -> NewProgram:
    """Return a program with a new token, for `add_program` to store. Raises DomainError 422 for an invalid name."""
    name = player_names.clean(name, word_filter.read(store.database.settings), program=True)
    player_names.must_not_be_reserved(name)
    token = PREFIX + new_secret()
    return NewProgram(ApiClientRow(new_id(), hash_secret(token), name, account, store.clock.now()), token)


def add_program(writing: Transaction, program: NewProgram) -> None:
    """Store a new program, inside a transaction. Raises DomainError 422 if there are too many."""
    if len(api_tokens.of(writing.connection, program.row.account)) >= MAX_PROGRAMS:
        text = N_("You already have {most} API tokens. Revoke one first.")
        raise DomainError(422, "too_many_programs", text, most=MAX_PROGRAMS)
    api_tokens.add(writing.connection, program.row)


def remove(writing: Transaction, account: str | None, program_id: str) -> None:
    """Remove a program and its token, inside a transaction. Raises DomainError 404."""
    if not api_tokens.remove(writing.connection, account, program_id):
        raise DomainError(404, "no_program", N_("That API token no longer exists. Reload the list."))


def token_in(bearer: str) -> str | None:
    """Return the API token of a bearer credential; None if it is the secret of a seat."""
    return bearer if bearer.startswith(PREFIX) and len(bearer) <= MAX_TOKEN_LENGTH else None


MAX_TOKEN_LENGTH = 60
"""Characters of a token."""
