"""Request slot middleware: each address has a few requests running at the same time, and a queue for the others."""

from __future__ import annotations

from typing import Final

from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quartier.server.access.request_slots import RequestSlots
from quartier.server.errors import DomainError
from quartier.server.http.errors import refusal
from quartier.server.http.visitor import address_of

KEY: Final = "quartier.request_slot"
"""Where the scope of a request has its slot."""


class RequestSlot:
    """The slot of one request."""

    def __init__(self, slots: RequestSlots, address: str) -> None:
        self._slots = slots
        self._address = address
        self._is_held = False

    async def acquire(self) -> bool:
        """Wait for the slot; return whether that took time. Raises TooManyRequests."""
        had_to_wait = not self._slots.is_free(self._address)
        await self._slots.acquire(self._address)
        self._is_held = True
        return had_to_wait

    def release(self) -> None:
        """Free the slot, if it is still held."""
        if self._is_held:
            self._is_held = False
            self._slots.release(self._address)


def release_slot(request: Request) -> None:
    """Free the slot of a request that now only waits, for a worker process for example."""
    request.scope[KEY].release()


class RequestSlotMiddleware:
    """ASGI middleware: a request runs as soon as its address has a free slot, which it frees when its response begins.

    By then the response is complete and packed, unless it is a stream; who reads slowly costs nothing more.
    """

    def __init__(self, app: ASGIApp, slots: RequestSlots) -> None:
        self._app = app
        self._slots = slots

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        slot = scope[KEY] = RequestSlot(self._slots, address_of(request))

        async def send_and_release(message: Message) -> None:
            if message["type"] == "http.response.start":
                slot.release()
            await send(message)

        try:
            has_waited = await slot.acquire()
        except DomainError as refused:
            await refusal(request, refused)(scope, receive, send)
            return
        try:
            if has_waited:
                first = await receive()
                if first["type"] == "http.disconnect":  # its client has gone meanwhile
                    return
                receive = _replaying(first, receive)
            await self._app(scope, receive, send_and_release)
        finally:
            slot.release()


def _replaying(first: Message, receive: Receive) -> Receive:
    """Return a `receive` that begins with a message that was received before."""
    messages = [first]

    async def receive_next() -> Message:
        return messages.pop() if messages else await receive()

    return receive_next
