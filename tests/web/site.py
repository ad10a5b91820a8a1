"""A running Quartier for the browser tests: a process of its own, with its own data, that can be ended and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

SERVE = """
import sys
from pathlib import Path
from quartier.server.limits import Limits
from quartier.server.serve import serve
from quartier.server.settings import Settings
if __name__ == "__main__":
    data, port = Path(sys.argv[1]), int(sys.argv[2])
    quick = {"workers": 1, "bot_pause": 0.05, "away_after": 0.0, "compile": False}
    quick |= {"hint_patience": 120.0, "bots_after": 0.0, "limits": Limits().times(0)}
    sys.exit(serve(Settings(data=data, port=port, lang="en", **quick), False))
"""
TIMEOUT = 120.0
"""Seconds that a server may take to start on a busy machine."""


class Site:
    """One server, run by `python`. `url` has no slash at the end."""

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        self._folder = folder
        self._python = python
        self._process: subprocess.Popen[str] | None = None
        self._port = 0
        self.url = ""

    @property
    def data(self) -> Path:
        """The file of its games."""
        return self._folder / "quartier.db"

    def start(self) -> Site:
        """Start, at the same address as before if it ran before."""
        script = self._folder / "serve.py"  # a file, because the bots' processes import the main module again
        script.write_text(SERVE)
        arguments = [self._python, str(script), str(self.data), str(self._port)]
        log = (self._folder / "server.log").open("a")
        self._process = subprocess.Popen(
            arguments, stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        search = re.search(r"http://[\d.]+:(\d+)", line)
        if search is None:
            raise RuntimeError(
                f"the server did not start: {line}\n{(self._folder / 'server.log').read_text()}"
            )
        self.url, self._port = search[0], int(search[1])
        self._wait_until_it_answers()
        return self

    def _wait_until_it_answers(self) -> None:
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            try:
                urllib.request.urlopen(f"{self.url}/health", timeout=2).close()
                return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise RuntimeError((self._folder / "server.log").read_text())

    def stop(self) -> None:
        """End the server as Ctrl+C would."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None
