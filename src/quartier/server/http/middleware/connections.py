"""Connection limits: how many there may be, and how long a client may take to send a request's head and to read.

Uvicorn waits forever for the head of a request, however long that grows, and for clients that don't read what they are
sent. It accepts until no descriptor is left; the event loop would then write thousands of lines a second into the log, and
no worker process could be started any more.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from quartier.core.text.languages import N_
from quartier.server.access.ip_prefix import network_prefix
from quartier.server.errors import StartupError
from quartier.server.settings import Settings

LARGEST_HEAD = 64 * 1024
"""Bytes of a request's head."""
LARGEST_REST = 4 * 1024 * 1024
"""Bytes of a body that were on their way when it was refused: its sender is to read the answer first."""
PART = 4
"""An address that is no proxy's has at most one in so many of the connections."""
RESERVED = 192
"""Descriptors for everything but connections: the database, static files, bots' processes."""
UNREAD_SECONDS = 60.0
"""Seconds for which a client may read nothing of what waits for it, before its connection is cut: a stream that no one
reads keeps what it was sent last, and its browser connects again."""
LEEWAY = 64
"""Connections beyond the bound that are answered that the server is full; those beyond are cut."""


def max_connections(settings: Settings) -> int:
    """Return how many connections there may be: as configured, and no more than the system allows."""
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


def validate_proxies(networks: str) -> None:
    """Raise StartupError for an invalid list of proxy addresses or networks."""
    for network in networks.split(","):
        try:
            ip_network(network.strip(), strict=False)
        except ValueError as error:
            text = N_(
                "Invalid proxy “{said}”. Use addresses or CIDR ranges, such as 192.0.2.7 or 10.0.0.0/8."
            )
            raise StartupError("proxies", text, said=network.strip()[:80]) from error


def _is_among(host: str, networks: str) -> bool:
    """Whether an address is one of these, or lies in one of these networks, with commas between."""
    try:
        address = ip_address(host)
    except ValueError:  # a Unix socket: only a proxy can be there
        return True
    return any(address in ip_network(network.strip(), strict=False) for network in networks.split(","))


def limited_protocol(settings: Settings, max_open: int) -> type[asyncio.Protocol]:
    """Return Uvicorn's protocol with these limits."""
    of_one, of_address = max(16, max_open // PART), Counter[str]()

    class LimitedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        """At most about `max_open` connections, `of_one` from one address; one that is too slow is cut off."""

        _alarm: asyncio.TimerHandle | None = None
        _unread: asyncio.TimerHandle | None = None
        _head = 0
        """Bytes that came while no request was being answered."""
        _address = ""

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            self._address = network_prefix(self.client[0] if self.client else "")
            of_address[self._address] += 1
            if len(self.connections) > max_open + LEEWAY or self._has_too_many():
                transport.abort()
            else:
                self._wait_for_head()

        def _has_too_many(self) -> bool:
            too_many = of_address[self._address] > of_one
            return too_many and self.client is not None and not _is_among(self.client[0], settings.proxies)

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

        def pause_writing(self) -> None:
            """The client reads more slowly than it is sent."""
            super().pause_writing()
            self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._read_on()

        def _read_on(self) -> None:
            if self._unread is not None:
                self._unread.cancel()
                self._unread = None

        def connection_lost(self, exc: Exception | None) -> None:
            self._rest()
            self._read_on()
            of_address[self._address] -= 1
            if not of_address[self._address]:
                del of_address[self._address]
            super().connection_lost(exc)

        def _awaits_head(self) -> bool:
            return self.cycle is None or self.cycle.response_complete

        def _largest(self) -> int:
            refused_early = self.cycle is not None and self.cycle.more_body
            return LARGEST_REST if refused_early else LARGEST_HEAD

        def _wait_for_head(self) -> None:
            self._alarm = self.loop.call_later(settings.head_timeout, self._give_up)

        def _give_up(self) -> None:
            self._alarm = None
            if self._awaits_head():
                self.transport.abort()

        def _rest(self) -> None:
            self._head = 0
            if self._alarm is not None:
                self._alarm.cancel()
                self._alarm = None

    return LimitedProtocol


def uvicorn_limits(settings: Settings) -> dict[str, Any]:
    """Return the arguments of `uvicorn.Config` for these limits."""
    max_open = max_connections(settings)
    return {"http": limited_protocol(settings, max_open), "limit_concurrency": max_open}
