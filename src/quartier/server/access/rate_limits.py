"""How often a visitor has done what costs the others something: so often within a time that slides along.

Guessing is limited in another way (`accounts.guessing`): there what was wrong makes whoever tries wait, longer each time,
what was right takes that back, and one account is guarded against many addresses. Here everything counts, nothing is taken
back, and the time is the same for all.
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
from quartier.server.access.shared_quotas import SharedCounters
from quartier.server.errors import TooManyRequests
from quartier.server.limits import Limits, Quota

Kind = Literal["tables", "joins", "records", "reviews", "proofs", "words", "codes", "tournaments", "exports"]

_SAID: dict[Kind, str] = {
    "tables": N_("You have opened many tables in a short time. Try again in {minutes} min."),
    "joins": N_("You have sat down very often in a short time. Try again in {minutes} min."),
    "records": N_("You have opened many records in a short time. Try again in {minutes} min."),
    "reviews": N_("You have asked for many reviews in a short time. Try again in {minutes} min."),
    "proofs": N_("You have had many games’ chance worked out in a short time. Try again in {minutes} min."),
    "words": N_("You have said a lot in a short time. Try again in {minutes} min."),
    "tournaments": N_("You have announced many tournaments in a short time. Try again in {minutes} min."),
    "exports": N_("You have fetched your games several times in a short time. Try again in {minutes} min."),
    "codes": N_("That were too many wrong codes. Try again in {minutes} min, or ask for the link."),
}
DONE = "done"
"""What processes tell each other."""
REMEMBERED = 20_000
"""So many browsers and addresses, the last ones."""


@dataclass(frozen=True)
class Visitor:
    """Who asks, as far as that can be told without an account."""

    address: str
    """Of the household: see `http.visitor`."""
    browser: str = ""
    """The hash of the cookie by which a browser is known; "": it has none."""


class Quotas:
    """What visitors did lately, at all processes of a database. Thread-safe."""

    def __init__(
        self,
        limits: Limits,
        clock: Callable[[], float] = time.monotonic,
        shared: SharedCounters | None = None,
    ) -> None:
        self.clock = clock
        self._limits = limits
        self._shared = shared or SharedCounters()
        self._shared.listen(DONE, self._heard)
        self._lock = threading.Lock()
        self._done: OrderedDict[tuple[str, ...], list[float]] = OrderedDict()
        """By kind and who, when it was done."""

    def take(self, kind: Kind, visitor: Visitor) -> None:
        """It is done now. Raises TooManyRequests where that would be too often; then it does not count."""
        with self._lock:
            self._check(kind, visitor)
            self._note(kind, visitor)
        self._shared.tell(DONE, kind, visitor.address, visitor.browser)

    def check(self, kind: Kind, visitor: Visitor) -> None:
        """Raises TooManyRequests for somebody who has done it too often."""
        with self._lock:
            self._check(kind, visitor)

    def note(self, kind: Kind, visitor: Visitor) -> None:
        """It was done."""
        with self._lock:
            self._note(kind, visitor)
        self._shared.tell(DONE, kind, visitor.address, visitor.browser)

    def _heard(self, kind: Kind, address: str, browser: str) -> None:
        """It was done at another process."""
        with self._lock:
            self._note(kind, Visitor(address, browser))

    def _check(self, kind: Kind, visitor: Visitor) -> None:
        quota: Quota = getattr(self._limits, kind)
        wait = max(self._wait(who, most, quota.within) for who, most in _bounds(kind, visitor, quota))
        if wait > 0:
            raise TooManyRequests(f"too_many_{kind}", _SAID[kind], wait, minutes=ceil(wait / 60))

    def _wait(self, who: tuple[str, ...], most: int, within: float) -> float:
        """Seconds until it may be done again."""
        now = self.clock()
        recent = [at for at in self._done.get(who, ()) if at > now - within]
        return recent[-most] + within - now if len(recent) >= most else 0.0

    def _note(self, kind: Kind, visitor: Visitor) -> None:
        quota: Quota = getattr(self._limits, kind)
        now = self.clock()
        for who, most in _bounds(kind, visitor, quota):
            recent = [at for at in self._done.get(who, ()) if at > now - quota.within]
            self._done[who] = [*recent, now][-most:]
            self._done.move_to_end(who)
        while len(self._done) > REMEMBERED:
            self._done.popitem(last=False)


def _bounds(kind: Kind, visitor: Visitor, quota: Quota) -> list[tuple[tuple[str, ...], int]]:
    """Who is counted, and up to which number."""
    return [
        ((kind, visitor.address, visitor.browser), quota.each),
        ((kind, visitor.address), quota.together),
    ]
