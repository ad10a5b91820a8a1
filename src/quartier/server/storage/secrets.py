"""Ids and secrets. Secrets are random, shown once, and stored as hashes only."""

from __future__ import annotations

import hashlib
import hmac
import secrets

_READABLE = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0/o, 1/l/i: ids are read aloud


def new_id() -> str:
    """An id for a table or record: 10 signs of 31, about 49 bits, so that it cannot be found by trying."""
    return "".join(secrets.choice(_READABLE) for _ in range(10))


CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Of codes: no I, L, O, which look like numbers or each other."""


def new_code() -> str:
    """The code of an open table: 6 of 23 letters, 148 million codes. It is read aloud and typed, so guesses are counted."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))


def new_secret() -> str:
    """192 random bits, safe in URLs, cookies and headers."""
    return secrets.token_urlsafe(24)


def visitor_mark(salt: str, visitor: str) -> str:
    """What stands for a visitor: 64 hex digits, from which nobody without the salt of the database finds an address."""
    return hmac.new(salt.encode(), visitor.encode(), hashlib.sha256).hexdigest()


def person_id(account: str) -> str:
    """What is stored of somebody with an account whom others meet: the same on all devices."""
    return hashed(f"account {account}")


def hashed(secret: str) -> str:
    """What is stored of a secret: 64 hex digits."""
    return hashlib.sha256(secret.encode()).hexdigest()
