"""`kill -9` between any two moves and in the middle of them, over one server or several at one database.

Every kill ends a whole server (a fork of one that has imported everything, so that a start takes a moment) with
its process group. Half of the kills come between two moves, half while a move is on its way; the client then
sends it again under the same id until it is acknowledged, as the page does: to a server that is left, or to the
same one when it is there again.
"""

from __future__ import annotations

import itertools
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import sqlalchemy as sa

from quartier.server.settings import Settings
from quartier.server.storage.audit import audit

from .harness import Player, Zygote, to_act, two_players, wait_until

CLOCK = {"base": 7200, "increment": 1}
LONGEST_FLIGHT = 0.012
"""Seconds after which a move on its way is certainly acknowledged: kills come at any moment before."""


@contextmanager
def zygotes(settings: Settings, count: int, workers: int = 0) -> Iterator[list[Zygote]]:
    """So many servers at one database, all of them there."""
    zygotes_made = [Zygote(settings, workers) for _ in range(count)]
    try:
        for zygote in zygotes_made:
            zygote.start()
        yield zygotes_made
    finally:
        for zygote in zygotes_made:
            zygote.close()


class Killing:
    """Games played one after the other, a server killed once per move."""

    def __init__(self, servers: list[Zygote], settings: Settings, seed: int) -> None:
        self.servers = servers
        self.random = random.Random(seed)
        self.engine = sa.create_engine(settings.url)
        self.acknowledged: list[tuple[str, dict[str, Any]]] = []
        """(client_move_id, answer) of the present game's moves."""
        self.unanswered = 0
        self._open()

    def kill_once(self) -> None:
        """One move, one kill, one new start, and the check of everything acknowledged so far."""
        turn = to_act(self.players)
        if turn is None:
            self._open()
            turn = to_act(self.players)
        assert turn is not None
        player, view = turn
        choice = self.random.choice(view["choices"])["move"]
        if self.random.random() < 0.5:
            self._move_then_kill(player, view["version"], choice)
        else:
            self._kill_in_flight(player, view["version"], choice)
        self._goes_to(player, self._some())
        self.check(player)

    def _open(self) -> None:
        self.acknowledged = []
        self.players, self.opened = two_players(self._some().url, time=CLOCK), time.monotonic()

    def _some(self, *, but: Zygote | None = None) -> Zygote:
        """Any server; a single one stands in for itself."""
        return self.random.choice([server for server in self.servers if server is not but] or self.servers)

    def _goes_to(self, player: Player, server: Zygote) -> None:
        player.client.base_url = httpx.URL(server.url)

    def _id(self) -> str:
        return f"move-{len(self.acknowledged)}"

    def _move_then_kill(self, player: Player, version: int, move: str) -> None:
        server = self._some()
        self._goes_to(player, server)
        self._acknowledge(player.move(move, version, client_move_id=self._id()))
        server.kill()
        server.start()

    def _kill_in_flight(self, player: Player, version: int, move: str) -> None:
        answers: list[httpx.Response] = []

        def send() -> None:
            try:
                answers.append(player.move(move, version, client_move_id=self._id()))
            except httpx.TransportError:
                self.unanswered += 1

        server, other = self._some(), self._some()
        self._goes_to(player, server)
        sender = threading.Thread(target=send)
        sender.start()
        time.sleep(self.random.uniform(0, LONGEST_FLIGHT))
        server.kill()
        sender.join()
        if other is server:
            server.start()
        self._goes_to(player, other)
        again = self._again(player, version, move)
        if other is not server:
            server.start()
        self._acknowledge(again)
        for answer in answers:  # it was acknowledged before the kill: the same answer comes again
            assert answer.json() == again.json()

    def _again(self, player: Player, version: int, move: str) -> httpx.Response:
        """The same move, as a client repeats it; twice where the server has just closed a connection that was idle."""
        try:
            return player.move(move, version, client_move_id=self._id())
        except httpx.RemoteProtocolError:
            return player.move(move, version, client_move_id=self._id())

    def _acknowledge(self, answer: httpx.Response) -> None:
        assert answer.status_code == 200, answer.text
        self.acknowledged.append((self._id(), answer.json()))

    def check(self, player: Player) -> None:
        """The log over HTTP and in the database: without gaps, every acknowledged event where it was, every move once."""
        events = {event["seq"]: event for event in player.everything()}
        assert list(events) == list(range(1, len(events) + 1))
        _, last = self.acknowledged[-1]
        assert last["version"] == len(events)
        assert all(events[event["seq"]] == event for event in last["events"])
        stored = self._stored(player.table)
        for client_move_id, answer in self.acknowledged:
            seqs = [seq for seq, move in stored if move and move.endswith(f":{client_move_id}")]
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
        query = sa.text("select seq, client_move_id from event where game_id = :table order by seq")
        with self.engine.connect() as connection:
            return [(seq, move) for seq, move in connection.execute(query, {"table": table})]


def kill(settings: Settings, servers: int, times: int, seed: int) -> Killing:
    """So many kills, and at last the audit of all games."""
    with zygotes(settings, servers) as running:
        killing = Killing(running, settings, seed)
        for _ in range(times):
            killing.kill_once()
    killing.engine.dispose()
    report = audit(settings)
    assert report.tables > 0
    assert report.broken == []
    return killing


class Device:
    """Plays on, whatever becomes of the servers: what gets no answer from one is sent to the next, under the same id."""

    def __init__(self, player: Player, servers: list[Zygote]) -> None:
        self.player = player
        self.servers = itertools.cycle(servers)
        self.acknowledged: list[tuple[str, int, dict[str, Any]]] = []
        """Of each acknowledged move: its id, the seat, and the answer."""
        self.lost = 0
        self.over = threading.Event()
        """No more moves are wanted, or the game has ended."""
        self._thread = threading.Thread(target=self._play)
        self._thread.start()

    def end(self) -> None:
        self.over.set()
        self._thread.join()

    def _play(self) -> None:
        while not self.over.is_set():
            view = self._answer(lambda: self.player.client.get(self.player.path))
            if view["over"]:
                self.over.set()
            elif view["turn"]["yours"]:
                self._move(view)
            else:
                time.sleep(0.02)

    def _move(self, view: dict[str, Any]) -> None:
        self.player.seat = view["viewer"]["seat"]
        own, choice = f"move-{len(self.acknowledged)}", view["choices"][0]["move"]
        answer = self._answer(lambda: self.player.move(choice, view["version"], client_move_id=own))
        self.acknowledged.append((own, self.player.seat, answer))

    def _answer(self, ask: Callable[[], httpx.Response]) -> dict[str, Any]:
        while True:
            try:
                answer = ask()
            except httpx.TransportError:
                answer = None
                self.lost += 1
            if answer is not None and answer.status_code != 503:
                assert answer.status_code == 200, answer.text
                return dict(answer.json())
            self.player.client.base_url = httpx.URL(next(self.servers).url)

    def check(self) -> None:
        """Nothing that was acknowledged is lost or doubled, and no event is missing."""
        assert self.player.view()["turn"]["actors"] != ["*"]
        events = {seat: {} for _, seat, _ in self.acknowledged}
        for self.player.seat in events:
            events[self.player.seat] = {event["seq"]: event for event in self.player.everything()}
            assert list(events[self.player.seat]) == list(range(1, len(events[self.player.seat]) + 1))
        sequence = [answer["events"][0]["seq"] for _, _, answer in self.acknowledged]
        assert len(set(sequence)) == len(sequence)
        for _, seat, answer in self.acknowledged:
            assert all(events[seat][event["seq"]] == event for event in answer["events"])


def all_go_on(devices: list[Device]) -> None:
    """Every game goes on by a move, or is over."""
    before = [len(device.acknowledged) for device in devices]
    for device, acknowledged_moves in zip(devices, before, strict=True):
        wait_until(
            lambda device=device, acknowledged=acknowledged_moves: (
                len(device.acknowledged) > acknowledged or device.over.is_set()
            )
        )
