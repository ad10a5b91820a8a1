"""How fast a title's engine is on one core: each figure is the best of a few short runs.

The best run and not the mean, because other work on the machine only ever makes a run slower.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.lab import loops

_RUNS = 3
# Time on the processor: waiting for it says nothing about the engine. Elsewhere that clock is too coarse.
_CLOCK = time.process_time if os.name == "posix" else time.perf_counter
_POSITIONS = 64
_LONG = 300
"""Events; some titles have random games of ten thousands."""


@dataclass(frozen=True)
class Speed:
    """Figures of one title, per second and on one core."""

    title: str
    compiled: bool
    random_moves: float
    random_events: float
    random_games: float
    copies: float
    listings: float
    record_bytes: int

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def measure(game: Game, seconds: float = 1.0, seed: int = 1) -> Speed:
    """All figures of a title, in about `seconds` each; as compiled as the game is."""
    games, moves, events = random_play(game, seconds, seed)
    return Speed(
        title=game.name,
        compiled=not game.interpreted,
        random_moves=moves,
        random_events=events,
        random_games=games,
        copies=state_copies(game, seconds),
        listings=legal_listings(game, seconds, seed),
        record_bytes=game.declared.state.dtype.itemsize,
    )


def random_play(game: Game, seconds: float = 1.0, seed: int = 1) -> tuple[float, float, float]:
    """Random games from an empty table: games, moves of players, and events (chance too) per second."""
    start = game.new(chance="manual")
    rng, scratch = Dice(seed).state, game.declared.state.new()
    actions, weights = start.buffers()

    def play(games: int) -> Any:
        totals = np.zeros(2, np.int64)
        game.bound(loops).playouts(scratch, start.position, games, rng, actions, weights, totals)
        return totals / games

    moves_each, events_each = (float(each) for each in play(5 if game.interpreted else 200))
    games_per_second = rate(play, seconds)
    return games_per_second, games_per_second * moves_each, games_per_second * events_each


def state_copies(game: Game, seconds: float = 1.0, seed: int = 1) -> float:
    """Copies of a position per second."""
    positions = middles(game, seed)
    return rate(lambda count: game.bound(loops).copies(positions, count), seconds)


def legal_listings(game: Game, seconds: float = 1.0, seed: int = 1) -> float:
    """Lists of all legal moves per second, over positions in the middle of random games."""
    positions = middles(game, seed)
    actions, _ = game.new(chance="manual").buffers()
    return rate(lambda count: game.bound(loops).listings(positions, count, actions), seconds)


def final_scorings(game: Game, seconds: float = 1.0, seed: int = 1) -> float:
    """Final scorings of all seats per second, over finished random games."""
    positions = finals(game, seed)
    return rate(lambda count: game.bound(loops).scorings(positions, count), seconds)


def finals(game: Game, seed: int) -> Any:
    """Positions at the end of random games, shape (_POSITIONS,)."""
    start, rng = game.new(chance="manual"), Dice(seed).state
    result, board = game.declared.state.new(_POSITIONS), game.declared.state.new()
    actions, weights = start.buffers()
    for index in range(_POSITIONS):
        totals = np.zeros(2, np.int64)
        game.bound(loops).playouts(board, start.position, 1, rng, actions, weights, totals)
        result[index] = board[0]
    return result


def middles(game: Game, seed: int) -> Any:
    """Positions in the middle of random games, shape (_POSITIONS,)."""
    result = game.declared.state.new(_POSITIONS)
    for index in range(_POSITIONS):
        result[index] = middle(game, seed + index).position[0]
    return result


def middle(game: Game, seed: int, **setup: Any) -> State:
    """The position in the middle of (the first _LONG events of) a random game, with a seat in turn.

    `setup`: seats, board and options, as for `Game.new`.
    """
    state, dice = game.new(seed=seed, **setup), Dice(seed)
    actions, _ = state.buffers()
    while not state.over and len(state.past) < _LONG:
        (seat, *_) = sorted(state.to_act(), key=str)
        state.play_action(int(seat), int(game.kernels.sample_at(state.position, seat, dice.state, actions)))
    index = len(state.past) // 2
    while state.past[index].actor == CHANCE:
        index -= 1
    return state.at(index)


def rate(work: Callable[[int], object], seconds: float) -> float:
    """Units of work per second: `work(count)` does `count` of them. The best of three runs."""
    count = _enough(work, seconds / _RUNS)
    return max(count / _seconds(work, count) for _ in range(_RUNS))


def _enough(work: Callable[[int], object], seconds: float) -> int:
    """How many units take about so long."""
    count, took = 1, 0.0
    while took < seconds / 10:
        count *= 2
        took = _seconds(work, count)
    return max(1, int(count * seconds / took))


def _seconds(work: Callable[[int], object], count: int) -> float:
    start = _CLOCK()
    work(count)
    return _CLOCK() - start
