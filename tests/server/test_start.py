"""Starting and stopping the real thing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

from .harness import PATIENCE, SERVE, answers, free_port, wait_until

ATTEMPTS = 3
LIMIT = 2.0
SLOWER = 1.5
"""On a slow or busy machine: at most so many times what the libraries alone take to be imported."""
LIBRARIES = "import fastapi, sqlalchemy.orm, structlog, uvicorn, jinja2, babel, numpy"


def test_the_first_page_comes_within_two_seconds(tmp_path: Path) -> None:
    """On a new machine: no data, no compiled code, everything still to be imported and compiled."""
    script = tmp_path / "serve_it.py"
    script.write_text(SERVE)
    assert any(_in_time(tmp_path / str(number), script) for number in range(ATTEMPTS))


def _in_time(folder: Path, script: Path) -> bool:
    folder.mkdir()
    libraries = _seconds_of_libraries()
    return _seconds_to_first_page(folder, script) < max(LIMIT, SLOWER * libraries)


def _seconds_of_libraries() -> float:
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", LIBRARIES], check=True)
    return time.monotonic() - began


def _seconds_to_first_page(folder: Path, script: Path) -> float:
    port = free_port()
    environment = os.environ | {"QUARTIER_CACHE": str(folder / "cache")}
    began = time.monotonic()
    command = [sys.executable, str(script), str(folder / "games.db"), str(port)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        while time.monotonic() - began < PATIENCE:
            try:
                page = httpx.get(f"http://127.0.0.1:{port}/", timeout=PATIENCE)
                assert page.status_code == 200
                return time.monotonic() - began
            except httpx.ConnectError:
                time.sleep(0.01)
        raise AssertionError("no answer at all")
    finally:
        process.terminate()
        process.wait()


def test_ctrl_c_ends_it_at_once(tmp_path: Path) -> None:
    script = tmp_path / "serve_it.py"
    script.write_text(SERVE)
    port = free_port()
    command = [sys.executable, str(script), str(tmp_path / "games.db"), str(port)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: answers(f"http://127.0.0.1:{port}"))
    wait_until(lambda: _has_children(process.pid))  # bots' processes and the compiler are starting
    process.send_signal(signal.SIGINT)
    assert process.wait(5) == 0
    assert "Traceback" not in process.stderr.read()


def _has_children(pid: int) -> bool:
    return any(tasks.read_text() for tasks in Path(f"/proc/{pid}/task").glob("*/children"))
