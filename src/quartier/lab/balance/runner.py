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


@dataclass(frozen=True)
class _Line:
    """A line-up of a variant: a bot against itself, or against another one in all other seats."""

    variant: int
    contestants: tuple[Contestant, ...]
    bout: Bout
    duel: bool
    """Whether it is one bot against another one in all other seats, every deal in all seatings."""


Piece = tuple[int, int, int]
"""A line by its number, and its games from the first up to but not including the last."""


def balance(  # noqa: PLR0913 (most go by keyword alone)
    title: str,
    bots: Sequence[Contestant] = DEFAULT_BOTS,
    games: int = 200,
    seed: int = 1,
    *,
    seats: int | None = None,
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
        seats: Number of seats; None: the fewest with opponents.
        vary: Variants as "NAME=a,b,c", each a parameter or an option of the title.
        boards: Other boards: their names, or their data.
        workers: As for `lab.arena`.
        progress: Called as `progress(done, total)` with numbers of games.
        **options: Options of the base.

    Returns:
        The report; the base comes first.

    Raises:
        UnknownTitle: There is no such title.
        BadOption: An option, a variant or the number of games is invalid.
        BadBoard: There is no such board.
        QuartierError: There is no such cluster.
    """
    game = load(title)
    count = game.spec.checked_seats(usual_seats(game) if seats is None else seats)
    if games < 2:
        raise BadOption(N_("Play at least two games, not {games}."), games=games)
    check_workers(workers)
    tested = variants(game, count, vary, boards, options)
    for bot, variant in product(bots, tested):
        ladder.make(bot, game, game.new(count, chance="manual", **variant.options))
    lines = [
        line
        for number, variant in enumerate(tested)
        for line in _lines(game, number, variant, bots, count, games, seed)
    ]
    for line in lines:
        line.bout.match.check_picklable(workers)
    game.compile()
    measured = _play_lines(game, lines, games, workers, progress)
    base = game.new(count, chance="manual", **tested[0].options)
    return Balance(
        title=game.name,
        seats=count,
        board=base.board.name,
        options=base.options,
        bots=[plugins.name_of(bot) for bot in bots],
        games=games,
        seed=seed,
        findings=[
            _findings(game, count, number, variant, lines, measured) for number, variant in enumerate(tested)
        ],
    )


def usual_seats(game: Game) -> int:
    """Return the fewest seats that can play against each other."""
    fewest, most = game.seats
    return min(max(2, fewest), most)


def _lines(
    game: Game, number: int, variant: Variant, bots: Sequence[Contestant], seats: int, games: int, seed: int
) -> Iterator[_Line]:
    def line(contestants: Sequence[Contestant], duel: bool) -> _Line:
        plan = Plan(seats, games, seed, duplicate=duel, rotate=duel)
        match = Match(game.name, dict(variant.options), tuple(contestants), plan)
        return _Line(number, tuple(contestants), Bout(match), duel)

    for bot in bots:
        yield line([bot] * seats, duel=False)
    if seats > 1:
        for weaker, stronger in pairwise(bots):
            yield line([stronger, *[weaker] * (seats - 1)], duel=True)
        if (game.spec.data / priority.FILE).is_file():
            for bot in bots[1:]:
                if bot != "priority":
                    yield line(["priority", *[bot] * (seats - 1)], duel=True)


# ----- games -----


def _play_lines(
    game: Game, lines: list[_Line], games: int, workers: Workers, progress: Progress | None
) -> list[Measurements]:
    """Play all line-ups; return the measurements of each."""
    pieces = [
        (line, at, min(at + _CHUNK, games)) for line in range(len(lines)) for at in range(0, games, _CHUNK)
    ]
    results: dict[Piece, Measurements] = {}
    done, total = 0, len(lines) * games
    for piece, measured in _play_pieces(game, lines, pieces, workers):
        results[piece] = measured
        done += len(measured.table)
        if progress:
            progress(done, total)
    return [
        Measurements.concatenate([results[piece] for piece in pieces if piece[0] == line])
        for line in range(len(lines))
    ]


def _play_pieces(
    game: Game, lines: list[_Line], pieces: list[Piece], workers: Workers
) -> Iterator[tuple[Piece, Measurements]]:
    """Yield each piece when it is done: in this process first, in workers once that is worth it."""
    todo, started = list(pieces), time.perf_counter()
    here = workers == 1 or (workers is None and not all(_simple(line) for line in lines))
    while todo and (here or (workers is None and time.perf_counter() - started < _WORTH_IT)):
        line, first, last = todo.pop(0)
        yield (line, first, last), lines[line].bout.measure(first, last)
    if not todo:
        return
    processes = workers if workers is not None else min(os.cpu_count() or 1, len(todo))
    with worker_pool(processes, _warm_up, game.name) as pool:
        waiting = {pool.submit(lines[piece[0]].bout.measure, *piece[1:]): piece for piece in todo}
        for future in as_completed(waiting):
            yield waiting[future], future.result()


def _simple(line: _Line) -> bool:
    """Return whether worker processes can get its bots, and would not slow them down."""
    return line.bout.match.is_picklable and line.bout.match.cores == 1


def _warm_up(title: str) -> None:
    game = load(title)
    game.compile()
    game.bound(replay_kernels)


# ----- analysis -----


def _findings(
    game: Game, seats: int, number: int, variant: Variant, lines: list[_Line], measured: list[Measurements]
) -> Findings:
    own_lines = [(line, stats) for line, stats in zip(lines, measured, strict=True) if line.variant == number]
    base = {
        line.contestants: stats
        for line, stats in zip(lines, measured, strict=True)
        if line.variant == 0 and not line.duel
    }
    start = game.new(seats, chance="manual", **variant.options)
    return Findings(
        variant,
        [
            _mirror(line, stats, start, base[line.contestants] if number else None)
            for line, stats in own_lines
            if not line.duel
        ],
        [_duel(line, stats) for line, stats in own_lines if line.duel],
        _silent(game, sum(stats.refused for _, stats in own_lines)),
        sum(stats.forfeits for _, stats in own_lines),
    )


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
