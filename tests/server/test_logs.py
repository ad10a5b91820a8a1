"""What is said again and again is said seldom: a fault that repeats itself must not fill the disk."""

from __future__ import annotations

import logging
from typing import Any

import pytest
import structlog

from quartier.server.logs import MAX_REPEATS, MAX_TRACKED, REPEAT_WINDOW, RepeatFilter


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def _logged_text(seldom: RepeatFilter, text: str) -> str | None:
    record = logging.LogRecord("asyncio", logging.ERROR, "", 0, text, None, None)
    return record.getMessage() if seldom.filter(record) else None


def test_a_flood_of_one_line_becomes_a_few_and_a_number() -> None:
    clock = Clock()
    seldom = RepeatFilter(clock)
    flood = [_logged_text(seldom, "socket.accept() out of system resource") for _ in range(300_000)]
    assert sum(line is not None for line in flood) == MAX_REPEATS
    assert _logged_text(seldom, "another thing") == "another thing"
    clock.now = REPEAT_WINDOW
    again = _logged_text(seldom, "socket.accept() out of system resource")
    assert again == f"socket.accept() out of system resource ({300_000 - MAX_REPEATS} times more in between)"
    assert (
        _logged_text(seldom, "socket.accept() out of system resource")
        == "socket.accept() out of system resource"
    )


def test_what_is_remembered_is_bounded() -> None:
    seldom = RepeatFilter(Clock())
    for number in range(3 * MAX_TRACKED):
        assert _logged_text(seldom, f"line {number}") is not None
    assert len(seldom._counts) <= MAX_TRACKED


def test_repeated_warnings_are_logged_rarely_and_good_news_always() -> None:
    clock = Clock()
    seldom = RepeatFilter(clock)
    event: dict[str, Any] = {"event": "refused", "code": "database"}
    for _ in range(MAX_REPEATS):
        assert seldom.process(None, "error", dict(event)) == event
    with pytest.raises(structlog.DropEvent):
        seldom.process(None, "error", dict(event))
    clock.now = REPEAT_WINDOW
    assert seldom.process(None, "error", dict(event)) == event | {"left_out": 1}
    for _ in range(2 * MAX_REPEATS):
        assert seldom.process(None, "info", {"event": "compiled"}) == {"event": "compiled"}
