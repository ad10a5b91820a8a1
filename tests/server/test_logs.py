"""What is said again and again is said seldom: a fault that repeats itself must not fill the disk."""

from __future__ import annotations

import logging
from typing import Any

import pytest
import structlog

from quartier.server.logs import KNOWN, MOST, WITHIN, RepeatFilter


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def _said(seldom: RepeatFilter, text: str) -> str | None:
    record = logging.LogRecord("asyncio", logging.ERROR, "", 0, text, None, None)
    return record.getMessage() if seldom.filter(record) else None


def test_a_flood_of_one_line_becomes_a_few_and_a_number() -> None:
    clock = Clock()
    seldom = RepeatFilter(clock)
    flood = [_said(seldom, "socket.accept() out of system resource") for _ in range(300_000)]
    assert sum(line is not None for line in flood) == MOST
    assert _said(seldom, "another thing") == "another thing"
    clock.now = WITHIN
    again = _said(seldom, "socket.accept() out of system resource")
    assert again == f"socket.accept() out of system resource ({300_000 - MOST} times more in between)"
    assert _said(seldom, "socket.accept() out of system resource") == "socket.accept() out of system resource"


def test_what_is_remembered_is_bounded() -> None:
    seldom = RepeatFilter(Clock())
    for number in range(3 * KNOWN):
        assert _said(seldom, f"line {number}") is not None
    assert len(seldom._said) <= KNOWN


def test_our_own_warnings_are_said_seldom_and_good_news_always() -> None:
    clock = Clock()
    seldom = RepeatFilter(clock)
    event: dict[str, Any] = {"event": "refused", "code": "database"}
    for _ in range(MOST):
        assert seldom.process(None, "error", dict(event)) == event
    with pytest.raises(structlog.DropEvent):
        seldom.process(None, "error", dict(event))
    clock.now = WITHIN
    assert seldom.process(None, "error", dict(event)) == event | {"left_out": 1}
    for _ in range(2 * MOST):
        assert seldom.process(None, "info", {"event": "compiled"}) == {"event": "compiled"}
