"""Playing a balance report: every variant with every bot, on the same deals, by one process or many."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from itertools import pairwise
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
from quartier.lab.balance import figures, survey
from quartier.lab.balance.findings import Balance, Duel, Findings, Mirror
from quartier.lab.balance.measuring import MEASURES, SHARES, WINS, Bout, Measured, category_names, tallies
from quartier.lab.balance.variants import Variant, variants
from quartier.lab.balance.worth import uses_of
from quartier.lab.executors import Workers, checked, crew
from quartier.lab.matches import Contestant, Match
from quartier.lab.plan import Plan

USUAL = ("random", "greedy", "mcts:50")
"""Bots of several strengths that know no network: they play every variant by the same hints."""
_CHUNK = 10
_WORTH_IT = 4.0
"""Seconds of work after which other processes (1 to 2 s to start) pay."""


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


def balance(
    title: str,
    bots: Sequence[Contestant] = USUAL,
    games: int = 200,
    seed: int = 1,
    *,
    seats: int | None = None,
    vary: Sequence[str] = (),
    boards: Sequence[str] = (),
    workers: Workers = None,
    progress: Progress | None = None,
    **options: Any,
) -> Balance:
    """Measure the base and each variant: "NAME=a,b,c" in `vary` (a parameter or an option of the title), names of `boards`.

    Each bot plays `games` games against itself; each but the first as many against the one before, every deal in all
    seatings, and so does the title's fixed order of actions, if it has one. `bots` stand in order of strength. `options` are
    those of the base. `workers` as for `lab.arena`. The result depends on the seed, never on who plays. Raises
    UnknownTitle, BadOption, BadBoard, QuartierError where there is no such cluster.
    """
    game = load(title)
    count = game.declared.checked_seats(usual_seats(game) if seats is None else seats)
    if games < 2:
        raise BadOption(N_("At least two games must be played, not {games}."), games=games)
    checked(workers)
    for bot in bots:
        ladder.make(bot, game)
    found = variants(game, count, vary, boards, options)
    lines = [
        line
        for number, each in enumerate(found)
        for line in _lines(game, number, each, bots, count, games, seed)
    ]
    for line in lines:
        line.bout.match.check_travels(workers)
    game.compile()
    measured = _played(game, lines, games, workers, progress)
    base = game.new(count, chance="manual", **found[0].options)
    return Balance(
        title=game.name,
        seats=count,
        board=base.board.name,
        options=base.options,
        bots=[plugins.name_of(bot) for bot in bots],
        games=games,
        seed=seed,
        findings=[_findings(game, count, number, each, lines, measured) for number, each in enumerate(found)],
    )


def usual_seats(game: Game) -> int:
    """As few as can play against each other."""
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
        if (game.declared.data / priority.FILE).is_file():
            for bot in bots[1:]:
                if bot != "priority":
                    yield line(["priority", *[bot] * (seats - 1)], duel=True)


# ----- who plays -----


def _played(
    game: Game, lines: list[_Line], games: int, workers: Workers, progress: Progress | None
) -> list[Measured]:
    """What came of each line."""
    pieces = [
        (line, at, min(at + _CHUNK, games)) for line in range(len(lines)) for at in range(0, games, _CHUNK)
    ]
    found: dict[Piece, Measured] = {}
    done, total = 0, len(lines) * games
    for piece, measured in _each(game, lines, pieces, workers):
        found[piece] = measured
        done += len(measured.table)
        if progress:
            progress(done, total)
    return [
        Measured.together([found[piece] for piece in pieces if piece[0] == line])
        for line in range(len(lines))
    ]


def _each(
    game: Game, lines: list[_Line], pieces: list[Piece], workers: Workers
) -> Iterator[tuple[Piece, Measured]]:
    """Each piece of work when it is done: here first, and by others as soon as that pays."""
    todo, begun = list(pieces), time.perf_counter()
    here = workers == 1 or (workers is None and not all(_simple(line) for line in lines))
    while todo and (here or (workers is None and time.perf_counter() - begun < _WORTH_IT)):
        line, first, last = todo.pop(0)
        yield (line, first, last), lines[line].bout.measured(first, last)
    if not todo:
        return
    hands = workers if workers is not None else min(os.cpu_count() or 1, len(todo))
    with crew(hands, _warm_up, game.name) as ready:
        waiting = {ready.submit(lines[piece[0]].bout.measured, *piece[1:]): piece for piece in todo}
        for future in as_completed(waiting):
            yield waiting[future], future.result()


def _simple(line: _Line) -> bool:
    """Whether other processes can get its bots, and would not disturb them."""
    return line.bout.match.travels and line.bout.match.cores == 1


def _warm_up(title: str) -> None:
    game = load(title)
    game.compile()
    game.bound(survey)


# ----- what it means -----


def _findings(
    game: Game, seats: int, number: int, variant: Variant, lines: list[_Line], measured: list[Measured]
) -> Findings:
    own_lines = [(line, told) for line, told in zip(lines, measured, strict=True) if line.variant == number]
    base = {
        line.contestants: told
        for line, told in zip(lines, measured, strict=True)
        if line.variant == 0 and not line.duel
    }
    start = game.new(seats, chance="manual", **variant.options)
    return Findings(
        variant,
        [
            _mirror(line, told, start, base[line.contestants] if number else None)
            for line, told in own_lines
            if not line.duel
        ],
        [_duel(line, told) for line, told in own_lines if line.duel],
        _silent(game, sum(told.refused for _, told in own_lines)),
        sum(told.forfeits for _, told in own_lines),
    )


def shares(told: Measured) -> Any:
    """Each seat's share of each game: float64, (games, seats)."""
    seats = told.table.shape[1] - 2
    won = told.table[:, seats, None] >> np.arange(seats) & 1
    return won / np.maximum(1, won.sum(axis=1, keepdims=True))


def _mirror(line: _Line, told: Measured, start: State, base: Measured | None) -> Mirror:
    count, seats = len(told.table), told.table.shape[1] - 2
    columns = list(enumerate(MEASURES))
    measures = {name: _measure(name, told.course[:, at]) for at, name in columns}
    against = {
        name: figures.difference(told.course[:, at], base.course[:, at]) for at, name in columns if base
    }
    points = {
        name: figures.mean(told.sources[:, :, at].mean(axis=1))
        for at, name in enumerate(category_names(start))
        if name or told.sources[:, :, at].any()
    }
    return Mirror(
        plugins.name_of(line.contestants[0]),
        count,
        [figures.share(float(shares(told)[:, seat].sum()), count) for seat in range(seats)]
        if seats > 1
        else [],
        {name: each for name, each in measures.items() if each},
        {name: each for name, each in against.items() if each},
        {name: each for name, each in points.items() if each},
        uses_of(tallies(start), told.uses, told.table[:, :seats], shares(told)),
    )


def _measure(name: str, values: Any) -> figures.Figure | None:
    if name in WINS:
        return figures.share_of(values)
    return figures.part(values) if name in SHARES else figures.mean(values)


def _duel(line: _Line, told: Measured) -> Duel:
    plan = line.bout.match.plan
    at = np.argmax(plan.seating(0, plan.games) == 0, axis=1)
    share = figures.share(float(shares(told)[np.arange(plan.games), at].sum()), plan.games)
    return Duel(
        plugins.name_of(line.contestants[0]),
        plugins.name_of(line.contestants[1]),
        plan.games,
        share,
        _of_the_deal(told) if plan.seats == 2 else None,
    )


def _of_the_deal(told: Measured) -> float | None:
    """How much the first seat's margins in the two games of each deal go together (their correlation, at least 0)."""
    pairs = len(told.table) // 2
    margins = (told.table[: 2 * pairs, 0] - told.table[: 2 * pairs, 1]).reshape(pairs, 2).astype(np.float64)
    spread = margins.std(axis=0)
    if pairs < 2 or not spread.all():
        return None
    return max(0.0, float(np.corrcoef(margins[:, 0], margins[:, 1])[0, 1]))


def _silent(game: Game, refused: Any) -> list[str]:
    """The rules with a sentence for a refusal that has never been given."""
    said = {code // 10 for code in game.declared.words.REFUSALS if refused[code]}
    able = {code // 10 for code in game.declared.words.REFUSALS}
    return [f"{game.declared.rules.PREFIX}-{rule}" for rule in sorted(able - said)]
