"""Logs.

One JSON line per event on standard error. No secrets, no moves, no names: table, seat, version and codes are
enough.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog


def configure() -> None:
    """Set up structlog, and let the libraries' warnings through."""
    logging.basicConfig(
        level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s"
    )
    structlog.configure(
        processors=[
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
