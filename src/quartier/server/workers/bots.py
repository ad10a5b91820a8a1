"""Bots' turns: whenever a table changes and a bot is to move, a worker process thinks, and its move is a command
like any other.

Nothing here must survive a crash: `game_table.bot_due` says at the next start which bots still owe a move, and
the version that a move was thought for makes a doubled one impossible.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol

import structlog

from quartier import Dice, bots
from quartier.server.commands import play
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.settings import Settings
from quartier.server.storage import table_rows
from quartier.server.storage.table_store import TableStore
from quartier.server.workers.dispatcher import Desk, Task
from quartier.server.workers.jobs import MoveJob, RulesJob, known_to
from quartier.server.workers.worker_pool import WorkerProcess

log = structlog.get_logger("quartier.bots")
RETRY = 1.0
"""Seconds until a bot tries again after the database was away, or while the rules are being compiled."""
COMPILING = 20.0
"""Seconds after the start in which a bot that searches waits for compiled rules; then a quick one stands in for it."""


class Measured(Protocol):
    """Who counts what bots do."""

    def bot_thought(self, seconds: float) -> None:
        """A bot has thought for so long."""
        ...

    def bot_replaced(self) -> None:
        """The server has chosen a bot's move."""
        ...


class BotDriver:
    """`settings.workers` threads, each with its own worker process."""

    def __init__(self, tables: TableStore, settings: Settings, measured: Measured) -> None:
        self._tables = tables
        self._settings = settings
        self._measured = measured
        self._desk = Desk()
        self._lock = threading.Lock()
        self._waiting: set[str] = set()
        """Tables on the desk, about to come there, or thought about: one table is never thought about twice at once."""
        self._stopping = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._began = 0.0
        self._threads = [
            threading.Thread(target=self._run, args=(number,), name=f"bots-{number}", daemon=True)
            for number in range(settings.workers)
        ]

    def start(self) -> None:
        """Begin, in the running event loop, with the moves that were owed when the last process ended."""
        self._loop, self._began = asyncio.get_running_loop(), time.monotonic()
        for thread in self._threads:
            thread.start()
        self._tables.hub.listen(self._changed)

    def sweep(self) -> None:
        """Look for bots that owe a move, whoever forgot them."""
        with self._tables.database.read() as connection:
            due = table_rows.tables_with_due_bots(connection)
        for table_id, visitor in due:
            self.nudge(table_id, visitor)

    def _changed(self, table_id: str) -> None:
        """This process has changed a table."""
        held = self._tables.memory.get(table_id)
        if held is None or held.table.due_bot() is not None:
            self.nudge(table_id)

    def nudge(self, table_id: str, visitor: str | None = None) -> None:
        """Let a table's bot move, if one is due, after a short pause. From any thread.

        `visitor`: the mark of the visitor for whom bots think there, where that was just read.
        """
        with self._lock:
            if table_id in self._waiting or self._stopping.is_set():
                return
            self._waiting.add(table_id)
        self._later(self._settings.bot_pause, lambda: self._put_on_desk(table_id, visitor))

    def _put_on_desk(self, table_id: str, visitor: str | None) -> None:
        held = self._tables.memory.get(table_id)
        owner = visitor if held is None else held.head.visitor
        # A table that nobody knows yet is looked at soon: whether people play there shows then.
        self._desk.due(table_id, owner or table_id, held is None or bool(held.table.people))

    def make_ready(self, title: str) -> None:
        """Have a title's rules loaded where bots think, before somebody waits for its first bot. From any thread."""
        self._desk.ready(title)

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._loop.call_later, seconds, act)

    def stop(self) -> None:
        """End all thinking now."""
        self._stopping.set()
        self._desk.close()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=2)

    def _run(self, worker: int) -> None:
        process = WorkerProcess(most_memory=self._settings.worker_memory, closing=self._stopping.is_set)
        self._try(process.start)  # now, so that the first bot's move need not wait
        while (task := self._desk.take(worker)) is not None:
            began = time.monotonic()
            self._try(partial(self._do, process, task))
            self._desk.done(task, time.monotonic() - began)
        process.stop()

    def _try(self, act: Callable[[], None]) -> None:
        """The worker goes on, whatever fails: no process can be started for want of descriptors, say."""
        try:
            act()
        except Exception:
            log.exception("worker_failed")

    def _do(self, process: WorkerProcess, task: Task) -> None:
        if task.table_id:
            self._attend(process, task.table_id)
        else:
            process.work_out(RulesJob(task.title), self._settings.bot_deadline, self._stopping.is_set)

    def _attend(self, process: WorkerProcess, table_id: str) -> None:
        version = self._serve(process, table_id)
        with self._lock:
            self._waiting.discard(table_id)
        # Nudges were passed over meanwhile; our own move's was one of them.
        if version is not None and self._tables.moved_on(table_id, version):
            self.nudge(table_id)
        if process.killed:
            self._restore(process, table_id)

    def _serve(self, process: WorkerProcess, table_id: str) -> int | None:
        """One bot's move at one table, if one is due; returns the version that was looked at, None if that failed."""
        try:
            _, table = self._tables.present(table_id)
            seat = table.due_bot()
            if seat is None:
                return table.version
            job = _job(table, seat)
            if self._too_early(job):
                self._later(RETRY, lambda: self.nudge(table_id))
                return None
            self._move(process, table, seat, self._in_time(job))
            return table.version
        except DomainError as refused:
            log.warning("bot_refused", table=table_id, code=refused.code)
            if refused.status == 503:
                self._later(RETRY, lambda: self.nudge(table_id))
        except Exception:
            log.exception("bot_failed", table=table_id)
        return None

    def _too_early(self, job: MoveJob) -> bool:
        """Whether it is worth waiting a moment for compiled rules. Other tables' bots move meanwhile."""
        return self._awaits_compiling(job) and time.monotonic() < self._began + COMPILING

    def _in_time(self, job: MoveJob) -> MoveJob:
        """The job, or while compiling takes long the greedy one instead: nobody waits for minutes."""
        return replace(job, level="greedy") if self._awaits_compiling(job) else job

    def _awaits_compiling(self, job: MoveJob) -> bool:
        return self._settings.compile and job.compiled and not job.cached

    def _move(self, process: WorkerProcess, table: Table, seat: int, job: MoveJob) -> None:
        def unwanted() -> bool:
            return self._stopping.is_set() or self._tables.outdated(table.setup.id, table.version, seat)

        began = time.perf_counter()
        move = process.work_out(job, self._settings.bot_deadline, unwanted)
        self._measured.bot_thought(time.perf_counter() - began)
        if unwanted():
            return
        self._commit(table, seat, move)

    def _restore(self, process: WorkerProcess, table_id: str) -> None:
        """A process that a table's job has cost is made ready now: the time is its visitor's, and not whose turn is next."""
        held = self._tables.memory.get(table_id)
        if held is not None and held.table.state.game.compiled and not self._stopping.is_set():
            title = held.table.setup.title
            process.work_out(RulesJob(title), self._settings.bot_deadline, self._stopping.is_set)

    def _commit(self, table: Table, seat: int, move: str | None) -> None:
        if move is None or move not in table.state.concealed(seat).moves(seat):
            self._measured.bot_replaced()
            log.warning("bot_replaced", table=table.setup.id, seat=seat, version=table.version)
            move = _fallback(table, seat)
        self._tables.writer.do(play.bot_move(table.setup.id, table.version, seat, move))


def _fallback(table: Table, seat: int) -> str:
    """A move for a bot that found none: the greedy one where that takes no time, else the first."""
    known = table.state.concealed(seat)
    if not known.game.interpreted:
        try:
            return bots.make("greedy", known.game).choose(known, seat, Dice())
        except Exception:
            log.exception("greedy_failed", table=table.setup.id)
    return str(known.moves(seat)[0])


def _job(table: Table, seat: int) -> MoveJob:
    state = table.state
    level, compiled = table.bot(seat) or "", state.game.compiled
    return MoveJob(table.setup.title, seat, known_to(state, seat), level, compiled, table.setup.id)
