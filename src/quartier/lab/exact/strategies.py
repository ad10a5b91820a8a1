"""Strategies in a game tree: their values, best responses, and exploitability."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quartier import bots
from quartier.bots.plugins import BotSpec
from quartier.core import compiled
from quartier.core.engine.dice import Dice
from quartier.lab.exact import solvers
from quartier.lab.exact.tree import Tree

Strategy = NDArray[np.float64]
"""(tree.decisions,): for each information set the probabilities of its actions."""


@dataclass(frozen=True)
class Weakness:
    """The evaluation of a strategy of both seats: mean wins minus losses per game, from -1 to 1."""

    value: float
    """The value for seat 0 if both play it."""
    against: tuple[float, float]
    """The value of the best response as seat 0 and as seat 1, against the strategy in the other seat."""

    @property
    def exploitability(self) -> float:
        """The mean gain of a best response over both seats; 0 for an optimal strategy."""
        return sum(self.against) / 2


@dataclass(frozen=True)
class Solution:
    """A nearly optimal strategy, and bounds on the value of the game for seat 0."""

    strategy: Strategy
    low: float
    high: float
    rounds: int
    """Rounds of CFR+; 0 for backward induction."""

    @property
    def value(self) -> float:
        """The midpoint of the bounds."""
        return (self.low + self.high) / 2


def uniform(tree: Tree) -> Strategy:
    """Return the strategy that plays every legal action with the same probability."""
    widths = np.diff(tree.graph.offset)
    return np.repeat(1.0 / widths, widths)


def weakness(tree: Tree, strategy: Strategy) -> Weakness:
    """Return the value of a strategy and its best responses."""
    value = np.zeros(tree.nodes)
    _kernels()["values"](tree.graph, strategy, value)
    return Weakness(
        float(value[0]), (best_response(tree, strategy, 0)[0], best_response(tree, strategy, 1)[0])
    )


def best_response(tree: Tree, strategy: Strategy, seat: int) -> tuple[float, NDArray[np.int64]]:
    """Return a seat's best-response value against the other's part of a strategy, and its action by information set.

    Actions are numbered from 0, -1 for the sets of the other seat.
    """
    kernels = _kernels()
    reached, worth, value = np.zeros(tree.nodes), np.zeros(tree.decisions), np.zeros(tree.nodes)
    best = np.full(tree.infos, -1, np.int64)
    kernels["reach"](tree.graph, strategy, seat, 0, reached)
    kernels["respond"](tree.graph, strategy, seat, reached, worth, best, value)
    return float(value[0]), best


def solve(
    tree: Tree, gap: float = 1e-3, most: int = 20_000, report: Callable[[int, float], None] | None = None
) -> Solution:
    """Solve the game: by backward induction with perfect information, else by CFR+ until its value is known to `gap`.

    `report(rounds, gap)` is called now and then. It stops after `most` rounds in any case.
    """
    if tree.open:
        strategy, value = np.zeros(tree.decisions), np.zeros(tree.nodes)
        _kernels()["minimax"](tree.graph, strategy, value)
        return Solution(strategy, float(value[0]), float(value[0]), 0)
    return _solve_by_cfr(tree, gap, most, report)


def _solve_by_cfr(tree: Tree, gap: float, most: int, report: Callable[[int, float], None] | None) -> Solution:
    regrets, total = np.zeros(tree.decisions), np.zeros(tree.decisions)
    work = solvers.Regrets(
        uniform(tree), regrets, total, tree.owner, *(np.zeros(tree.nodes) for _ in range(3))
    )
    done, rounds = 0, 16
    while True:
        _kernels()["improve"](tree.graph, work, rounds, done)
        done += rounds
        average = shares(tree, total)
        first, second = (best_response(tree, average, seat)[0] for seat in range(2))
        if report:
            report(done, first + second)
        if first + second <= gap or done >= most:
            return Solution(average, -second, first, done)
        rounds = min(done, most - done, 256)


def shares(tree: Tree, amounts: Strategy) -> Strategy:
    """Normalise amounts to probabilities; uniform if all of an information set are 0."""
    offset = tree.graph.offset
    sums = np.add.reduceat(amounts, offset[:-1])
    widths = np.diff(offset)
    whole = np.repeat(sums, widths)
    return np.where(whole > 0, amounts / np.where(whole > 0, whole, 1.0), np.repeat(1.0 / widths, widths))


def of_bot(
    tree: Tree, bot: BotSpec, asks: int = 1, seed: int = 1, report: Callable[[int, int], None] | None = None
) -> Strategy:
    """Estimate a bot's strategy by sampling it `asks` times in each information set, each time with other random numbers.

    The bot is new each time, so that nothing it remembers counts. `report(done, total)` counts information
    sets.
    """
    result = np.zeros(tree.decisions)
    for info in range(tree.infos):
        actions = tree.actions(info).tolist()
        times = asks if len(actions) > 1 else 1
        seat, first = int(tree.owner[info]), int(tree.graph.offset[info])
        concealed = tree.state(info).concealed(seat)
        for ask in range(times):
            dice = Dice((seed * 1_000_003 + info) * 1_000_003 + ask)
            move = bots.make(bot, concealed.game).choose(concealed.copy(), seat, dice)
            result[first + actions.index(concealed.read(move))] += 1.0 / times
        if report:
            report(info + 1, tree.infos)
    return result


def _kernels() -> dict[str, Any]:
    return compiled.compile_shared(solvers)
