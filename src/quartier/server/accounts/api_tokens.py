"""Tokens of programs. A token is random and shown once; the database has its hash.

A program's token opens the seats at which it has sat down itself, and nothing of the account whose it is: who finds it plays
the program's games, and can neither sign in nor touch the owner's.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from quartier.core.text.languages import N_
from quartier.server.accounts.sessions import SEEN_EVERY, TRUSTED
from quartier.server.commands import player_names, word_filter
from quartier.server.commands.authorization import Program
from quartier.server.errors import DomainError
from quartier.server.lru_cache import LruCache
from quartier.server.storage import api_tokens
from quartier.server.storage.api_tokens import ProgramRow
from quartier.server.storage.secrets import hashed, new_id, new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

PREFIX = "quartier-"
"""How every token begins: so that it is known for one, wherever it turns up."""
MOST = 10
"""Programs of an account, or of the host."""


class Made(NamedTuple):
    """A new program, and its token, which nobody can look up again."""

    row: ProgramRow
    token: str


class Programs:
    """All tokens, as this process knows them. Thread-safe."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._known: LruCache[str, tuple[ProgramRow | None, float]] = LruCache(1024)
        """By hash of the token: whose it is, and until when that is believed."""

    def known(self, token: str | None) -> bool:
        """Whether `of_token` can tell without asking the database."""
        return token is None or self._remembered(hashed(token)) is not None

    def of_token(self, token: str | None) -> Program | None:
        """The program whose token that is; None for none. It may read the database. Raises DomainError 401 for a token that
        was revoked, or never was one.
        """
        if token is None:
            return None
        remembered = self._remembered(hashed(token))
        row = self._looked_up(hashed(token)) if remembered is None else remembered[0]
        if row is None:
            text = N_(
                "This token opens nothing, or not any more. Make a new one on the page of your account."
            )
            raise DomainError(401, "unknown_token", text)
        return Program(row.id, row.name, row.account)

    def _remembered(self, token_hash: str) -> tuple[ProgramRow | None, float] | None:
        remembered = self._known.get(token_hash)
        return remembered if remembered is not None and remembered[1] > self._store.clock.now() else None

    def _looked_up(self, token_hash: str) -> ProgramRow | None:
        with self._store.database.read() as connection:
            row = api_tokens.by_token(connection, token_hash)
        now = self._store.clock.now()
        self._known.put(token_hash, (row, now + TRUSTED))
        if row is not None and (row.used_at or 0.0) < now - SEEN_EVERY:
            used = row.id
            with suppress(DomainError):  # the next look notes it
                self._write(lambda writing: api_tokens.note_use(writing.connection, used, now))
        return row

    def of(self, account: str | None) -> list[ProgramRow]:
        """The programs of an account, or (None) of the host."""
        with self._store.database.read() as connection:
            return api_tokens.of(connection, account)

    def make(self, account: str, name: str) -> Made:
        """A token for a program of an account. Raises DomainError 422 for a name that nobody may have, or too many programs."""
        drawn = draw(self._store, account, name)
        self._write(lambda writing: keep(writing, drawn))
        return drawn

    def revoke(self, account: str, program_id: str) -> None:
        """Its token opens nothing any more: here at once, in other processes within `TRUSTED` seconds. Raises DomainError 404
        where there is no such program.
        """
        self._write(lambda writing: remove(writing, account, program_id))
        for token_hash, (row, _) in self._known.items():
            if row is not None and row.id == program_id:
                self._known.drop(token_hash)

    def _write(self, act: Callable[[Transaction], None]) -> None:
        self._store.writer.do(Job(act, alone=True))


def draw(store: TableStore, account: str | None, name: str) -> Made:
    """A program with a new token, which `keep` stores. Raises DomainError 422 for a name that nobody may have."""
    name = player_names.clean(name, word_filter.read(store.database.settings), program=True)
    player_names.must_be_no_bots(name)
    token = PREFIX + new_secret()
    return Made(ProgramRow(new_id(), hashed(token), name, account, store.clock.now()), token)


def keep(writing: Transaction, drawn: Made) -> None:
    """Inside a transaction: a new program. Raises DomainError 422 where there are too many."""
    if len(api_tokens.of(writing.connection, drawn.row.account)) >= MOST:
        text = N_("There are {most} programs already. Revoke the token of one of them first.")
        raise DomainError(422, "too_many_programs", text, most=MOST)
    api_tokens.add(writing.connection, drawn.row)


def remove(writing: Transaction, account: str | None, program_id: str) -> None:
    """Inside a transaction: the token of a program opens nothing any more. Raises DomainError 404."""
    if not api_tokens.remove(writing.connection, account, program_id):
        raise DomainError(404, "no_program", N_("There is no such program. Look at the list again."))


def token_in(bearer: str) -> str | None:
    """The token of a program, if what stands behind "Bearer" is one; else it is the secret of a seat."""
    return bearer if bearer.startswith(PREFIX) and len(bearer) <= LONGEST else None


LONGEST = 60
"""Characters of a token."""
