"""The arena: many games between bots, on every core, with the same result for the same seed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from typing import Any

import numpy as np

from quartier import bots
from quartier.core.errors import BadOption, QuartierError
from quartier.core.languages import N_
from quartier.core.state import State
from quartier.games.registry import load
from quartier.lab.matches import Contestant, Match
from quartier.lab.plan import Plan
from quartier.lab.results import Result, standing, won_shares

Progress = Callable[[int, int], None]

_WORTH_IT = 4.0
"""Seconds of work left from which on other processes (1 to 2 s to start) pay."""


def arena(
    title: str,
    contestants: Sequence[Contestant],
    games: int = 1000,
    seed: int = 0,
    *,
    duplicate: bool = False,
    rotate: bool = True,
    workers: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Result:
    """Play `games` games between bots and count.

    Contestants are levels ("greedy") or classes of bots; there are as many as seats. They take all seatings in turn,
    unless `rotate` is false. With `duplicate` all seatings of a deal meet the same chance stream. The result depends on
    the seed, never on `workers` (processes; None: as many as pay). `progress(done, total)` counts games. `options`
    are those of the title, and `board`. The rules are compiled first. Raises UnknownTitle, BadOption, BadBoard.
    """
    game = load(title)
    match = Match(title, options, tuple(contestants), Plan(len(contestants), games, seed, duplicate, rotate))
    if games < 1:
        raise BadOption(N_("At least one game must be played, not {games}."), games=games)
    if workers is not None and workers < 1:
        raise BadOption(N_("At least one process must work, not {workers}."), workers=workers)
    start = check(title, contestants, **options)
    game.compile()
    clock = time.perf_counter()
    table, used = _play(match, workers, progress or _silent)
    return _result(start, match, table, time.perf_counter() - clock, used)


def _silent(done: int, total: int) -> None:
    """Nobody watches."""


def check(title: str, contestants: Sequence[Contestant], **options: Any) -> State:
    """The position from which an arena would start. Raises UnknownTitle, BadOption, BadBoard."""
    game = load(title)
    for contestant in contestants:
        if isinstance(contestant, str):
            bots.make(contestant, game)
    return game.new(len(contestants), chance="manual", **options)


def _chunks(match: Match, first: int) -> list[tuple[int, int]]:
    games = match.plan.games
    return [(start, min(start + match.chunk, games)) for start in range(first, games, match.chunk)]


def _play(match: Match, workers: int | None, progress: Progress) -> tuple[Any, int]:
    """All rows in order, and the number of processes that played them."""
    games = match.plan.games
    progress(0, games)
    clock = time.perf_counter()
    head = match.play(0, min(match.chunk, games))
    seconds = time.perf_counter() - clock
    progress(len(head), games)
    rest = _chunks(match, len(head))
    used = _processes(workers, len(rest), seconds)
    played = _spread(match, rest, used) if used > 1 else ((chunk, match.play(*chunk)) for chunk in rest)
    return np.concatenate([head, *_in_order(played, len(head), games, progress)]), used


def _processes(workers: int | None, chunks: int, seconds_each: float) -> int:
    wanted = workers or (os.cpu_count() or 1 if chunks * seconds_each > _WORTH_IT else 1)
    return max(1, min(wanted, chunks))


def _in_order(
    played: Iterator[tuple[tuple[int, int], Any]], done: int, games: int, progress: Progress
) -> list[Any]:
    rows = {}
    for (first, last), table in played:
        rows[first] = table
        done += last - first
        progress(done, games)
    return [rows[first] for first in sorted(rows)]


def _spread(
    match: Match, chunks: list[tuple[int, int]], processes: int
) -> Iterator[tuple[tuple[int, int], Any]]:
    """Play chunks in other processes, in whatever order they finish."""
    # Spawned, not forked: a fork would copy the threads of whoever calls in an unknown state.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _warm_up, (match.title,))
    try:
        todo = iter(chunks)
        waiting = {pool.submit(match.play, *chunk): chunk for chunk in islice(todo, 2 * processes)}
        while waiting:
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                yield waiting.pop(future), future.result()
                waiting |= {pool.submit(match.play, *chunk): chunk for chunk in islice(todo, 1)}
    except BrokenProcessPool as error:
        raise QuartierError(_BROKEN) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _warm_up(title: str) -> None:
    # Ctrl-C reaches every process of a terminal; the parent stops these.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load(title).compile()


def _result(start: State, match: Match, table: Any, seconds: float, workers: int) -> Result:
    plan = match.plan
    moves = table[:, plan.seats + 1]
    return Result(
        title=start.game.name,
        options=start.options,
        board=start.board.name,
        seed=plan.seed,
        duplicate=plan.duplicate,
        games=plan.games,
        standings=[
            standing(_name(contestant), number, plan, table)
            for number, contestant in enumerate(match.contestants)
        ],
        seat_share=[float(share) for share in won_shares(plan, table).mean(axis=0)],
        moves=int(moves.sum()),
        moves_shortest=int(moves.min()),
        moves_mean=float(moves.mean()),
        moves_longest=int(moves.max()),
        seconds=seconds,
        workers=workers,
    )


def _name(contestant: Contestant) -> str:
    return contestant if isinstance(contestant, str) else contestant.level


_BROKEN = N_(
    "A worker process could not start or was ended. A script calls the arena below "
    '`if __name__ == "__main__":`, or passes workers=1.'
)
