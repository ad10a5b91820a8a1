"""When somebody was last at a seat, as far as this process knows: an open stream, or a command or question of a device
that holds it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from quartier.server.lru_cache import LruCache

EVERY = 30.0
"""Seconds until a process tells the others again, by the database, who was seen; far fewer than make somebody away."""
MOST = 16384
"""Seats that are remembered; those seen longest ago go first."""


class LastSeen:
    """Times in seconds since 1970. Nobody was last seen before this process began: who was there a moment ago may have been
    cut off by its start.
    """

    def __init__(self) -> None:
        self._began = time.time()
        self._at: LruCache[tuple[str, int], float] = LruCache(MOST)

    def note(self, table_id: str, seats: Iterable[int]) -> None:
        """The device that holds these seats is there now."""
        for seat in seats:
            self._at.put((table_id, seat), time.time())

    def at(self, table_id: str, seat: int) -> float:
        """When a device of the seat was last heard of."""
        return self._at.get((table_id, seat)) or self._began

    def heard(self, table_id: str, seats: Iterable[int]) -> float:
        """When a device of one of the seats was last heard of since this process began; 0 if none was."""
        return max((self._at.get((table_id, seat)) or 0.0 for seat in seats), default=0.0)

    def since(self, at: float) -> dict[tuple[str, int], float]:
        """Whoever was heard of from that time on, by table and seat, and when last."""
        return {place: seen for place, seen in self._at.items() if seen >= at}
