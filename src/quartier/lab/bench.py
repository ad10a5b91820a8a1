"""Engine benchmark: speed of a title's engine on one core; each figure is the best of a few short runs.

The best run rather than the mean, because other work on the machine only ever makes a run slower.
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
# CPU time: waiting for the processor says nothing about the engine. Elsewhere that clock is too coarse.
_CLOCK = time.process_time if os.name == "posix" else time.perf_counter
_POSITIONS = 64
_MAX_EVENTS = 300
"""Maximum events; some titles have random games of tens of thousands."""


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
        """Return the figures for JSON."""
        return asdict(self)


def measure(game: Game, seconds: float = 1.0, seed: int = 1) -> Speed:
    """Measure all figures of a title, about `seconds` each; compiled or interpreted, as the game is."""
    games, moves, events = random_play(game, seconds, seed)
    return Speed(
        title=game.name,
        compiled=not game.is_interpreted,
        random_moves=moves,
        random_events=events,
        random_games=games,
        copies=state_copies(game, seconds),
        listings=legal_listings(game, seconds, seed),
        record_bytes=game.spec.record_class.dtype.itemsize,
    )


def random_play(game: Game, seconds: float = 1.0, seed: int = 1) -> tuple[float, float, float]:
    """Play random games from the start; return games, moves of players, and events (chance too) per second."""
    start = game.new(chance="manual")
    rng, scratch = Dice(seed).state, game.spec.record_class.new()
    actions, weights = start.buffers()

    def play(games: int) -> Any:
        totals = np.zeros(2, np.int64)
        game.bound(loops).playouts(scratch, start.array, games, rng, actions, weights, totals)
        return totals / games

    moves_each, events_each = (float(mean) for mean in play(5 if game.is_interpreted else 200))
    games_per_second = rate(play, seconds)
    return games_per_second, games_per_second * moves_each, games_per_second * events_each


def state_copies(game: Game, seconds: float = 1.0, seed: int = 1) -> float:
    """Return copies of a position per second."""
    positions = middles(game, seed)
    return rate(lambda count: game.bound(loops).copies(positions, count), seconds)


def legal_listings(game: Game, seconds: float = 1.0, seed: int = 1) -> float:
    """Return lists of all legal moves per second, over positions in the middle of random games."""
    positions = middles(game, seed)
    actions, _ = game.new(chance="manual").buffers()
    return rate(lambda count: game.bound(loops).listings(positions, count, actions), seconds)


def final_scorings(game: Game, seconds: float = 1.0, seed: int = 1) -> float:
    """Return final scorings of all seats per second, over finished random games."""
    positions = finals(game, seed)
    return rate(lambda count: game.bound(loops).scorings(positions, count), seconds)


def finals(game: Game, seed: int) -> Any:
    """Return final positions of random games, shape (_POSITIONS,)."""
    start, rng = game.new(chance="manual"), Dice(seed).state
    result, board = game.spec.record_class.new(_POSITIONS), game.spec.record_class.new()
    actions, weights = start.buffers()
    for index in range(_POSITIONS):
        totals = np.zeros(2, np.int64)
        game.bound(loops).playouts(board, start.array, 1, rng, actions, weights, totals)
        result[index] = board[0]
    return result


def middles(game: Game, seed: int) -> Any:
    """Return positions in the middle of random games, shape (_POSITIONS,)."""
    result = game.spec.record_class.new(_POSITIONS)
    for index in range(_POSITIONS):
        result[index] = middle(game, seed + index).array[0]
    return result


def middle(game: Game, seed: int, **setup: Any) -> State:
    """Return the position in the middle of (the first _MAX_EVENTS events of) a random game, with a seat to move.

    `setup`: seats, board and options, as for `Game.new`.
    """
    state, dice = game.new(seed=seed, **setup), Dice(seed)
    actions, _ = state.buffers()
    while not state.over and len(state.past) < _MAX_EVENTS:
        (seat, *_) = sorted(state.to_act(), key=str)
        state.play_action(int(seat), int(game.kernels.sample_at(state.array, seat, dice.state, actions)))
    index = len(state.past) // 2
    while state.past[index].actor == CHANCE:
        index -= 1
    return state.at(index)


def rate(work: Callable[[int], object], seconds: float) -> float:
    """Return units of work per second, the best of three runs; `work(count)` does `count` units."""
    count = _enough(work, seconds / _RUNS)
    return max(count / _seconds(work, count) for _ in range(_RUNS))


def _enough(work: Callable[[int], object], seconds: float) -> int:
    """Return how many units take about this long."""
    count, took = 1, 0.0
    while took < seconds / 10:
        count *= 2
        took = _seconds(work, count)
    return max(1, int(count * seconds / took))


def _seconds(work: Callable[[int], object], count: int) -> float:
    start = _CLOCK()
    work(count)
    return _CLOCK() - start
