"""Throttling of password and code guessing: repeated wrong attempts wait, longer each time, but never for ever.

Attempts during the wait are not checked and don't prolong it.
This differs from rate limits (`access.rate_limits`), which count all actions within a sliding window: they would let
a guesser continue at that pace, or lock a forgetful owner out for as long. Here each wrong attempt doubles the wait,
a right one resets it, and what is counted may be an account, without browser or address.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil

from quartier.core.text.languages import N_
from quartier.server.access.ip_prefix import prefixes
from quartier.server.access.shared_quotas import SharedCounters
from quartier.server.errors import TooManyRequests

MAX_TRACKED = 20_000
"""Accounts and addresses that are remembered, the last ones."""


@dataclass(frozen=True)
class Limit:
    """So many wrong attempts are free; then the wait is `first` seconds, doubling up to `max_delay`; after `forgotten`
    seconds without another it is reset. A right attempt resets it if `resets`, else takes only itself back.
    """

    free: int
    first: float
    max_delay: float
    forgotten: float
    resets: bool = False
    message: str = N_("Too many attempts. Try again in {seconds} s.")


OF_LOGIN = Limit(free=5, first=2.0, max_delay=300.0, forgotten=3600.0, resets=True)
"""For one account from one address. Recovery codes, passkeys and links are not counted here: they cannot be guessed."""
OF_DEVICE = OF_LOGIN
"""For one account from a browser that has signed in to it before, which nothing else keeps out."""
OF_ACCOUNT = Limit(
    free=100,
    first=2.0,
    max_delay=300.0,
    forgotten=3600.0,
    message=N_(
        "Too many wrong passwords for this account, from several networks. Sign in on a device that you’ve used before, "
        "with a passkey, an email link or a recovery code, or try again in {seconds} s."
    ),
)
"""For one account from everywhere: many addresses together don't guess for ever."""
OF_ADDRESS = Limit(free=20, first=2.0, max_delay=300.0, forgotten=3600.0)
"""More, because a school may share one."""
OF_NEW_ACCOUNTS = Limit(free=10, first=60.0, max_delay=3600.0, forgotten=24 * 3600.0)

Counter = tuple[str, Limit]
"""What is counted, and its limit."""
ATTEMPT, SUCCESS = "tried", "succeeded"
"""Topics of the messages between processes."""


def counters_of(subject: str, address: str, limit: Limit) -> list[Counter]:
    """Return the counters of an address, and of the wider nets of an IPv6 address, where more attempts are free."""
    return [
        (f"{subject}:{prefix}", replace(limit, free=limit.free * factor))
        for prefix, factor in prefixes(address)
    ]


class LoginThrottle:
    """Attempts by account, device and address, at all processes of a database. Thread-safe."""

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

    def record_attempt(self, *counters: Counter) -> None:
        """Count an attempt as wrong until `record_success`, so that parallel ones don't get around it.

        Raises TooManyRequests while any of the limits makes the visitor wait.
        """
        with self._lock:
            wait, message = max((self._wait(key, limit), limit.message) for key, limit in counters)
            if wait > 0:
                raise TooManyRequests("too_often", message, wait, seconds=ceil(wait))
            for key, limit in counters:
                self._add_attempt(key, limit.forgotten)
        for key, limit in counters:
            self._shared.broadcast(ATTEMPT, key, str(limit.forgotten))

    def record_success(self, *counters: Counter) -> None:
        """Take the attempt back that was counted for these, because it was right.

        An address only has this one taken back: otherwise signing in to an account of one's own would free more guesses.
        """
        for key, limit in counters:
            resets = "all" if limit.resets else "one"
            self._receive_success(key, resets)
            self._shared.broadcast(SUCCESS, key, resets)

    def _receive_attempt(self, key: str, forgotten: str) -> None:
        """Record an attempt at another process."""
        with self._lock:
            self._add_attempt(key, float(forgotten))

    def _add_attempt(self, key: str, forgotten: float) -> None:
        self._wrong[key] = (self._attempts(key, forgotten) + 1, self._now())
        self._wrong.move_to_end(key)
        while len(self._wrong) > MAX_TRACKED:
            self._wrong.popitem(last=False)

    def _receive_success(self, key: str, resets: str) -> None:
        with self._lock:
            count, at = self._wrong.get(key, (0, 0.0))
            if resets == "all" or count <= 1:
                self._wrong.pop(key, None)
            else:
                self._wrong[key] = (count - 1, at)

    def _wait(self, key: str, limit: Limit) -> float:
        count = self._attempts(key, limit.forgotten) - limit.free
        if count < 0:
            return 0.0
        lasts = min(limit.max_delay, limit.first * 2.0 ** min(count, 30))
        return self._wrong[key][1] + lasts - self._now()

    def _attempts(self, key: str, forgotten: float) -> int:
        count, at = self._wrong.get(key, (0, 0.0))
        return count if at > self._now() - forgotten else 0
