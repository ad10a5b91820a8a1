"""What a request carries to open seats with: secrets of seats, and the token of a session. Which seats they open,
`commands.caller` knows.

A browser keeps one HttpOnly cookie per table (Path=/api/tables/{id}) with all its secrets, several for hot-seat play,
and one for the account that it is signed in to. Other clients send `Authorization: Bearer SECRET`. Secrets never stand in
a URL.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from fastapi import Request, Response
from starlette.concurrency import run_in_threadpool

from quartier.server.accounts.api_tokens import token_in
from quartier.server.commands.authorization import Credentials
from quartier.server.services import services_of
from quartier.server.storage.secrets import hashed, person_id

COOKIE = "quartier_seats"
YEAR = 365 * 24 * 3600
MOST = 16
"""Secrets looked at per request: more than seats at any table."""


SESSION = "quartier_session"
_LONGEST = 100
"""Characters of a session's token: no longer text is one."""


@dataclass(frozen=True)
class RawCredentials:
    """What a request carries; whether it opens anything is another question."""

    program: str | None
    """The token of a program."""
    shown: str
    """The secret of a seat that a program says it has, or ""."""
    secrets: tuple[str, ...]
    """All secrets of seats, that one first."""
    session: str | None
    """The token of a session."""


def carried(request: Request) -> RawCredentials:
    """What the request carries. A stream asks with every move, and headers do not change: they are read once."""
    result: RawCredentials | None = getattr(request.state, "carried", None)
    if result is None:
        result = request.state.carried = _read(request)
    return result


def _read(request: Request) -> RawCredentials:
    bearer, cookies = _bearer(request), request.cookies
    program, session = token_in(bearer), cookies.get(SESSION, "")
    shown = bearer if program is None else ""
    secrets = [secret for secret in (shown, *cookies.get(COOKIE, "").split(".")) if secret]
    return RawCredentials(
        program, shown, tuple(secrets[:MOST]), session if 0 < len(session) <= _LONGEST else None
    )


def _bearer(request: Request) -> str:
    """What a program has shown: the secret of a seat or its token, or "". A page of ours shows nothing: what stands there is
    for a proxy that people sign in at.
    """
    if request.headers.get("sec-fetch-site") == "same-origin":
        return ""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def session_token(request: Request) -> str | None:
    """The token of the session that came with the request; whether it has not ended is another question."""
    return carried(request).session


def keys_now(request: Request) -> Credentials:
    """What the request carries. It may read the database: call it in a thread, unless `keys_at_once`. Raises DomainError 401."""
    services, found = services_of(request), carried(request)
    program = services.programs.of_token(found.program)
    return Credentials(found.secrets, services.sessions.account(found.session), program, found.shown)


def keys_at_once(request: Request) -> bool:
    """Whether `keys_now` can tell without asking the database."""
    services, found = services_of(request), carried(request)
    return services.programs.known(found.program) and services.sessions.known(found.session)


async def keys_of(request: Request) -> Credentials:
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


def person(keys: Credentials, visitor: str) -> str:
    """What is stored of whom others meet: of an account the same on all devices, else of the browser."""
    return hashed(visitor) if keys.account is None else person_id(keys.account)


def person_of(request: Request, keys: Credentials) -> str | None:
    """The same of somebody who may not be known at all."""
    visitor = visitor_cookie(request)
    return None if visitor is None and keys.account is None else person(keys, visitor or "")


def know(request: Request, response: Response, visitor: str) -> None:
    """Let the browser keep what it is known by."""
    _set(request, response, VISITOR, visitor, "/")


def keep(
    request: Request, response: Response, table_id: str, secrets: Iterable[str], without: Collection[str] = ()
) -> None:
    """Let the browser keep these secrets for the table, beside those that it already has and that still open something."""
    before = [secret for secret in carried(request).secrets if secret not in without]
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
