"""Logs.

One JSON line per event on standard error. No secrets, no moves, no names: table, seat, version and codes are
enough. What is said again and again is said seldom: a fault that repeats itself must not fill the disk.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, MutableMapping
from typing import Any

import structlog

MOST = 20
"""Times that the same thing is said within `WITHIN` seconds."""
WITHIN = 60.0
KNOWN = 1000
"""Different things that are remembered."""


class RepeatFilter(logging.Filter):
    """Lets through what was not said too often lately, and then says how much was left out. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._lock = threading.Lock()
        self._said: dict[str, tuple[float, int]] = {}
        """By what was said, when its present span began, and how often it was since."""

    def left_out(self, what: str) -> int | None:
        """How often it was left out in the span before; None: leave it out now, too."""
        now = self._clock()
        with self._lock:
            began, times = self._said.get(what, (now, 0))
            over = now - began >= WITHIN
            if not over and times >= MOST:
                self._said[what] = began, times + 1
                return None
            if len(self._said) >= KNOWN and what not in self._said:
                self._said.clear()
            self._said[what] = (now, 1) if over else (began, times + 1)
            return max(0, times - MOST) if over else 0

    def filter(self, record: logging.LogRecord) -> bool:
        """For what libraries say."""
        left_out = self.left_out(f"{record.name}: {record.msg}"[:200])
        if left_out:
            record.msg = f"{record.msg} ({left_out} times more in between)"
        return left_out is not None

    def process(self, _: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """For what we say: structlog's processor. Good news is never too much."""
        left_out = 0 if method in ("debug", "info") else self.left_out(str(event.get("event")))
        if left_out is None:
            raise structlog.DropEvent
        return {**event, "left_out": left_out} if left_out else event


def configure() -> None:
    """Set up structlog, and let the libraries' warnings through."""
    seldom = RepeatFilter()
    logging.basicConfig(
        level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s"
    )
    for handler in logging.getLogger().handlers:
        handler.filters = [each for each in handler.filters if not isinstance(each, RepeatFilter)] + [seldom]
    structlog.configure(
        processors=[
            seldom.process,
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=_to_stderr,
        cache_logger_on_first_use=False,  # standard error may be exchanged while we run
    )


def _to_stderr(*_: Any) -> structlog.PrintLogger:
    return structlog.PrintLogger(sys.stderr)
