"""Limits on guessing passwords and codes: whoever is wrong often waits, longer each time, and never for ever.

What is tried while somebody has to wait is not looked at and does not make them wait longer.

This is none of the quotas (`limits.quotas`): a quota counts what somebody has done within a time that slides along, and
would either let a guesser go on for ever at its pace or keep a forgetful owner out for as long. Here a wrong one is waited
for twice as long as the last, a right one makes an account begin anew, and the counted may be an account, which has no
browser and no address.
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

MOST = 20_000
"""Accounts and addresses that are remembered, the last ones."""


@dataclass(frozen=True)
class Limit:
    """So many wrong ones are free; then `first` seconds are waited, twice as long each time, at most `longest`; after
    `forgotten` seconds without another all is well again.
    """

    free: int
    first: float
    longest: float
    forgotten: float


OF_ACCOUNT = Limit(free=5, first=2.0, longest=300.0, forgotten=3600.0)
"""Recovery codes and passkeys are not counted here: they cannot be guessed, and so a stranger who tries passwords all day
does not keep the owner out.
"""
OF_ADDRESS = Limit(free=20, first=2.0, longest=300.0, forgotten=3600.0)
"""More, because a school may share one."""
OF_NEW_ACCOUNTS = Limit(free=10, first=60.0, longest=3600.0, forgotten=24 * 3600.0)


TRIED, WAS_RIGHT = "tried", "right"
"""What processes tell each other."""


class Tries:
    """Who has tried how often, at all processes of a database. Thread-safe."""

    def __init__(
        self, now: Callable[[], float] = time.monotonic, shared: SharedCounters | None = None
    ) -> None:
        self._now = now
        self._shared = shared or SharedCounters()
        self._shared.listen(TRIED, self._heard_try)
        self._shared.listen(WAS_RIGHT, self._right)
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """By whom: how often in a row, and when last."""
        self._lock = threading.Lock()

    def begin(self, *limits: tuple[str, Limit]) -> None:
        """Somebody tries; until `right` is said it counts as wrong, so that many at once are no way round.

        Raises TooManyRequests for who has to wait by any of the limits.
        """
        with self._lock:
            wait = max(self._wait(who, limit) for who, limit in limits)
            if wait > 0:
                text = N_("That was wrong too often. Try again in {seconds} seconds.")
                raise TooManyRequests("too_often", text, wait, seconds=ceil(wait))
            for who, limit in limits:
                self._count_one(who, limit.forgotten)
        for who, limit in limits:
            self._shared.tell(TRIED, who, str(limit.forgotten))

    def right(self, account: str, address: str) -> None:
        """It was right: the account begins anew. An address only has this one taken back, or one's own account would do to
        go on guessing another's.
        """
        self._right(account, address)
        self._shared.tell(WAS_RIGHT, account, address)

    def _heard_try(self, who: str, forgotten: str) -> None:
        """Somebody tries at another process."""
        with self._lock:
            self._count_one(who, float(forgotten))

    def _count_one(self, who: str, forgotten: float) -> None:
        self._wrong[who] = (self._count(who, forgotten) + 1, self._now())
        self._wrong.move_to_end(who)
        while len(self._wrong) > MOST:
            self._wrong.popitem(last=False)

    def _right(self, account: str, address: str) -> None:
        with self._lock:
            self._wrong.pop(account, None)
            count, at = self._wrong.get(address, (0, 0.0))
            if count:
                self._wrong[address] = (count - 1, at)

    def _wait(self, who: str, limit: Limit) -> float:
        count = self._count(who, limit.forgotten) - limit.free
        if count < 0:
            return 0.0
        lasts = min(limit.longest, limit.first * 2.0 ** min(count, 30))
        return self._wrong[who][1] + lasts - self._now()

    def _count(self, who: str, forgotten: float) -> int:
        count, at = self._wrong.get(who, (0, 0.0))
        return count if at > self._now() - forgotten else 0
