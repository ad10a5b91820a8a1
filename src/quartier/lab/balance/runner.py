"""Runner of balance experiments: play every variant with every bot on the same deals, in one process or many."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import numpy as np

from quartier import bots as ladder
from quartier.bots import plugins, priority
from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_
from quartier.games.registry import load
from quartier.lab.arena import Progress
from quartier.lab.balance import figures, replay_kernels
from quartier.lab.balance.metrics import (
    MEASURES,
    SHARES,
    WINS,
    Bout,
    Measurements,
    category_names,
    tallies,
)
from quartier.lab.balance.report import (
    Balance,
    Duel,
    Findings,
    Mirror,
)
from quartier.lab.balance.usage import uses_of
from quartier.lab.balance.variants import Variant, variants
from quartier.lab.executors import Workers, check_workers, worker_pool
from quartier.lab.matches import Contestant, Match
from quartier.lab.plan import Plan

DEFAULT_BOTS = ("random", "greedy", "mcts:50")
"""Bots of several strengths without a network: they play every variant by the same evaluation."""
_CHUNK = 10
_WORTH_IT = 4.0
"""Seconds of work above which worker processes (1 to 2 s to start) are worth it."""
_PROBE_SECONDS = 5.0
"""Seconds after which no further line-up is tried for the estimate."""
_BAD_SEATS = N_("Invalid number of players “{words}”. Write 2, 2,3 or all.")


@dataclass(frozen=True)
class Setup:
    """A variant with a number of seats."""

    seats: int
    variant: Variant


@dataclass(frozen=True)
class _Line:
    """A line-up of a setup: a bot against itself, or against another one in all other seats."""

    setup: int
    contestants: tuple[Contestant, ...]
    bout: Bout
    duel: bool
    """Whether it is one bot against another one in all other seats, every deal in all seatings."""


Piece = tuple[int, int, int]
"""A line by its number, and its games from the first up to but not including the last."""


class Experiment:
    """A checked balance experiment, which knows its cost before it runs."""

    def __init__(
        self,
        title: str,
        bots: Sequence[Contestant] = DEFAULT_BOTS,
        games: int = 200,
        seed: int = 1,
        *,
        seats: int | Sequence[int] | None = None,
        vary: Sequence[str] = (),
        boards: Sequence[str | dict[str, Any]] = (),
        workers: Workers = None,
        **options: Any,
    ) -> None:
        """Take the arguments of `balance`. Raises what `balance` raises."""
        self.game = game = load(title)
        if games < 2:
            raise BadOption(N_("Play at least two games, not {games}."), games=games)
        check_workers(workers)
        self.bots, self.games, self.seed, self.workers = list(bots), games, seed, workers
        self.seats = _seat_counts(game, seats)
        self.setups = [
            Setup(count, variant)
            for count in self.seats
            for variant in variants(game, count, vary, boards, options)
        ]
        for bot, setup in product(bots, self.setups):
            ladder.make(bot, game, _start(game, setup))
        self.lines = [
            line for number, setup in enumerate(self.setups) for line in self._lines_of(number, setup)
        ]
        for line in self.lines:
            line.bout.match.check_picklable(workers)

    @property
    def total(self) -> int:
        """The number of games that it plays."""
        return len(self.lines) * self.games

    def seconds(self) -> float:
        """Estimate how long it takes from a game of each line-up of the base, or as many as fit in some seconds."""
        _warm_up(self.game.name)
        measured: dict[tuple[Contestant, ...], float] = {}
        self.lines[0].bout.measure(0, 1)  # so that none of the times below includes compilation
        end = time.perf_counter() + _PROBE_SECONDS
        # The strongest bots are the slowest: what is left out then takes less than what was measured.
        for line in sorted(self.lines, key=lambda line: line.duel):
            started = time.perf_counter()
            if started < end and line.contestants not in measured:
                line.bout.measure(0, 1)
                measured[line.contestants] = time.perf_counter() - started
        longest = max(measured.values())
        alone = sum(self.games * measured.get(line.contestants, longest) for line in self.lines)
        return alone if alone < _WORTH_IT else alone / self.processes

    @property
    def processes(self) -> int:
        """The number of processes that share the work; of a cluster 1, because no one here knows its size."""
        if self.workers is None:
            shared = all(_simple(line) for line in self.lines)
            return min(os.cpu_count() or 1, len(self._pieces())) if shared else 1
        return self.workers if isinstance(self.workers, int) else 1

    def run(self, progress: Progress | None = None) -> Balance:
        """Play and measure all games; see `balance`."""
        self.game.compile()
        measured = self._measure(progress)
        base = _start(self.game, self.setups[0])
        return Balance(
            title=self.game.name,
            seats=self.seats,
            board=base.board.name,
            options=base.options,
            bots=[plugins.name_of(bot) for bot in self.bots],
            games=self.games,
            seed=self.seed,
            findings=[self._findings(number, setup, measured) for number, setup in enumerate(self.setups)],
        )

    def _lines_of(self, number: int, setup: Setup) -> Iterator[_Line]:
        seats, bots = setup.seats, self.bots

        def line(contestants: Sequence[Contestant], duel: bool) -> _Line:
            plan = Plan(seats, self.games, self.seed, duplicate=duel, rotate=duel)
            match = Match(self.game.name, dict(setup.variant.options), tuple(contestants), plan)
            return _Line(number, tuple(contestants), Bout(match), duel)

        for bot in bots:
            yield line([bot] * seats, duel=False)
        if seats > 1:
            for weaker, stronger in pairwise(bots):
                yield line([stronger, *[weaker] * (seats - 1)], duel=True)
            if (self.game.spec.data / priority.FILE).is_file():
                for bot in bots[1:]:
                    if bot != "priority":
                        yield line(["priority", *[bot] * (seats - 1)], duel=True)

    def _pieces(self) -> list[Piece]:
        return [
            (line, at, min(at + _CHUNK, self.games))
            for line in range(len(self.lines))
            for at in range(0, self.games, _CHUNK)
        ]

    def _measure(self, progress: Progress | None) -> list[Measurements]:
        """Play all line-ups; return the measurements of each."""
        results: dict[Piece, Measurements] = {}
        pieces, done = self._pieces(), 0
        for piece, measured in self._play_pieces(pieces):
            results[piece] = measured
            done += len(measured.table)
            if progress:
                progress(done, self.total)
        return [
            Measurements.concatenate([results[piece] for piece in pieces if piece[0] == line])
            for line in range(len(self.lines))
        ]

    def _play_pieces(self, pieces: list[Piece]) -> Iterator[tuple[Piece, Measurements]]:
        """Yield each piece when it is done: in this process first, in workers once that is worth it."""
        todo, started, workers = list(pieces), time.perf_counter(), self.workers
        here = workers == 1 or (workers is None and not all(_simple(line) for line in self.lines))
        while todo and (here or (workers is None and time.perf_counter() - started < _WORTH_IT)):
            line, first, last = todo.pop(0)
            yield (line, first, last), self.lines[line].bout.measure(first, last)
        if not todo:
            return
        processes = workers if workers is not None else min(os.cpu_count() or 1, len(todo))
        with worker_pool(processes, _warm_up, self.game.name) as pool:
            waiting = {pool.submit(self.lines[piece[0]].bout.measure, *piece[1:]): piece for piece in todo}
            for future in as_completed(waiting):
                yield waiting[future], future.result()

    def _findings(self, number: int, setup: Setup, measured: list[Measurements]) -> Findings:
        pairs = list(zip(self.lines, measured, strict=True))
        own_lines = [(line, stats) for line, stats in pairs if line.setup == number]
        first = next(at for at, other in enumerate(self.setups) if other.seats == setup.seats)
        base = {line.contestants: stats for line, stats in pairs if line.setup == first and not line.duel}
        start = _start(self.game, setup)
        return Findings(
            setup.seats,
            setup.variant,
            [
                _mirror(line, stats, start, base[line.contestants] if number != first else None)
                for line, stats in own_lines
                if not line.duel
            ],
            [_duel(line, stats) for line, stats in own_lines if line.duel],
            _silent(self.game, sum(stats.refused for _, stats in own_lines)),
            sum(stats.forfeits for _, stats in own_lines),
        )


def balance(  # noqa: PLR0913 (most go by keyword alone)
    title: str,
    bots: Sequence[Contestant] = DEFAULT_BOTS,
    games: int = 200,
    seed: int = 1,
    *,
    seats: int | Sequence[int] | None = None,
    vary: Sequence[str] = (),
    boards: Sequence[str | dict[str, Any]] = (),
    workers: Workers = None,
    progress: Progress | None = None,
    **options: Any,
) -> Balance:
    """Measure the balance of a title and of its variants.

    Each bot plays `games` games against itself; each but the first plays as many against the one before,
    every deal in all seatings, and so does the title's fixed order of actions, if it has one. The result
    depends on the seed, never on `workers`.

    Args:
        title: Name of the title.
        bots: The bots, weakest first.
        games: Games of each line-up.
        seed: Seed of all deals.
        seats: Number of seats, or several; None: the fewest with opponents.
        vary: Variants as "NAME=a,b,c" or "NAME=from:to:step", each a parameter or an option of the title.
        boards: Other boards: their names, or their data.
        workers: As for `lab.arena`.
        progress: Called as `progress(done, total)` with numbers of games.
        **options: Options of the base.

    Returns:
        The report; the base comes first, for each number of seats.

    Raises:
        UnknownTitle: There is no such title.
        BadOption: An option, a variant, or a number of games or seats is invalid.
        BadBoard: There is no such board.
        QuartierError: There is no such cluster.
    """
    experiment = Experiment(
        title, bots, games, seed, seats=seats, vary=vary, boards=boards, workers=workers, **options
    )
    return experiment.run(progress)


def read_seats(game: Game, text: str) -> list[int] | None:
    """Parse numbers of seats, "2,3" or "all"; None for "". Raises BadOption."""
    if text.strip() == "all":
        return list(range(usual_seats(game), game.seats[1] + 1))
    try:
        return [int(number) for number in text.split(",")] if text.strip() else None
    except ValueError:
        raise BadOption(_BAD_SEATS, words=text) from None


def usual_seats(game: Game) -> int:
    """Return the fewest seats that can play against each other."""
    fewest, most = game.seats
    return min(max(2, fewest), most)


def _seat_counts(game: Game, seats: int | Sequence[int] | None) -> list[int]:
    """Return the numbers of seats, each once, in order. Raises BadOption."""
    given = usual_seats(game) if seats is None else seats
    counts = list(given) if isinstance(given, Sequence) else [given]
    return sorted({game.spec.checked_seats(count) for count in counts})


def _start(game: Game, setup: Setup) -> State:
    return game.new(setup.seats, chance="manual", **setup.variant.options)


def _simple(line: _Line) -> bool:
    """Return whether worker processes can get its bots, and would not slow them down."""
    return line.bout.match.is_picklable and line.bout.match.cores == 1


def _warm_up(title: str) -> None:
    game = load(title)
    game.compile()
    game.bound(replay_kernels)


# ----- analysis -----


def shares(stats: Measurements) -> Any:
    """Return each seat's share of each game: float64, (games, seats)."""
    seats = stats.table.shape[1] - 2
    won = stats.table[:, seats, None] >> np.arange(seats) & 1
    return won / np.maximum(1, won.sum(axis=1, keepdims=True))


def _mirror(line: _Line, stats: Measurements, start: State, base: Measurements | None) -> Mirror:
    count, seats = len(stats.table), stats.table.shape[1] - 2
    columns = list(enumerate(MEASURES))
    measures = {name: _measure(name, stats.course[:, at]) for at, name in columns}
    against = {
        name: figures.difference(stats.course[:, at], base.course[:, at]) for at, name in columns if base
    }
    points = {
        name: figures.mean(stats.sources[:, :, at].mean(axis=1))
        for at, name in enumerate(category_names(start))
        if name or stats.sources[:, :, at].any()
    }
    return Mirror(
        plugins.name_of(line.contestants[0]),
        count,
        [figures.share(float(shares(stats)[:, seat].sum()), count) for seat in range(seats)]
        if seats > 1
        else [],
        {name: figure for name, figure in measures.items() if figure},
        {name: figure for name, figure in against.items() if figure},
        {name: figure for name, figure in points.items() if figure},
        uses_of(tallies(start), stats.uses, stats.table[:, :seats], shares(stats)),
    )


def _measure(name: str, values: Any) -> figures.Figure | None:
    if name in WINS:
        return figures.share_of(values)
    return figures.part(values) if name in SHARES else figures.mean(values)


def _duel(line: _Line, stats: Measurements) -> Duel:
    plan = line.bout.match.plan
    at = np.argmax(plan.seating(0, plan.games) == 0, axis=1)
    share = figures.share(float(shares(stats)[np.arange(plan.games), at].sum()), plan.games)
    return Duel(
        plugins.name_of(line.contestants[0]),
        plugins.name_of(line.contestants[1]),
        plan.games,
        share,
        _of_the_deal(stats) if plan.seats == 2 else None,
    )


def _of_the_deal(stats: Measurements) -> float | None:
    """Return the correlation of the first seat's margins in the two games of each deal, at least 0."""
    pairs = len(stats.table) // 2
    margins = (stats.table[: 2 * pairs, 0] - stats.table[: 2 * pairs, 1]).reshape(pairs, 2).astype(np.float64)
    spread = margins.std(axis=0)
    if pairs < 2 or not spread.all():
        return None
    return max(0.0, float(np.corrcoef(margins[:, 0], margins[:, 1])[0, 1]))


def _silent(game: Game, refused: Any) -> list[str]:
    """Return the rules whose violations have never occurred."""
    enforced = {code // 10 for code in game.spec.text.REFUSALS if refused[code]}
    able = {code // 10 for code in game.spec.text.REFUSALS}
    return [f"{game.spec.rules.PREFIX}-{rule}" for rule in sorted(able - enforced)]
