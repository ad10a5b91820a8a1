"""Processes in which bots think, hints are sought and games reviewed. Of running games they get concealed positions only:
a bot cannot see what its seat may not know.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from quartier.server.thinking.tasks import Job, Line

if TYPE_CHECKING:
    from quartier.core.play.game import Game

SPAWN = multiprocessing.get_context("spawn")
"""Never fork a process with threads."""
READY = "ready"
STOP = "stop"
PROGRESS, DONE = "progress", "done"
START_SECONDS = 120.0
"""For a process to start, and to load or compile what a job needs, on the slowest machine."""
GRACE = 1.0
"""Seconds in which a job that is told to stop must do so."""
LOOK = 0.05
"""Seconds between two looks at whether the game has moved on."""
KINDNESS = 5
"""Unix niceness: a thinking bot must not slow the answers to people."""
PATIENT = 12
"""Unix niceness of what may wait for the bots."""

Unwanted = Callable[[], bool]


def _silent(_: float) -> None:
    """Nobody wants to hear of the progress."""


class Thinker:
    """One worker process, started when needed, ended when its thought is no longer wanted."""

    def __init__(self, kindness: int = KINDNESS) -> None:
        self._kindness = kindness
        self._process: Any = None
        self._pipe: Connection | None = None

    def start(self, unwanted: Unwanted) -> None:
        """Have a process ready (again); gives up when it is `unwanted` before."""
        if self._process is not None and self._process.is_alive():
            return
        self.stop()
        self._pipe, end = SPAWN.Pipe()
        arguments = (end, self._kindness)
        self._process = SPAWN.Process(target=_work, args=arguments, daemon=True, name="quartier-bot")
        self._process.start()
        end.close()
        if self._heard(START_SECONDS, unwanted) != READY:
            self.stop()

    def think(
        self, job: Job, deadline: float, unwanted: Unwanted, progress: Callable[[float], None] = _silent
    ) -> Any:
        """The job's result; None when it failed, is `unwanted`, or nothing was heard of it for `deadline` seconds.

        The time begins when the rules are loaded: a fresh process on a busy machine is killed for a long thought only,
        or it would be killed, and start afresh, for every move.
        """
        self.start(unwanted)
        if self._pipe is None:
            return None
        try:
            self._pipe.send(job)
        except OSError:  # it has died since its last answer
            self.stop()
            return None
        loaded = self._heard(START_SECONDS, unwanted) == READY
        kind, result = self._result(deadline, unwanted, progress) if loaded else (None, None)
        if kind != DONE and not (loaded and job.stoppable and self._ended_itself()):
            self.stop()
        return result

    def _result(
        self, deadline: float, unwanted: Unwanted, progress: Callable[[float], None]
    ) -> tuple[str | None, Any]:
        """What ends the job: (DONE, its result), or (None, None)."""
        while True:
            kind, said = self._heard(deadline, unwanted) or (None, None)
            if kind != PROGRESS:
                return kind, said
            progress(said)

    def _ended_itself(self) -> bool:
        """Ask the job to stop; whether it did."""
        assert self._pipe is not None
        with suppress(OSError):
            self._pipe.send(STOP)
            return self._result(GRACE, lambda: False, _silent)[0] == DONE
        return False

    def _heard(self, seconds: float, unwanted: Unwanted) -> Any:
        """What the process says next; None when it says nothing in time, has died, or nobody wants to hear it."""
        assert self._pipe is not None
        end = time.monotonic() + seconds
        with suppress(EOFError, OSError):
            while time.monotonic() < end and not unwanted():
                if self._pipe.poll(LOOK):
                    return self._pipe.recv()
        return None

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


class Desk:
    """A worker process with a queue of its own, started with its first job."""

    MOST = 32
    """Jobs in the queue; more are turned away."""

    def __init__(self, name: str) -> None:
        self._thinker = Thinker(PATIENT)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._stopping = threading.Event()
        self._waiting = threading.Semaphore(self.MOST)

    def submit(
        self, job: Job, deadline: float, unwanted: Unwanted, progress: Callable[[float], None] = _silent
    ) -> Future[Any] | None:
        """The result to come, as `Thinker.think` gives it; None when the queue is full."""
        if not self._waiting.acquire(blocking=False):
            return None

        def useless() -> bool:
            return self._stopping.is_set() or unwanted()

        def think() -> Any:
            return None if useless() else self._thinker.think(job, deadline, useless, progress)

        coming = self._pool.submit(think)
        coming.add_done_callback(lambda _: self._waiting.release())
        return coming

    def close(self) -> None:
        """End all work now."""
        self._stopping.set()
        self._pool.shutdown(cancel_futures=True)
        self._thinker.stop()


def give_way(kindness: int) -> None:
    """Let the server go before this process, where the system can do that; Windows cannot."""
    if hasattr(os, "nice"):
        os.nice(kindness)


def _work(pipe: Connection, kindness: int) -> None:
    """The process: answer jobs until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C goes to the whole group; the server ends us
    give_way(kindness)
    from quartier import bots  # noqa: F401 (loaded before we say that we are ready)

    with suppress(EOFError, BrokenPipeError):
        pipe.send(READY)
        while True:
            job = pipe.recv()
            if job != STOP:  # a STOP that crossed the result on its way means nothing any more
                _serve(pipe, job)


def _serve(pipe: Connection, job: Job) -> None:
    """Say READY when the rules are loaded, then how it goes, then the result; None if the job broke."""
    line = Line(progress=lambda part: pipe.send((PROGRESS, part)), stop=pipe.poll)
    try:
        game = _loaded(job)
        pipe.send(READY)
        result = job.work(game, line)
    except (EOFError, BrokenPipeError):
        raise
    except Exception:
        result = None
    pipe.send((DONE, result))


def _loaded(job: Job) -> Game:
    import quartier

    game = quartier.load(job.title)
    if job.compiled:
        compiled(game)
    return game


def compiled(game: Game) -> None:
    """Load the compiled rules and the search, or compile them for the cache."""
    from quartier import bots

    bots.compile_for(game)
