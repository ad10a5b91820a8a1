"""An apprenticeship: a network learns from games of another bot, its teacher, before it plays any itself.

Where good moves are few among hundreds, a network that knows nothing plays long games that teach little. A part of the
teacher's moves are random ones, so that it learns what bad positions are worth too.

What came of a game says little about each of its positions: most of that is luck which comes later. So that is learned only
in the first go; in the others what the network makes of the next positions of the game counts too, as in its own games.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from quartier.lab.arena import Progress
from quartier.lab.learning.batches import Players
from quartier.lab.learning.games import joined
from quartier.lab.learning.selfplay import Lessons
from quartier.lab.learning.training import Training

_PASSES = 5
"""So often all lessons are learned in one go."""
_RATES, _LAST_RATE = (2e-3, 1e-3, 1e-3), 3e-5
"""How far a step goes the first time of each go, and the last time."""


def learn_from_teacher(training: Training, players: Players, progress: Progress | None = None) -> None:
    """Watch the games of the teacher that the course asks for, and learn from them."""
    course, games = training.course, list[Lessons]()
    whole = course.batches * course.batch
    for first in range(0, course.apprentice, whole):
        watched, seconds = players.watch(range(first, min(first + whole, course.apprentice)))
        training.seconds += seconds
        games += watched
        if progress:
            progress(len(games), course.apprentice)
    if games:
        learn_from(training, games)


def learn_from(training: Training, games: list[Lessons]) -> None:
    """Learn from games whose positions are worth what came of them, then by TD(lambda) from what each promises."""
    lessons, results = joined(games), [result(game, max(training.course.seats)) for game in games]
    for go, rate in enumerate(_RATES):
        if go:
            promise(training, lessons, games, results)
        training.prepare(lessons, rates(rate))


def result(game: Lessons, seats: int) -> Any:
    """What came of a game, by seat."""
    found = np.zeros(seats)
    found[game.seats] = game.targets
    return found


def promise(training: Training, lessons: Lessons, games: list[Lessons], results: list[Any]) -> None:
    """Set down what positions are worth by what the network makes of those that follow in their game."""
    began, first = time.process_time(), 0
    training.promise(lessons)
    for game, returns in zip(games, results, strict=True):
        last = first + len(game.counts)
        training.look_back(Lessons(*(array[first:last] for array in lessons)), returns)
        first = last
    training.seconds += time.process_time() - began


def rates(first: float) -> list[float]:
    """How far a step goes, each time of a go."""
    return [first * (_LAST_RATE / first) ** (n / (_PASSES - 1)) for n in range(_PASSES)]
