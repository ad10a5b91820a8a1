"""Resident memory of a process (Linux)."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def resident(pid: int) -> int:
    """Return the bytes of the process in main memory; 0 if unknown, or it has ended."""
    with suppress(OSError, ValueError, IndexError):
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0
