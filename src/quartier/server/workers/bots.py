"""Bot driver: when a bot is to move, a worker process computes its move, which is a command like any other.

Nothing here has to survive a crash: after a restart `game_table.bot_due` says which bots are still to move,
and the version for which a move was computed prevents duplicates.
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
from quartier.server import custom_networks
from quartier.server.commands import play
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.settings import Settings
from quartier.server.storage import table_rows
from quartier.server.storage.table_store import TableStore
from quartier.server.workers.dispatcher import Dispatcher, Task
from quartier.server.workers.jobs import MoveJob, RulesJob, concealed_view
from quartier.server.workers.worker_pool import WorkerProcess

log = structlog.get_logger("quartier.bots")
RETRY = 1.0
"""Seconds until a bot tries again after the database was unavailable, or while the rules are being compiled."""
COMPILING = 20.0
"""Seconds after the start in which a searching bot waits for compiled rules; then a fast one plays instead."""


class BotMetrics(Protocol):
    """Counters of bot moves."""

    def bot_thought(self, seconds: float) -> None:
        """Count a bot's move, with its duration in seconds."""
        ...

    def bot_replaced(self) -> None:
        """Count a move that the server chose instead of a bot."""
        ...


class BotDriver:
    """`settings.workers` threads, each with its own worker process."""

    def __init__(self, tables: TableStore, settings: Settings, metrics: BotMetrics) -> None:
        self._tables = tables
        self._settings = settings
        self._metrics = metrics
        self._dispatcher = Dispatcher()
        self._lock = threading.Lock()
        self._waiting: set[str] = set()
        """Tables enqueued, about to be, or being served: a table is never served twice at the same time."""
        self._stopping = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._began = 0.0
        self._threads = [
            threading.Thread(target=self._run, args=(number,), name=f"bots-{number}", daemon=True)
            for number in range(settings.workers)
        ]

    def start(self) -> None:
        """Start in the running event loop, with the moves that were due when the last process ended."""
        self._loop, self._began = asyncio.get_running_loop(), time.monotonic()
        for thread in self._threads:
            thread.start()
        self._tables.hub.listen(self._on_change)

    def sweep(self) -> None:
        """Check for bots that are to move, in case a notification was lost."""
        with self._tables.database.read() as connection:
            due = table_rows.tables_with_due_bots(connection)
        for table_id, visitor in due:
            self.nudge(table_id, visitor)

    def _on_change(self, table_id: str) -> None:
        """Handle a table that this process has changed."""
        cached = self._tables.cache.get(table_id)
        if cached is None or cached.table.due_bot() is not None:
            self.nudge(table_id)

    def nudge(self, table_id: str, visitor: str | None = None) -> None:
        """Let a table's bot move, if one is due, after a short pause. From any thread.

        `visitor`: the mark of the visitor for whom bots think there, if it has just been read.
        """
        with self._lock:
            if table_id in self._waiting or self._stopping.is_set():
                return
            self._waiting.add(table_id)
        self._later(self._settings.bot_pause, lambda: self._enqueue(table_id, visitor))

    def _enqueue(self, table_id: str, visitor: str | None) -> None:
        cached = self._tables.cache.get(table_id)
        owner = visitor if cached is None else cached.row.visitor
        # A table that isn't cached is served soon: whether people play there is known then.
        self._dispatcher.due(table_id, owner or table_id, cached is None or bool(cached.table.people))

    def make_ready(self, title: str) -> None:
        """Load a title's rules in a worker before its first bot needs them. From any thread."""
        self._dispatcher.ready(title)

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._loop.call_later, seconds, act)

    def stop(self) -> None:
        """Cancel all work."""
        self._stopping.set()
        self._dispatcher.close()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=2)

    def _run(self, worker: int) -> None:
        process = WorkerProcess(most_memory=self._settings.worker_memory, closing=self._stopping.is_set)
        self._try(process.start)  # now, so that the first bot's move need not wait
        while (task := self._dispatcher.take(worker)) is not None:
            began = time.monotonic()
            self._try(partial(self._do, process, task))
            self._dispatcher.finish(task, time.monotonic() - began)
        process.stop()

    def _try(self, act: Callable[[], None]) -> None:
        """Run, and log any exception: the worker continues even if no process can be started."""
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
        # Notifications were ignored meanwhile; our own move's was one of them.
        if version is not None and self._tables.has_moved_on(table_id, version):
            self.nudge(table_id)
        if process.killed:
            self._restore(process, table_id)

    def _serve(self, process: WorkerProcess, table_id: str) -> int | None:
        """Play one bot's move at one table, if one is due; return the version that was read, None if that failed."""
        try:
            _, table = self._tables.get_current(table_id)
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
        """Return whether to wait a moment for compiled rules. Other tables' bots move meanwhile."""
        return self._awaits_compiling(job) and time.monotonic() < self._began + COMPILING

    def _in_time(self, job: MoveJob) -> MoveJob:
        """Return the job, or the greedy bot's while compiling takes long, so that no one waits for minutes."""
        return replace(job, level="greedy") if self._awaits_compiling(job) else job

    def _awaits_compiling(self, job: MoveJob) -> bool:
        return self._settings.compile and job.needs_compiled and not job.cached

    def _move(self, process: WorkerProcess, table: Table, seat: int, job: MoveJob) -> None:
        def is_cancelled() -> bool:
            return self._stopping.is_set() or self._tables.is_outdated(table.setup.id, table.version, seat)

        began = time.perf_counter()
        move = process.work_out(job, self._settings.bot_deadline, is_cancelled)
        self._metrics.bot_thought(time.perf_counter() - began)
        if is_cancelled():
            return
        self._commit(table, seat, move)

    def _restore(self, process: WorkerProcess, table_id: str) -> None:
        """Restart a process that a table's job has killed: the time is charged to its visitor, not to the next one."""
        cached = self._tables.cache.get(table_id)
        if cached is not None and cached.table.state.game.is_compiled and not self._stopping.is_set():
            title = cached.table.setup.title
            process.work_out(RulesJob(title), self._settings.bot_deadline, self._stopping.is_set)

    def _commit(self, table: Table, seat: int, move: str | None) -> None:
        if move is None or move not in table.state.concealed(seat).moves(seat):
            self._metrics.bot_replaced()
            log.warning("bot_replaced", table=table.setup.id, seat=seat, version=table.version)
            move = _fallback(table, seat)
        self._tables.writer.run(play.bot_move(table.setup.id, table.version, seat, move))


def _fallback(table: Table, seat: int) -> str:
    """Return a move for a bot that found none: the greedy one if that takes no time, else the first."""
    view = table.state.concealed(seat)
    if not view.game.is_interpreted:
        try:
            return bots.make("greedy", view.game).choose(view, seat, Dice())
        except Exception:
            log.exception("greedy_failed", table=table.setup.id)
    return str(view.moves(seat)[0])


def _job(table: Table, seat: int) -> MoveJob:
    state = table.state
    level = custom_networks.bot_of(table.setup.title, table.bot(seat) or "")
    compiled = state.game.is_compiled
    return MoveJob(table.setup.title, seat, concealed_view(state, seat), level, compiled, table.setup.id)
