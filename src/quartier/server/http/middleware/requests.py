"""Request middleware: counts, times and logs requests, adds security headers, and limits bodies."""

from __future__ import annotations

import asyncio
import time

import structlog
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quartier.server.http.middleware.root_path import route_path
from quartier.server.http.middleware.security_headers import add_security_headers
from quartier.server.metrics import Metrics

log = structlog.get_logger("quartier.request")


class RequestMetricsMiddleware:
    """ASGI middleware. Plain ASGI: BaseHTTPMiddleware would keep a stream from learning that its client has gone."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def send_observed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                add_security_headers(scope, message["headers"])
                self._count(scope, status, time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, send_observed)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        # The route's pattern, not the path: paths are endless, and hold the ids of tables.
        route = getattr(scope.get("route"), "path", None)
        self._metrics.count_request(scope["method"], route, status, seconds)
        if status >= 500:
            ms = round(seconds * 1000, 1)
            log.warning("request", method=scope["method"], route=route, status=status, ms=ms)


TOO_LARGE = 413
TOO_SLOW = 408
RECORDS = "/api/records"


class BodyLimitMiddleware:
    """ASGI middleware: limits the size of a body, declared or not, and the time it may take.

    Starlette's own limit responds in plain text; rejecting while the body is read lets our handler word it in the client's
    language.
    """

    def __init__(self, app: ASGIApp, max_bytes: int, max_record_bytes: int, seconds: float) -> None:
        self._app = app
        self._seconds = seconds
        self._max_bytes = max_bytes
        self._max_record_bytes = max_record_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        max_bytes = self._max_record_bytes if route_path(scope) == RECORDS else self._max_bytes
        too_large = _content_length(scope) > max_bytes
        received, coming = 0, True
        end = asyncio.get_running_loop().time() + self._seconds

        async def receive_limited() -> Message:
            nonlocal received, coming
            if too_large:
                raise HTTPException(TOO_LARGE)
            if not coming:  # someone waits for the client to disconnect
                return await receive()
            try:
                async with asyncio.timeout_at(end):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(TOO_SLOW) from None
            coming = bool(message.get("more_body", False))
            received += len(message.get("body", b""))
            if received > max_bytes:
                raise HTTPException(TOO_LARGE)
            return message

        await self._app(scope, receive_limited, send)


def _content_length(scope: Scope) -> int:
    """Return Content-Length; 0 without a valid one: then the bytes that arrive are counted."""
    declared = Headers(scope=scope).get("content-length", "")
    return int(declared) if declared.isascii() and declared.isdigit() else 0
