"""Bots at the server: they move, in time or not; their processes come and go; they know only what their seat may know."""

from __future__ import annotations

import os
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import quartier
from quartier import bots
from quartier.bots import registry
from quartier.bots.registry import Searcher
from quartier.conformance.games import load_compiled
from quartier.games.registry import OURS
from quartier.server.domain import bot_levels
from quartier.server.workers import bots as driver
from quartier.server.workers import worker_pool
from quartier.server.workers.compilation import BackgroundCompiler
from quartier.server.workers.dispatcher import Dispatcher, Task
from quartier.server.workers.jobs import (
    HintJob,
    MoveJob,
    RulesJob,
    concealed_view,
)
from quartier.server.workers.process_memory import resident
from quartier.server.workers.queue import JobQueue
from quartier.server.workers.worker_pool import BEHIND_BOTS, ENDLESS, WorkerProcess

from .harness import GREEDY, TIMEOUT, Listener, Player, me, open_table, play_some, quiet, running, wait_until

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


def test_two_workers_and_many_nudges_think_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At each table for each version, and not twice at once for a move that counts once."""
    thoughts, go_on = list[MoveJob](), threading.Event()
    work_out = WorkerProcess.work_out

    def counted(self: WorkerProcess, job: MoveJob, *more: Any) -> Any:
        thoughts.append(job)
        go_on.wait(TIMEOUT)
        return work_out(self, job, *more)

    monkeypatch.setattr(WorkerProcess, "work_out", counted)
    with running(quiet(tmp_path / "games.db", workers=2)) as server:
        tables: list[Player] = []
        while len(tables) < 4:  # where the bot begins
            table = open_table(server.url, GREEDY, me())
            tables += [] if table.view()["turn"]["yours"] else [table]
        wait_until(lambda: thoughts)
        for _ in range(20):
            for table in tables:
                server.services.hub.publish(table.table)
        go_on.set()
        for table in tables:
            wait_until(lambda table=table: table.view()["turn"]["yours"])
            moves = [event for event in table.everything() if event["actor"] == 0 and event["text"][0] != "!"]
            assert len(moves) == 1
    assert sorted(job.table for job in thoughts) == sorted(table.table for table in tables)


def _job(level: str, compiled: bool = False) -> MoveJob:
    return MoveJob("city_blocks", *_position(), level, compiled)


def _position() -> tuple[int, bytes]:
    """A seat, and what it knows."""
    state = quartier.load("city_blocks").new(seed=3)
    seat = min(state.seats_to_act())
    return seat, concealed_view(state, seat)


class Deaf:
    """A bot that no one stops."""

    def choose(self, *_: object) -> str:
        time.sleep(TIMEOUT)
        return "too late"


def test_a_thought_that_does_not_stop_ends_with_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "GRACE", 0.1)
    worker = WorkerProcess()
    worker.start()
    process = worker._process
    assert worker.work_out(_job(f"{__name__}:Deaf"), TIMEOUT, lambda: True) is None
    assert worker.killed
    assert not worker.alive
    assert not process.is_alive()


def test_rules_that_are_being_loaded_for_what_nobody_wants_any_more_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else repeated takebacks would load them again and again, for all."""
    monkeypatch.setattr(worker_pool, "GRACE", TIMEOUT)
    worker = WorkerProcess()
    try:
        assert worker.work_out(_job("greedy", compiled=True), TIMEOUT, lambda: True) is None
        assert worker.alive
        assert worker.work_out(_job("random"), TIMEOUT, lambda: False) is not None
    finally:
        worker.stop()


def test_nothing_is_loaded_when_the_server_ends() -> None:
    worker = WorkerProcess(closing=lambda: True)
    assert worker.work_out(_job("greedy"), TIMEOUT, lambda: True) is None
    assert not worker.alive


def test_who_has_a_process_ended_pays_for_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is started, and has loaded the rules, before the time is counted."""
    load_compiled("city_blocks")  # a process is made ready where the rules are compiled
    done: list[str] = []
    charge = Dispatcher.finish

    def charged(self: Dispatcher, *of: Any) -> None:
        done.append("charged")
        charge(self, *of)

    def ended(self: WorkerProcess, job: object, *_: object) -> None:
        done.append(type(job).__name__)
        self.killed = True
        self.stop()

    monkeypatch.setattr(WorkerProcess, "work_out", ended)
    monkeypatch.setattr(Dispatcher, "finish", charged)
    with running(quiet(tmp_path / "games.db", workers=1)) as server:
        open_table(server.url, *2 * [{"kind": "bot", "bot": "6"}])
        wait_until(lambda: "charged" in done, 20)
    assert done[:3] == ["MoveJob", "RulesJob", "charged"]


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
        worker.start()
        worker._process.kill()
        worker._process.join()
        assert worker.work_out(_job("random"), TIMEOUT, lambda: False) is not None
    finally:
        worker.stop()


@pytest.mark.parametrize(("level", "answers"), [("greedy", True), ("no such bot", False)])
def test_a_broken_bot_breaks_nothing_else(level: str, answers: bool) -> None:
    worker = WorkerProcess()
    try:
        move = worker.work_out(_job(level), TIMEOUT, lambda: False)
        assert (move is not None) == answers
        assert worker.work_out(_job("random"), TIMEOUT, lambda: False) is not None
    finally:
        worker.stop()


@pytest.mark.parametrize("job", [HintJob("city_blocks", *_position()), _job("mcts:900000x2")])
def test_a_search_that_is_no_longer_wanted_ends_and_its_process_lives(job: HintJob | MoveJob) -> None:
    worker = WorkerProcess()
    try:
        assert worker.work_out(RulesJob("city_blocks"), TIMEOUT, lambda: False)
        process, began = worker._process, time.monotonic()
        assert worker.work_out(job, TIMEOUT, lambda: time.monotonic() > began + 0.3) is None
        assert worker._process is process
        assert worker.work_out(_job("random"), TIMEOUT, lambda: False) is not None
    finally:
        worker.stop()


@pytest.mark.parametrize("title", OURS)
def test_only_bots_that_search_wait_for_compiled_rules(title: str) -> None:
    game = quartier.load(title)
    for name in bot_levels.level_names(title):
        job = MoveJob(title, 0, b"", name, cached=False)
        assert job.needs_compiled == isinstance(bots.make(name, game), Searcher), name


def test_a_level_that_is_gone_breaks_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that is to think fails, and the server moves for its bot."""
    shorter = registry.levels(quartier.load("city_blocks"))[:3]
    monkeypatch.setattr(registry, "levels", lambda *_: shorter)
    assert not _job("3").needs_compiled
    assert _job("4").needs_compiled


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
    dispatcher = Dispatcher()
    with ThreadPoolExecutor(2) as pool:
        second = pool.submit(dispatcher.take, 1)
        dispatcher.ready("gridlock")
        wait_until(lambda: dispatcher._idle == {1})
        assert dispatcher.take(0) == Task(title="gridlock")
        first = pool.submit(dispatcher.take, 0)
        wait_until(lambda: dispatcher._idle == {0, 1})
        dispatcher.due("one", "ada", people=True)
        assert first.result(TIMEOUT) == Task(table_id="one", owner="ada")
        dispatcher.due("two", "ada", people=True)
        assert second.result(TIMEOUT) == Task(table_id="two", owner="ada")
    dispatcher.close()
    assert dispatcher.take(0) is None


def test_rules_that_are_compiled_are_loaded_where_bots_think(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the first bot that begins a game loads them while somebody waits for it."""
    loaded: list[object] = []
    monkeypatch.setattr(WorkerProcess, "start", lambda *_: None)
    monkeypatch.setattr(WorkerProcess, "work_out", lambda _, job, *__: loaded.append(job))
    monkeypatch.setattr(BackgroundCompiler, "start", lambda self: self._on_compiled("gridlock"))
    with running(quiet(tmp_path / "games.db", workers=2, compile=True)):
        wait_until(lambda: loaded == [RulesJob("gridlock")])


def _queue() -> JobQueue:
    """Each look at its clock is a second later."""
    return JobQueue("crowded", float("inf"), ENDLESS, BEHIND_BOTS, count().__next__)


def test_a_queue_turns_away_what_it_cannot_do_soon() -> None:
    queue, free, is_started = _queue(), threading.Event(), threading.Event()

    def held() -> bool:
        """It holds the worker; a new job hears that it is still wanted."""
        if threading.current_thread() is threading.main_thread():
            return False
        is_started.set()
        return free.wait()

    def submit(owner: int) -> Future[Any] | None:
        return queue.submit(_job("random"), 30.0, held, owner=str(owner))

    try:
        coming = [submit(0)]
        assert is_started.wait(TIMEOUT)
        coming += [submit(number % 10) for number in range(JobQueue.MAX_JOBS)]
        assert submit(11) is None
        free.set()
        assert [job.result(TIMEOUT) for job in coming if job] == [None] * (JobQueue.MAX_JOBS + 1)
        assert queue.submit(_job("random"), TIMEOUT, lambda: False).result(TIMEOUT) is not None
    finally:
        queue.close()


def test_a_queue_takes_few_of_one_visitor_and_serves_visitors_in_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever asks much waits for themselves, and not the others for them."""
    queue, free, is_started = _queue(), threading.Event(), threading.Event()
    served: list[str] = []

    def work_out(_: WorkerProcess, job: MoveJob, *__: object) -> str:
        is_started.set()
        free.wait()
        served.append(job.table)
        return "done"

    monkeypatch.setattr(WorkerProcess, "work_out", work_out)

    def submit(owner: str, number: int) -> Future[Any] | None:
        job = replace(_job("random"), table=f"{owner}{number}")
        return queue.submit(job, 30.0, lambda: False, owner=owner)

    try:
        first = submit("greedy", 0)
        assert is_started.wait(TIMEOUT)
        many = [submit("greedy", number) for number in range(1, JobQueue.MAX_PER_OWNER + 1)]
        assert submit("greedy", 99) is None
        few = submit("modest", 1)
        free.set()
        assert {job.result(TIMEOUT) for job in (first, *many, few) if job} == {"done"}
        assert served.index("modest1") == 1
    finally:
        queue.close()


def test_a_job_that_takes_too_long_in_all_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """However well it goes: it says how far it is again and again. Rules that are compiled first take no time off it, or
    on a slow machine the process is ended before they are kept, and so the next one, for ever.
    """
    now = [0.0]
    queue = JobQueue("slow", 900.0, ENDLESS, BEHIND_BOTS, lambda: now[0])
    calls: list[float] = []

    def work_out(_: WorkerProcess, job: object, deadline: float, unwanted: Any, progress: Any) -> str | None:
        now[0] += 5000.0  # for the rules
        assert not unwanted()
        progress(0.0)
        while not unwanted():
            calls.append(now[0])
            now[0] += 100.0
            progress(0.5)
        return None

    monkeypatch.setattr(WorkerProcess, "work_out", work_out)
    try:
        coming = queue.submit(_job("random"), 30.0, lambda: False)
        assert coming is not None
        assert coming.result(TIMEOUT) is None
        assert calls == [5000.0 + 100.0 * number for number in range(10)]
    finally:
        queue.close()


def test_a_process_that_grew_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    size = 100
    monkeypatch.setattr(worker_pool, "resident", lambda _: size)
    worker = WorkerProcess(most_memory=100)
    try:
        assert worker.work_out(_job("random"), TIMEOUT, lambda: False) is not None
        process = worker._process
        assert worker.work_out(_job("random"), TIMEOUT, lambda: False) is not None
        assert worker._process is process
        size = 149  # larger than it should be: after its job
        assert worker.work_out(_job("random"), TIMEOUT, lambda: False) is not None
        assert worker._process is None
        assert not worker.killed
        assert not process.is_alive()
        size = 151  # so large that its job is not waited for
        assert worker.work_out(_job("random"), TIMEOUT, lambda: False) is None
        assert worker._process is None
    finally:
        worker.stop()


def test_the_memory_of_a_process_is_known_on_linux() -> None:
    assert (resident(os.getpid()) > 1 << 20) == sys.platform.startswith("linux")
    assert resident(1 << 30) == 0


def test_whatever_fails_a_worker_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No process can be started for want of descriptors, say: when there are some again, bots move again."""
    start = WorkerProcess.start
    failures = [OSError(24, "Too many open files")]

    def failing(self: WorkerProcess) -> None:
        if failures:
            raise failures.pop()
        start(self)

    monkeypatch.setattr(WorkerProcess, "start", failing)
    with running(quiet(tmp_path / "games.db", workers=1)) as server:
        ada = open_table(server.url, GREEDY, me())
        wait_until(lambda: ada.view()["turn"]["yours"])
        assert not failures
