"""Logging: one JSON line per event on standard error.

No secrets, no moves, no names: table, seat, version and codes are enough. Repeated messages are suppressed: a fault
that repeats itself must not fill the disk.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, MutableMapping
from typing import Any

import structlog

MAX_REPEATS = 20
"""Times that the same thing is said within `REPEAT_WINDOW` seconds."""
REPEAT_WINDOW = 60.0
MAX_TRACKED = 1000
"""Different things that are remembered."""


class RepeatFilter(logging.Filter):
    """Suppresses messages that repeat too often, and then logs how many were left out. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._lock = threading.Lock()
        self._counts: dict[str, tuple[float, int]] = {}
        """By what was said, when its present span began, and how often it was since."""

    def count_suppressed(self, what: str) -> int | None:
        """Return how many were suppressed in the window before; None: suppress this one, too."""
        now = self._clock()
        with self._lock:
            began, times = self._counts.get(what, (now, 0))
            over = now - began >= REPEAT_WINDOW
            if not over and times >= MAX_REPEATS:
                self._counts[what] = began, times + 1
                return None
            if len(self._counts) >= MAX_TRACKED and what not in self._counts:
                self._counts.clear()
            self._counts[what] = (now, 1) if over else (began, times + 1)
            return max(0, times - MAX_REPEATS) if over else 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Limit what libraries log."""
        left_out = self.count_suppressed(f"{record.name}: {record.msg}"[:200])
        if left_out:
            record.msg = f"{record.msg} ({left_out} times more in between)"
        return left_out is not None

    def process(self, _: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Limit what we log: structlog's processor. Good news is never too much."""
        left_out = 0 if method in ("debug", "info") else self.count_suppressed(str(event.get("event")))
        if left_out is None:
            raise structlog.DropEvent
        return {**event, "left_out": left_out} if left_out else event


def configure() -> None:
    """Set up structlog, and log the warnings of libraries and of Python in the same form."""
    seldom = RepeatFilter()
    on_stderr = logging.StreamHandler(sys.stderr)
    on_stderr.setFormatter(_formatter())
    logging.basicConfig(level=logging.WARNING, handlers=[on_stderr])
    logging.captureWarnings(True)
    for handler in logging.getLogger().handlers:
        handler.filters = [
            existing for existing in handler.filters if not isinstance(existing, RepeatFilter)
        ] + [seldom]
    structlog.configure(
        processors=[
            seldom.process,
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            *_AS_JSON,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=_to_stderr,
        cache_logger_on_first_use=False,  # standard error may be exchanged while we run
    )


_AS_JSON = (
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
    structlog.processors.JSONRenderer(),
)


def _formatter() -> logging.Formatter:
    """Return the formatter for what libraries log: JSON as of our own events, with the name of the logger."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.add_log_level, structlog.stdlib.add_logger_name],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_AS_JSON],
    )


def _to_stderr(*_: Any) -> structlog.PrintLogger:
    return structlog.PrintLogger(sys.stderr)
