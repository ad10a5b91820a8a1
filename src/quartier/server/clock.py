"""The time of day, as everything that must be testable asks for it."""

from __future__ import annotations

import time


class Clock:
    """The computer's clock; tests have one that they move.

    It follows the system's clock forward. If that is set back, it runs on by the monotonic clock: running clocks of seats
    neither stop nor get time back.
    """

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> float:
        """Seconds since 1970; never earlier than before."""
        wall, monotonic = time.time(), time.monotonic()
        if wall > monotonic + self._offset:  # set forward, or the machine has slept
            self._offset = wall - monotonic
        return monotonic + self._offset
