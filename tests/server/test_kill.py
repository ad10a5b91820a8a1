"""Servers are killed between any two moves, and in the middle of them: nothing acknowledged is lost, nothing doubled, and no
clock is wrong. Over SQLite with one server, over PostgreSQL with three, where the others go on.
"""

from __future__ import annotations

import os
import random
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from quartier.server.settings import Settings
from quartier.server.storage.audit import audit

from . import clusters
from .harness import GREEDY, Listener, Player, browser, me, open_table, quiet, wait_until
from .killing import CLOCK, Device, all_go_on, kill, zygotes
from .tally import Tally

ALL = 10_000
"""So many kills are to be survived by a release, over both databases."""
A_RUN = int(os.environ.get("QUARTIER_KILLS", "500"))
"""So many at most in one run of the soak, over each database; the next run goes on counting."""


def test_kills_over_sqlite_lose_and_double_nothing(tmp_path: Path) -> None:
    killing = kill(quiet(tmp_path / "games.db"), servers=1, times=30, seed=1)
    assert killing.unanswered > 1  # the kills did hit moves on their way


def test_kills_over_postgresql_lose_and_double_nothing(on_postgresql: Settings) -> None:
    """Three servers, one killed each time; what was on its way goes to any of them."""
    killing = kill(on_postgresql, servers=3, times=20, seed=2)
    assert killing.unanswered > 1


@pytest.mark.soak
@pytest.mark.parametrize(("name", "servers"), [("sqlite", 1), ("postgresql", 3)])
def test_very_many_kills_lose_and_double_nothing(
    name: str, servers: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Counted over runs, half of all over each database. Each hundred has servers and games of its own."""
    tally = Tally.of(f"kills-{name}")
    end = min(tally.done + A_RUN, ALL // 2)
    while tally.done < end:
        settings = quiet(tmp_path / f"{tally.done}.db")
        if name == "postgresql":
            settings = quiet(database=clusters.empty_database(request.getfixturevalue("address")))
        tally.add(min(100, end - tally.done), partial(_count_unanswered, settings, servers))
    assert tally.hits > tally.done // 20  # moves that were on their way


def _count_unanswered(settings: Settings, servers: int, times: int) -> int:
    return kill(settings, servers, times, seed=time.time_ns()).unanswered


Acknowledged = list[tuple[int, dict[str, Any]]]
"""Events, each as it was told to a seat."""


def _play_until_killed(player: Player, acknowledged: Acknowledged) -> None:
    """Moves of one device at its table, one after the other."""
    try:
        while True:
            view = player.view()
            player.seat = view["viewer"]["seat"]
            answer = player.move(view["choices"][0]["move"], view["version"])
            assert answer.status_code == 200, answer.text
            acknowledged += [(player.seat, event) for event in answer.json()["events"]]
    except httpx.TransportError:
        pass


def test_kills_in_the_middle_of_groups(tmp_path: Path) -> None:
    """Many play at once, so the kills hit groups: of each command all events or none, and all that were acknowledged."""
    settings, chance = quiet(tmp_path / "games.db"), random.Random(3)
    with zygotes(settings, 1) as (zygote,):
        for _ in range(4):
            players = [open_table(zygote.url, me("Ada"), me("Bea")) for _ in range(5)]
            acknowledged: list[Acknowledged] = [[] for _ in players]
            threads = [
                threading.Thread(target=_play_until_killed, args=pair)
                for pair in zip(players, acknowledged, strict=True)
            ]
            for thread in threads:
                thread.start()
            wait_until(lambda rounds=acknowledged: all(rounds))
            time.sleep(chance.uniform(0, 0.1))
            zygote.kill()
            for thread in threads:
                thread.join()
            zygote.start()
            for player, acknowledged_events in zip(players, acknowledged, strict=True):
                assert player.view()["turn"]["actors"] != ["*"]  # no draw is missing
                for player.seat in (0, 1):
                    events = {event["seq"]: event for event in player.everything()}
                    assert list(events) == list(range(1, len(events) + 1))
                    assert all(
                        events[event["seq"]] == event
                        for seat, event in acknowledged_events
                        if seat == player.seat
                    )
    assert audit(settings).broken == []


@pytest.mark.soak
def test_a_bot_moves_once_although_the_server_is_killed(tmp_path: Path) -> None:
    """The bot owes a move when the server dies; after the new start it comes, and only once."""
    with zygotes(quiet(tmp_path / "games.db"), 1, workers=1) as (zygote,):
        ada = open_table(zygote.url, me(), GREEDY)
        for number in range(5):
            wait_until(lambda: ada.view()["turn"]["yours"])
            view = ada.view()
            assert ada.move(view["choices"][0]["move"], view["version"]).status_code == 200
            time.sleep(number * 0.01)
            zygote.kill()
            zygote.start()
        wait_until(lambda: ada.view()["turn"]["yours"])
        moves = [
            event["actor"] for event in ada.everything() if event["actor"] != "*" and event["text"][0] != "!"
        ]
        turns = [actor for actor, before in zip(moves, [None, *moves], strict=False) if actor != before]
        assert turns == [moves[0], 1 - moves[0]] * (len(turns) // 2) + [moves[0]] * (len(turns) % 2)
        assert moves.count(0) >= 5


@pytest.mark.soak
def test_one_of_three_servers_is_killed_in_the_middle_of_everything(on_postgresql: Settings) -> None:
    """Each in turn, while people play with clocks and against bots, watch, and look for each other."""
    with zygotes(on_postgresql, 3, workers=1) as servers:
        urls = [server.url for server in servers]
        players = [open_table(url, me("Ada"), me("Bea"), time=CLOCK) for url in urls]
        players += [open_table(url, me("Ada"), GREEDY) for url in urls[:2]]
        devices = [Device(player, servers) for player in players]
        try:
            for number, server in enumerate(servers):
                other = servers[number - 1]
                ear = Listener(Player(browser(other.url).client, players[number].table), last=0)
                waits = _play_anyone(server.url, f"Wanda {number}")
                all_go_on(devices)
                server.kill()
                all_go_on(devices)
                player_found = _play_anyone(other.url, f"Felix {number}")
                assert player_found["id"] == waits["id"]
                server.start()
                wait_until(lambda ear=ear: ear.views)
                ear.close()
                assert ear.ids == list(
                    range(1, len(ear.ids) + 1)
                )  # what another server did is heard without gaps
        finally:
            for device in devices:
                device.end()
        assert sum(device.lost for device in devices) > 0
        for device in devices:
            device.check()
    assert audit(on_postgresql).broken == []


def _play_anyone(url: str, name: str) -> dict[str, Any]:
    answer = browser(url).client.post("/api/lobby/play", json={"title": "city_blocks", "name": name})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())
