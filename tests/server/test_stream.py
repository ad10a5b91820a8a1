"""The stream: cut anywhere and resumed, slow clients, presence, and the end of the server."""

import asyncio
import json
import signal
import subprocess
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from quartier.server.commands.authorization import Credentials
from quartier.server.sse import session
from quartier.server.sse.event_stream import EventStream
from quartier.server.sse.gzip_stream import GzipStream
from quartier.server.sse.patch_state_cache import PatchStateCache

from .harness import (
    SERVE,
    TIMEOUT,
    Listener,
    Player,
    Running,
    answers,
    browser,
    free_port,
    play_some,
    quiet,
    running,
    two_players,
    wait_until,
)


def _acknowledge_all(listener: Listener) -> Listener:
    """A listener that has heard everything up to the present View."""
    wait_until(lambda: listener.views)
    listener.close()
    return listener


def test_cut_at_every_event_and_resumed(server: Running) -> None:
    """Wherever the stream was cut, Last-Event-ID brings exactly the missed events, as that viewer may see them."""
    ada, bob = two_players(server.url)
    play_some((ada, bob), 6)
    spectator = Player(browser(server.url).client, ada.table)
    whole = ada.everything()
    for viewer in (ada, bob, spectator):
        complete = _acknowledge_all(Listener(viewer, last=0)).events
        assert [event["seq"] for event in complete] == [event["seq"] for event in whole]
        for cut in range(1, len(whole) + 1):
            resumed = _acknowledge_all(Listener(viewer, last=cut))
            assert resumed.events == complete[cut:]
            assert resumed.ids == [event["seq"] for event in complete[cut:]]
            assert resumed.views[-1]["version"] == len(whole)
    assert ada.everything() == _acknowledge_all(Listener(ada, last=0)).events


def test_cut_while_the_game_goes_on(server: Running) -> None:
    """A client that loses its connection after every few events still hears each event once, in order."""
    ada, bob = two_players(server.url)
    versions: list[int] = [ada.view()["version"]]
    for _ in range(12):
        listener = Listener(bob, last=versions[-1])
        wait_until(lambda listener=listener: listener.views)
        play_some((ada, bob), 1)
        wait_until(lambda listener=listener: listener.ids)
        listener.close()  # perhaps in the middle of what the move brought
        versions += listener.ids
    final = _acknowledge_all(Listener(bob, last=versions[-1]))
    assert versions + final.ids == list(range(versions[0], bob.view()["version"] + 1))


@pytest.mark.parametrize("last", ["nonsense", "-1", "999999", "²", ""])
def test_a_made_up_position_begins_anew(server: Running, last: str) -> None:
    ada, _ = two_players(server.url)
    listener = Listener(ada)
    listener._headers = {"Last-Event-ID": last.encode()}
    fresh = _acknowledge_all(listener)
    assert fresh.events == []
    assert fresh.views[0]["version"] == ada.view()["version"]


def test_the_first_connection_may_name_its_version(server: Running) -> None:
    ada, bob = two_players(server.url)
    version = ada.view()["version"]
    play_some((ada, bob), 1)
    assert _acknowledge_all(Listener(ada, after=version)).ids == [version + 1, version + 2]


def test_no_stream_of_no_table(server: Running) -> None:
    answer = httpx.get(f"{server.url}/api/tables/nothing/stream")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_table")


def test_a_slow_client_is_resynchronised(server: Running) -> None:
    """Nothing is taken from its stream while 20 moves are played; then every event comes once, and one View, not twenty."""
    players = two_players(server.url)
    services = server.services
    version = players[1].view()["version"]
    stream = session.StreamSession(
        session.StreamSources(services.tables, services.views),
        session.StreamRequest(players[1].table, None, "en", server.url, version),
        session.StreamClient(lambda: Credentials((players[1].secret,)), lambda: True),
    )
    response = EventStream(services.hub, services.patch_cache, compress=False)

    async def read_play_read() -> list[str]:
        with response.open():
            response.add(stream)
            chunks = response.chunks(keep_alive=0.2)
            async for chunk in chunks:
                if chunk.startswith(b"event: presence"):
                    break
            await asyncio.to_thread(play_some, players, 20)
            late = []
            async for chunk in chunks:
                if chunk.startswith(b":"):  # nothing more to say
                    return late
                late.append(chunk.decode())
        raise AssertionError("the stream has ended")

    # The hub belongs to the server's event loop: there is where a stream is read.
    late = asyncio.run_coroutine_threadsafe(read_play_read(), services.hub._loop).result(TIMEOUT)
    ids = [int(line[4:]) for chunk in late for line in chunk.splitlines() if line.startswith("id: ")]
    assert ids == list(range(version + 1, players[1].view()["version"] + 1))
    assert sum(chunk.startswith("event: view") for chunk in late) == 1
    assert services.hub.streams == 0


def test_packed_or_plain_the_stream_is_the_same(server: Running) -> None:
    ada, _ = two_players(server.url)
    streams = {}
    for coding in ("gzip", "identity"):
        ada.client.headers["Accept-Encoding"] = coding
        with ada.client.stream("GET", f"{ada.path}/stream?after=0") as response:
            assert response.headers.get("content-encoding", "identity") == coding
            lines = []
            for line in response.iter_lines():
                lines.append(line)
                if line.startswith("event: presence"):
                    break
        streams[coding] = lines
    assert streams["gzip"] == streams["identity"]
    assert any(line.startswith("event: view") for line in streams["gzip"])


def test_presence(server: Running) -> None:
    ada, bob = two_players(server.url)
    first = Listener(ada)
    wait_until(lambda: first.presence)
    assert first.presence == [{"online": [0], "spectators": 0}]
    assert [seat["online"] for seat in ada.view()["seats"]] == [True, False]
    second, third = Listener(bob), Listener(Player(browser(server.url).client, ada.table))
    wait_until(lambda: first.presence[-1] == {"online": [0, 1], "spectators": 1})
    second.close()
    third.close()
    wait_until(lambda: first.presence[-1] == {"online": [0], "spectators": 0})
    first.close()
    wait_until(lambda: server.services.hub.streams == 0)
    assert server.services.hub.watched_tables() == []


def test_silence_is_broken_by_comments(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db", keep_alive=0.05)) as server:
        ada, _ = two_players(server.url)
        with ada.client.stream("GET", f"{ada.path}/stream") as response:
            comments = 0
            for line in response.iter_lines():
                comments += line.startswith(": still here")
                if comments == 3:
                    break
    assert comments == 3


def test_a_stream_that_has_forgotten_begins_anew(tmp_path: Path) -> None:
    """What its patches and its packing go by would lie in memory for as long as a tab is open."""
    with running(quiet(tmp_path / "games.db")) as server:
        server.services.patch_cache.most = 0
        players = two_players(server.url)
        with players[0].client.stream("GET", f"{players[0].path}/stream?form=fragments") as response:
            assert response.headers["content-encoding"] == "gzip"
            lines = response.iter_lines()
            for _ in range(3):
                patch = _patch(lines)
                assert patch["fresh"]
                assert patch["texts"]
                play_some(players, 1)
    assert not server.services.patch_cache.count


def test_the_least_recently_used_state_is_evicted() -> None:
    cache, forgotten = PatchStateCache(2), list[str]()
    streams = {name: _Stream(name, forgotten) for name in "abc"}
    for name in "abac":
        with cache.sending(streams[name]):
            assert name not in forgotten
    assert forgotten == ["b"]
    cache.leave(streams["a"])
    with cache.sending(streams["b"]):
        pass
    assert (forgotten, cache.count) == (["b"], 2)


@dataclass(frozen=True)
class _Stream:
    """Says when it has to forget."""

    name: str
    forgotten: list[str]

    def forget(self) -> None:
        self.forgotten.append(self.name)


def _patch(lines: Iterator[str]) -> dict[str, Any]:
    """The next patch of a stream."""
    return dict(next(json.loads(line[6:]) for line in lines if line.startswith('data: {"fresh"')))


@pytest.mark.parametrize("size", [1, GzipStream.SMALL, GzipStream.SMALL + 1, 70_000])
def test_a_packer_may_forget_at_any_time(size: int) -> None:
    pack, unpack = GzipStream(), zlib.decompressobj(16 + zlib.MAX_WBITS)
    for number in range(9):
        chunk = bytes(Random(number).choices(b"abc \n", k=size if number % 3 else 300))
        assert unpack.decompress(pack(chunk)) == chunk
        if number % 2:
            pack.forget()


def test_a_lost_hint_costs_time_only(tmp_path: Path) -> None:
    """Another process has moved, and its hint was lost: the regular look at the database finds it."""
    data = tmp_path / "games.db"
    with running(quiet(data, poll=0.1)) as watched, running(quiet(data)) as other:
        ada, bob = two_players(watched.url)
        listener = Listener(ada, last=ada.view()["version"])
        wait_until(lambda: listener.views)
        for player in (ada, bob):
            player.client.base_url = other.url
        play_some((ada, bob), 1)
        wait_until(lambda: len(listener.ids) == 2)
        listener.close()


PATIENT = """
from quartier.server import serve
serve.GRACE = 600
"""
"""Whoever waits for open streams waits longer than any test."""


def test_a_hundred_open_streams_do_not_hold_up_the_end(tmp_path: Path) -> None:
    port = free_port()
    script = tmp_path / "serve_it.py"
    script.write_text(PATIENT + SERVE)
    process = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "games.db"), str(port)], stderr=subprocess.PIPE
    )
    url = f"http://127.0.0.1:{port}"
    wait_until(lambda: answers(url))
    ada, _ = two_players(url)
    streams = [Listener(ada) for _ in range(100)]
    wait_until(lambda: all(stream.views for stream in streams))
    process.send_signal(signal.SIGTERM)
    process.wait(TIMEOUT)
    assert all(stream.ended.wait(1) for stream in streams)
    assert b"Traceback" not in process.stderr.read()
