"""When somebody was last at a seat, as far as this process knows: an open stream, or a command or question of a device
that holds it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from quartier.server.lru_cache import LruCache

SHARE_INTERVAL = 30.0
"""Seconds until a process tells the others again, by the database, who was seen; far fewer than make somebody away."""
MAX_TRACKED_SEATS = 16384
"""Seats that are remembered; those seen longest ago go first."""


class LastSeen:
    """Times in seconds since 1970. Nobody was last seen before this process began: who was there a moment ago may have been
    cut off by its start.
    """

    def __init__(self) -> None:
        self._began = time.time()
        self._at: LruCache[tuple[str, int], float] = LruCache(MAX_TRACKED_SEATS)

    def note(self, table_id: str, seats: Iterable[int]) -> None:
        """Note that the device that holds these seats is there now."""
        for seat in seats:
            self._at.put((table_id, seat), time.time())

    def at(self, table_id: str, seat: int) -> float:
        """Return when a seat was last seen."""
        return self._at.get((table_id, seat)) or self._began

    def latest(self, table_id: str, seats: Iterable[int]) -> float:
        """Return when one of the seats was last seen since this process began; 0 if none was."""
        return max((self._at.get((table_id, seat)) or 0.0 for seat in seats), default=0.0)

    def since(self, at: float) -> dict[tuple[str, int], float]:
        """Return the seats that were seen from a time on, by table and seat, with the time."""
        return {key: at_seat for key, at_seat in self._at.items() if at_seat >= at}
