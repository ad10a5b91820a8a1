"""Memory that the allocator keeps, of streams that have closed or are idle, is given back to the system."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress
from typing import Final

RELEASE_INTERVAL: Final = 60.0
"""Seconds between two releases."""


def release_free_memory() -> None:
    """Give free memory back to the system, where its C library can. In a thread: it takes milliseconds."""
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # musl has no such function
            ctypes.CDLL(None).malloc_trim(0)
