"""Credentials of a request: secrets of seats, the session's token, and a program's token. Which seats they open,
`commands.authorization` decides.

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
from quartier.server.accounts.sessions import NewSession
from quartier.server.commands.authorization import Credentials
from quartier.server.root_path import site_path
from quartier.server.services import services_of
from quartier.server.storage.secrets import hash_secret, person_id

COOKIE = "quartier_seats"
YEAR = 365 * 24 * 3600
MAX_SECRETS = 16
"""Secrets looked at per request: more than seats at any table."""


SESSION = "quartier_session"
MAX_SESSION_TOKEN_LENGTH = 100
"""Characters of a session's token: no longer text is one."""


@dataclass(frozen=True)
class RawCredentials:
    """The credentials that a request carries, unchecked."""

    program: str | None
    """The token of a program."""
    sent_secret: str
    """The secret of a seat that a program says it has, or ""."""
    secrets: tuple[str, ...]
    """All secrets of seats, that one first."""
    session: str | None
    """The token of a session."""


def raw_credentials(request: Request) -> RawCredentials:
    """Return the request's credentials, unchecked. A stream asks with every move: they are read once."""
    result: RawCredentials | None = getattr(request.state, "raw_credentials", None)
    if result is None:
        result = request.state.raw_credentials = _read(request)
    return result


def _read(request: Request) -> RawCredentials:
    bearer, cookies = _bearer(request), request.cookies
    program, session = token_in(bearer), cookies.get(SESSION, "")
    sent_secret = bearer if program is None else ""
    secrets = [secret for secret in (sent_secret, *cookies.get(COOKIE, "").split(".")) if secret]
    return RawCredentials(
        program,
        sent_secret,
        tuple(secrets[:MAX_SECRETS]),
        session if 0 < len(session) <= MAX_SESSION_TOKEN_LENGTH else None,
    )


def _bearer(request: Request) -> str:
    """Return the bearer credential of a program, or "".

    Ignored from our own pages: there it is for a proxy that requires a login.
    """
    if request.headers.get("sec-fetch-site") == "same-origin":
        return ""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def session_token(request: Request) -> str | None:
    """Return the request's session token, unchecked."""
    return raw_credentials(request).session


def read_credentials(request: Request) -> Credentials:
    """Return the request's credentials. May read the database: call it in a thread, unless `are_credentials_cached`.

    Raises:
        DomainError: 401 for an unknown API token.
    """
    services, raw = services_of(request), raw_credentials(request)
    program = services.programs.of_token(raw.program)
    return Credentials(raw.secrets, services.sessions.account(raw.session), program, raw.sent_secret)


def are_credentials_cached(request: Request) -> bool:
    """Return whether `read_credentials` can answer without reading the database."""
    services, raw = services_of(request), raw_credentials(request)
    return services.programs.is_cached(raw.program) and services.sessions.is_cached(raw.session)


async def credentials_of(request: Request) -> Credentials:
    """Return the request's credentials."""
    return (
        read_credentials(request)
        if are_credentials_cached(request)
        else await run_in_threadpool(read_credentials, request)
    )


def set_session_cookie(request: Request, response: Response, session: NewSession) -> None:
    """Set the session cookie, and the one by which the browser is known for the account. It reads the database."""
    _set(request, response, SESSION, session.token, "/")
    known_devices = services_of(request).account_service.known_devices
    _set(request, response, DEVICE, known_devices.remember(known_device(request), session.account), "/")


DEVICE = "quartier_device"


def known_device(request: Request) -> str:
    """Return the cookie by which the browser shows to which accounts it has signed in before."""
    return request.cookies.get(DEVICE, "")


SEAL = "quartier_passkey"


def read_seal(request: Request) -> str:
    """Return the seal that came back with a passkey's response."""
    return request.cookies.get(SEAL, "")


def set_seal(request: Request, response: Response, text: str) -> None:
    """Set the cookie with the seal of a passkey challenge."""
    _set(request, response, SEAL, text, "/api/account", 600)


ARRIVING = "quartier_oidc"


def oidc_secret(request: Request) -> str:
    """Return the secret of a pending OpenID Connect login."""
    return request.cookies.get(ARRIVING, "")[:MAX_SESSION_TOKEN_LENGTH]


def set_oidc_cookie(request: Request, response: Response, secret: str) -> None:
    """Set the cookie of a pending OpenID Connect login."""
    _set(request, response, ARRIVING, secret, "/", 600)


def clear_oidc_cookie(response: Response) -> None:
    """Delete the cookie of a pending OpenID Connect login."""
    _delete(response, ARRIVING)


VISITOR = "quartier_visitor"


def visitor_cookie(request: Request) -> str | None:
    """Return the visitor cookie: it identifies a browser in daily deals, the lobby and chats."""
    return request.cookies.get(VISITOR) or None


def browser_hash(request: Request) -> str | None:
    """Return the hash of the visitor cookie, which is what is stored."""
    visitor = visitor_cookie(request)
    return None if visitor is None else hash_secret(visitor)


def person(credentials: Credentials, visitor: str) -> str:
    """Return the stored identity of a player: the account's, the same on all devices, else the browser's."""
    return hash_secret(visitor) if credentials.account is None else person_id(credentials.account)


def person_of(request: Request, credentials: Credentials) -> str | None:
    """Return the same for a client that may have no identity."""
    visitor = visitor_cookie(request)
    return None if visitor is None and credentials.account is None else person(credentials, visitor or "")


def set_visitor_cookie(request: Request, response: Response, visitor: str) -> None:
    """Set the visitor cookie."""
    _set(request, response, VISITOR, visitor, "/")


def set_seat_cookie(
    request: Request, response: Response, table_id: str, secrets: Iterable[str], without: Collection[str] = ()
) -> None:
    """Add seat secrets to the table's cookie, without those that no longer work."""
    before = [secret for secret in raw_credentials(request).secrets if secret not in without]
    latest = list(dict.fromkeys([*before, *secrets]))[-MAX_SECRETS:]
    if latest:
        _set(request, response, COOKIE, ".".join(latest), _cookie_path(table_id))


def clear_seat_cookie(response: Response, table_id: str) -> None:
    """Delete the cookie with the secrets of a table's seats."""
    _delete(response, COOKIE, _cookie_path(table_id))


def clear_known_device(response: Response) -> None:
    """Delete the cookie by which the browser is known for accounts."""
    response.delete_cookie(DEVICE)


def clear_identity_cookies(response: Response) -> None:
    """Delete the session cookie and the visitor cookie."""
    for name in (SESSION, VISITOR):
        _delete(response, name)


def _cookie_path(table_id: str) -> str:
    return f"/api/tables/{table_id}"


def _set(request: Request, response: Response, name: str, value: str, path: str, seconds: int = YEAR) -> None:
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        path=site_path(path),
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def _delete(response: Response, name: str, path: str = "/") -> None:
    response.delete_cookie(name, path=site_path(path))
