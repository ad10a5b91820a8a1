"""A fixed order of all actions, whatever the position: what a title gives away to whoever looks at nothing. A baseline.

It is learned by REINFORCE (Williams, 1992): games of a policy against itself that chooses among the legal actions by weight.
"""

from __future__ import annotations

import sys
from math import exp, sqrt
from typing import Any

import numpy as np

from quartier.core.engine.bits import any_of, below
from quartier.core.engine.contract import CHANCE, draw, legal, play, points_so_far, to_act
from quartier.core.engine.kernels import assign
from quartier.lab.arena import Progress
from quartier.lab.learning.training_config import Course

SIGNATURES = {
    "reinforce": "void(record, record, int64, float64, floats, floats, float_rows, floats, rng, ints, ints)"
}
_SLOW = 0.99
"""How slowly the mean of the results changes, and that of their squares."""
_RATE, _LAST_RATE, _STEPS = 0.05, 0.002, 50


def reinforce(
    a: Any,
    start: Any,
    games: int,
    rate: float,
    wishes: Any,
    usual: Any,
    slopes: Any,
    chances: Any,
    rng: Any,
    out: Any,
    weights: Any,
) -> None:
    """Play `games` games and make the actions of seats with good results more likely.

    `wishes` (float64, (ACTIONS,)): the logarithms of weights; `usual` (2,): the mean of results and of their squares;
    `slopes` (seats, ACTIONS) zeros, and `chances` (ACTIONS,): working space.
    """
    for _ in range(games):
        assign(a, start)
        actors = to_act(a[0])
        while actors != 0:
            if actors == CHANCE:
                play(a[0], actors, draw(a[0], rng, out, weights))
            else:
                seat = any_of(rng, actors)
                play(a[0], seat, choose_by_weight(a[0], seat, wishes, slopes[seat], chances, rng, out))
            actors = to_act(a[0])
        for seat in range(len(slopes)):
            reward(points_so_far(a[0], seat), rate, wishes, usual, slopes[seat])


def choose_by_weight(s: Any, seat: int, wishes: Any, slope: Any, chances: Any, rng: Any, out: Any) -> int:
    """A random legal action by weight; into `slope` goes how each weight would have made that choice more likely."""
    count = legal(s, seat, out)
    most = wishes[out[0]]
    for i in range(count):
        most = max(most, wishes[out[i]])
    total = 0.0
    for i in range(count):
        chances[i] = exp(wishes[out[i]] - most)
        total += chances[i]
    left, chosen = total * below(rng, 1 << 30) / (1 << 30), 0
    while chosen < count - 1 and left >= chances[chosen]:
        left -= chances[chosen]
        chosen += 1
    for i in range(count):
        slope[out[i]] -= chances[i] / total
    slope[out[chosen]] += 1.0
    action: int = out[chosen]
    return action


def reward(result: int, rate: float, wishes: Any, usual: Any, slope: Any) -> None:
    """One step, by how much better than usual a seat's result was; its slope is 0 then."""
    spread = sqrt(max(1.0, usual[1] - usual[0] * usual[0]))
    step = rate * (result - usual[0]) / spread
    for action in range(len(wishes)):
        wishes[action] += step * slope[action]
        slope[action] = 0.0
    usual[0] += (1.0 - _SLOW) * (result - usual[0])
    usual[1] += (1.0 - _SLOW) * (result * result - usual[1])


def learned_order(course: Course, progress: Progress | None = None) -> list[int]:
    """All actions, the dearest first, as the games of a course teach it; they all are of its first kind."""
    start, rng = course.start(), course.dice(0, 0).state
    actions = start.game.actions
    wishes, usual = np.zeros(actions), np.zeros(2)
    slopes, chances = np.zeros((start.seats, actions)), np.zeros(actions)
    play_games = start.game.bound(sys.modules[__name__]).reinforce
    for step in range(_STEPS):
        rate = _RATE * (_LAST_RATE / _RATE) ** (step / _STEPS)
        room = (wishes, usual, slopes, chances, rng, *start.buffers())
        play_games(start.position.copy(), start.position, -(-course.games // _STEPS), rate, *room)
        if progress:
            progress(step + 1, _STEPS)
    order: list[int] = np.argsort(-wishes, kind="stable").tolist()
    return order
