"""Request slots: how many requests of an address run at the same time; the others wait in the address's own queue.

Requests share one event loop and a few threads, which serve those who ask most. With slots a visitor on hundreds of
connections waits for their own requests, and others wait for a few of them at most.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict, deque

from quartier.core.text.languages import N_
from quartier.server.errors import TooManyRequests
from quartier.server.limits import Limits

MAX_QUEUED = 1024
"""Requests of an address that wait; further ones are refused."""
RETRY_AFTER = 5
"""Seconds after which a refused client may ask again."""


class RequestSlots:
    """The running requests of this process by address. In the event loop only."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._running: Counter[str] = Counter()
        self._queues: defaultdict[str, deque[asyncio.Future[None]]] = defaultdict(deque)

    def queue_length(self, address: str) -> int:
        """Return how many requests of an address wait."""
        return len(self._queues.get(address, ()))

    def is_free(self, address: str) -> bool:
        """Return whether a request of an address may run at once."""
        return self._running[address] < self._limits.requests.per_address

    async def acquire(self, address: str) -> None:
        """Occupy a slot, as soon as one is free: first come, first served.

        Raises:
            TooManyRequests: Too many requests of the address wait already.
        """
        if self.is_free(address):
            self._running[address] += 1
            return
        queue = self._queues[address]
        if len(queue) >= MAX_QUEUED:
            text = N_("Too many requests from your network at the same time. Try again in a moment.")
            raise TooManyRequests("too_many_requests", text, RETRY_AFTER)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release(address)  # the slot was handed over at the same moment
            else:
                queue.remove(turn)
            raise

    def release(self, address: str) -> None:
        """Free a slot, or hand it to the request that has waited longest."""
        queue = self._queues.get(address)
        while queue:
            turn = queue.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._queues.pop(address, None)
        self._running[address] -= 1
        if not self._running[address]:
            del self._running[address]
