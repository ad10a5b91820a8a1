"""Password hashing with argon2id, and the password policy."""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError

MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH = 8, 128
_MIN_DISTINCT_CHARACTERS = 5
"""So many different signs at least."""
_MAX_CONCURRENT_HASHES, _MAX_WAITING_HASHES = 2, 12
"""Hashes that are worked out at the same time, and requests that may wait for that: each needs 19 MiB."""
_MAX_WAIT_SECONDS = 10.0


class Passwords:
    """Hashes and verifies passwords. Thread-safe."""

    def __init__(self) -> None:
        # The smallest of the equally strong settings that OWASP names: a small computer serves a home.
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._working = threading.BoundedSemaphore(_MAX_CONCURRENT_HASHES)
        self._slots = threading.BoundedSemaphore(_MAX_CONCURRENT_HASHES + _MAX_WAITING_HASHES)
        self._dummy_hash = self._hasher.hash("nobody")

    def hash_password(self, password: str) -> str:
        """Return the hash to store. It includes its parameters, so they can change."""
        with self._slot():
            return self._hasher.hash(_normalize(password))

    def verify(self, stored: str | None, password: str) -> bool:
        """Return whether the password matches; without a stored hash it takes as long to say no."""
        with self._slot():
            try:
                return (
                    self._hasher.verify(stored or self._dummy_hash, _normalize(password))
                    and stored is not None
                )
            except (VerificationError, InvalidHashError):
                return False

    def needs_rehash(self, stored: str) -> bool:
        """Return whether a hash was made with outdated parameters."""
        return self._hasher.check_needs_rehash(stored)

    @contextmanager
    def _slot(self) -> Iterator[None]:
        """Hold one of the few slots for hashing. Raises DomainError 503 if too many wait."""
        if not self._slots.acquire(blocking=False):
            raise _too_busy_error()
        try:
            if not self._working.acquire(timeout=_MAX_WAIT_SECONDS):
                raise _too_busy_error()
            try:
                yield
            finally:
                self._working.release()
        finally:
            self._slots.release()


def _too_busy_error() -> DomainError:
    text = N_("Too many people are signing in right now. Try again in a moment.")
    return DomainError(503, "busy", text)


def _normalize(password: str) -> str:
    """Normalize a password, so that it is the same from every keyboard."""
    return unicodedata.normalize("NFKC", password)


def validate_password(password: str, name: str) -> None:
    """Raise DomainError 422 for a password that is too short, too long or easily guessed."""
    if len(password) < MIN_PASSWORD_LENGTH:
        text = N_("This password is too short: use at least {least} characters. Several words work well.")
        raise DomainError(422, "password", text, least=MIN_PASSWORD_LENGTH)
    if len(password) > MAX_PASSWORD_LENGTH:
        text = N_("This password is too long: use at most {most} characters.")
        raise DomainError(422, "password", text, most=MAX_PASSWORD_LENGTH)
    small = password.casefold()
    if name.casefold() in small or len(set(small)) < _MIN_DISTINCT_CHARACTERS or small in _COMMON_PASSWORDS:
        text = N_("This password is too easy to guess. Use several unrelated words.")
        raise DomainError(422, "password", text)


_COMMON_PASSWORDS = frozenset(
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
