"""The size of request bodies, declared or not.

Starlette's own limit answers in plain text of its own; refusing while the body is read lets our handler say it
in the caller's language.
"""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOO_LARGE = 413
RECORDS = "/api/records"


class BodyLimit:
    """ASGI middleware: at most `most` bytes, for uploaded records `most_for_records`."""

    def __init__(self, app: ASGIApp, most: int, most_for_records: int) -> None:
        self._app = app
        self._most = most
        self._most_for_records = most_for_records

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = self._most_for_records if scope["path"] == RECORDS else self._most
        too_large = _declared(scope) > most
        received = 0

        async def limited() -> Message:
            nonlocal received
            if too_large:
                raise HTTPException(TOO_LARGE)
            message = await receive()
            received += len(message.get("body", b""))
            if received > most:
                raise HTTPException(TOO_LARGE)
            return message

        await self._app(scope, limited, send)


def _declared(scope: Scope) -> int:
    """Content-Length; 0 when there is none (or none that is a number: then what comes is counted)."""
    declared = Headers(scope=scope).get("content-length", "")
    return int(declared) if declared.isascii() and declared.isdigit() else 0
