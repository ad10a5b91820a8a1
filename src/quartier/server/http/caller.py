"""What a request carries to open seats with: secrets of seats, and the token of a session. Which seats they open,
`commands.caller` knows.

A browser keeps one HttpOnly cookie per table (Path=/api/tables/{id}) with all its secrets, several for hot-seat play,
and one for the account that it is signed in to. Other clients send `Authorization: Bearer SECRET`. Secrets never stand in
a URL.
"""

from __future__ import annotations

from collections.abc import Collection

from fastapi import Request, Response
from starlette.concurrency import run_in_threadpool

from quartier.server.accounts.programs import token_in
from quartier.server.commands.caller import Keys
from quartier.server.services import services_of
from quartier.server.storage.tokens import hashed, person_of_account

COOKIE = "quartier_seats"
YEAR = 365 * 24 * 3600
MOST = 16
"""Secrets looked at per request: more than seats at any table."""


def bearer(request: Request) -> str:
    """What a program has shown: the secret of a seat or its token, or "". A page of ours shows nothing: what stands there is
    for a proxy that people sign in at.
    """
    if request.headers.get("sec-fetch-site") == "same-origin":
        return ""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def secret_shown(request: Request) -> str:
    """The same where it can only be the secret of a seat, else ""."""
    shown = bearer(request)
    return shown if token_in(shown) is None else ""


def secrets_of(request: Request) -> list[str]:
    """The secrets that came with the request; whether they open anything is another question."""
    found = [secret_shown(request), *request.cookies.get(COOKIE, "").split(".")]
    return [secret for secret in found if secret][:MOST]


SESSION = "quartier_session"
_LONGEST = 100
"""Characters of a token: no longer text is one."""


def session_token(request: Request) -> str | None:
    """The token of the session that came with the request; whether it has not ended is another question."""
    token = request.cookies.get(SESSION, "")
    return token if 0 < len(token) <= _LONGEST else None


def keys_now(request: Request) -> Keys:
    """What the request carries. It may read the database: call it in a thread, unless `keys_at_once`. Raises Refused 401."""
    services = services_of(request)
    program = services.programs.of_token(token_in(bearer(request)))
    account = services.sessions.account(session_token(request))
    return Keys(tuple(secrets_of(request)), account, program, secret_shown(request))


def keys_at_once(request: Request) -> bool:
    """Whether `keys_now` can tell without asking the database."""
    services = services_of(request)
    known = services.programs.known(token_in(bearer(request)))
    return known and services.sessions.known(session_token(request))


async def keys_of(request: Request) -> Keys:
    """What the request carries."""
    return keys_now(request) if keys_at_once(request) else await run_in_threadpool(keys_now, request)


def sign_in(request: Request, response: Response, token: str) -> None:
    """Let the browser keep the token of its session."""
    _set(request, response, SESSION, token, "/")


SEAL = "quartier_passkey"


def sealed(request: Request) -> str:
    """What came back with a passkey's answer."""
    return request.cookies.get(SEAL, "")


def seal(request: Request, response: Response, text: str) -> None:
    """Let the browser bring this back with a passkey's answer."""
    _set(request, response, SEAL, text, "/api/account", 600)


ARRIVING = "quartier_oidc"


def arriving(request: Request) -> str:
    """By what a browser is known that was sent to an issuer, and comes back."""
    return request.cookies.get(ARRIVING, "")[:_LONGEST]


def arrive(request: Request, response: Response, secret: str) -> None:
    """Let the browser keep it."""
    _set(request, response, ARRIVING, secret, "/", 600)


def arrived(response: Response) -> None:
    """The browser needs it no more."""
    response.delete_cookie(ARRIVING)


VISITOR = "quartier_visitor"


def visitor_cookie(request: Request) -> str | None:
    """By what a browser is known that has played the deal of a day, or met others in the lobby or at a table."""
    return request.cookies.get(VISITOR) or None


def browser_of(request: Request) -> str | None:
    """What is stored of a browser that is known."""
    visitor = visitor_cookie(request)
    return None if visitor is None else hashed(visitor)


def person(keys: Keys, visitor: str) -> str:
    """What is stored of whom others meet: of an account the same on all devices, else of the browser."""
    return hashed(visitor) if keys.account is None else person_of_account(keys.account)


def person_of(request: Request, keys: Keys) -> str | None:
    """The same of somebody who may not be known at all."""
    visitor = visitor_cookie(request)
    return None if visitor is None and keys.account is None else person(keys, visitor or "")


def know(request: Request, response: Response, visitor: str) -> None:
    """Let the browser keep what it is known by."""
    _set(request, response, VISITOR, visitor, "/")


def keep(
    request: Request, response: Response, table_id: str, secrets: list[str], without: Collection[str] = ()
) -> None:
    """Let the browser keep these secrets for the table, beside those that it already has and that still open something."""
    before = [secret for secret in secrets_of(request) if secret not in without]
    kept = list(dict.fromkeys([*before, *secrets]))[-MOST:]
    if kept:
        _set(request, response, COOKIE, ".".join(kept), _place(table_id))


def forget_seats(response: Response, table_id: str) -> None:
    """Let the browser forget its secrets for a table."""
    response.delete_cookie(COOKIE, path=_place(table_id))


def forget(response: Response) -> None:
    """Let the browser forget who it is signed in as, and what it is known by."""
    for name in (SESSION, VISITOR):
        response.delete_cookie(name)


def _place(table_id: str) -> str:
    return f"/api/tables/{table_id}"


def _set(request: Request, response: Response, name: str, value: str, path: str, seconds: int = YEAR) -> None:
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        path=path,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
