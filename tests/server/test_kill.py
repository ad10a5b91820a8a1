"""`kill -9` of the server between any two moves, and in the middle of them: nothing acknowledged is lost, nothing
doubled.

Every kill ends a whole server (a fork of one that has imported everything, so that a start takes a moment) with
its process group. Half of the kills come between two moves, half while a move is on its way; the client then
sends it again under the same id until it is acknowledged, as the page does.
"""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from quartier.server.storage.audit import audit

from .harness import (
    GREEDY,
    Player,
    Zygote,
    free_port,
    me,
    open_table,
    quiet,
    to_act,
    two_players,
    wait_until,
)

CLOCK = {"base": 7200, "increment": 1}
LONGEST_FLIGHT = 0.012
"""Seconds after which a move on its way is certainly acknowledged: kills come at any moment before."""


class Killing:
    """Games played one after the other, the server killed once per move."""

    def __init__(self, zygote: Zygote, data: Path, seed: int) -> None:
        self.zygote = zygote
        self.data = data
        self.random = random.Random(seed)
        self._open()
        self.acknowledged: list[tuple[str, dict[str, Any]]] = []
        """(client_move_id, answer) of the present game's moves."""
        self.unanswered = 0

    def kill_once(self) -> None:
        """One move, one kill, one new start, and the check of everything acknowledged so far."""
        turn = to_act(self.players)
        if turn is None:
            self._open()
            self.acknowledged = []
            turn = to_act(self.players)
        assert turn is not None
        player, view = turn
        choice = self.random.choice(view["choices"])["move"]
        if self.random.random() < 0.5:
            self._move_then_kill(player, view["version"], choice)
        else:
            self._kill_in_flight(player, view["version"], choice)
        self.check(player)

    def _open(self) -> None:
        self.players, self.opened = two_players(self.zygote.url, time=CLOCK), time.monotonic()

    def _id(self) -> str:
        return f"move-{len(self.acknowledged)}"

    def _move_then_kill(self, player: Player, version: int, move: str) -> None:
        self._acknowledge(player.move(move, version, client_move_id=self._id()))
        self.zygote.kill()
        self.zygote.start()

    def _kill_in_flight(self, player: Player, version: int, move: str) -> None:
        answers: list[httpx.Response] = []

        def send() -> None:
            try:
                answers.append(player.move(move, version, client_move_id=self._id()))
            except httpx.TransportError:
                self.unanswered += 1

        sender = threading.Thread(target=send)
        sender.start()
        time.sleep(self.random.uniform(0, LONGEST_FLIGHT))
        self.zygote.kill()
        sender.join()
        self.zygote.start()
        again = player.move(move, version, client_move_id=self._id())
        self._acknowledge(again)
        for answer in answers:  # it was acknowledged before the kill: the same answer comes again
            assert answer.json() == again.json()

    def _acknowledge(self, answer: httpx.Response) -> None:
        assert answer.status_code == 200, answer.text
        self.acknowledged.append((self._id(), answer.json()))

    def check(self, player: Player) -> None:
        """The log over HTTP and in the file: without gaps, every acknowledged event where it was, every move once."""
        events = {event["seq"]: event for event in player.everything()}
        assert list(events) == list(range(1, len(events) + 1))
        _, last = self.acknowledged[-1]
        assert last["version"] == len(events)
        assert all(events[event["seq"]] == event for event in last["events"])
        stored = self._stored(player.table)
        for client_move_id, answer in self.acknowledged:
            seqs = [seq for seq, found in stored if found and found.endswith(f":{client_move_id}")]
            assert seqs == [answer["events"][0]["seq"]]
        self._check_clocks(player)

    def _check_clocks(self, player: Player) -> None:
        """They run for whoever is to move, and have taken no more time than has passed, nor brought more than is due."""
        view, moves = player.view(), len(self.acknowledged)
        seats = [seat for seat in view["seats"] if seat["time"] is not None]
        assert [seat["seat"] for seat in seats if seat["time"]["runs"]] == view["turn"]["actors"]
        passed = time.monotonic() - self.opened + 1
        for seat in seats:
            left = seat["time"]["left"]
            assert CLOCK["base"] - passed <= left <= CLOCK["base"] + CLOCK["increment"] * moves
        assert sum(CLOCK["base"] - seat["time"]["left"] for seat in seats) <= passed

    def _stored(self, table: str) -> list[tuple[int, str | None]]:
        with sqlite3.connect(self.data) as connection:
            query = "select seq, client_move_id from event where game_id = ? order by seq"
            return connection.execute(query, (table,)).fetchall()


def _kill(tmp_path: Path, times: int, seed: int) -> Killing:
    data = tmp_path / "games.db"
    zygote = Zygote(data, free_port())
    try:
        zygote.start()
        killing = Killing(zygote, data, seed)
        for _ in range(times):
            killing.kill_once()
    finally:
        zygote.close()
    report = audit(quiet(data))
    assert report.tables > 0
    assert report.broken == []
    return killing


def test_sixty_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    killing = _kill(tmp_path, 60, seed=1)
    assert killing.unanswered > 3  # the kills did hit moves on their way


@pytest.mark.soak
def test_two_thousand_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    assert _kill(tmp_path, 2000, seed=int(time.time())).unanswered > 200


Told = list[tuple[int, dict[str, Any]]]
"""Events, each as it was told to a seat."""


def _play_until_killed(player: Player, acknowledged: Told) -> None:
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
    data, chance = tmp_path / "games.db", random.Random(3)
    zygote = Zygote(data, free_port())
    try:
        zygote.start()
        for _ in range(4):
            players = [open_table(zygote.url, me("Ada"), me("Bea")) for _ in range(5)]
            acknowledged: list[Told] = [[] for _ in players]
            threads = [
                threading.Thread(target=_play_until_killed, args=pair)
                for pair in zip(players, acknowledged, strict=True)
            ]
            for thread in threads:
                thread.start()
            wait_until(lambda found=acknowledged: all(found))
            time.sleep(chance.uniform(0, 0.1))
            zygote.kill()
            for thread in threads:
                thread.join()
            zygote.start()
            for player, told in zip(players, acknowledged, strict=True):
                assert player.view()["turn"]["actors"] != ["*"]  # no draw is missing
                for player.seat in (0, 1):
                    found = {event["seq"]: event for event in player.everything()}
                    assert list(found) == list(range(1, len(found) + 1))
                    assert all(found[event["seq"]] == event for seat, event in told if seat == player.seat)
    finally:
        zygote.close()
    assert audit(quiet(data)).broken == []


def test_a_bot_moves_once_although_the_server_is_killed(tmp_path: Path) -> None:
    """The bot owes a move when the server dies; after the new start it comes, and only once."""
    zygote = Zygote(tmp_path / "games.db", free_port(), workers=1)
    try:
        zygote.start()
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
    finally:
        zygote.close()
