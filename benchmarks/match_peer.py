"""Games between Quartier's search and OpenSpiel's, at equal time per move, on one core; see `measure`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import quartier
from quartier import Dice
from quartier.adapters import openspiel
from quartier.bots.mcts.search import Search, compile_for
from quartier.bots.settings import Budget
from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.games.registry import OURS

PLAYERS = 2
SUBJECTS = ("connect_four", *OURS)

_EXPLORE = 2.0  # the constant of OpenSpiel's own examples
_MEMORY_MB = 2000
_NO_LIMIT = 10**9
_OVERRUN = 0.005
"""Seconds by which our search ends later than it is told, on average: it does not look at the clock all the time."""
_pairs = count(1)

SearchResult = tuple[int, int]
"""The action that a search chose, and its number of simulations."""


def measure(title: str, seconds: float) -> dict[str, float]:
    """A pair of games with the same chance, each side once in each seat, `seconds` for each move.

    Points of Quartier (a win is 1, a draw 0.5), and moves, simulations and seconds of both. Forced moves are not searched.
    """
    game, seed = quartier.load(title), next(_pairs)
    compile_for(game)  # the search, too, is compiled before anybody counts its time
    tally = {"points": 0.0, "games": 0.0}
    for our_seat in range(PLAYERS):
        ours, theirs = Side(our_search(game, seconds, seed)), Side(their_search(game, seconds, seed))
        state = play(game, [ours, theirs] if our_seat == 0 else [theirs, ours], seed)
        won = state.winners()
        for name, value in {
            "points": (our_seat in won) / len(won),
            "games": 1,
            **ours.totals("our"),
            **theirs.totals("their"),
        }.items():
            tally[name] = tally.get(name, 0.0) + value
    return tally


def play(game: Game, sides: list[Side], seed: int) -> State:
    """A whole game; `sides` by seat."""
    state = game.new(PLAYERS, seed=seed, **game.ending)
    while not state.over:
        seat = int(min(state.to_act()))
        legal = state.legal(seat)
        state.play_action(seat, legal[0] if len(legal) == 1 else sides[seat].choose(state, seat))
    return state


@dataclass
class Side:
    """One of the two searches in a game, and what it has spent."""

    search: Callable[[State, int], SearchResult]
    moves: int = 0
    simulations: int = 0
    seconds: float = 0.0

    def choose(self, state: State, seat: int) -> int:
        """The action that the search finds."""
        began = time.perf_counter()
        action, simulations = self.search(state, seat)
        self.seconds += time.perf_counter() - began
        self.simulations += simulations
        self.moves += 1
        return action

    def totals(self, whose: str) -> dict[str, float]:
        """For the tally."""
        return {
            f"{whose}_moves": self.moves,
            f"{whose}_simulations": self.simulations,
            f"{whose}_seconds": self.seconds,
        }


def our_search(game: Game, seconds: float, seed: int) -> Callable[[State, int], SearchResult]:
    """Quartier's search on one thread, with its settings for the title."""
    search, dice = Search(game, Budget(seconds=max(0.0, seconds - _OVERRUN))), Dice(seed)

    def choose(state: State, seat: int) -> SearchResult:
        result = search.run(state.concealed(seat), seat, dice)
        return state.read(result.best.move), result.simulations

    return choose


def their_search(game: Game, seconds: float, seed: int) -> Callable[[State, int], SearchResult]:
    """OpenSpiel's search with one random game for each simulation.

    Its MCTS in C++, for Connect Four on its own game, else on ours through the adapter. Where something is hidden its
    IS-MCTS in Python, because the one in C++ cannot imagine worlds of a game in Python.
    """
    if game.name == "connect_four":
        return _mcts(pyspiel.load_game("connect_four"), _replay, seconds, seed)
    theirs = openspiel.load(game.name, PLAYERS)
    if theirs.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return _mcts(theirs, lambda _, state: theirs.at(state), seconds, seed)
    bot = TimedIsmcts(theirs, seconds, seed)
    return lambda state, seat: bot.choose(theirs.at(state))


def _replay(game: Any, state: State) -> Any:
    """OpenSpiel's state after the same moves."""
    theirs = game.new_initial_state()
    for event in state.past:
        theirs.apply_action(event.action)
    return theirs


def _mcts(
    game: Any, moved: Callable[[Any, State], Any], seconds: float, seed: int
) -> Callable[[State, int], SearchResult]:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(
        game, evaluator, _EXPLORE, _NO_LIMIT, _MEMORY_MB, True, seed, False, max_wall_clock_time=seconds
    )

    def choose(state: State, seat: int) -> SearchResult:
        root = bot.mcts_search(moved(game, state))
        best = root.best_child()  # nothing, if there was time for one simulation only
        return best.action if best else state.legal(seat)[0], root.explore_count

    return choose


class TimedIsmcts(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's IS-MCTS in Python, which counts simulations, with a limit in seconds or of simulations."""

    def __init__(self, game: Any, seconds: float, seed: int, most: int = _NO_LIMIT) -> None:
        random = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        super().__init__(game, evaluator, _EXPLORE, _NO_LIMIT, random_state=random)
        self._seconds, self._most = seconds, most

    def choose(self, state: Any) -> SearchResult:
        """As its `run_search` does: simulate from the root in worlds that the player may imagine."""
        ends, done = time.perf_counter() + self._seconds, 0
        self.reset()
        root = self.create_new_node(state)
        # The first simulation only looks at the root.
        while done < 2 or (done < self._most and time.perf_counter() < ends):
            self.run_simulation(self.sample_root_state(state))
            done += 1
        actions, shares = zip(*self.get_final_policy(state, root), strict=True)
        return int(self._random_state.choice(actions, p=shares)), done
