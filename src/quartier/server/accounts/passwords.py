"""Passwords: what they may be, and their hashes by argon2id, which take memory and time on purpose."""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError

SHORTEST, LONGEST = 8, 128
_SIGNS = 5
"""So many different signs at least."""
_AT_ONCE, _WAITING = 2, 12
"""Hashes that are worked out at the same time, and requests that may wait for that: each needs 19 MiB."""
_PATIENCE = 10.0


class Passwords:
    """Hashes and compares. Thread-safe."""

    def __init__(self) -> None:
        # The smallest of the equally strong settings that OWASP names: a small computer serves a home.
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._working = threading.BoundedSemaphore(_AT_ONCE)
        self._places = threading.BoundedSemaphore(_AT_ONCE + _WAITING)
        self._nobodys = self._hasher.hash("nobody")

    def hashed(self, password: str) -> str:
        """What is stored. The hash names its settings, so that they can change."""
        with self._turn():
            return self._hasher.hash(_plain(password))

    def fits(self, stored: str | None, password: str) -> bool:
        """Whether it is the password; where there is none it takes as long to say no."""
        with self._turn():
            try:
                return self._hasher.verify(stored or self._nobodys, _plain(password)) and stored is not None
            except (VerificationError, InvalidHashError):
                return False

    def outdated(self, stored: str) -> bool:
        """Whether it was hashed by settings of before."""
        return self._hasher.check_needs_rehash(stored)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """One of the few who work at the same time. Raises DomainError 503 where too many wait."""
        if not self._places.acquire(blocking=False):
            raise _busy()
        try:
            if not self._working.acquire(timeout=_PATIENCE):
                raise _busy()
            try:
                yield
            finally:
                self._working.release()
        finally:
            self._places.release()


def _busy() -> DomainError:
    text = N_("Many people are signing in right now. Try again in a moment.")
    return DomainError(503, "busy", text)


def _plain(password: str) -> str:
    """The same password from every keyboard."""
    return unicodedata.normalize("NFKC", password)


def must_be_good(password: str, name: str) -> None:
    """Raises DomainError 422 for a password that is guessed in a moment."""
    if len(password) < SHORTEST:
        text = N_("The password is too short: at least {least} characters. Several words make a good one.")
        raise DomainError(422, "password", text, least=SHORTEST)
    if len(password) > LONGEST:
        text = N_("The password is too long: at most {most} characters.")
        raise DomainError(422, "password", text, most=LONGEST)
    small = password.casefold()
    if name.casefold() in small or len(set(small)) < _SIGNS or small in _FIRST_GUESSES:
        text = N_(
            "This password is guessed in a moment. Several words that do not belong together make a good one."
        )
        raise DomainError(422, "password", text)


_FIRST_GUESSES = frozenset(
    {
        *(
            "password",
            "passwort",
            "password1",
            "passwort1",
            "password123",
            "12345678",
            "123456789",
            "1234567890",
        ),
        *(
            "qwertyui",
            "qwertyuiop",
            "qwertzui",
            "qwertzuiop",
            "qwerty123",
            "1q2w3e4r",
            "iloveyou",
            "sunshine",
        ),
        *("princess", "football", "baseball", "superman", "trustno1", "starwars", "whatever", "computer"),
        *(
            "schatz123",
            "hallo123",
            "hallowelt",
            "geheim123",
            "letmein1",
            "welcome1",
            "willkommen",
            "abcd1234",
        ),
        *("quartier", "quartier1"),
    }
)
