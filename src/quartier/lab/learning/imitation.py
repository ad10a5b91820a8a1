"""Imitation learning: pre-train a network on games of a teacher bot before self-play.

If good moves are few among hundreds, an untrained network plays long games that teach little. Some of the
teacher's moves are random, so that the network also learns the value of bad positions.

The result of a game says little about each of its positions: most of it is later luck. So plain results are
the targets in the first round only; in later rounds the network's own predictions for the next positions
count too, as in self-play.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from quartier.lab.arena import Progress
from quartier.lab.learning.batches import Players
from quartier.lab.learning.games import concatenate
from quartier.lab.learning.selfplay import Samples
from quartier.lab.learning.training import Training

_PASSES = 5
"""Number of epochs in one round."""
_RATES, _LAST_RATE = (2e-3, 1e-3, 1e-3), 3e-5
"""Learning rates of the first and the last epoch of each round."""


def learn_from_teacher(training: Training, players: Players, progress: Progress | None = None) -> None:
    """Play the configured number of teacher games, and learn from them."""
    config, games = training.config, list[Samples]()
    whole = config.batches * config.batch
    for first in range(0, config.apprentice, whole):
        watched, seconds = players.watch(range(first, min(first + whole, config.apprentice)))
        training.seconds += seconds
        games += watched
        if progress:
            progress(len(games), config.apprentice)
    if games:
        learn_from(training, games)


def learn_from(training: Training, games: list[Samples]) -> None:
    """Learn from games by their results, then by TD(lambda) from the network's own predictions."""
    samples, results = concatenate(games), [result(game, max(training.config.seats)) for game in games]
    for go, rate in enumerate(_RATES):
        if go:
            predict(training, samples, games, results)
        training.prepare(samples, rates(rate))


def result(game: Samples, seats: int) -> Any:
    """Return the result of a game, by seat."""
    points = np.zeros(seats)
    points[game.seats] = game.targets
    return points


def predict(training: Training, samples: Samples, games: list[Samples], results: list[Any]) -> None:
    """Set the targets of all positions by TD(lambda) from the network's predictions."""
    began, first = time.process_time(), 0
    training.predict(samples)
    for game, returns in zip(games, results, strict=True):
        last = first + len(game.counts)
        training.td_lambda_targets(Samples(*(array[first:last] for array in samples)), returns)
        first = last
    training.seconds += time.process_time() - began


def rates(first: float) -> list[float]:
    """Return the learning rate of each epoch."""
    return [first * (_LAST_RATE / first) ** (n / (_PASSES - 1)) for n in range(_PASSES)]
