"""Processes in which bots think. They get concealed positions only: a bot cannot see what its seat may not know."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quartier.core.game import Game

SPAWN = multiprocessing.get_context("spawn")
"""Never fork a process with threads."""
READY = "ready"
START_SECONDS = 60.0
LOOK = 0.05
"""Seconds between two looks at whether the game has moved on."""
KINDNESS = 5
"""Unix niceness: a thinking bot must not slow the answers to people."""


@dataclass(frozen=True)
class Job:
    """A position concealed for `seat`, as bytes, and the level of the bot that is to move there."""

    title: str
    seats: int
    options: dict[str, Any]
    position: bytes
    seat: int
    level: str
    compiled: bool
    """Compiled rules lie in the cache on disk: load them first."""
    board: str | None = None


class Thinker:
    """One worker process, started when needed, killed when its thought is no longer wanted."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Connection | None = None

    def start(self, unwanted: Callable[[], bool]) -> None:
        """Have a process ready (again); gives up when it is `unwanted` before."""
        if self._process is not None and self._process.is_alive():
            return
        self.stop()
        self._pipe, end = SPAWN.Pipe()
        self._process = SPAWN.Process(target=_work, args=(end,), daemon=True, name="quartier-bot")
        self._process.start()
        end.close()
        if self._answer(time.monotonic() + START_SECONDS, unwanted) != READY:
            self.stop()

    def think(self, job: Job, deadline: float, unwanted: Callable[[], bool]) -> str | None:
        """The bot's move; None when it failed, thought for more than `deadline` seconds, or is `unwanted`.

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
        loaded = self._answer(time.monotonic() + START_SECONDS, unwanted) == READY
        move = self._answer(time.monotonic() + deadline, unwanted) if loaded else None
        if move is None:
            self.stop()
        return move

    def _answer(self, end: float, unwanted: Callable[[], bool]) -> str | None:
        """What the process says next; None when it says nothing in time, or has died."""
        assert self._pipe is not None
        with suppress(EOFError, OSError):
            while time.monotonic() < end and not unwanted():
                if self._pipe.poll(LOOK):
                    said: str | None = self._pipe.recv()
                    return said
        return None

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _work(pipe: Connection) -> None:
    """The process: answer jobs until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C goes to the whole group; the server ends us
    os.nice(KINDNESS)
    from quartier import bots  # noqa: F401 (loaded before we say that we are ready)

    with suppress(EOFError, BrokenPipeError):
        pipe.send(READY)
        while True:
            _serve(pipe, pipe.recv())


def _serve(pipe: Connection, job: Job) -> None:
    """Say READY when the rules are loaded, then the bot's move; None if the bot broke: the server then plays for it."""
    try:
        game = _loaded(job)
        pipe.send(READY)
        pipe.send(_chosen(game, job))
    except Exception:
        pipe.send(None)


def _loaded(job: Job) -> Game:
    import quartier

    game = quartier.load(job.title)
    if job.compiled:
        game.compile()
    return game


def _chosen(game: Game, job: Job) -> str:
    from quartier import Dice, bots

    state = game.from_bytes(job.position, job.seats, job.options, job.seat, job.board)
    return str(bots.make(job.level, game).choose(state, job.seat, Dice()))
