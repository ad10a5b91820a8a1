"""The time of day, as everything that must be testable asks for it."""

from __future__ import annotations

import time


class Clock:
    """The computer's clock; tests have one that they move."""

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()
