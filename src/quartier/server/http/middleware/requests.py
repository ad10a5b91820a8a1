"""Around every request: count it, time it, log it, add the headers that protect the pages, and limit its body."""

from __future__ import annotations

import asyncio
import time

import structlog
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quartier.server.http.metrics import Metrics
from quartier.server.http.middleware.security_headers import protect

log = structlog.get_logger("quartier.request")


class Observed:
    """ASGI middleware. Plain ASGI, because BaseHTTPMiddleware would keep a stream from learning that its client has gone."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def observed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                protect(scope, message["headers"])
                self._count(scope, status, time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, observed)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        # The route's pattern, not the path: paths are endless, and hold the ids of tables.
        route = getattr(scope.get("route"), "path", None)
        self._metrics.answered(scope["method"], route, status, seconds)
        if status >= 500:
            ms = round(seconds * 1000, 1)
            log.warning("request", method=scope["method"], route=route, status=status, ms=ms)


TOO_LARGE = 413
TOO_SLOW = 408
RECORDS = "/api/records"


class BodyLimit:
    """ASGI middleware: at most `most` bytes, declared or not; for uploaded records `most_for_records`; all within `seconds`.

    Starlette's own limit answers in plain text of its own; refusing while the body is read lets our handler say it
    in the caller's language.
    """

    def __init__(self, app: ASGIApp, most: int, most_for_records: int, seconds: float) -> None:
        self._app = app
        self._seconds = seconds
        self._most = most
        self._most_for_records = most_for_records

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = self._most_for_records if scope["path"] == RECORDS else self._most
        too_large = _declared(scope) > most
        received, coming = 0, True
        end = asyncio.get_running_loop().time() + self._seconds

        async def limited() -> Message:
            nonlocal received, coming
            if too_large:
                raise HTTPException(TOO_LARGE)
            if not coming:  # somebody waits for the client to go
                return await receive()
            try:
                async with asyncio.timeout_at(end):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(TOO_SLOW) from None
            coming = bool(message.get("more_body", False))
            received += len(message.get("body", b""))
            if received > most:
                raise HTTPException(TOO_LARGE)
            return message

        await self._app(scope, limited, send)


def _declared(scope: Scope) -> int:
    """Content-Length; 0 when there is none (or none that is a number: then what comes is counted)."""
    declared = Headers(scope=scope).get("content-length", "")
    return int(declared) if declared.isascii() and declared.isdigit() else 0
