"""Throttling of password and code guessing: repeated wrong attempts wait, longer each time, but never for ever.

Attempts during the wait are not checked and don't prolong it.
This differs from rate limits (`access.rate_limits`), which count all actions within a sliding window: they would let
a guesser continue at that pace, or lock a forgetful owner out for as long. Here each wrong attempt doubles the wait,
a right one resets the account, and what is counted may be an account, without browser or address.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from quartier.core.text.languages import N_
from quartier.server.access.shared_quotas import SharedCounters
from quartier.server.errors import TooManyRequests

MAX_TRACKED = 20_000
"""Accounts and addresses that are remembered, the last ones."""


@dataclass(frozen=True)
class Limit:
    """So many wrong attempts are free; then the wait is `first` seconds, doubling up to `max_delay`; after `forgotten`
    seconds without another it is reset.
    """

    free: int
    first: float
    max_delay: float
    forgotten: float


OF_ACCOUNT = Limit(free=5, first=2.0, max_delay=300.0, forgotten=3600.0)
"""Recovery codes and passkeys are not counted here: they cannot be guessed, and so a stranger who tries passwords all day
does not keep the owner out.
"""
OF_ADDRESS = Limit(free=20, first=2.0, max_delay=300.0, forgotten=3600.0)
"""More, because a school may share one."""
OF_NEW_ACCOUNTS = Limit(free=10, first=60.0, max_delay=3600.0, forgotten=24 * 3600.0)


ATTEMPT, SUCCESS = "tried", "right"
"""Topics of the messages between processes."""


class LoginThrottle:
    """Login attempts by account and address, at all processes of a database. Thread-safe."""

    def __init__(
        self, now: Callable[[], float] = time.monotonic, shared: SharedCounters | None = None
    ) -> None:
        self._now = now
        self._shared = shared or SharedCounters()
        self._shared.listen(ATTEMPT, self._receive_attempt)
        self._shared.listen(SUCCESS, self._receive_success)
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """By key: the number of attempts in a row, and the time of the last one."""
        self._lock = threading.Lock()

    def record_attempt(self, *limits: tuple[str, Limit]) -> None:
        """Count an attempt as wrong until `record_success`, so that parallel ones don't get around it.

        Raises TooManyRequests while any of the limits makes the visitor wait.
        """
        with self._lock:
            wait = max(self._wait(key, limit) for key, limit in limits)
            if wait > 0:
                text = N_("Too many attempts. Try again in {seconds} s.")
                raise TooManyRequests("too_often", text, wait, seconds=ceil(wait))
            for key, limit in limits:
                self._add_attempt(key, limit.forgotten)
        for key, limit in limits:
            self._shared.broadcast(ATTEMPT, key, str(limit.forgotten))

    def record_success(self, account: str, address: str) -> None:
        """Reset the account after a right attempt; an address only has this one taken back.

        Else an own account would do to go on guessing another's.
        """
        self._receive_success(account, address)
        self._shared.broadcast(SUCCESS, account, address)

    def _receive_attempt(self, key: str, forgotten: str) -> None:
        """Record an attempt at another process."""
        with self._lock:
            self._add_attempt(key, float(forgotten))

    def _add_attempt(self, key: str, forgotten: float) -> None:
        self._wrong[key] = (self._attempts(key, forgotten) + 1, self._now())
        self._wrong.move_to_end(key)
        while len(self._wrong) > MAX_TRACKED:
            self._wrong.popitem(last=False)

    def _receive_success(self, account: str, address: str) -> None:
        with self._lock:
            self._wrong.pop(account, None)
            count, at = self._wrong.get(address, (0, 0.0))
            if count:
                self._wrong[address] = (count - 1, at)

    def _wait(self, key: str, limit: Limit) -> float:
        count = self._attempts(key, limit.forgotten) - limit.free
        if count < 0:
            return 0.0
        lasts = min(limit.max_delay, limit.first * 2.0 ** min(count, 30))
        return self._wrong[key][1] + lasts - self._now()

    def _attempts(self, key: str, forgotten: float) -> int:
        count, at = self._wrong.get(key, (0, 0.0))
        return count if at > self._now() - forgotten else 0
