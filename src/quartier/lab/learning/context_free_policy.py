"""Context-free policy: a fixed order of all actions, whatever the position. A baseline.

It is learned by REINFORCE (Williams, 1992): self-play of a policy that samples among the legal actions by
weight.
"""

from __future__ import annotations

import sys
from math import exp, sqrt
from typing import Any, NamedTuple

import numpy as np

from quartier.core.engine.bits import any_of, below
from quartier.core.engine.contract import CHANCE, draw, legal, play, points_so_far, to_act
from quartier.core.engine.kernels import assign
from quartier.core.engine.signatures import Fields, Types
from quartier.lab.arena import Progress
from quartier.lab.learning.training_config import TrainingConfig


class Policy(NamedTuple):
    """The policy being learned, with scratch space."""

    logits: Any
    """float64, (ACTIONS,): the logarithms of weights"""
    moments: Any
    """float64, (2,): running means of the results and of their squares"""
    gradients: Any
    """float64, (seats, ACTIONS), zeros: scratch space"""
    probabilities: Any
    """float64, (ACTIONS,): scratch space"""


TYPES: Types = {"Policy": Fields(Policy, "floats, floats, float_rows, floats")}
SIGNATURES = {"reinforce": "void(record, record, int64, float64, Policy, rng, ints, ints)"}
_DECAY = 0.99
"""Decay rates of the running means of the results and of their squares."""
_RATE, _LAST_RATE, _STEPS = 0.05, 0.002, 50


def reinforce(
    a: Any, start: Any, games: int, rate: float, policy: Policy, rng: Any, out: Any, weights: Any
) -> None:
    """Play `games` games and make the actions of seats with good results more likely."""
    for _ in range(games):
        assign(a, start)
        actors = to_act(a[0])
        while actors != 0:
            if actors == CHANCE:
                play(a[0], actors, draw(a[0], rng, out, weights))
            else:
                seat = any_of(rng, actors)
                play(a[0], seat, choose_by_weight(a[0], seat, policy, rng, out))
            actors = to_act(a[0])
        for seat in range(len(policy.gradients)):
            update_logits(points_so_far(a[0], seat), rate, policy, seat)


def choose_by_weight(s: Any, seat: int, policy: Policy, rng: Any, out: Any) -> int:
    """Sample a legal action by weight; add the gradient of its log-probability to the seat's."""
    logits, gradient, probabilities = policy.logits, policy.gradients[seat], policy.probabilities
    count = legal(s, seat, out)
    most = logits[out[0]]
    for i in range(count):
        most = max(most, logits[out[i]])
    total = 0.0
    for i in range(count):
        probabilities[i] = exp(logits[out[i]] - most)
        total += probabilities[i]
    left, chosen = total * below(rng, 1 << 30) / (1 << 30), 0
    while chosen < count - 1 and left >= probabilities[chosen]:
        left -= probabilities[chosen]
        chosen += 1
    for i in range(count):
        gradient[out[i]] -= probabilities[i] / total
    gradient[out[chosen]] += 1.0
    action: int = out[chosen]
    return action


def update_logits(result: int, rate: float, policy: Policy, seat: int) -> None:
    """Take one REINFORCE step by a seat's standardised result; reset its gradient to 0."""
    logits, moments, gradient = policy.logits, policy.moments, policy.gradients[seat]
    spread = sqrt(max(1.0, moments[1] - moments[0] * moments[0]))
    step = rate * (result - moments[0]) / spread
    for action in range(len(logits)):
        logits[action] += step * gradient[action]
        gradient[action] = 0.0
    moments[0] += (1.0 - _DECAY) * (result - moments[0])
    moments[1] += (1.0 - _DECAY) * (result * result - moments[1])


def learned_order(config: TrainingConfig, progress: Progress | None = None) -> list[int]:
    """Train the policy by self-play on the first kind of games; return all actions, the most preferred first."""
    start, rng = config.start(), config.dice(0, 0).state
    actions = start.game.actions
    policy = Policy(np.zeros(actions), np.zeros(2), np.zeros((start.seats, actions)), np.zeros(actions))
    play_games = start.game.bound(sys.modules[__name__]).reinforce
    for step in range(_STEPS):
        rate = _RATE * (_LAST_RATE / _RATE) ** (step / _STEPS)
        games, buffers = -(-config.games // _STEPS), start.buffers()
        play_games(start.array.copy(), start.array, games, rate, policy, rng, *buffers)
        if progress:
            progress(step + 1, _STEPS)
    order: list[int] = np.argsort(-policy.logits, kind="stable").tolist()
    return order
