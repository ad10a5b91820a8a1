"""Memory of streams that have closed or are idle is given back to the system.

Closed streams leave circles of objects (a cancelled task, its exception, the frames that it passed), which Python's
collector would find only after millions of new objects (`gc_tuning`). What was drawn for tables that no one watches any
more stays in caches.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from contextlib import suppress
from types import ModuleType
from typing import Final, Protocol

RELEASE_INTERVAL: Final = 60.0
"""Seconds between two releases."""
MIN_CLOSED_STREAMS: Final = 256
"""Closed streams that are worth a collection, which stops everyone for a moment."""
DRAWING_PACKAGES: Final = ("quartier.core.", "quartier.games.")
"""Packages whose modules cache what they draw and word."""


class StreamCounts(Protocol):
    """The numbers of open streams, and of those that have closed so far."""

    closed_streams: int

    @property
    def streams(self) -> int:
        """The number of open streams."""
        ...


class MemoryRelease:
    """Gives memory back, now and then: all that a crowd needed once most of it has left.

    Args:
        hub: Counts the streams.
        clear: Empty the caches of the server.
    """

    def __init__(self, hub: StreamCounts, clear: Callable[[], None]) -> None:
        self._hub = hub
        self._clear = clear
        self._collected_at = 0
        """How many streams had closed at the last collection."""
        self._peak = 0
        """The most open streams since the caches were emptied."""

    def run(self) -> None:
        """Give free memory back, and garbage if there is much. In a thread: it takes milliseconds, garbage more."""
        count, closed = self._hub.streams, self._hub.closed_streams
        self._peak = max(self._peak, count)
        if closed - self._collected_at >= max(MIN_CLOSED_STREAMS, count):
            self._collected_at = closed
            if 2 * count < self._peak:
                self._peak = count
                self._clear()
                clear_drawings()
            gc.collect()
        release_free_memory()


def clear_drawings() -> None:
    """Empty the caches of drawings and texts that depend on positions: each has a bound. Constants have none, and stay."""
    for name, module in list(sys.modules.items()):
        if name.startswith(DRAWING_PACKAGES):
            _clear_functions(module)


def _clear_functions(module: ModuleType) -> None:
    for value in list(vars(module).values()):
        parameters = getattr(value, "cache_parameters", None)
        if parameters is not None and parameters()["maxsize"] is not None:
            value.cache_clear()


def release_free_memory() -> None:
    """Give free memory back to the system, where its C library can."""
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # musl has no such function
            ctypes.CDLL(None).malloc_trim(0)
