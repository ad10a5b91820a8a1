"""What part of a search's time goes into priors: what a policy that knows them at once could save at most.

python benchmarks/priors.py [--games 3] [TITLE ...]

Positions come from games of `greedy` for two. In each a new tree is searched as long as in matches against an earlier
version. How often it asked for priors is read from the tree, about: once when a node got children, and again whenever it was
allowed more. What asking takes is measured at the root, which mostly has more moves than the positions below it; so the
part is rather too large than too small.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import quartier
from generations import AS_LONG
from quartier import Dice, bots
from quartier.bots.mcts import tree
from quartier.bots.mcts.search import Search
from quartier.core.engine.contract import CHANCE
from quartier.core.game.game import Game
from quartier.core.game.state import State

MOVES_BETWEEN = 12
"""Moves of a game between two positions that are searched."""
REPETITIONS = 30
"""Times that the priors of a root are asked for."""


@dataclass
class Tally:
    """What the searches of a title came to."""

    simulations: int = 0
    requests: int = 0
    seconds: float = 0.0
    in_priors: float = 0.0

    def summary(self, title: str, budget: str) -> str:
        """In one line."""
        return (
            f"{title:12} {budget:14} priors asked for {1000 * self.requests / self.simulations:.0f} times "
            "in 1000 simulations, "
            f"{1e6 * self.in_priors / self.requests:.0f} microseconds each: {self.in_priors / self.seconds:.0%} of the time"
        )


def positions(game: Game, seed: int) -> Iterator[tuple[State, int]]:
    """Every few moves of a game a position with more than a few moves, concealed for the seat that is to move."""
    state, dice, player = game.new(2, seed=seed), Dice(seed), bots.make("greedy", game)
    moves = 0
    while not state.over:
        seat = int(min(state.seats_to_act()))
        moves += 1
        if moves % MOVES_BETWEEN == MOVES_BETWEEN // 2 and len(state.legal(seat)) > 3:
            yield state.concealed(seat), seat
        state.play(seat, player.choose(state.concealed(seat), seat, dice))


def measure(position: State, seat: int, budget: str, tally: Tally) -> None:
    """One search from nothing."""
    search, dice = Search(position.game, budget), Dice(1)
    began = time.process_time()
    search.run(position, seat, dice)
    tally.seconds += time.process_time() - began
    tally.simulations += sum(
        int(grown.nodes[grown.integers[tree.ROOT], tree.VISITS]) for grown in search.trees()
    )
    total = sum(map(times_asked, search.trees()))
    tally.requests += total
    tally.in_priors += total * seconds_asked(search, position, seat)


def times_asked(grown: tree.Tree) -> int:
    """How often a tree has asked for priors."""
    result = 0
    for node in range(1, int(grown.integers[tree.USED])):
        first = int(grown.nodes[node, tree.FIRST])
        if (
            first != tree.NONE
            and grown.nodes[first, tree.ACTOR] != CHANCE
            and grown.nodes[node, tree.CHOICES]
        ):
            result += _widths(grown, node)
    return result


def _widths(grown: tree.Tree, node: int) -> int:
    """How many times a node was allowed more children than before (`bots.mcts.selection.allowed_children`)."""
    visits, choices = (int(grown.nodes[node, column]) for column in (tree.VISITS, tree.CHOICES))
    width, widening, ripe = (float(grown.reals[column]) for column in (tree.WIDTH, tree.WIDENING, tree.RIPE))
    if not width:
        return 1
    before = max(visits - 1, int(ripe))  # its last visit was counted after it had chosen
    doublings = range(int(ripe).bit_length() - 1, before.bit_length())
    return len({min(choices, int(width * (1 << int(widening * doubling)))) for doubling in doublings})


def seconds_asked(search: Search, position: State, seat: int) -> float:
    """What asking for the priors of a position takes."""
    branch: Any = search._branches[0]
    work, model, reals = branch._workspace, branch._model, search.trees()[0].reals
    scales = (reals[tree.PRIOR_SCALE], 0.0)
    work.world[:] = np.frombuffer(position.to_bytes(), np.uint8)
    count = model.legal_actions(work.world, seat, work.actions)
    began = time.process_time()
    for _ in range(REPETITIONS):
        model.priors(work, seat, position.seats, 0, count, *scales)
    return (time.process_time() - began) / REPETITIONS


def main() -> None:
    """A line for each title."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("titles", nargs="*", metavar="TITLE", default=sorted(AS_LONG))
    parser.add_argument("--games", type=int, default=3)
    args = parser.parse_args()
    for title in args.titles:
        if title not in AS_LONG:
            parser.error(f"{title} is not one of {', '.join(sorted(AS_LONG))}")
        game, tally, budget = quartier.load(title), Tally(), AS_LONG[title]
        bots.compile_for(game)
        for seed in range(args.games):
            for position, seat in positions(game, seed):
                measure(position, seat, budget, tally)
        print(tally.summary(title, budget), flush=True)


if __name__ == "__main__":
    main()
