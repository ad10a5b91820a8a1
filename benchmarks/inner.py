"""The inner loops of two titles: where a car of Gridlock can stop, and the test trips of Metromania."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

from quartier.core import compiled
from quartier.core.engine.rebind import Twins
from quartier.core.game.game import Game
from quartier.games.gridlock.rules.roads import reach
from quartier.games.metromania.rules.trips import run_trips
from quartier.lab.bench import finals, middles, rate


def ask_reach(positions: Any, count: int) -> int:
    """Where the car of seat 0 can stop, in one position after the other, `count` times in all."""
    total, last = 0, len(positions) - 1
    for i in range(count):
        low, high = reach(positions[i & last], 0)
        total += (low ^ high) & 1
    return total


def ask_trips(positions: Any, count: int) -> int:
    """All seven test trips of one finished game after the other, `count` times in all."""
    last = len(positions) - 1
    for i in range(count):
        run_trips(positions[i & last])
    return count


def inner_loops(game: Game, seconds: float) -> dict[str, float]:
    """The figures that only this title has, per second."""
    if game.name == "gridlock":
        return {"loop_reaches": _rate(ask_reach, middles(game, seed=1), seconds)}
    if game.name == "metromania":
        return {"loop_trips": _rate(ask_trips, finals(game, seed=1), seconds)}
    return {}


def _rate(ask: Callable[..., int], positions: Any, seconds: float) -> float:
    loop = Twins(compiled.instructions(), numba.njit(error_model="numpy", _nrt=False)).of(ask)
    loop(positions, 1)
    return rate(lambda count: loop(positions, count), seconds)
