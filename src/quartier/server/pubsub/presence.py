"""Presence: when each seat was last seen by this process, by an open stream or a request."""

from __future__ import annotations

from collections.abc import Iterable

from quartier.server.clock import Clock
from quartier.server.lru_cache import LruCache

SHARE_INTERVAL = 30.0
"""Seconds between writes to the database of who was seen, for other processes; far fewer than `Settings.away_after`."""
MAX_TRACKED_SEATS = 16384
"""Seats that are remembered; those seen longest ago go first."""


class LastSeen:
    """Times in seconds since 1970, at least the start of this process, which may have cut clients off."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began = clock.now()
        self._at: LruCache[tuple[str, int], float] = LruCache(MAX_TRACKED_SEATS)

    def note(self, table_id: str, seats: Iterable[int]) -> None:
        """Note that the device that holds these seats is there now."""
        for seat in seats:
            self._at.put((table_id, seat), self._clock.now())

    def at(self, table_id: str, seat: int) -> float:
        """Return when a seat was last seen."""
        return self._at.get((table_id, seat)) or self._began

    def latest(self, table_id: str, seats: Iterable[int]) -> float:
        """Return when one of the seats was last seen since this process began; 0 if none was."""
        return max((self._at.get((table_id, seat)) or 0.0 for seat in seats), default=0.0)

    def since(self, at: float) -> dict[tuple[str, int], float]:
        """Return the seats that were seen from a time on, by table and seat, with the time."""
        return {key: at_seat for key, at_seat in self._at.items() if at_seat >= at}
