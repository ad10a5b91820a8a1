"""Any browser, driven by the few commands that the tests of whole games need. Firefox and WebKit are unmodified: Playwright
drives only those that it has built itself.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest
from playwright.sync_api import Browser as PlaywrightBrowser
from playwright.sync_api import Page

from tests import prerequisites
from tests.server.harness import free_port

TIMEOUT = 60.0
"""Seconds for a browser to start, and for an answer."""
WIDTH, HEIGHT = 1280, 900
_WATCH = """() => {
  const note = (text) => document.documentElement.setAttribute(
    "data-errors", `${document.documentElement.getAttribute("data-errors") ?? ""}${text}\\n`);
  // A size that changes again while it is observed comes with the next frame: nothing is wrong.
  addEventListener("error", ({message}) => message.startsWith("ResizeObserver loop") || note(message));
  addEventListener("unhandledrejection", ({reason}) => note(`rejected: ${reason}`));
  document.addEventListener("securitypolicyviolation", ({violatedDirective}) => note(violatedDirective));
}"""
_ERRORS = "() => document.documentElement.getAttribute('data-errors') ?? ''"
_CLICK = """(x, y) => {
  const options = {bubbles: true, detail: 1, clientX: x, clientY: y};
  document.elementFromPoint(x, y).dispatchEvent(new MouseEvent("click", options));
}"""


class Browser(ABC):
    """One browser with a profile of its own; scripts are functions in JavaScript, in the tab that is shown."""

    @abstractmethod
    def open_tab(self) -> str:
        """Open a tab and show it; its handle."""

    @abstractmethod
    def switch_to(self, tab: str) -> None:
        """Show another tab."""

    @abstractmethod
    def close_tab(self) -> None:
        """Close the tab that is shown; another one must be shown next."""

    @abstractmethod
    def current_tab(self) -> str:
        """Return the handle of the tab that is shown."""

    @abstractmethod
    def load(self, url: str) -> None:
        """Go to a page."""

    @abstractmethod
    def evaluate(self, script: str, *arguments: Any) -> Any:
        """Return what a function returns in the page, or what its promise resolves to."""

    @abstractmethod
    def press(self, x: float, y: float) -> None:
        """Click at a point of the window with a real mouse event."""

    def press_hidden(self, x: float, y: float) -> None:
        """The same by a script: WebKit's driver sends no mouse to a tab that its window does not show."""
        self.evaluate(_CLICK, x, y)

    @contextmanager
    def tabs_closed(self) -> Iterator[list[str]]:
        """Close the tabs that the block adds to the list, and return to the present one."""
        tabs: list[str] = []
        present = self.current_tab()
        try:
            yield tabs
        finally:
            for tab in tabs:
                self.switch_to(tab)
                self.close_tab()
            self.switch_to(present)

    def goto(self, url: str) -> None:
        """Go to a page and note its errors from then on."""
        self.load(url)
        self.evaluate(_WATCH)

    def assert_no_errors(self) -> None:
        assert self.evaluate(_ERRORS) == ""

    def wait_until(self, script: str, *arguments: Any) -> None:
        """Wait until a function returns something true in the page."""
        end = time.monotonic() + TIMEOUT
        while not self.evaluate(script, *arguments):
            assert time.monotonic() < end, f"{script} ({arguments}) never came true"
            time.sleep(0.03)


class Chromium(Browser):
    """A context of the Chromium that Playwright drives for the other tests."""

    def __init__(self, browser: PlaywrightBrowser) -> None:
        self._context = browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, ignore_https_errors=True
        )
        self._context.set_default_timeout(TIMEOUT * 1000)
        self._tabs: dict[str, Page] = {}
        self.open_tab()

    def open_tab(self) -> str:
        self._page = self._context.new_page()
        handle = str(len(self._tabs))
        self._tabs[handle] = self._page
        return handle

    def switch_to(self, tab: str) -> None:
        self._page = self._tabs[tab]
        self._page.bring_to_front()

    def close_tab(self) -> None:
        self._page.close()

    def current_tab(self) -> str:
        return next(tab for tab, page in self._tabs.items() if page is self._page)

    def load(self, url: str) -> None:
        self._page.goto(url)

    def evaluate(self, script: str, *arguments: Any) -> Any:
        return self._page.evaluate(f"(all) => ({script})(...all)", list(arguments))

    def press(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def close(self) -> None:
        self._context.close()


class WebDriver(Browser):
    """A browser that speaks W3C WebDriver, in whatever wrapping."""

    @abstractmethod
    def send(self, command: str, **parameters: Any) -> Any:
        """Carry out a command, by its name in the standard."""

    def open_tab(self) -> str:
        handle: str = self.send("NewWindow", type="tab")["handle"]
        self.switch_to(handle)
        return handle

    def switch_to(self, tab: str) -> None:
        self.send("SwitchToWindow", handle=tab)

    def close_tab(self) -> None:
        self.send("CloseWindow")

    def current_tab(self) -> str:
        tab: str = self.send("GetWindowHandle")
        return tab

    def load(self, url: str) -> None:
        self.send("Navigate", url=url)

    def evaluate(self, script: str, *arguments: Any) -> Any:
        body = f"const done = arguments[arguments.length - 1]; Promise.resolve(({script})(...arguments)).then(done)"
        return self.send("ExecuteAsyncScript", script=body, args=list(arguments))

    def press(self, x: float, y: float) -> None:
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0, "origin": "viewport"},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.send("PerformActions", actions=[mouse])

    def _prepare(self) -> None:
        self.send("SetTimeouts", script=int(TIMEOUT * 1000), pageLoad=int(TIMEOUT * 1000))
        self.send("SetWindowRect", width=WIDTH, height=HEIGHT)


class Firefox(WebDriver):
    """An unmodified Firefox by Marionette, its own wrapping of WebDriver: it needs no second program."""

    def __init__(self, program: Path, profile: Path) -> None:
        port = free_port()
        profile.mkdir()
        (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        command = [str(program), "-headless", "-marionette", "-no-remote", "-profile", str(profile)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._socket = _connect(port)
        self._number = 0
        self._receive()  # what it is
        self.send("NewSession", acceptInsecureCerts=True)
        self._prepare()

    def send(self, command: str, **parameters: Any) -> Any:
        self._number += 1
        message = json.dumps([0, self._number, f"WebDriver:{command}", parameters]).encode()
        self._socket.sendall(f"{len(message)}:".encode() + message)
        _, _, error, result = self._receive()
        assert error is None, f"{command}: {error}"
        return result["value"] if isinstance(result, dict) and "value" in result else result

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

    def close(self) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(TIMEOUT)


class WebKit(WebDriver):
    """WebKitGTK's small browser by its WebDriver, on a screen of its own that no one sees."""

    _PATHS: ClassVar = {
        "NewWindow": ("POST", "window/new"),
        "SwitchToWindow": ("POST", "window"),
        "CloseWindow": ("DELETE", "window"),
        "GetWindowHandle": ("GET", "window"),
        "Navigate": ("POST", "url"),
        "ExecuteAsyncScript": ("POST", "execute/async"),
        "PerformActions": ("POST", "actions"),
        "SetTimeouts": ("POST", "timeouts"),
        "SetWindowRect": ("POST", "window/rect"),
    }

    def __init__(self, driver: Path, screen: Path) -> None:
        self._screen, display = _open_screen(screen)
        port = free_port()
        variables = {**os.environ, "DISPLAY": f":{display}"}
        self._process = subprocess.Popen(
            [str(driver), f"--port={port}"],
            env=variables,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        _connect(port).close()
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}/session", timeout=TIMEOUT)
        session = self._request("POST", "", {"capabilities": {"alwaysMatch": {"acceptInsecureCerts": True}}})
        self._session = session["sessionId"]
        self._prepare()

    def send(self, command: str, **parameters: Any) -> Any:
        method, path = self._PATHS[command]
        return self._request(method, f"/{self._session}/{path}", parameters)

    def _request(self, method: str, path: str, parameters: dict[str, Any]) -> Any:
        content = json.dumps(parameters).encode() if method == "POST" else None
        value = self._client.request(method, path, content=content).json()["value"]
        assert not (isinstance(value, dict) and "error" in value), value
        return value

    def close(self) -> None:
        self._client.close()
        os.killpg(self._process.pid, signal.SIGTERM)  # the browser, too
        self._process.wait(TIMEOUT)
        self._screen.terminate()
        self._screen.wait(TIMEOUT)


def _open_screen(program: Path) -> tuple[subprocess.Popen[str], int]:
    """A screen in memory, and its number."""
    command = [str(program), "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    screen = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert screen.stdout is not None
    return screen, int(screen.stdout.readline())


def _connect(port: int) -> socket.socket:
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            connection = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        except OSError:
            assert time.monotonic() < end, "the browser did not start"
            time.sleep(0.1)
        else:
            return connection


@contextmanager
def open_browser(kind: str, chromium: PlaywrightBrowser, folder: Path) -> Iterator[Browser]:
    """Open a "chromium", "firefox" or "webkit", or skip the test where it cannot be had."""
    browser: Chromium | Firefox | WebKit
    if kind == "chromium":
        browser = Chromium(chromium)
    elif kind == "firefox":
        if (program := prerequisites.firefox()) is None:
            pytest.skip("Firefox is not in PATH, and QUARTIER_FIREFOX does not name it")
        browser = Firefox(program, folder / "profile")
    else:
        if (programs := prerequisites.webkit()) is None:
            pytest.skip("WebKitWebDriver and Xvfb are not both in PATH (Debian: webkit2gtk-driver, xvfb)")
        browser = WebKit(*programs)
    try:
        yield browser
    finally:
        browser.close()
