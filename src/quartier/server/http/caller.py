"""The secrets that a request carries. Which seats they open, `commands.caller` knows.

A browser keeps one HttpOnly cookie per table (Path=/api/tables/{id}) with all its secrets, several for hot-seat play. Other
clients send `Authorization: Bearer SECRET`. Secrets never stand in a URL.
"""

from __future__ import annotations

from fastapi import Request, Response

from quartier.server.storage.tokens import hashed

COOKIE = "quartier_seats"
YEAR = 365 * 24 * 3600
MOST = 16
"""Secrets looked at per request: more than seats at any table."""


def secrets_of(request: Request) -> list[str]:
    """The secrets that came with the request; whether they open anything is another question."""
    found = request.cookies.get(COOKIE, "").split(".")
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        found.insert(0, secret.strip())
    return [secret for secret in found if secret][:MOST]


VISITOR = "quartier_visitor"


def visitor_cookie(request: Request) -> str | None:
    """By what a browser is known that has played the deal of a day, or met others in the lobby or at a table."""
    return request.cookies.get(VISITOR) or None


def person_of(request: Request) -> str | None:
    """What is stored of a browser that is known."""
    visitor = visitor_cookie(request)
    return None if visitor is None else hashed(visitor)


def know(request: Request, response: Response, visitor: str) -> None:
    """Let the browser keep what it is known by."""
    response.set_cookie(
        VISITOR,
        visitor,
        max_age=YEAR,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


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
