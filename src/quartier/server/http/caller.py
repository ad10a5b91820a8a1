"""Who is asking: the secrets that a request carries, and the seats of one table that they open.

A browser keeps one HttpOnly cookie per table (Path=/api/tables/{id}) with all its secrets, several for hot-seat play. Other
clients send `Authorization: Bearer SECRET`. Secrets never stand in a URL.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from fastapi import Request, Response

from quartier.server.storage.repository import Head
from quartier.server.storage.tokens import hashed

COOKIE = "quartier_seats"
YEAR = 365 * 24 * 3600
MOST = 16
"""Secrets looked at per request: more than seats at any table."""


@dataclass(frozen=True)
class Caller:
    """`seats` may be played, `creator` may see the invitations."""

    seats: frozenset[int]
    creator: bool

    def seat(self, wanted: int | None, to_act: set[int]) -> int | None:
        """The seat whose view is asked for: a wanted own one, else the own one to act, else the first, else none."""
        if wanted in self.seats:
            return wanted
        own = sorted(self.seats & to_act) or sorted(self.seats)
        return own[0] if own else None


def secrets_of(request: Request) -> list[str]:
    """The secrets that came with the request; whether they open anything is another question."""
    found = request.cookies.get(COOKIE, "").split(".")
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        found.insert(0, secret.strip())
    return [secret for secret in found if secret][:MOST]


def identify(head: Head, secrets: list[str]) -> Caller:
    """The seats that these secrets open."""
    hashes = [hashed(secret) for secret in secrets]
    seats = frozenset(row.seat for row in head.seats if row.secret_hash and _among(row.secret_hash, hashes))
    return Caller(seats, _among(head.creator_hash, hashes))


def _among(wanted: str, hashes: list[str]) -> bool:
    return any(hmac.compare_digest(wanted, found) for found in hashes)


def keep(request: Request, response: Response, table_id: str, secrets: list[str]) -> None:
    """Let the browser keep these secrets for the table, beside those that it already has."""
    kept = list(dict.fromkeys([*secrets_of(request), *secrets]))[-MOST:]
    response.set_cookie(
        COOKIE,
        ".".join(kept),
        max_age=YEAR,
        path=f"/api/tables/{table_id}",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
