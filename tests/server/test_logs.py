"""The log: one JSON line per event, also from libraries; a fault that repeats itself must not fill the disk."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import structlog

from quartier.server.logs import MAX_REPEATS, MAX_TRACKED, REPEAT_WINDOW, RepeatFilter

from .harness import SERVE, answers, free_port, wait_until


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


WARNS = """
import logging, sys, warnings
from quartier.server import logs
logs.configure()
warnings.warn("a warning of Python")
logging.getLogger("library").error("a fault of %s", "a library", exc_info=ValueError("why"))
"""
BROKEN = b"no request\r\n\r\n"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def test_libraries_and_python_log_in_json_too() -> None:
    done = subprocess.run([sys.executable, "-c", WARNS], capture_output=True, text=True, check=True)
    warning, fault = map(json.loads, done.stderr.splitlines())
    assert (warning["level"], warning["logger"]) == ("warning", "py.warnings")
    assert "a warning of Python" in warning["event"]
    assert fault["event"] == "a fault of a library"
    assert "ValueError: why" in fault["exception"]
    assert {"level": "error", "logger": "library"}.items() <= fault.items()


def test_requests_of_strangers_leave_only_json(tmp_path: Path) -> None:
    port, script = free_port(), tmp_path / "serve.py"
    script.write_text(SERVE, encoding="utf-8")
    command = [sys.executable, str(script), str(tmp_path / "games.db"), str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        wait_until(lambda: answers(f"http://127.0.0.1:{port}"), 60)
        for request in (BROKEN, UPGRADE):
            with socket.create_connection(("127.0.0.1", port)) as stranger:
                stranger.sendall(request)
                while stranger.recv(1000):
                    pass
    finally:
        server.terminate()
    events = [json.loads(line)["event"] for line in server.communicate(timeout=60)[1].splitlines()]
    assert "Invalid HTTP request received." in events
    assert any("WebSocket" in event for event in events)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no SIGKILL")
@pytest.mark.parametrize("kind", ["busy", "worker", "compiler"])
def test_processes_of_a_killed_server_end_silently(tmp_path: Path, kind: str) -> None:
    """In the middle of their work, too: else the compiler would use a core beside the next server's."""
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.server.orphans", kind],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "QUARTIER_CACHE": str(tmp_path)},
        cwd=Path(__file__).parents[2],
    )
    assert server.stdout is not None
    assert server.stdout.readline() == "started\n"
    server.kill()
    assert server.communicate(timeout=20) == ("", "")  # they have the pipes as long as they run
