"""Starting and stopping the real thing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx

from .harness import SERVE, TIMEOUT, answers, free_port, wait_until

LAZY_MODULES = ("numba", "alembic", "quartier.core.compiled", "quartier.lab", "matplotlib")
"""What takes long to import, and what the first page does not need."""
FIRST_PAGE = """
import sys
from pathlib import Path
from starlette.testclient import TestClient
from quartier.server.app import create_app
from quartier.server.services import open_services
from quartier.server.settings import Settings
app = create_app(open_services(Settings(data=Path(sys.argv[1]), workers=0, compile=False)))
with TestClient(app) as client:
    assert client.get("/").status_code == 200
Path(sys.argv[1]).with_name("late").write_text(" ".join(set(sys.argv[2:]) & set(sys.modules)))
"""


def test_the_first_page_waits_for_nothing_that_takes_long(tmp_path: Path) -> None:
    """On a new machine, with no data and no compiled code; how many seconds it takes stands in the benchmarks."""
    command = [sys.executable, "-c", FIRST_PAGE, str(tmp_path / "games.db"), *LAZY_MODULES]
    subprocess.run(command, check=True)
    assert (tmp_path / "late").read_text() == ""


def test_the_first_page_comes_while_everything_is_compiled(tmp_path: Path) -> None:
    script = tmp_path / "serve_it.py"
    script.write_text(SERVE)
    port = free_port()
    environment = os.environ | {"QUARTIER_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, str(script), str(tmp_path / "games.db"), str(port)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: answers(f"http://127.0.0.1:{port}"))
        assert httpx.get(f"http://127.0.0.1:{port}/", timeout=TIMEOUT).status_code == 200
        assert not list((tmp_path / "cache").rglob("*.nbc")), "everything was compiled before the first page"
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
    assert process.wait(TIMEOUT) == 0
    assert "Traceback" not in process.stderr.read()


def _has_children(pid: int) -> bool:
    return any(tasks.read_text() for tasks in Path(f"/proc/{pid}/task").glob("*/children"))
