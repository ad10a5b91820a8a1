"""Drives an unmodified Firefox by Marionette, its own protocol: Playwright drives only a Firefox that it has built."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from pathlib import Path
from typing import Any, Self

TIMEOUT = 120.0
"""Seconds for the browser to start, and for an answer."""


class Firefox:
    """One Firefox without windows on the screen, with a profile of its own, until `close`."""

    def __init__(self, program: Path, profile: Path) -> None:
        port = _free_port()
        profile.mkdir()
        (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        command = [str(program), "-headless", "-marionette", "-no-remote", "-profile", str(profile)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._socket = _connect(port)
        self._number = 0
        self._receive()  # what it is
        self.send("NewSession", capabilities={})
        self.send("SetTimeouts", script=TIMEOUT * 1000, pageLoad=TIMEOUT * 1000)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(TIMEOUT)

    def send(self, command: str, **parameters: Any) -> Any:
        """Carry out a command of WebDriver."""
        self._number += 1
        message = json.dumps([0, self._number, f"WebDriver:{command}", parameters]).encode()
        self._socket.sendall(f"{len(message)}:".encode() + message)
        _, _, error, result = self._receive()
        assert error is None, f"{command}: {error}"
        return result

    def _receive(self) -> Any:
        length = b""
        while (sign := self._read(1)) != b":":
            length += sign
        return json.loads(self._read(int(length)))

    def _read(self, length: int) -> bytes:
        content = b""
        while len(content) < length:
            chunk = self._socket.recv(length - len(content))
            assert chunk, "Firefox has ended"
            content += chunk
        return content

    def goto(self, url: str) -> None:
        self.send("Navigate", url=url)

    def open_tab(self) -> str:
        """Open a tab and go there; its handle."""
        handle: str = self.send("NewWindow", type="tab")["handle"]
        self.switch_to(handle)
        return handle

    def switch_to(self, handle: str) -> None:
        self.send("SwitchToWindow", handle=handle)

    def evaluate(self, script: str, *arguments: Any) -> Any:
        """What a function returns in the page, or the promise that it returns brings."""
        body = f"const done = arguments[arguments.length - 1]; Promise.resolve(({script})(...arguments)).then(done)"
        return self.send("ExecuteAsyncScript", script=body, args=list(arguments))["value"]

    def wait_until(self, script: str, *arguments: Any) -> None:
        """Wait until a function returns something true in the page."""
        end = time.monotonic() + TIMEOUT
        while not self.evaluate(script, *arguments):
            assert time.monotonic() < end, f"{script} ({arguments}) never came true"
            time.sleep(0.05)

    def click(self, selector: str) -> None:
        """Click on the first element that a selector finds: Marionette itself clicks on no group of an SVG."""
        self.wait_until("(selector) => document.querySelector(selector) !== null", selector)
        script = "(selector) => { document.querySelector(selector).dispatchEvent(%s) }"
        self.evaluate(script % "new MouseEvent('click', {bubbles: true, detail: 1})", selector)


def _connect(port: int) -> socket.socket:
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            connection = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        except OSError:
            assert time.monotonic() < end, "Firefox did not start"
            time.sleep(0.1)
        else:
            return connection


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
