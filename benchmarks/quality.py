"""How well searches choose: Connect Four beside the truth, and small games beside perfect play.
`python benchmarks/quality.py --peers PYTHON [--positions N] [--json FILE] [--docs docs/search.md] [--quick]`

The truth and the searches of other packages need an environment of their own, whose Python runs them;
poker is an example title::

    pip install examples/leduc
    python -m venv build/peers && build/peers/bin/pip install bitbully pgx mctx gumbel-mcts

All searches begin a new tree for each position, and value a leaf by one random game; in Quartier's its moves are the
example's `choose`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pyspiel

import docs_tables
import machine
import quartier
from match_peer import TimedIsmcts
from quartier import Dice
from quartier.adapters import openspiel
from quartier.bots.mcts.search import Search, compile_for
from quartier.bots.settings import Budget, Settings
from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.lab import exact
from quartier.lab.results import wilson

HERE = Path(__file__).parent
CELLS, LAST_PLIES = 42, 8
"""In the last plies a search should not lose a theoretical win."""
PLIES = ((6, CELLS - LAST_PLIES - 1), (CELLS - LAST_PLIES, CELLS - 2))
"""Discs on the board of a position: of one before the last plies, and of one among them."""
SIMULATIONS = (50, 200, 800, 3200, 12800)
SECONDS = (0.001, 0.01)
PEERS = {
    "gumbel-mcts, Gumbel": ("gumbel", "gumbel", 3200),
    "gumbel-mcts, PUCT": ("gumbel", "puct", 3200),
    "mctx, Gumbel MuZero": ("mctx", "gumbel_muzero_policy", 800),
    "mctx, MuZero": ("mctx", "muzero_policy", 800),
}
"""By name: the peer, its policy, and its largest budget: beyond it a run takes hours or gigabytes."""
SMALL_SIMULATIONS = (16, 64)
SMALL_SECONDS = 0.005
EXPLORE, MEMORY_MB, NO_LIMIT = 2.0, 2000, 10**9
SEED = 1

Choose = Callable[[State], int]


@dataclass(frozen=True)
class Position:
    """A position of Connect Four, and the result of each legal column for who moves."""

    columns: list[int]
    results: dict[int, int]

    @property
    def is_late(self) -> bool:
        """Whether it belongs to the last plies and is won."""
        return len(self.columns) >= PLIES[1][0] and max(self.results.values()) == 1

    def keeps(self, column: int) -> bool:
        """Whether a column keeps the best result."""
        return self.results[column] == max(self.results.values())

    def loses_win(self, column: int) -> bool:
        """Whether a column gives a won game away."""
        return max(self.results.values()) == 1 and self.results[column] < 1


@dataclass(frozen=True)
class Row:
    """How a search did at a budget."""

    search: str
    budget: str
    right: int
    positions: int
    lost_late: int
    late: int
    ms: float


@dataclass(frozen=True)
class Weak:
    """How much a perfect opponent gains on a search per game, averaged over both seats."""

    game: str
    search: str
    budget: str
    exploitability: float


# ----- Connect Four -----


def positions(count: int, peers: str) -> list[Position]:
    """Positions from random games in which some column gives a result away, half of them among the last plies."""
    game, result, number = quartier.load("connect_four"), [Position([], {})] * 0, SEED
    game.compile()
    while len(result) < count:
        candidates = []
        for _ in range(count):
            number += 1
            candidates.append(_random_columns(game, Random(number), *PLIES[number % 2]))
        for columns, results in zip(candidates, ask(peers, "solver", {"positions": candidates}), strict=True):
            if len(set(results.values())) > 1:
                result.append(Position(columns, {int(column): best for column, best in results.items()}))
    return result[:count]


def _random_columns(game: Game, random: Random, least: int, most: int) -> list[int]:
    """The columns of a random game of so many plies that has not ended; it is drawn again if it ends before."""
    while True:
        state, plies = game.new(), random.randint(least, most)
        while not state.over and len(state.past) < plies:
            state.play_action(len(state.past) % 2, int(random.choice(_legal(state))))
        if not state.over and len(_legal(state)) > 1:
            return [event.action for event in state.past]


def _legal(state: State) -> Any:
    return state.legal(min(state.seats_to_act()))


def ask(python: str, peer: str, subject: dict[str, Any]) -> Any:
    """What a peer in the other environment measures."""
    request = json.dumps({"subject": subject, "seconds": 0})
    done = subprocess.run(
        [python, str(HERE / "peer.py"), peer],
        input=request + "\n",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def connect_four_rows(
    all_positions: list[Position], peers: str, simulations: tuple[int, ...]
) -> Iterator[Row]:
    """Each search at each budget: Quartier's and OpenSpiel's here, the others in their environment."""
    game = quartier.load("connect_four")
    compile_for(game)
    states = [_state(game, position.columns) for position in all_positions]
    budgets = [
        *(Budget(simulations=count) for count in simulations),
        *(Budget(seconds=seconds) for seconds in SECONDS),
    ]
    for budget in budgets:
        for name, choose in {
            "Quartier, the example’s evaluation": partial(_ours, game, Settings.of(game), budget),
            "Quartier": partial(_ours, game, Settings(margin=0.0), budget),
            "OpenSpiel, MCTS with solver": _theirs(budget),
        }.items():
            choose(states[0])  # what is done once in a process is done then
            began = time.perf_counter()
            columns = [choose(state) for state in states]
            yield _row(
                name, budget, all_positions, columns, 1000 * (time.perf_counter() - began) / len(columns)
            )
    given = [position.columns for position in all_positions]
    for name, (peer, policy, most) in PEERS.items():
        for count in simulations:
            if count <= most:
                subject = {"positions": given, "policy": policy, "simulations": count}
                answer = ask(peers, peer, subject)
                yield _row(name, Budget(simulations=count), all_positions, answer["columns"], answer["ms"])


def _state(game: Game, columns: list[int]) -> State:
    state = game.new()
    for ply, column in enumerate(columns):
        state.play_action(ply % 2, column)
    return state


def _ours(game: Game, settings: Settings, budget: Budget, state: State) -> int:
    seat = min(state.seats_to_act())
    result = Search(game, budget, settings).run(state.concealed(seat), seat, Dice(SEED))
    return int(state.read(result.best.move))


def _theirs(budget: Budget) -> Choose:
    """OpenSpiel's search on its own game, in C++."""
    game = pyspiel.load_game("connect_four")

    def choose(state: State) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
        count = budget.simulations or NO_LIMIT
        limit = {"max_wall_clock_time": budget.seconds} if budget.seconds else {}
        bot = pyspiel.MCTSBot(game, evaluator, EXPLORE, count, MEMORY_MB, True, SEED, False, **limit)
        theirs = game.new_initial_state()
        for event in state.past:
            theirs.apply_action(event.action)
        best = bot.mcts_search(theirs).best_child()
        return int(best.action) if best else int(_legal(state)[0])

    return choose


def _row(name: str, budget: Budget, all_positions: list[Position], columns: list[int], ms: float) -> Row:
    pairs = list(zip(all_positions, columns, strict=True))
    return Row(
        name,
        _label(budget),
        sum(position.keeps(column) for position, column in pairs),
        len(pairs),
        sum(position.is_late and position.loses_win(column) for position, column in pairs),
        sum(position.is_late for position in all_positions),
        ms,
    )


def _label(budget: Budget) -> str:
    return f"{budget.simulations:,}" if budget.simulations else f"{1000 * (budget.seconds or 0):g} ms"


# ----- small games -----


@dataclass(frozen=True)
class Small:
    """A game that can be solved: its start, how many of its set-ups, and the unit of its results."""

    name: str
    start: State
    deals: int
    points: float
    """Points of the game that count as one; 0: wins count."""

    def trees(self) -> list[exact.Tree]:
        """Each set-up as a tree."""
        roots = exact.draw_setups(self.start, self.deals, SEED)
        return [exact.tree_of(root, points=bool(self.points)) for root in roots]


def small_games(deals: int) -> list[Small]:
    """City Blocks on its smallest board, and poker, whose results are told in antes."""
    city_blocks = quartier.load("city_blocks").new(chance="manual", board="2x2")
    leduc = quartier.load("leduc")
    return [
        Small("City Blocks, `2x2`", city_blocks, deals, 0),
        Small("Kuhn poker", leduc.new(chance="manual", kuhn=True), 0, 2),
        Small("Leduc poker", leduc.new(chance="manual"), 0, 2),
    ]


class Ismcts:
    """OpenSpiel's IS-MCTS in Python as a bot of ours."""

    def __init__(self, game: Game, budget: Budget) -> None:
        self._game, self._budget = game, budget

    def choose(self, position: State, seat: int, dice: Dice) -> str:
        """A move drawn from its final policy, as its `step` does."""
        setup = position.setup
        theirs = openspiel.load(self._game.name, setup.seats, setup.board.name or None, **setup.options)
        seconds, most = self._budget.seconds or float(NO_LIMIT), self._budget.simulations or NO_LIMIT
        bot = TimedIsmcts(theirs, seconds, int(dice.state[0] % 2**31), most)
        return position.write(bot.choose(theirs.at(position))[0])


def small_rows(small: Small, simulations: tuple[int, ...], asks: int) -> Iterator[Weak]:
    """Random moves and both searches at each budget."""
    trees = small.trees()

    def row(search: str, budget: str, strategy: Callable[[exact.Tree], exact.Strategy]) -> Weak:
        values = [exact.weakness(tree, strategy(tree)).exploitability for tree in trees]
        return Weak(small.name, search, budget, sum(values) / len(values) / (small.points or 1))

    yield row("random moves", "", exact.uniform)
    for budget in (*(Budget(simulations=count) for count in simulations), Budget(seconds=SMALL_SECONDS)):
        ours = f"mcts:{budget.simulations}" if budget.simulations else f"mcts:{budget.seconds}s"
        for name, bot in {"Quartier": ours, "OpenSpiel, IS-MCTS": partial(Ismcts, budget=budget)}.items():
            yield row(name, _label(budget), partial(exact.of_bot, bot=bot, asks=asks))


# ----- tables -----


def tables(rows: list[Row], weak: list[Weak]) -> str:
    """All figures in Markdown."""
    positions_text = f"{rows[0].positions:,} positions" if rows else ""
    lines = [
        f"| Connect Four, {positions_text} | budget | right | 95% interval | wins lost, last {LAST_PLIES} plies | ms |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        low, high = wilson(row.right, row.positions)
        share = row.right / row.positions
        lines.append(
            f"| {row.search} | {row.budget} | {share:.1%} | {low:.1%}–{high:.1%} "
            f"| {row.lost_late} of {row.late} | {row.ms:.3g} |"
        )
    lines += ["", "| game | search | budget | exploitability |", "| --- | --- | ---: | ---: |"]
    lines += [f"| {one.game} | {one.search} | {one.budget} | {one.exploitability:.3f} |" for one in weak]
    return "\n".join(lines)


def main() -> None:
    """Measure, print, and write what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--peers", required=True, metavar="PYTHON", help="the Python with the solver and mctx"
    )
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was measured there")
    parser.add_argument("--docs", type=Path, metavar="FILE", help="write the tables into this page")
    parser.add_argument("--quick", action="store_true", help="only show that everything works")
    args = parser.parse_args()
    count, simulations, small, deals, asks = args.positions, SIMULATIONS, SMALL_SIMULATIONS, 4, 4
    if args.quick:
        count, simulations, small, deals, asks = 20, SIMULATIONS[:1], SMALL_SIMULATIONS[:1], 1, 1
    rows, weak = [], []
    for row in connect_four_rows(positions(count, args.peers), args.peers, simulations):
        rows.append(row)
        print(row, file=sys.stderr, flush=True)
    for game in small_games(deals):
        for one in small_rows(game, small, asks):
            weak.append(one)
            print(one, file=sys.stderr, flush=True)
    if args.json:
        content = {
            "machine": machine.describe(),
            "rows": [asdict(row) for row in rows],
            "small": [asdict(one) for one in weak],
        }
        args.json.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    text = tables(rows, weak)
    if args.docs:
        docs_tables.insert(args.docs, "quality.py", text)
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
