"""Quartier's server as two players meet it: real HTTP, a fresh SQLite file, `quartier serve` in a process of its own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

TIMEOUT = 60.0
"""Seconds after which a server that does not answer has failed."""


def measure(seconds: float, settle: bool = True) -> dict[str, float]:
    """Seconds to the first page without and with compiled code on disk; then moves and views per second.

    `settle`: wait until the server has compiled before it is stopped or measured.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving(folder) as (_, _, cold):
            if settle:
                wait_until_compiled(folder)
        with serving(folder) as (_, port, warm):
            if settle:
                wait_until_compiled(folder)
            figures = play(port, seconds)
    return {"first_answer_cold": cold, "first_answer_warm": warm, **figures}


@contextmanager
def serving(folder: Path, *options: str, fresh: bool = True) -> Iterator[tuple[int, int, float]]:
    """A running server with its data in `folder`: its process, its port, and the seconds to its first page.

    `fresh`: with a cache of its own there, which is empty at first.
    """
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "quartier",
        "serve",
        "--no-browser",
        "--limits",
        "0",
        "--port",
        str(port),
        *options,
    ]
    environment = {**os.environ, **({"QUARTIER_CACHE": str(folder / "cache")} if fresh else {})}
    clock = time.perf_counter()
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [*command, "--data", str(folder / f"{port}.db")], env=environment, stdout=log, stderr=log
        )
    try:
        _wait_until(lambda: _answers(port))
        yield server.pid, port, time.perf_counter() - clock
    finally:
        server.terminate()
        server.wait()


def wait_until_compiled(folder: Path, titles: int = 1) -> None:
    """Until a server with its data in `folder` says that so many titles are compiled: minutes where no cache has them."""
    _wait_until(
        lambda: (folder / "log").read_text(encoding="utf-8").count('"compiled"') >= titles, 20 * TIMEOUT
    )


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until(true: Callable[[], bool], patience: float = TIMEOUT) -> None:
    end = time.monotonic() + patience
    while not true():
        if time.monotonic() > end:
            raise TimeoutError("the server did not get ready")
        time.sleep(0.005)


def _answers(port: int) -> bool:
    """Whether the home page is there."""
    try:
        connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
        connection.request("GET", "/")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False


class Client:
    """One player: a connection that stays open, and the secret of a seat."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
        self.secret = ""
        self.seat = 0

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """The answer to a request; RuntimeError if it is an error."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.secret}"}
        self._connection.request(method, path, json.dumps(body) if body else None, headers)
        answer = self._connection.getresponse()
        text = answer.read().decode()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {text}")
        return dict(json.loads(text))


def play(port: int, seconds: float) -> dict[str, float]:
    """Two clients play City Blocks against each other; each move is a request, each look at the table another one."""
    random, ids = Random(1), count()
    spent = {"moves": 0.0, "views": 0.0}
    done = {"moves": 0, "views": 0}

    def time_request(kind: str, client: Client, *request: Any) -> dict[str, Any]:
        clock = time.perf_counter()
        answer = client.ask(*request)
        spent[kind] += time.perf_counter() - clock
        done[kind] += 1
        return answer

    players, path = _two_players(port)
    while sum(spent.values()) < seconds:
        for player in players:
            view = time_request("views", player, "GET", f"{path}?seat={player.seat}")
            while view["turn"]["yours"]:
                move = random.choice(view["choices"])["move"]
                body = {"seat": player.seat, "move": move, "version": view["version"]}
                time_request(
                    "moves", player, "POST", f"{path}/moves", body | {"client_move_id": str(next(ids))}
                )
                view = time_request("views", player, "GET", f"{path}?seat={player.seat}")
        if view["over"]:
            players, path = _two_players(port)
    return {kind: done[kind] / spent[kind] for kind in done}


def _two_players(port: int) -> tuple[list[Client], str]:
    """A new table and its two players."""
    ada, bob = Client(port), Client(port)
    wish = {"title": "city_blocks", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "friend"}]}
    table = ada.ask("POST", "/api/tables", wish)
    path = f"/api/tables/{table['id']}"
    ada.secret = table["seats"][0]["secret"]
    joined = bob.ask("POST", f"{path}/join", {"invite": table["seats"][1]["invite"], "name": "Bob"})
    bob.secret, bob.seat = joined["secret"], joined["seat"]
    return [ada, bob], path
