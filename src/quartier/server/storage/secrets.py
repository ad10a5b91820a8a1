"""Ids and secrets. Secrets are random, shown once, and stored as hashes only."""

from __future__ import annotations

import hashlib
import hmac
import secrets

_READABLE = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0/o, 1/l/i: ids are read aloud


def new_id() -> str:
    """Return an id for a table or record: 10 of 31 characters, about 49 bits, so that guessing is hopeless."""
    return "".join(secrets.choice(_READABLE) for _ in range(10))


def id_from_mark(mark: str) -> str:
    """Return the id that follows from a `visitor_mark`: as a `new_id`, but always the same."""
    number, letters = int(mark, 16), []
    for _ in range(10):
        number, letter = divmod(number, len(_READABLE))
        letters.append(_READABLE[letter])
    return "".join(letters)


CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""The alphabet of codes: no I, L, O, which look like digits or each other."""


def new_code() -> str:
    """Return the code of an open table: 6 of 23 letters. It is read aloud and typed, so attempts are rate-limited."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))


def new_secret() -> str:
    """Return 192 random bits, safe in URLs, cookies and headers."""
    return secrets.token_urlsafe(24)


def visitor_mark(salt: str, visitor: str) -> str:
    """Return the pseudonym of a visitor: 64 hex digits, which do not reveal the address without the database's salt."""
    return hmac.new(salt.encode(), visitor.encode(), hashlib.sha256).hexdigest()


def person_id(account: str) -> str:
    """Return the id by which others know an account: the same on all devices."""
    return hash_secret(f"account {account}")


def hash_secret(secret: str) -> str:
    """Return the stored form of a secret: 64 hex digits."""
    return hashlib.sha256(secret.encode()).hexdigest()
