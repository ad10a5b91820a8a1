"""When somebody was last at a seat, as far as this process knows: an open stream or a command of a device that holds it."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable


class LastSeen:
    """Times in seconds since 1970. Nobody was last seen before this process began: who was there a moment ago may have been
    cut off by its start.
    """

    MOST = 16384
    """Seats that are remembered; those seen longest ago go first."""

    def __init__(self) -> None:
        self._began = time.time()
        self._at: OrderedDict[tuple[str, int], float] = OrderedDict()
        self._lock = threading.Lock()

    def note(self, table_id: str, seats: Iterable[int]) -> None:
        """The device that holds these seats is there now."""
        now = time.time()
        with self._lock:
            for seat in seats:
                self._at[table_id, seat] = now
                self._at.move_to_end((table_id, seat))
            while len(self._at) > self.MOST:
                self._at.popitem(last=False)

    def at(self, table_id: str, seat: int) -> float:
        """When a device of the seat was last heard of."""
        with self._lock:
            return self._at.get((table_id, seat), self._began)
