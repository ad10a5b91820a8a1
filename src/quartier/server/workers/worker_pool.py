"""Worker processes for bots, hints and reviews. Of running games they receive concealed positions only, so a bot can't see
what its seat may not know.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

import structlog

from quartier.server import logs
from quartier.server.workers.jobs import Job, JobContext
from quartier.server.workers.process_memory import resident

if TYPE_CHECKING:
    from quartier.core.game.game import Game

log = structlog.get_logger("quartier.workers")
SPAWN = multiprocessing.get_context("spawn")
"""Never fork a process with threads."""
READY = "ready"
STOP = "stop"
PROGRESS, DONE = "progress", "done"
START_SECONDS = 600.0
"""For a process to start, and to load or compile what a job needs: four minutes on two cores that do much else."""
GRACE = 1.0
"""Seconds in which a cancelled job must stop."""
ENDLESS = 1 << 62
"""More memory than there is."""
LOOK = 0.05
"""Seconds between two looks at whether the game has moved on."""
BEHIND_ANSWERS = 5
"""Unix niceness: a thinking bot must not slow the answers to people."""
BEHIND_BOTS = 12
"""Unix niceness of what no one waits for: reviews of games."""

IsCancelled = Callable[[], bool]
Progress = Callable[[float], None]
"""Is called with the part that is done, from 0, when the rules are loaded, to 1."""


def silent(_: float) -> None:
    """Nobody wants to hear of the progress."""


class WorkerProcess:
    """One worker process, started when needed, ended when its job does not stop in time or it has grown too large."""

    def __init__(
        self,
        niceness: int = BEHIND_ANSWERS,
        most_memory: int = ENDLESS,
        closing: Callable[[], bool] = lambda: False,
    ) -> None:
        """`most_memory`: bytes. A process that has more is ended after its job; one that has half as much again, in it.

        `closing`: whether the server is being stopped, so that nothing is waited for.
        """
        self._niceness = niceness
        self._most_memory = most_memory
        self._closing = closing
        self._process: Any = None
        self._pipe: Connection | None = None
        self.killed = False
        """Whether the last job has cost the process: it did not stop in time, or died of it."""

    @property
    def alive(self) -> bool:
        """Whether there is a process, with all that it has loaded."""
        return self._process is not None and self._process.is_alive()

    def start(self) -> None:
        """Have a process ready (again); gives up when the server is being stopped."""
        if self.alive:
            return
        self.stop()
        self._pipe, end = SPAWN.Pipe()
        arguments = (end, self._niceness)
        self._process = SPAWN.Process(
            target=_answer_jobs, args=arguments, daemon=True, name="quartier-worker"
        )
        self._process.start()
        end.close()
        if self._receive(START_SECONDS, self._closing) != READY:
            self.stop()

    def work_out(
        self, job: Job, deadline: float, is_cancelled: IsCancelled, progress: Progress = silent
    ) -> Any:
        """Return the job's result; None if it failed, was cancelled, or made no progress for `deadline` seconds.

        The time begins when the rules are loaded: a fresh process on a busy machine is killed for a long thought only,
        or it would be killed, and start afresh, for every move. Nor does anyone's change of mind end it before: what it
        loads is for all.
        """
        self.killed = False
        self.start()
        if self._pipe is None:
            return None
        try:
            self._pipe.send(job)
        except OSError:  # it has died since its last answer
            self.stop()
            return None
        loaded = self._receive(START_SECONDS, self._closing) == READY
        kind, result = None, None
        if loaded:
            progress(0.0)
            kind, result = self._result(deadline, is_cancelled, progress)
        if kind != DONE and not (loaded and self._ended_itself()):
            self.killed = True
            self.stop()
        elif self._memory() > self._most_memory:
            log.info("worker_replaced", title=job.title, megabytes=self._memory() >> 20)
            self.stop()
        return result

    def _result(
        self, deadline: float, is_cancelled: IsCancelled, progress: Progress
    ) -> tuple[str | None, Any]:
        """What ends the job: (DONE, its result), or (None, None)."""
        while True:
            message = self._receive(deadline, is_cancelled)
            if message is None:
                return None, None
            kind, payload = message
            if kind != PROGRESS:
                return kind, payload
            progress(payload)

    def _ended_itself(self) -> bool:
        """Ask the job to stop; whether it did."""
        assert self._pipe is not None
        with suppress(OSError):
            self._pipe.send(STOP)
            return self._result(GRACE, self._closing, silent)[0] == DONE
        return False

    def _receive(self, seconds: float, is_cancelled: IsCancelled) -> Any:
        """Return the process's next message; None after a timeout, its death, or a cancellation."""
        assert self._pipe is not None
        end = time.monotonic() + seconds
        with suppress(EOFError, OSError):
            while time.monotonic() < end and not is_cancelled() and not self._is_out_of_bounds():
                if self._pipe.poll(LOOK):
                    return self._pipe.recv()
        return None

    def _is_out_of_bounds(self) -> bool:
        """Whether the process takes so much memory that the end of its job cannot be waited for."""
        return self._memory() > 1.5 * self._most_memory

    def _memory(self) -> int:
        return 0 if self._process is None else resident(self._process.pid)

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _answer_jobs(pipe: Connection, niceness: int) -> None:
    """The process: answer jobs until the server is gone."""
    stand_back(niceness)
    from quartier import bots  # noqa: F401 (loaded before we say that we are ready)

    with suppress(EOFError, ConnectionError):
        pipe.send(READY)
        while True:
            job = pipe.recv()
            if job != STOP:  # a STOP that crossed the result on its way means nothing any more
                _serve(pipe, job)


def stand_back(niceness: int) -> None:
    """Prepare a process beside the server: it leaves Ctrl+C, which goes to the whole group, to the server, lets it go
    first, logs as it does, and ends with it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logs.configure()
    threading.Thread(target=_end_with_server, name="end-with-server", daemon=True).start()
    give_way(niceness)


def _end_with_server() -> None:
    """End this process when the server is gone, even by kill -9: silently, and in the middle of its work."""
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)


def give_way(niceness: int) -> None:
    """Let the server go before this process, where the system can do that; Windows cannot."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def _serve(pipe: Connection, job: Job) -> None:
    """Say READY when the rules are loaded, then how it goes, then the result; None if the job broke."""
    context = JobContext(progress=lambda part: pipe.send((PROGRESS, part)), stop=pipe.poll)
    try:
        game = _load(job)
        pipe.send(READY)
        result = job.work(game, context)
    except (EOFError, ConnectionError):
        raise
    except Exception:
        result = None
    pipe.send((DONE, result))


def _load(job: Job) -> Game:
    import quartier

    game = quartier.load(job.title)
    if job.needs_compiled:
        load_compiled(game)
    return game


def load_compiled(game: Game) -> None:
    """Load the compiled rules and the search, or compile them for the cache."""
    from quartier import bots

    bots.compile_for(game)
