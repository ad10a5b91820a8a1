"""The arena: many games between bots, on every core, with the same result for the same seed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import closing
from itertools import islice
from typing import Any

import numpy as np

from quartier import bots
from quartier.bots import plugins
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_
from quartier.games.registry import load
from quartier.lab.executors import (
    Crew,
    Workers,
    checked,
    crew,
)
from quartier.lab.matches import Contestant, Match, Played
from quartier.lab.plan import Plan
from quartier.lab.results import Games, Result

Progress = Callable[[int, int], None]
Watch = Callable[[Result], None]
Chunk = tuple[int, int]

_WORTH_IT = 4.0
"""Seconds of work left from which on other processes (1 to 2 s to start) pay."""

_TOLD = 20
"""So many forfeits are kept with their records; all are counted."""

_TELL_EVERY = 0.2
"""Seconds between two results so far."""


class Stopped(KeyboardInterrupt):
    """Ctrl+C in an arena; `result` has the games that were over by then."""

    def __init__(self, result: Result) -> None:
        super().__init__()
        self.result = result


def arena(
    title: str,
    contestants: Sequence[Contestant],
    games: int = 1000,
    seed: int = 0,
    *,
    duplicate: bool = False,
    rotate: bool = True,
    workers: Workers = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
    **options: Any,
) -> Result:
    """Play `games` games between bots and count.

    Contestants are bots as `bots.make` takes them, by name or of your own; there are as many as seats. They take all
    seatings in turn, unless `rotate` is false. With `duplicate` all seatings of a deal meet the same chance stream. The
    result depends on the seed, never on `workers` (processes; None: as many as pay, one for bots that use all cores
    themselves; or the address of a Ray cluster, such as "auto"). A bot that fails or plays an illegal move loses that
    game to the others, and the arena goes on; one that thinks for ever is waited for. `progress(done, total)` counts
    games, `watch` gets the result so far. `options` are those of the title, and `board`. The rules are compiled first.
    Raises UnknownTitle, BadOption, BadBoard, QuartierError where there is no such cluster, and Stopped after Ctrl+C.
    """
    game = load(title)
    match = Match(title, options, tuple(contestants), Plan(len(contestants), games, seed, duplicate, rotate))
    if games < 1:
        raise BadOption(N_("At least one game must be played, not {games}."), games=games)
    checked(workers)
    start = check(title, contestants, **options)
    match.check_travels(workers)
    game.compile()
    contest, seldom = Contest(start, match, workers), Seldom()
    try:
        with closing(contest.play()) as played:
            for done in played:
                if progress:
                    progress(done, games)
                if watch and done:
                    seldom(lambda: watch(contest.result()))
    except KeyboardInterrupt:
        if contest.chunks:
            raise Stopped(contest.result()) from None
        raise
    return contest.result()


def check(title: str, contestants: Sequence[Contestant], **options: Any) -> State:
    """The position from which an arena would start. Raises UnknownTitle, BadOption, BadBoard."""
    game = load(title)
    for contestant in contestants:
        bots.make(contestant, game)
    return game.new(len(contestants), chance="manual", **options)


class Seldom:
    """Does something only so often that it takes at most a tenth of the time."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, work: Callable[[], object]) -> None:
        """Do it, or leave it for a later call."""
        begun = time.perf_counter()
        if begun >= self._next:
            work()
            ended = time.perf_counter()
            self._next = ended + max(_TELL_EVERY, 10 * (ended - begun))


class Contest:
    """The games of a match, played in this process first and in others as soon as that pays."""

    def __init__(self, start: State, match: Match, workers: Workers) -> None:
        self.start = start
        self.match = match
        self.wanted = workers
        self.workers = 1
        self.chunks: dict[Chunk, Played] = {}
        self.begun = time.perf_counter()

    def play(self) -> Generator[int]:
        """Play everything; yields how many games are over, again and again."""
        done = 0
        yield done
        for chunk, played in self._played():
            self.chunks[chunk] = played
            done += len(played.table)
            yield done

    def _played(self) -> Iterator[tuple[Chunk, Played]]:
        games = self.match.plan.games
        first = (0, min(self.match.first_chunk, games))
        clock = time.perf_counter()
        yield first, self.match.play(*first)
        seconds_each = (time.perf_counter() - clock) / first[1]
        rest = _cut(first[1], games, self.match.chunk(seconds_each))
        processes = self.processes(len(rest), (games - first[1]) * seconds_each)
        if processes == 1:
            yield from ((chunk, self.match.play(*chunk)) for chunk in rest)
            return
        with crew(processes, _warm_up, self.match.title, cores=self.match.cores) as hands:
            self.workers = hands.count
            yield from _spread(self.match, rest, hands)

    def processes(self, chunks: int, seconds_left: float) -> int | str:
        """How many processes should play so many chunks, which would keep one busy for so long; or the address of those who
        do.
        """
        if isinstance(self.wanted, str):
            return self.wanted if chunks else 1
        pays = seconds_left > _WORTH_IT and self.match.cores == 1 and self.match.travels
        wanted = self.wanted or (os.cpu_count() or 1 if pays else 1)
        return max(1, min(wanted, chunks))

    def result(self) -> Result:
        """What the games that are over add up to; at least one is."""
        chunks = sorted(self.chunks)
        numbers = np.concatenate([np.arange(*chunk) for chunk in chunks])
        table = np.concatenate([self.chunks[chunk].table for chunk in chunks])
        forfeits = [forfeit for chunk in chunks for forfeit in self.chunks[chunk].forfeits]
        games = Games(self.match.plan, numbers, table, forfeits)
        return _result(self, games, time.perf_counter() - self.begun)


def _cut(first: int, games: int, size: int) -> list[Chunk]:
    return [(start, min(start + size, games)) for start in range(first, games, size)]


def _spread(match: Match, chunks: list[Chunk], hands: Crew) -> Iterator[tuple[Chunk, Played]]:
    """Play chunks in other processes, in whatever order they finish."""
    todo = iter(chunks)
    waiting = {hands.submit(match.play, *chunk): chunk for chunk in islice(todo, 2 * hands.count)}
    while waiting:
        finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for future in finished:
            yield waiting.pop(future), future.result()
            waiting |= {hands.submit(match.play, *chunk): chunk for chunk in islice(todo, 1)}


def _warm_up(title: str) -> None:
    load(title).compile()


def _result(contest: Contest, games: Games, seconds: float) -> Result:
    plan, start = games.plan, contest.start
    return Result(
        title=start.game.name,
        options=start.options,
        board=start.board.name,
        seed=plan.seed,
        duplicate=plan.duplicate,
        games=games.count,
        planned=plan.games,
        standings=[
            games.standing(plugins.name_of(contestant), number)
            for number, contestant in enumerate(contest.match.contestants)
        ],
        seat_share=[float(share) for share in games.shares().mean(axis=0)],
        moves=int(games.moves.sum()),
        moves_shortest=int(games.moves.min()),
        moves_mean=float(games.moves.mean()),
        moves_longest=int(games.moves.max()),
        seconds=seconds,
        workers=contest.workers,
        forfeits=games.forfeits[:_TOLD],
    )
