"""Who is let in: under one of our names, with a command from our own page."""

from __future__ import annotations

from fastapi import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from quartier.server.errors import DomainError
from quartier.server.http.errors import refusal
from quartier.server.http.middleware.csrf import must_be_ours
from quartier.server.http.middleware.trusted_hosts import must_be_known
from quartier.server.settings import Settings

HEALTH = "/health"


class Gate:
    """ASGI middleware. Whoever is not let in is told why."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope, receive)
            try:
                if scope["path"] != HEALTH:  # a balancer asks by address
                    must_be_known(request.headers.get("host"), self._settings)
                must_be_ours(request.method, request.headers, self._settings.base_url)
            except DomainError as refused:
                await refusal(request, refused)(scope, receive, send)
                return
        await self._app(scope, receive, send)
