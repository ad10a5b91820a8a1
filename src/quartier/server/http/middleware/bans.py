"""Ban and invitation-only middleware: rejects commands of banned or uninvited clients with a reason."""

from __future__ import annotations

from typing import Final

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from quartier.server.access.admission import AccessControl, VisitorIdentity
from quartier.server.errors import DomainError
from quartier.server.http.credentials import credentials_of
from quartier.server.http.errors import refusal
from quartier.server.http.middleware.csrf import SAFE_METHODS
from quartier.server.http.middleware.root_path import route_path
from quartier.server.http.visitor import identity_of
from quartier.server.services import services_of

ALWAYS: Final = ("/api/account/", "/api/host/", "/api/invitation")
"""Signing in and out, one's own data, and what is checked there: an account is made in `AccountService.create_account`."""
FORGET: Final = "/forget"
"""What is stored of a guest stays theirs, too."""
TABLES: Final = ("/api/tables/", "/api/v1/tables/", "/api/stream")
LOBBY: Final = ("/lobby", "/api/lobby")
PAGES: Final = "/table/"
STREAM: Final = "/stream"
"""What goes on by itself: a page that is open says why it does not, when it comes again."""


class BanMiddleware:
    """ASGI middleware: rejects banned or uninvited clients with a reason."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _is_guarded(scope):
            request = Request(scope, receive)
            try:
                await _authorize(request)
            except DomainError as refused:
                await refusal(request, refused)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _is_guarded(scope: Scope) -> bool:
    path = route_path(scope)
    if scope["method"] in SAFE_METHODS:
        return path in LOBBY or path.startswith(PAGES) or path.endswith(STREAM)
    return not path.startswith(ALWAYS) and not path.endswith(FORGET)


async def _authorize(request: Request) -> None:
    access_control = services_of(request).access_control
    rules = access_control.cached_rules()
    if rules is None:
        rules = await run_in_threadpool(access_control.rules)
    if rules.welcome_all:
        return
    credentials = await credentials_of(request)
    hosts = credentials.program is not None and credentials.program.account is None
    await run_in_threadpool(
        _check, access_control, identity_of(request, credentials), route_path(request.scope), hosts
    )


def _check(access_control: AccessControl, who: VisitorIdentity, path: str, hosts: bool) -> None:
    """`hosts`: it is a program of the hosts."""
    access_control.must_not_be_banned(who)
    if not hosts and not path.startswith((*TABLES, PAGES)):
        access_control.must_be_invited(who)
