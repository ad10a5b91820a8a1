"""Exploitability study: solve a small game and compare bots with perfect play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, stdev
from typing import Any

from quartier.core.engine.dice import Dice
from quartier.core.game.state import State
from quartier.lab.exact.strategies import Weakness, of_bot, solve, uniform, weakness
from quartier.lab.exact.tree import MAX_NODES, tree_of
from quartier.lab.results import interval_half_width

UNIFORM = "random"
"""The bot whose strategy is known without sampling it."""
GAP = 1e-3
Progress = Callable[[str, int, int], None]
"""Called with a bot ("" while the game is being solved), how many are done, and of how many (0: unknown)."""


@dataclass(frozen=True)
class Case:
    """One game from a position on: its size, bounds on its value for seat 0, and each bot's weakness."""

    nodes: int
    infos: int
    low: float
    high: float
    weak: dict[str, Weakness]


@dataclass(frozen=True)
class Study:
    """Games of one title on one board, and the results of bots in them."""

    title: str
    board: str
    names: tuple[str, ...]
    cases: tuple[Case, ...]
    whole: bool
    """Whether it is the whole game with all its setups, rather than a random sample of them."""

    @property
    def value(self) -> tuple[float, float]:
        """The lowest and the highest value of the game to seat 0, averaged over the cases."""
        return fmean(case.low for case in self.cases), fmean(case.high for case in self.cases)

    def exploitability(self, name: str) -> tuple[float, float]:
        """Return a bot's mean exploitability over the cases, and half the width of its 95 % interval: 0 for one case."""
        values = [case.weak[name].exploitability for case in self.cases]
        return fmean(values), interval_half_width(stdev(values), len(values)) if len(values) > 1 else 0.0

    def against(self, name: str, seat: int) -> float:
        """Return the best response's gain in a seat against a bot in the other one."""
        return fmean(case.weak[name].against[seat] for case in self.cases)

    def as_dict(self) -> dict[str, Any]:
        """Return the study for JSON."""
        return {
            "title": self.title,
            "board": self.board,
            "whole": self.whole,
            "value": list(self.value),
            "exploitability": {name: list(self.exploitability(name)) for name in self.names},
            "cases": [asdict(case) for case in self.cases],
        }


def study(
    start: State,
    names: Sequence[str] = (),
    deals: int = 0,
    asks: int = 1,
    seed: int = 1,
    gap: float = GAP,
    most: int = MAX_NODES,
    report: Progress | None = None,
) -> Study:
    """Solve the game from `start` on, whose history hides nothing; measure the exploitability of bots and of random moves.

    With `deals` the initial public chance events are sampled that many times, and each resulting game is
    solved separately. Each bot is sampled `asks` times in each information set. Raises QuartierError if it is
    too large.
    """
    bots = list(dict.fromkeys([UNIFORM, *names]))
    roots = list(draw_setups(start, deals, seed))
    notify = report or (lambda *_: None)
    cases = tuple(_case(root, bots, asks, seed, gap, most, notify) for root in roots)
    return Study(start.game.name, start.board.name, tuple(bots), cases, not deals)


def _case(
    root: State, names: Sequence[str], asks: int, seed: int, gap: float, most: int, notify: Progress
) -> Case:
    tree = tree_of(root, most, lambda count: notify("", count, 0))
    solution = solve(tree, gap)
    weak = {}
    for name in names:
        strategy = (
            uniform(tree)
            if name == UNIFORM
            else of_bot(tree, name, asks, seed, lambda done, total, name=name: notify(name, done, total))  # type: ignore[misc]
        )
        weak[name] = weakness(tree, strategy)
    return Case(tree.nodes, tree.infos, solution.low, solution.high, weak)


def draw_setups(start: State, deals: int, seed: int) -> Iterator[State]:
    """Yield the start itself, or random setups drawn from it."""
    if not deals:
        yield start
    for number in range(deals):
        state, dice = start.copy(), Dice(seed * 100_003 + number)
        while state.to_act() == {"*"} and all(state.observes_draw(seat) for seat in range(state.seats)):
            state.draw(dice)
        yield state
