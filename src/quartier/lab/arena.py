"""Arena: play many games between bots in parallel, with the same result for the same seed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from quartier import bots
from quartier.bots import plugins
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption
from quartier.core.text.integers import check_integer
from quartier.core.text.languages import N_
from quartier.games.registry import load
from quartier.lab.atomic_files import wrap_os_errors, write_atomically
from quartier.lab.executors import (
    WorkerPool,
    Workers,
    check_workers,
    worker_pool,
)
from quartier.lab.matches import Contestant, Match, Played
from quartier.lab.plan import Plan
from quartier.lab.results import Games, Result

Progress = Callable[[int, int], None]
Watch = Callable[[Result], None]
Chunk = tuple[int, int]

_WORTH_IT = 4.0
"""Seconds of remaining work above which worker processes (1 to 2 s to start) are worth it."""

_MAX_LISTED_FORFEITS = 20
"""The number of forfeits that are stored with their records; all are counted."""

_REPORT_INTERVAL = 0.2
"""Seconds between two intermediate results."""


class Stopped(KeyboardInterrupt):
    """Raised after Ctrl+C in an arena.

    Attributes:
        result: The result of the games that were finished by then.
    """

    def __init__(self, result: Result) -> None:
        super().__init__()
        self.result = result


def arena(  # noqa: PLR0913 (most go by keyword alone)
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
    records: str | Path = "",
    **options: Any,
) -> Result:
    """Play many games between bots and return the standings.

    The result depends on the seed, never on `workers`. A bot that fails or plays an illegal move loses that game to the
    others, and the arena continues; there is no time limit for a move. The rules are compiled first.

    Args:
        title: The name of the title.
        contestants: One bot per seat, as `bots.make` takes them: by name, or your own class or function.
        games: The number of games, at least 1.
        seed: The seed of all random numbers, an integer.
        duplicate: Whether all seatings of a deal get the same chance stream.
        rotate: Whether the contestants take all seatings in turn.
        workers: The number of processes; None for automatic (one for bots that use all cores themselves); or
            the address of a Ray cluster, such as "auto".
        progress: Called as `progress(done, total)` with numbers of games.
        watch: Called with the result so far, a few times a second at most.
        records: A new or empty folder that gets the record of every game; "" to keep none.
        **options: Options of the title, and `board`.

    Returns:
        Standings with confidence intervals, game lengths and speed.

    Raises:
        UnknownTitle: There is no such title.
        BadOption: A bot, an option or the number of games is invalid, or the folder for records isn't empty.
        BadBoard: There is no such board.
        QuartierError: There is no such cluster, or a process was killed.
        Stopped: Ctrl+C was pressed; it has the result so far.
    """
    game = load(title)
    check_integer("games", games, 1)
    check_integer("seed", seed)
    plan = Plan(len(contestants), games, seed, duplicate, rotate)
    match = Match(title, options, tuple(contestants), plan, bool(records))
    check_workers(workers)
    start = check(title, contestants, **options)
    match.check_picklable(workers)
    folder = _new_folder(Path(records)) if records else None
    game.compile()
    contest, throttled = Contest(start, match, workers, folder), Throttle()
    try:
        with closing(contest.play()) as played:
            for done in played:
                if progress:
                    progress(done, games)
                if watch and done:
                    throttled(lambda: watch(contest.result()))
    except KeyboardInterrupt:
        if contest.chunks:
            raise Stopped(contest.result()) from None
        raise
    return contest.result()


def check(title: str, contestants: Sequence[Contestant], **options: Any) -> State:
    """Check the arguments of an arena without playing.

    Args:
        title: The name of the title.
        contestants: One bot per seat, as for `arena`.
        **options: Options of the title, and `board`.

    Returns:
        The position from which the games would start, before any chance event.

    Raises:
        UnknownTitle: There is no such title.
        BadOption: A bot or an option is invalid.
        BadBoard: There is no such board.
    """
    game = load(title)
    start = game.new(len(contestants), chance="manual", **options)
    for contestant in contestants:
        bots.make(contestant, game, start)
    return start


class Throttle:
    """Rate limiter for callbacks: they take at most a tenth of the time."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, work: Callable[[], object]) -> None:
        """Call `work` unless it was called too recently."""
        started = time.perf_counter()
        if started >= self._next:
            work()
            ended = time.perf_counter()
            self._next = ended + max(_REPORT_INTERVAL, 10 * (ended - started))


class Contest:
    """The games of a match, played in this process first and in worker processes once that is worth it."""

    def __init__(self, start: State, match: Match, workers: Workers, records: Path | None = None) -> None:
        self.start = start
        self.records = records
        self.match = match
        self.requested_workers = workers
        self.workers = 1
        self.chunks: dict[Chunk, Played] = {}
        self.started_at = time.perf_counter()

    def play(self) -> Generator[int]:
        """Play all games; yield the number of finished games now and then."""
        done = 0
        yield done
        for chunk, played in self._play_chunks():
            self._write_records(chunk, played)
            self.chunks[chunk] = played._replace(records=())
            done += len(played.table)
            yield done

    def _write_records(self, chunk: Chunk, played: Played) -> None:
        for number, record in zip(range(*chunk), played.records, strict=False):
            assert self.records is not None
            write_atomically(self.records / f"game-{number:06}.txt", record)

    def _play_chunks(self) -> Iterator[tuple[Chunk, Played]]:
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
        with worker_pool(processes, _warm_up, self.match.title, cores=self.match.cores) as pool:
            self.workers = pool.count
            yield from _spread(self.match, rest, pool)

    def processes(self, chunks: int, seconds_left: float) -> int | str:
        """Return the number of processes for this many chunks of this length, or the cluster's address."""
        if isinstance(self.requested_workers, str):
            return self.requested_workers if chunks else 1
        pays = seconds_left > _WORTH_IT and self.match.cores == 1 and self.match.is_picklable
        count = self.requested_workers or (os.cpu_count() or 1 if pays else 1)
        return max(1, min(count, chunks))

    def result(self) -> Result:
        """Return the result of the finished games; there is at least one."""
        chunks = sorted(self.chunks)
        numbers = np.concatenate([np.arange(*chunk) for chunk in chunks])
        table = np.concatenate([self.chunks[chunk].table for chunk in chunks])
        forfeits = [forfeit for chunk in chunks for forfeit in self.chunks[chunk].forfeits]
        games = Games(self.match.plan, numbers, table, forfeits)
        return _result(self, games, time.perf_counter() - self.started_at)


def _new_folder(folder: Path) -> Path:
    """Create a folder. Raises BadOption if it has files, QuartierError if that is impossible."""
    if folder.is_dir() and any(folder.iterdir()):
        raise BadOption(_NOT_EMPTY, place=folder)
    with wrap_os_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _cut(first: int, games: int, size: int) -> list[Chunk]:
    return [(start, min(start + size, games)) for start in range(first, games, size)]


def _spread(match: Match, chunks: list[Chunk], pool: WorkerPool) -> Iterator[tuple[Chunk, Played]]:
    """Play chunks in worker processes and yield them in the order in which they finish."""
    todo = iter(chunks)
    waiting = {pool.submit(match.play, *chunk): chunk for chunk in islice(todo, 2 * pool.count)}
    while waiting:
        finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for future in finished:
            yield waiting.pop(future), future.result()
            waiting |= {pool.submit(match.play, *chunk): chunk for chunk in islice(todo, 1)}


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
        forfeits=games.forfeits[:_MAX_LISTED_FORFEITS],
    )


_NOT_EMPTY = N_("The folder {place} isn’t empty. Choose a new one for the records.")
