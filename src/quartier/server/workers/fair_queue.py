"""Fair queue: the owner who has had the least time goes first."""

from __future__ import annotations

from collections import deque
from statistics import median_high
from typing import Generic, TypeVar

T = TypeVar("T")
REMEMBERED = 1000
"""So many owners at most are remembered who have had more than the others."""


class FairQueue(Generic[T]):
    """Queue of things with owners: next is one of the owner who has had the least time, not of the one who asks most.

    A new or returning owner begins where the others are: no one saves up turns. Not thread-safe.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[T]] = {}
        """By owner; of those who have had the same, the first comes first."""
        self._had: dict[str, float] = {}
        """Seconds that owners have had; at least `_floor` for whoever is not here."""
        self._floor = 0.0

    def __len__(self) -> int:
        return sum(len(theirs) for theirs in self._waiting.values())

    def waiting(self, owner: str) -> int:
        """Return how many of an owner's things wait."""
        return len(self._waiting.get(owner, ()))

    def add(self, owner: str, thing: T) -> None:
        """Enqueue a thing."""
        self._waiting.setdefault(owner, deque()).append(thing)

    def take(self) -> tuple[str, T]:
        """Return the next thing and its owner. Raises IndexError if none waits."""
        if not self._waiting:
            raise IndexError
        owner = min(self._waiting, key=self._time)
        self._floor = self._time(owner)
        theirs = self._waiting.pop(owner)
        thing = theirs.popleft()
        if theirs:
            self._waiting[owner] = theirs  # after those who have had the same
        return owner, thing

    def charge(self, owner: str, seconds: float) -> None:
        """Add to the time that an owner has had; a negative amount refunds."""
        self._had[owner] = self._time(owner) + seconds
        if len(self._had) > REMEMBERED:
            self._forget()

    def _forget(self) -> None:
        """Forget owners below the median, so that it takes long until there are too many again."""
        self._floor = max(self._floor, median_high(self._had.values()))
        self._had = {who: had for who, had in self._had.items() if had > self._floor}

    def drain(self) -> list[T]:
        """Remove and return everything that waits."""
        left = [thing for theirs in self._waiting.values() for thing in theirs]
        self._waiting.clear()
        return left

    def _time(self, owner: str) -> float:
        return max(self._had.get(owner, 0.0), self._floor)
