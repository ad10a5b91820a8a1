"""HEAD middleware: answers HEAD like GET, without the body."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

ENDLESS = "/stream"
"""How the path of an answer ends that never does: there HEAD is refused like any other method."""


class HeadMiddleware:
    """ASGI middleware: the application sees GET; the protocol below sends no body for HEAD."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD" and not scope["path"].endswith(ENDLESS):
            scope = {**scope, "method": "GET"}
        await self._app(scope, receive, send)
