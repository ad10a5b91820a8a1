"""Connections: how many there may be, and how long one may take to say what it wants.

Uvicorn waits for ever for the head of a request, however long that grows, and accepts until no descriptor is left; the event
loop would then write thousands of lines a second into the log, and bots' processes could not be started any more.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from quartier.server.settings import Settings

LARGEST_HEAD = 64 * 1024
"""Bytes of a request's head."""
LARGEST_REST = 4 * 1024 * 1024
"""Bytes of a body that were on their way when it was refused: its sender is to read the answer first."""
RESERVED = 192
"""Descriptors for everything but connections: the database, static files, bots' processes."""
LEEWAY = 64
"""Connections beyond the bound that are answered that the server is full; those beyond are cut."""


def most_connections(settings: Settings) -> int:
    """How many connections there may be: as the host has set it, and no more than the system lets us have."""
    return min(settings.connections, max(16, _descriptors() - RESERVED - LEEWAY))


def _descriptors() -> int:
    """How many descriptors this process may open, after asking for all that it can get."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 1 << 30
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        hard = max(soft, 1 << 16)  # some systems say that there is no limit, and refuse more than they have
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    except (OSError, ValueError):
        return soft
    return hard


def patient(head_timeout: float, most: int) -> type[asyncio.Protocol]:
    """Uvicorn's protocol with these bounds."""

    class Patient(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        """There are about `most` of these; the head of a request is there `head_timeout` after it began, or cut off."""

        _alarm: asyncio.TimerHandle | None = None
        _head = 0
        """Bytes that came while no request was being answered."""

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            if len(self.connections) > most + LEEWAY:
                transport.abort()
            else:
                self._wait_for_head()

        def data_received(self, data: bytes) -> None:
            awaited = self._awaits_head()
            super().data_received(data)
            if not awaited or not self._awaits_head():
                self._rest()
                return
            self._head += len(data)
            if self._head > self._largest():
                self.transport.abort()
            elif self._alarm is None:
                self._wait_for_head()

        def connection_lost(self, exc: Exception | None) -> None:
            self._rest()
            super().connection_lost(exc)

        def _awaits_head(self) -> bool:
            return self.cycle is None or self.cycle.response_complete

        def _largest(self) -> int:
            refused_early = self.cycle is not None and self.cycle.more_body
            return LARGEST_REST if refused_early else LARGEST_HEAD

        def _wait_for_head(self) -> None:
            self._alarm = self.loop.call_later(head_timeout, self._give_up)

        def _give_up(self) -> None:
            self._alarm = None
            if self._awaits_head():
                self.transport.abort()

        def _rest(self) -> None:
            self._head = 0
            if self._alarm is not None:
                self._alarm.cancel()
                self._alarm = None

    return Patient


def bounds(settings: Settings) -> dict[str, Any]:
    """What `uvicorn.Config` is told of all this."""
    most = most_connections(settings)
    return {"http": patient(settings.head_timeout, most), "limit_concurrency": most}
