"""Bots at the server: they move, in time or not; their processes come and go; they know only what their seat may know."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

import quartier
from quartier.server.thinking import bots as driver
from quartier.server.thinking.compiling import BackgroundCompiler
from quartier.server.thinking.desk import Desk, Task
from quartier.server.thinking.job_kinds import HintJob, MoveJob, RulesJob, known_to
from quartier.server.thinking.processes import WorkerProcess
from quartier.server.thinking.queue import JobQueue

from .harness import GREEDY, PATIENCE, Listener, me, open_table, play_some, quiet, running, wait_until

RANDOM = {"kind": "bot", "bot": "random"}


def _whole_game(url: str) -> dict:
    ada = open_table(url, me(), RANDOM)
    while not ada.view()["over"]:
        wait_until(lambda: ada.view()["turn"]["yours"] or ada.view()["over"])
        play_some((ada, ada), 1)
    return ada.view()


def test_a_whole_game_against_a_bot(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db", workers=1)) as server:
        view = _whole_game(server.url)
        assert view["seats"][1]["kind"] == "bot"
        assert server.services.metrics.bot_fallbacks._value.get() == 0


def test_a_bot_that_is_late_is_replaced(tmp_path: Path) -> None:
    """With no time at all every move is the server's own, and the game goes on."""
    with running(quiet(tmp_path / "games.db", workers=1, bot_deadline=0.0)) as server:
        ada = open_table(server.url, me(), RANDOM)
        for _ in range(3):
            wait_until(lambda: ada.view()["turn"]["yours"])
            play_some((ada, ada), 1)
        wait_until(lambda: ada.view()["turn"]["yours"])
        assert server.services.metrics.bot_fallbacks._value.get() >= 3


def test_bots_among_themselves_are_watched(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db", workers=2)) as server:
        table = open_table(server.url, GREEDY, RANDOM)
        listener = Listener(table)
        wait_until(lambda: listener.views and listener.views[-1]["over"], 60)
        listener.close()
        assert table.view()["rematch"] == {"asked": []}


def test_two_workers_and_many_nudges_move_once(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db", workers=2)) as server:
        tables = [open_table(server.url, me(), GREEDY) for _ in range(4)]
        for _ in range(20):
            for table in tables:
                server.services.hub.publish(table.table)
        for table in tables:
            wait_until(lambda table=table: table.view()["turn"]["yours"])
            moves = [event for event in table.everything() if event["actor"] == 1 and event["text"][0] != "!"]
            assert len(moves) <= 1


def _job(level: str, compiled: bool = False) -> MoveJob:
    return MoveJob("city_blocks", *_position(), level, compiled)


def _position() -> tuple[int, bytes]:
    """A seat, and what it knows."""
    state = quartier.load("city_blocks").new(seed=3)
    seat = min(state.seats_to_act())
    return seat, known_to(state, seat)


def test_a_thought_that_is_no_longer_wanted_ends_with_its_process() -> None:
    worker = WorkerProcess()
    worker.start(lambda: False)
    process = worker._process
    assert worker.work_out(_job("greedy"), PATIENCE, lambda: True) is None
    assert worker._process is None
    assert not process.is_alive()


def test_loading_the_rules_is_no_thought() -> None:
    """Else a slow machine would kill the process for its first move, and the next one for its first, and so on."""
    worker = WorkerProcess()
    try:
        assert worker.work_out(_job("random", compiled=True), 0.3, lambda: False) is not None
    finally:
        worker.stop()


def test_a_process_that_died_is_replaced() -> None:
    worker = WorkerProcess()
    try:
        worker.start(lambda: False)
        worker._process.kill()
        worker._process.join()
        assert worker.work_out(_job("random"), PATIENCE, lambda: False) is not None
    finally:
        worker.stop()


@pytest.mark.parametrize(("level", "answers"), [("greedy", True), ("no such bot", False)])
def test_a_broken_bot_breaks_nothing_else(level: str, answers: bool) -> None:
    worker = WorkerProcess()
    try:
        move = worker.work_out(_job(level), PATIENCE, lambda: False)
        assert (move is not None) == answers
        assert worker.work_out(_job("random"), PATIENCE, lambda: False) is not None
    finally:
        worker.stop()


def test_a_search_that_is_no_longer_wanted_ends_and_its_process_lives() -> None:
    worker = WorkerProcess()
    try:
        job = HintJob("city_blocks", *_position())
        assert worker.work_out(job, PATIENCE, lambda: False)  # so that the rules are loaded
        process, began = worker._process, time.monotonic()
        assert worker.work_out(job, PATIENCE, lambda: time.monotonic() > began + 0.3) is None
        assert worker._process is process
        assert worker.work_out(_job("random"), PATIENCE, lambda: False) is not None
    finally:
        worker.stop()


@pytest.mark.parametrize(("warming", "plays"), [(600.0, False), (0.0, True)])
def test_while_rules_are_compiled_nobody_waits_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, warming: float, plays: bool
) -> None:
    """A bot that searches waits some seconds for compiled rules, and holds up no other; then a quick one plays."""
    job_of = driver._job
    monkeypatch.setattr(driver, "_job", lambda *of: replace(job_of(*of), cached=False))  # never compiled
    monkeypatch.setattr(driver, "COMPILING", warming)
    monkeypatch.setattr(BackgroundCompiler, "start", lambda _: None)
    with running(quiet(tmp_path / "games.db", workers=1, compile=True)) as server:
        strong = open_table(server.url, me(), {"kind": "bot", "bot": "6"}, title="block_city")
        _whole_game(server.url)
        moved = [event for event in strong.everything() if event["actor"] == 1 and event["text"][0] != "!"]
        assert bool(moved) == plays


def test_the_first_idle_worker_takes_the_next_table_and_alone_makes_titles_ready() -> None:
    """Its process has loaded most rules, so that nobody waits for another one to load them."""
    desk = Desk()
    with ThreadPoolExecutor(2) as pool:
        second = pool.submit(desk.take, 1)
        desk.ready("gridlock")
        wait_until(lambda: desk._idle == {1})
        assert desk.take(0) == Task(title="gridlock")
        first = pool.submit(desk.take, 0)
        wait_until(lambda: desk._idle == {0, 1})
        desk.due("one")
        assert first.result(PATIENCE) == Task(table_id="one")
        desk.due("two")
        assert second.result(PATIENCE) == Task(table_id="two")
    desk.close()
    assert desk.take(0) is None


def test_rules_that_are_compiled_are_loaded_where_bots_think(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the first bot that begins a game loads them while somebody waits for it."""
    loaded: list[object] = []
    monkeypatch.setattr(WorkerProcess, "start", lambda *_: None)
    monkeypatch.setattr(WorkerProcess, "work_out", lambda _, job, *__: loaded.append(job))
    monkeypatch.setattr(BackgroundCompiler, "start", lambda self: self._compiled("gridlock"))
    with running(quiet(tmp_path / "games.db", workers=2, compile=True)):
        wait_until(lambda: loaded == [RulesJob("gridlock")])


def test_a_queue_turns_away_what_it_cannot_do_soon() -> None:
    queue, free = JobQueue("crowded"), threading.Event()
    try:
        coming = [queue.submit(_job("random"), 30.0, free.wait) for _ in range(JobQueue.MOST)]
        assert queue.submit(_job("random"), 30.0, free.wait) is None
        free.set()
        assert [each.result(PATIENCE) for each in coming] == [None] * JobQueue.MOST
        assert queue.submit(_job("random"), PATIENCE, lambda: False).result(PATIENCE) is not None
    finally:
        queue.close()
