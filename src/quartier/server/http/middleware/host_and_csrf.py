"""Trusted hosts and CSRF middleware."""

from __future__ import annotations

from fastapi import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from quartier.server.errors import DomainError
from quartier.server.http.errors import refusal
from quartier.server.http.middleware.csrf import check_csrf
from quartier.server.http.middleware.root_path import route_path
from quartier.server.http.middleware.trusted_hosts import check_host
from quartier.server.settings import Settings

HEALTH = "/health"


class HostAndCsrfMiddleware:
    """ASGI middleware: rejects unknown Host headers and cross-site commands."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope, receive)
            try:
                if route_path(scope) != HEALTH:  # a balancer asks by address
                    check_host(request.headers.get("host"), self._settings)
                check_csrf(request.method, request.headers, self._settings.base_url)
            except DomainError as refused:
                await refusal(request, refused)(scope, receive, send)
                return
        await self._app(scope, receive, send)
