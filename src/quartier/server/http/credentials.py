"""Credentials of a request: secrets of seats, the session's token, and a program's token. Which seats they open,
`commands.authorization` decides.

A browser has one HttpOnly cookie that identifies it, for which the server keeps the seats that it holds as a guest, and
one for the account that it is signed in to. Other clients send `Authorization: Bearer SECRET`. No secret is part of a
URL. Earlier releases set one cookie per table (Path=/api/tables/{id}) with the secrets of its seats: it is still read,
and `browser_seats` replaces it.
"""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request, Response
from starlette.concurrency import run_in_threadpool

from quartier.server.accounts.api_tokens import token_in
from quartier.server.accounts.sessions import NewSession
from quartier.server.commands.authorization import Credentials
from quartier.server.http.cookies import Cookie, delete_cookie, read_cookie, set_cookie
from quartier.server.services import services_of
from quartier.server.storage.secrets import hash_secret, new_secret, person_id

TABLE_COOKIE = "quartier_seats"
"""The cookie of earlier releases with the secrets of a table's seats, between dots."""
MAX_SECRETS = 16
"""Secrets looked at per request: more than seats at any table."""

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
    visitor: str | None
    """The random id of the browser."""
    browser: str | None
    """Its hash, which is what is stored."""


def raw_credentials(request: Request) -> RawCredentials:
    """Return the request's credentials, unchecked. A stream asks with every move: they are read once."""
    result: RawCredentials | None = getattr(request.state, "raw_credentials", None)
    if result is None:
        result = request.state.raw_credentials = _read(request)
    return result


def _read(request: Request) -> RawCredentials:
    bearer = _bearer(request)
    program, session = token_in(bearer), read_cookie(request, Cookie.SESSION) or ""
    sent_secret = bearer if program is None else ""
    visitor = read_cookie(request, Cookie.VISITOR)
    secrets = [secret for secret in (sent_secret, *table_cookie(request)) if secret]
    return RawCredentials(
        program,
        sent_secret,
        tuple(secrets[:MAX_SECRETS]),
        session if 0 < len(session) <= MAX_SESSION_TOKEN_LENGTH else None,
        visitor,
        None if visitor is None else hash_secret(visitor),
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
    account = services.sessions.account(raw.session)
    return Credentials(raw.secrets, account, program, raw.sent_secret, raw.browser)


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


def table_cookie(request: Request) -> list[str]:
    """Return the secrets in a table's cookie of an earlier release."""
    return [secret for secret in request.cookies.get(TABLE_COOKIE, "").split(".") if secret]


def set_session_cookie(request: Request, response: Response, session: NewSession) -> None:
    """Set the session cookie, and the one by which the browser is known for the account. It reads the database."""
    set_cookie(request, response, Cookie.SESSION, session.token)
    known_devices = services_of(request).account_service.known_devices
    set_cookie(
        request, response, Cookie.DEVICE, known_devices.remember(known_device(request), session.account)
    )


def known_device(request: Request) -> str:
    """Return the cookie by which the browser shows to which accounts it has signed in before."""
    return read_cookie(request, Cookie.DEVICE) or ""


def oidc_secret(request: Request) -> str:
    """Return the secret of a pending OpenID Connect login."""
    return (read_cookie(request, Cookie.OIDC) or "")[:MAX_SESSION_TOKEN_LENGTH]


def visitor_cookie(request: Request) -> str | None:
    """Return the visitor cookie: it identifies a browser at its tables, in daily deals, the lobby and chats."""
    return raw_credentials(request).visitor


def browser_secret(request: Request) -> str:
    """Return the visitor cookie; a new one, the same for the whole request, if the browser has none."""
    if visitor := visitor_cookie(request):
        return visitor
    if not hasattr(request.state, "new_visitor"):
        request.state.new_visitor = new_secret()
    return str(request.state.new_visitor)


def browser_hash(request: Request) -> str | None:
    """Return the hash of the visitor cookie, which is what is stored."""
    return raw_credentials(request).browser


def person(credentials: Credentials, visitor: str) -> str:
    """Return the stored identity of a player: the account's, the same on all devices, else the browser's."""
    return hash_secret(visitor) if credentials.account is None else person_id(credentials.account)


def person_of(request: Request, credentials: Credentials) -> str | None:
    """Return the same for a client that may have no identity."""
    visitor = visitor_cookie(request)
    return None if visitor is None and credentials.account is None else person(credentials, visitor or "")


def set_visitor_cookie(request: Request, response: Response, visitor: str) -> None:
    """Set the visitor cookie."""
    set_cookie(request, response, Cookie.VISITOR, visitor)


def clear_identity_cookies(request: Request, response: Response) -> None:
    """Delete the session cookie and the visitor cookie."""
    for cookie in (Cookie.SESSION, Cookie.VISITOR):
        delete_cookie(request, response, cookie)
