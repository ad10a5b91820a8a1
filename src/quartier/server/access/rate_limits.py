"""Rate limits: how often a visitor may do something expensive, in a sliding window.

Guessing passwords and codes is throttled otherwise (`access.throttling`): there a wrong attempt makes the next one
wait, longer each time, a right one resets that, and an account is guarded against many addresses. Here everything
counts, nothing is taken back, and the window is the same for all.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Literal

from quartier.core.text.languages import N_
from quartier.server.access.ip_prefix import prefixes
from quartier.server.access.shared_quotas import SharedCounters
from quartier.server.errors import TooManyRequests
from quartier.server.limits import UNLIMITED, Limits, Quota

Kind = Literal[
    "tables", "joins", "matches", "records", "reviews", "proofs", "words", "codes", "tournaments", "exports"
]

_MESSAGES: dict[Kind, str] = {
    "tables": N_("You’ve opened too many tables. Try again in {minutes} min."),
    "joins": N_("You’ve joined too many tables. Try again in {minutes} min."),
    "matches": N_("You’ve asked for too many quick matches. Try again in {minutes} min."),
    "records": N_("You’ve opened too many game records. Try again in {minutes} min."),
    "reviews": N_("You’ve requested too many analyses. Try again in {minutes} min."),
    "proofs": N_("Too many verification requests. Try again in {minutes} min."),
    "words": N_("You’ve sent too many messages. Try again in {minutes} min."),
    "tournaments": N_("You’ve created too many tournaments. Try again in {minutes} min."),
    "exports": N_("You’ve exported your games too often. Try again in {minutes} min."),
    "codes": N_("Too many wrong codes. Try again in {minutes} min, or ask for the link."),
}
ACTION = "done"
"""What processes tell each other."""
MAX_TRACKED = 20_000
"""So many browsers and addresses, the last ones."""


@dataclass(frozen=True)
class Visitor:
    """Who asks, as far as known without an account."""

    address: str
    """Of the household: see `http.visitor`."""
    browser: str = ""
    """The hash of the cookie by which a browser is known; "": it has none."""


class Quotas:
    """The recent actions of visitors, at all processes of a database. Thread-safe."""

    def __init__(
        self,
        limits: Limits,
        clock: Callable[[], float] = time.monotonic,
        shared: SharedCounters | None = None,
    ) -> None:
        self.clock = clock
        self._limits = limits
        self._shared = shared or SharedCounters()
        self._shared.listen(ACTION, self._receive)
        self._lock = threading.Lock()
        self._done: OrderedDict[tuple[str, ...], list[float]] = OrderedDict()
        """By kind and who, when it was done."""

    def take(self, kind: Kind, visitor: Visitor) -> None:
        """Count an action. Raises TooManyRequests where it is one too many, which does not count."""
        with self._lock:
            self._check(kind, visitor)
            self._note(kind, visitor)
        self._shared.broadcast(ACTION, kind, visitor.address, visitor.browser)

    def check(self, kind: Kind, visitor: Visitor) -> None:
        """Raise TooManyRequests for a visitor over the limit."""
        with self._lock:
            self._check(kind, visitor)

    def note(self, kind: Kind, visitor: Visitor) -> None:
        """Count an action without checking it."""
        with self._lock:
            self._note(kind, visitor)
        self._shared.broadcast(ACTION, kind, visitor.address, visitor.browser)

    def _receive(self, kind: Kind, address: str, browser: str) -> None:
        """Count an action at another process."""
        with self._lock:
            self._note(kind, Visitor(address, browser))

    def _check(self, kind: Kind, visitor: Visitor) -> None:
        quota: Quota = getattr(self._limits, kind)
        wait = max(self._wait(who, most, quota.within) for who, most in _counters(kind, visitor, quota))
        if wait > 0:
            raise TooManyRequests(f"too_many_{kind}", _MESSAGES[kind], wait, minutes=ceil(wait / 60))

    def _wait(self, who: tuple[str, ...], most: int, within: float) -> float:
        """Return the seconds until the action is allowed again."""
        now = self.clock()
        recent = [at for at in self._done.get(who, ()) if at > now - within]
        return recent[-most] + within - now if len(recent) >= most else 0.0

    def _note(self, kind: Kind, visitor: Visitor) -> None:
        quota: Quota = getattr(self._limits, kind)
        now = self.clock()
        for who, most in _counters(kind, visitor, quota):
            recent = [at for at in self._done.get(who, ()) if at > now - quota.within]
            self._done[who] = [*recent, now][-most:]
            self._done.move_to_end(who)
        while len(self._done) > MAX_TRACKED:
            self._done.popitem(last=False)


def _counters(kind: Kind, visitor: Visitor, quota: Quota) -> list[tuple[tuple[str, ...], int]]:
    """Return the keys that are counted, with their limits."""
    return [
        ((kind, visitor.address, visitor.browser), quota.per_browser),
        *(((kind, prefix), factor * quota.per_address) for prefix, factor in prefixes(visitor.address)),
        *([((kind,), quota.in_total)] if quota.in_total < UNLIMITED else []),
    ]
