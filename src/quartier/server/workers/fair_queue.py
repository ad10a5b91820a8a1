"""Fair queue: the owner with the least accumulated time goes first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from statistics import median_high
from typing import Generic, TypeVar

T = TypeVar("T")
REMEMBERED = 1000
"""Maximum number of owners remembered who have used more than the minimum."""


class FairQueue(Generic[T]):
    """Queue of items with owners: next is one of the owner with the least accumulated time, not of the most frequent one.

    A new or returning owner starts level with the others: turns can't be saved up. Not thread-safe.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[T]] = {}
        """Items by owner; among owners with equal time, first come, first served."""
        self._had: dict[str, float] = {}
        """Accumulated seconds of the owners; at least `_floor` for absent ones."""
        self._floor = 0.0

    def __len__(self) -> int:
        return sum(len(theirs) for theirs in self._waiting.values())

    def waiting(self, owner: str) -> int:
        """Return how many of an owner's items wait."""
        return len(self._waiting.get(owner, ()))

    def add(self, owner: str, thing: T) -> None:
        """Enqueue an item."""
        self._waiting.setdefault(owner, deque()).append(thing)

    def take(self) -> tuple[str, T]:
        """Return the next item and its owner. Raises IndexError if none waits."""
        if not self._waiting:
            raise IndexError
        owner = min(self._waiting, key=self._time)
        self._floor = self._time(owner)
        theirs = self._waiting.pop(owner)
        thing = theirs.popleft()
        if theirs:
            self._waiting[owner] = theirs  # after those with equal time
        return owner, thing

    def drop(self, is_useless: Callable[[T], bool]) -> list[T]:
        """Remove and return the items that are useless."""
        dropped: list[T] = []
        remaining: dict[str, deque[T]] = {}
        for owner, theirs in self._waiting.items():
            for thing in theirs:
                (dropped if is_useless(thing) else remaining.setdefault(owner, deque())).append(thing)
        self._waiting = remaining
        return dropped

    def charge(self, owner: str, seconds: float) -> None:
        """Add to an owner's accumulated time; a negative amount refunds."""
        self._had[owner] = self._time(owner) + seconds
        if len(self._had) > REMEMBERED:
            self._forget()

    def _forget(self) -> None:
        """Forget owners below the median, so that it takes long until there are too many again."""
        self._floor = max(self._floor, median_high(self._had.values()))
        self._had = {who: had for who, had in self._had.items() if had > self._floor}

    def _time(self, owner: str) -> float:
        return max(self._had.get(owner, 0.0), self._floor)
