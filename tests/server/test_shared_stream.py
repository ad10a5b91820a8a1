"""The stream that the pages of a browser share: its tables come and go, each with the seats of its own requests."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx

from quartier.server.limits import UNLIMITED, Limits, Quota

from .contract import check_event
from .harness import (
    FRIEND,
    TIMEOUT,
    Player,
    Running,
    browser,
    me,
    open_table,
    play_some,
    quiet,
    run_async,
    running,
    two_players,
    wait_until,
)
from .test_accounts import post, register, signed_in


class SharedListener:
    """A shared stream, read in a thread: what came of each table, by its id and the kind of event."""

    def __init__(self, url: str) -> None:
        self.events: dict[str, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
        self.ended = threading.Event()
        self.id = ""
        self._client = httpx.Client(base_url=url, timeout=TIMEOUT)
        self._response: httpx.Response | None = None
        threading.Thread(target=self._read, daemon=True).start()
        wait_until(lambda: self.id or self.ended.is_set())

    def _read(self) -> None:
        try:
            with self._client.stream("GET", "/api/stream") as response:
                self._lines(response.iter_lines())
        except httpx.HTTPError:
            pass
        finally:
            self.ended.set()

    def _lines(self, lines: Iterator[str]) -> None:
        table = kind = ""
        for line in lines:
            field, _, value = line.partition(": ")
            if field == "table":
                table = value
            elif field == "event":
                kind = value
            elif field == "data" and kind == "stream":
                self.id = json.loads(value)["id"]
            elif field == "data":
                event = {} if kind == "end" else check_event(kind, value)
                self.events[table][kind].append(event)

    def of(self, player: Player, kind: str) -> list[Any]:
        return self.events[player.table][kind]

    def follow(self, player: Player, verb: str = "follow") -> httpx.Response:
        return player.client.post(f"{player.path}/{verb}", json={"stream": self.id})


@contextmanager
def _limit_streams(tmp_path: Path, streams: int) -> Iterator[Running]:
    limits = replace(Limits().times(0), streams=Quota(UNLIMITED, streams))
    with running(quiet(tmp_path / "games.db", limits=limits)) as server:
        yield server


def test_one_stream_follows_several_tables(server: Running) -> None:
    """Each message says of which table it is; to the others at the tables the player is present at each."""
    tables = [two_players(server.url) for _ in range(3)]
    shared = SharedListener(server.url)
    for ada, _ in tables:
        assert shared.follow(ada).status_code == 204
        wait_until(lambda ada=ada: shared.of(ada, "patch"))
        assert shared.of(ada, "patch")[0]["sections"]["viewer"]["seat"] == ada.seat
    assert server.services.hub.streams == 1
    for ada, bob in tables:
        version = play_some((ada, bob), 1) and ada.view()["version"]
        wait_until(
            lambda ada=ada, version=version: shared.of(ada, "patch")[-1]["sections"].get("version") == version
        )
        assert [seat["online"] for seat in bob.view()["seats"]] == [True, False]
    absent, bob = tables[1]
    assert shared.follow(absent, "unfollow").status_code == 204
    assert [seat["online"] for seat in bob.view()["seats"]] == [False, False]
    patches = len(shared.of(absent, "patch"))
    play_some(tables[1], 1)
    play_some(tables[2], 1)
    version = tables[2][0].view()["version"]
    wait_until(lambda: shared.of(tables[2][0], "patch")[-1]["sections"].get("version") == version)
    assert len(shared.of(absent, "patch")) == patches


def test_a_table_that_is_followed_again_begins_with_the_whole_view(server: Running) -> None:
    """With the present credentials: a spectator who has taken a seat sees its hand."""
    ada = open_table(server.url, me(), FRIEND)
    bob = browser(server.url)
    bob.table = ada.table
    shared = SharedListener(server.url)
    shared.follow(bob)
    wait_until(lambda: shared.of(bob, "patch"))
    assert shared.of(bob, "patch")[0]["sections"]["viewer"]["seat"] is None
    bob.join(ada.table, ada.invites[1], "Bob")
    shared.follow(bob)
    wait_until(lambda: shared.of(bob, "patch")[-1]["sections"].get("viewer", {}).get("seat") == 1)
    assert shared.of(bob, "patch")[-1]["fresh"]
    assert server.services.hub.presence(ada.table) == {"online": [1], "spectators": 0}


def test_a_seat_that_is_lost_ends_its_table_and_no_other(server: Running) -> None:
    """The stream cannot know better than the requests that added its tables: the page adds the table again."""
    ada = register(server, "Sharing")
    ada.table = ada.client.post("/api/tables", json={"title": "city_blocks", "seats": [me(), FRIEND]}).json()[
        "id"
    ]
    other, bob = two_players(server.url)
    shared = SharedListener(server.url)
    thief = signed_in(server, "Sharing")
    thief.table = ada.table
    for player in (thief, other):
        shared.follow(player)
        wait_until(lambda player=player: shared.of(player, "presence"))
    post(ada, "sessions/end").raise_for_status()
    wait_until(lambda: shared.of(thief, "end"))
    before = len(shared.of(other, "patch"))
    play_some((other, bob), 1)
    wait_until(lambda: len(shared.of(other, "patch")) > before)
    assert not shared.ended.is_set()
    assert shared.follow(thief).status_code == 204
    wait_until(lambda: shared.of(thief, "patch")[-1]["sections"].get("viewer", {}).get("seats") == [])


def test_only_an_open_stream_can_be_added_to(server: Running) -> None:
    ada, _ = two_players(server.url)
    shared = SharedListener(server.url)
    for verb in ("follow", "unfollow"):
        for stream, status, code in (("of-nobody", 404, "no_stream"), ("", 422, "malformed")):
            refused = ada.client.post(f"{ada.path}/{verb}", json={"stream": stream})
            assert (refused.status_code, refused.json()["error"]["code"]) == (status, code)
    nowhere = ada.client.post("/api/tables/nothing/follow", json={"stream": shared.id})
    assert (nowhere.status_code, nowhere.json()["error"]["code"]) == (404, "no_table")
    assert server.services.hub.watched_tables() == []


def test_each_table_of_a_shared_stream_counts(tmp_path: Path) -> None:
    """It costs the server as much as a stream of its own; adding it again takes no second place."""
    with _limit_streams(tmp_path, 3) as server:
        tables = [two_players(server.url)[0] for _ in range(3)]
        shared = SharedListener(server.url)
        assert [shared.follow(player).status_code for player in tables] == [204, 204, 429]
        assert shared.follow(tables[1]).status_code == 204
        shared.follow(tables[0], "unfollow")
        assert shared.follow(tables[2]).status_code == 204


def test_no_more_streams_open_than_may_when_asked_for_at_once(tmp_path: Path) -> None:
    """The count is taken in the same step as the place."""

    async def ask(client: httpx.AsyncClient, path: str, hold: asyncio.Event) -> int:
        async with client.stream("GET", path) as response:
            if response.status_code == 200:
                await hold.wait()
            return response.status_code

    async def ask_at_once(url: str, path: str) -> list[int]:
        hold = asyncio.Event()
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=url, timeout=TIMEOUT, limits=limits) as client:
            requests = [asyncio.create_task(ask(client, path, hold)) for _ in range(24)]
            while sum(task.done() for task in requests) < 20:
                await asyncio.wait(requests, timeout=0.05)
            hold.set()
            return await asyncio.gather(*requests)

    with _limit_streams(tmp_path, 4) as server:
        ada, _ = two_players(server.url)
        for path in (f"{ada.path}/stream", "/api/stream"):
            statuses = run_async(ask_at_once(server.url, path))
            assert (statuses.count(200), statuses.count(429)) == (4, 20)
            wait_until(lambda: server.services.hub.streams == 0)


def test_the_server_stops_with_a_shared_stream_that_follows_nothing(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db")) as server:
        shared = SharedListener(server.url)
        hub = server.services.hub
        assert hub._loop is not None
        hub._loop.call_soon_threadsafe(hub.close)
        assert shared.ended.wait(TIMEOUT)
        wait_until(lambda: hub.streams == 0)
