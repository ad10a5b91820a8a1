"""What goes wrong on a real machine, while people play on: nothing acknowledged is lost, and afterwards all is well."""

from __future__ import annotations

import resource
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

import quartier
from quartier.server.settings import Settings
from quartier.server.storage.audit import audit
from quartier.server.workers.process_memory import resident

from . import clusters
from .harness import FRIEND, Zygote, me, open_table, quiet, wait_until
from .killing import CLOCK, Device, all_go_on, zygotes
from .timing import LIVE, Moved, serve_timed

pytestmark = pytest.mark.soak
ROUNDS = 5
STREAMS = 5000


@contextmanager
def playing(settings: Settings, servers: list[Zygote], count: int = 6) -> Iterator[list[Device]]:
    """Games with clocks that go on whatever happens; at last nothing that was acknowledged is lost or doubled."""
    players = [
        open_table(servers[number % len(servers)].url, me("Ada"), me("Bea"), time=CLOCK)
        for number in range(count)
    ]
    devices = [Device(player, servers) for player in players]
    try:
        all_go_on(devices)
        yield devices
        all_go_on(devices)
    finally:
        for device in devices:
            device.end()
    for device in devices:
        device.check()
    assert audit(settings).broken == []


def _refuses_tables(server: Zygote) -> bool:
    """Whether new tables are refused with a sentence, because nothing can be written."""
    wish = {"title": "city_blocks", "seats": [me(), FRIEND]}
    answer = httpx.post(f"{server.url}/api/tables", json=wish, timeout=60)
    if answer.status_code == 201:
        return False
    assert (answer.status_code, bool(answer.json()["error"]["text"])) == (503, True)
    return True


def test_a_full_disk(tmp_path: Path) -> None:
    """Files may not grow any more: what cannot be written is refused, what is there can be read, and then it goes on."""
    settings = quiet(tmp_path / "games.db")
    with zygotes(settings, 1) as servers, playing(settings, servers) as devices:
        (server,) = servers
        for _ in range(ROUNDS):
            size = max(file.stat().st_size for file in tmp_path.glob("games.db*"))
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            wait_until(lambda: _refuses_tables(server))
            assert devices[0].player.client.get(f"{server.url}{devices[0].player.path}").status_code == 200
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            all_go_on(devices)


def test_a_locked_file(tmp_path: Path) -> None:
    """Another program holds the file for longer than anybody waits."""
    settings = quiet(tmp_path / "games.db")
    with zygotes(settings, 1) as servers, playing(settings, servers) as devices:
        for _ in range(ROUNDS):
            with sqlite3.connect(tmp_path / "games.db", isolation_level=None) as other:
                other.execute("BEGIN EXCLUSIVE")
                wait_until(lambda: _refuses_tables(servers[0]))
                other.execute("ROLLBACK")
            all_go_on(devices)


def test_a_database_that_is_restarted() -> None:
    """Three servers at a PostgreSQL whose plug is pulled."""
    with clusters.cluster() as database:
        settings = quiet(database=database.url)
        with zygotes(settings, 3) as servers, playing(settings, servers) as devices:
            for _ in range(ROUNDS):
                database.stop()
                wait_until(lambda: all(map(_refuses_tables, servers)))
                database.start()
                all_go_on(devices)


def test_a_computers_clock_that_jumps(tmp_path: Path) -> None:
    """An hour back and forth: nobody's time becomes more than there ever was, and the game goes on."""
    clock = Moved()
    with serve_timed(quiet(tmp_path / "games.db"), clock) as here:
        player = open_table(here.url, me("Ada"), me("Bea"), time=LIVE)
        for jump in (-3600.0, 3600.0, -86400.0, 0.0, 7.0) * ROUNDS:
            clock.at += jump
            here.look()
            view = player.view()
            if view["over"] or not view["turn"]["yours"]:
                break
            player.seat = view["viewer"]["seat"]
            answer = player.move(view["choices"][0]["move"], view["version"])
            assert answer.status_code == 200, answer.text
            assert all(0 <= left <= LIVE["base"] + LIVE["increment"] * 60 for left in here.left(player))
        assert player.client.get("/health").status_code == 200


def test_clients_that_do_not_read(tmp_path: Path) -> None:
    """They ask for streams and never read them, while others play: the server's memory does not grow by what waits."""
    settings = quiet(tmp_path / "games.db")
    with zygotes(settings, 1) as servers, playing(settings, servers) as devices, ExitStack() as open_now:
        (server,) = servers
        before = resident(server.pid)
        for number in range(200):
            device = devices[number % len(devices)]
            deaf = open_now.enter_context(_open_stream(server, device.player.path, device.player.secret))
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for _ in range(40):
            all_go_on(devices)
        grown = resident(server.pid) - before
        print(f"{grown >> 20} MB for 200 deaf clients")
        assert grown < 200 << 20


def test_five_thousand_streams(tmp_path: Path) -> None:
    """Both seats of 2,500 tables of all titles watch: that takes less than 1 GiB, and other games go on."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = 2 * STREAMS + 1000
    assert hard in (resource.RLIM_INFINITY, max(hard, limit)), f"not more than {hard} files may be open here"
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, limit), hard))  # the server inherits it
    settings = quiet(tmp_path / "games.db", compile=True)
    try:
        with zygotes(settings, 1) as servers, playing(settings, servers) as devices, ExitStack() as open_now:
            (server,), watching = servers, list[socket.socket]()
            for number in range(STREAMS // 2):
                for path, secret in _seats(server, quartier.titles()[number % len(quartier.titles())]):
                    watching.append(open_now.enter_context(_open_stream(server, path, secret)))
                    assert watching[-1].recv(64).startswith(b"HTTP/1.1 200")
            all_go_on(devices)
            memory = resident(server.pid)
            print(f"{memory >> 20} MB with {len(watching)} streams")
            assert all(_goes_on(stream) for stream in watching)
            assert memory < 1 << 30
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _seats(server: Zygote, title: str) -> list[tuple[str, str]]:
    """A new table's path and the secret of each of its two seats, which nobody remembers in a cookie."""
    wish = {"title": title, "seats": [me("Ada"), me("Bea")]}
    body = httpx.post(f"{server.url}/api/tables", json=wish, timeout=60).raise_for_status().json()
    return [(f"/api/tables/{body['id']}", seat["secret"]) for seat in body["seats"]]


def _goes_on(connection: socket.socket) -> bool:
    """Whether the server has not ended it. Reads what there is."""
    connection.setblocking(False)
    with suppress(BlockingIOError):
        while connection.recv(1 << 16):
            pass
        return False
    return True


@contextmanager
def _open_stream(server: Zygote, path: str, secret: str) -> Iterator[socket.socket]:
    """A connection that has asked for a table's stream, packed."""
    url = httpx.URL(server.url)
    with socket.create_connection((url.host, url.port or 80)) as connection:
        row = f"GET {path}/stream?form=fragments HTTP/1.1\r\nHost: {url.host}\r\n"
        headers = f"Authorization: Bearer {secret}\r\nAccept-Encoding: gzip\r\n\r\n"
        connection.sendall((row + headers).encode())
        yield connection
