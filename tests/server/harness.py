"""Real servers and real clients for the tests: uvicorn on a socket, httpx on the other side."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from uuid import uuid4

import httpx
import httpx._transports.default as transports
import sqlalchemy as sa
from fastapi import FastAPI
from pydantic import ValidationError

from quartier.server.clock import Clock
from quartier.server.http.cookies import Cookie
from quartier.server.limits import Limits
from quartier.server.serve import Server, config
from quartier.server.services import Services, open_services
from quartier.server.settings import Settings
from quartier.server.storage.database import Database
from quartier.server.storage.secrets import new_secret
from quartier.server.views.daily.puzzles import today

from .contract import check_answer, check_event

T = TypeVar("T")
HERE = Path(__file__).parent
TIMEOUT = 120.0
"""Seconds after which a test that waits has failed; far more than any step needs."""

transports.create_ssl_context = cache(httpx.create_ssl_context)
"""All clients of this process share what they trust: to read the certificates takes each 50 ms, most of what a short test
takes."""


def quiet(data: Path | None = None, **changes: Any) -> Settings:
    """Settings of a server under test: nothing compiles, bots don't pause, no limits, and a player who left is away.

    Either `data` or `database` must be given: a test never opens the data of the user who runs it.
    """
    assert data or "database" in changes, "name the test's own data file"
    return Settings(
        **(
            {
                "data": data,
                "port": 0,
                "lang": "en",
                "workers": 0,
                "compile": False,
                "bot_pause": 0.0,
                "head_start": 0.0,
                "hint_patience": TIMEOUT,
                "board_patience": TIMEOUT,
                "away_after": 0.0,
                "limits": Limits().times(0),
                "bots_after": 0.0,
            }
            | changes
        )
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Running:
    """A server in a thread of this process."""

    url: str
    app: FastAPI
    services: Services


@contextmanager
def running(settings: Settings, clock: Clock | None = None) -> Iterator[Running]:
    """Serve in a thread until the block ends, by the computer's clock or another one."""
    if settings.data and not settings.database and not settings.data.exists():
        _copy_empty_data_file(settings.data)
    services = open_services(settings, clock=clock)
    _sync_nothing(services.database.engine)
    configured = config(services)
    listening = socket.create_server(("127.0.0.1", 0))
    server = Server(configured, services.hub)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    wait_until(lambda: server.started)
    try:
        yield Running(f"http://127.0.0.1:{listening.getsockname()[1]}", configured.app, services)
    finally:
        server.should_exit = True
        thread.join(TIMEOUT)
        assert not thread.is_alive()


def _sync_nothing(engine: sa.Engine) -> None:
    """Wait for no disk (8 ms a commit): a power failure is no part of these tests, which keep nothing."""
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", lambda driver, _: driver.execute("PRAGMA synchronous=OFF").close())
        engine.dispose()  # the connections that are open already


def _copy_empty_data_file(data: Path) -> None:
    """What a server creates for itself takes longer (test_data_file sees to that); the secrets are the copy's own."""
    data.touch(0o600)
    data.write_bytes(_empty_data_file())
    with closing(sqlite3.connect(data)) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM secret").fetchall():
            connection.execute("UPDATE secret SET value = ? WHERE name = ?", (new_secret(), name))


@cache
def _empty_data_file() -> bytes:
    """A new data file of this release."""
    with TemporaryDirectory() as folder:
        database = Database(quiet(Path(folder) / "empty.db"))
        database.prepare()
        database.engine.dispose()
        return (Path(folder) / "empty.db").read_bytes()


def wait_until(true: Any, seconds: float = TIMEOUT) -> None:
    """Wait for a condition; AssertionError after `seconds`."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)


def answers(url: str) -> bool:
    """Whether a server is there and well."""
    try:
        return httpx.get(url + "/health", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


SERVE = """
import sys
from pathlib import Path
from quartier.server.serve import serve
from quartier.server.settings import Settings
if __name__ == "__main__":
    sys.exit(serve(Settings(data=Path(sys.argv[1]), port=int(sys.argv[2]), workers=1), open_browser=False))
"""
"""A script that serves; arguments: data file, port. A file, because spawned processes import it again."""


class Zygote:
    """A process that has imported everything and forks servers: each fork is a whole server, started in a moment."""

    def __init__(self, settings: Settings, workers: int = 0, **more: Any) -> None:
        """`more`: settings that are JSON."""
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        command = [
            sys.executable,
            str(HERE / "zygote.py"),
            settings.url,
            str(port),
            str(workers),
            json.dumps(more),
        ]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.pid = 0

    def start(self) -> None:
        """Fork a server and wait until it answers."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("start\n")
        self._process.stdin.flush()
        self.pid = int(self._process.stdout.readline())
        wait_until(lambda: answers(self.url))

    def kill(self) -> None:
        """kill -9 for the server and everything that it has started; returns when it is gone."""
        os.killpg(self.pid, signal.SIGKILL)
        wait_until(self._gone)

    def _gone(self) -> bool:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        return False

    def close(self) -> None:
        if self.pid and not self._gone():
            self.kill()
        self._process.kill()
        self._process.wait()


@dataclass
class Player:
    """A browser: a cookie jar, and the seat that it plays at one table."""

    client: httpx.Client
    table: str = ""
    seat: int = 0
    secret: str = ""
    invites: dict[int, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}"

    def cookie(self, cookie: Cookie) -> str | None:
        """The browser's cookie for this, whatever the server calls it."""
        values = [entry.value for entry in self.client.cookies.jar if f"quartier_{cookie}" in entry.name]
        return values[-1] if values else None

    def set_cookie(self, cookie: Cookie, value: str | None) -> None:
        """Replace a cookie; its name is that of earlier releases, which every server reads."""
        assert value is not None
        for entry in [entry for entry in self.client.cookies.jar if f"quartier_{cookie}" in entry.name]:
            self.client.cookies.jar.clear(entry.domain, entry.path, entry.name)
        self.client.cookies.set(f"quartier_{cookie}", value, self.client.base_url.host)

    def view(self, **params: Any) -> dict[str, Any]:
        answer = self.client.get(self.path, params=params)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def post(self, command: str, **body: Any) -> httpx.Response:
        """A command for the player's seat, with a fresh client_move_id unless one is given."""
        defaults = {} if command in ("join", "claim", "why") else {"client_move_id": str(uuid4())}
        if command not in ("join", "claim"):
            defaults |= {"seat": self.seat}
        return self.client.post(f"{self.path}/{command}", json=defaults | body)

    def move(self, move: str, version: int, **body: Any) -> httpx.Response:
        return self.post("moves", move=move, version=version, **body)

    def join(self, table: str, invite: str, name: str) -> None:
        self.table = table
        answer = self.post("join", invite=invite, name=name)
        assert answer.status_code == 200, answer.text
        self.seat, self.secret = answer.json()["seat"], answer.json()["secret"]

    def everything(self) -> list[dict[str, Any]]:
        """All events as this seat may see them: what a client is told that has missed the whole game."""
        answer = self.move("H1@a1", 0)
        assert answer.status_code == 409, answer.text
        return list(answer.json()["events"])


def browser(url: str) -> Player:
    hooks = {"response": [check_answer]}
    return Player(httpx.Client(base_url=url, timeout=TIMEOUT, event_hooks=hooks))


def me(name: str = "Ada") -> dict[str, str]:
    return {"kind": "me", "name": name}


def archived_day() -> date:
    """A day whose puzzle is open, and the same one for months: 5 January or 5 July, whichever was last."""
    now = today()
    days = (date(year, month, 5) for year in (now.year - 1, now.year) for month in (1, 7))
    return max(day for day in days if day < now)


FRIEND = {"kind": "friend"}
GREEDY = {"kind": "bot", "bot": "greedy"}


def open_table(url: str, *seats: dict[str, str], title: str = "city_blocks", **more: Any) -> Player:
    """A browser that has opened a table; it plays its first own seat."""
    player = browser(url)
    answer = player.client.post("/api/tables", json={"title": title, "seats": list(seats), **more})
    assert answer.status_code == 201, answer.text
    player.table = answer.json()["id"]
    for seat in answer.json()["seats"]:
        if "invite" in seat:
            player.invites[seat["seat"]] = seat["invite"]
    own = [seat for seat in answer.json()["seats"] if "secret" in seat]
    if own:
        player.seat, player.secret = own[0]["seat"], own[0]["secret"]
    return player


def two_players(url: str, **more: Any) -> tuple[Player, Player]:
    """Ada at seat 0 and Bob at seat 1, each with a browser, at a table that has begun."""
    ada = open_table(url, me("Ada"), FRIEND, **more)
    bob = browser(url)
    bob.join(ada.table, ada.invites[1], "Bob")
    return ada, bob


def to_act(players: tuple[Player, Player]) -> tuple[Player, dict[str, Any]] | None:
    """The player whose turn it is with its View, None when the game is over."""
    for player in players:
        view = player.view()
        if view["turn"]["yours"]:
            return player, view
    assert view["over"], "nobody may move, and the game is not over"
    return None


def run_async(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own: Playwright leaves a running event loop in the main one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, main).result()


def play_some(players: tuple[Player, Player], most: int, pick: Any = None) -> int:
    """Play up to `most` moves, each the first one offered unless `pick(choices)` says another; returns how many."""
    for number in range(most):
        turn = to_act(players)
        if turn is None:
            return number
        player, view = turn
        choice = pick(view["choices"]) if pick else view["choices"][0]
        answer = player.move(choice["move"], view["version"])
        assert answer.status_code == 200, answer.text
    return most


def assert_duplicates_count_once(one: Running, two: Running) -> None:
    """The same command four times at each of two processes, all at once: one move, and the same answer for all."""
    turn = to_act(two_players(one.url))
    assert turn is not None
    player, view = turn
    twin = browser(two.url)
    twin.table, twin.seat = player.table, player.seat
    twin.client.headers["Authorization"] = f"Bearer {player.secret}"
    move = view["choices"][0]["move"]
    assert twin.view()["version"] == view["version"]  # both have the table in memory
    with ThreadPoolExecutor(8) as pool:
        sent = [
            pool.submit(who.move, move, view["version"], client_move_id="once") for who in (player, twin) * 4
        ]
    answers = [future.result() for future in sent]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert player.view()["version"] == twin.view()["version"] == view["version"] + 2


def play_here(player: Player, moves: int) -> None:
    """Play moves of whichever seat of this one device is to move."""
    for _ in range(moves):
        view = player.view()
        player.seat = view["viewer"]["seat"]
        answer = player.move(view["choices"][0]["move"], view["version"])
        assert answer.status_code == 200, answer.text


def everyone_moves(*players: Player, moves: int = 2) -> None:
    """Play until each of the players has made so many moves: a rated game with fewer changes no rating."""
    missing = {id(player): moves for player in players}
    while any(missing.values()):
        for player in players:
            view = player.view()
            if view["turn"]["yours"]:
                answer = player.move(view["choices"][0]["move"], view["version"])
                assert answer.status_code == 200, answer.text
                missing[id(player)] = max(0, missing[id(player)] - 1)


class Listener:
    """A stream, read in a thread: `events`, `views`, `patches` and `presence` in the order of their arrival."""

    def __init__(
        self,
        player: Player,
        last: int | None = None,
        verify: ssl.SSLContext | bool = True,
        **params: Any,
    ) -> None:
        self.events: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []
        self.patches: list[dict[str, Any]] = []
        self.presence: list[dict[str, Any]] = []
        self.talk: list[dict[str, Any]] = []
        self.builds: list[dict[str, Any]] = []
        self.ids: list[int] = []
        self.ended = threading.Event()
        self.wrong: ValidationError | None = None
        self._player = player
        self._headers = {} if last is None else {"Last-Event-ID": str(last)}
        self._params = params
        self._verify = verify
        self._response: httpx.Response | None = None
        self._stop = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        client = httpx.Client(
            base_url=self._player.client.base_url,
            cookies=self._player.client.cookies,
            timeout=TIMEOUT,
            verify=self._verify,
        )
        url = f"{self._player.path}/stream"
        try:
            with client.stream("GET", url, headers=self._headers, params=self._params) as response:
                self._response = response
                self._lines(response)
        except httpx.HTTPError:
            pass
        except ValidationError as wrong:
            self.wrong = wrong
        finally:
            self.ended.set()

    def _lines(self, response: httpx.Response) -> None:
        kind = ""
        for line in response.iter_lines():
            if self._stop:
                return
            if line.startswith("id: "):
                self.ids.append(int(line[4:]))
            elif line.startswith("event: "):
                kind = line[7:]
            elif line.startswith("data: "):
                event = check_event(kind, line[6:])
                {
                    "event": self.events,
                    "view": self.views,
                    "patch": self.patches,
                    "presence": self.presence,
                    "talk": self.talk,
                    "build": self.builds,
                }[kind].append(event)

    def close(self) -> None:
        """Cut the connection."""
        self._stop = True
        if self._response is not None:
            stream = self._response.extensions["network_stream"]
            with_socket = stream.get_extra_info("socket")
            with suppress(OSError):  # the reader has seen `_stop` and closed it first
                with_socket.shutdown(socket.SHUT_RDWR)
        assert self.ended.wait(TIMEOUT)
        assert self.wrong is None, self.wrong
