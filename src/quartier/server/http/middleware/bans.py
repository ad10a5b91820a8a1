"""Who has been banned commands nothing, and where only the invited may play, others do no more than their hosts let them:
sit down at a table to which a player has invited them.
"""

from __future__ import annotations

from typing import Final

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from quartier.server.access.admission import AccessControl, VisitorIdentity
from quartier.server.errors import DomainError
from quartier.server.http.credentials import keys_of
from quartier.server.http.errors import refusal
from quartier.server.http.middleware.csrf import SAFE
from quartier.server.http.visitor import knocking
from quartier.server.services import services_of

ALWAYS: Final = ("/api/account/", "/api/host/", "/api/invitation")
"""Signing in and out, one's own data, and what is checked there: an account is made in `Doors.enrol`."""
FORGET: Final = "/forget"
"""What is stored of a guest stays theirs, too."""
TABLES: Final = ("/api/tables/", "/api/v1/tables/")
LOBBY: Final = ("/lobby", "/api/lobby")
PAGES: Final = "/table/"
STREAM: Final = "/stream"
"""What goes on by itself: a page that is open says why it does not, when it comes again."""


class Admission:
    """ASGI middleware. Whoever is not let in is told why."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _is_asked(scope):
            request = Request(scope, receive)
            try:
                await _let_in(request)
            except DomainError as refused:
                await refusal(request, refused)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _is_asked(scope: Scope) -> bool:
    path = scope["path"]
    if scope["method"] in SAFE:
        return path in LOBBY or path.startswith(PAGES) or path.endswith(STREAM)
    return not path.startswith(ALWAYS) and not path.endswith(FORGET)


async def _let_in(request: Request) -> None:
    doorman = services_of(request).doorman
    rules = doorman.known()
    if rules is None:
        rules = await run_in_threadpool(doorman.rules)
    if rules.welcome_all:
        return
    keys = await keys_of(request)
    hosts = keys.program is not None and keys.program.account is None
    await run_in_threadpool(_check, doorman, knocking(request, keys), request.scope["path"], hosts)


def _check(doorman: AccessControl, who: VisitorIdentity, path: str, hosts: bool) -> None:
    """`hosts`: it is a program of the hosts."""
    doorman.must_not_be_banned(who)
    if not hosts and not path.startswith((*TABLES, PAGES)):
        doorman.must_be_invited(who)
