"""An apprenticeship: a network learns what came of games that the title's hints play, before it plays any itself.

Where good moves are few among hundreds, a network that knows nothing plays long games that teach little. The games of the
greedy bot are short and cheap. A part of their moves are random ones, so that it learns what bad positions are worth too.
"""

from __future__ import annotations

import time

import numpy as np

from quartier.bots.weights import net_for
from quartier.core.play.state import State
from quartier.lab.arena import Progress
from quartier.lab.learning.course import Course
from quartier.lab.learning.games import joined, play_itself
from quartier.lab.learning.selfplay import Lessons
from quartier.lab.learning.training import Training

_STRAYS = (0.0, 0.1, 0.3)
"""How many moves are random ones, from game to game in turn."""
_PASSES, _RATE, _LAST_RATE = 4, 2e-3, 4e-4
"""So often all lessons are learned, and how far a step goes the first time and the last."""


def learn_from_hints(training: Training, progress: Progress | None = None) -> None:
    """Play the games of the hints that the course asks for, and learn from them."""
    course = training.course
    began, played = time.process_time(), []
    for game in range(course.apprentice):
        played.append(play_by_hints(course, course.start(game), game))
        if progress:
            progress(game + 1, course.apprentice)
    if played:
        training.seconds += time.process_time() - began
        training.prepare(joined(played), rates())


def rates() -> list[float]:
    """How far a step goes, each time that the lessons are learned."""
    fall = _LAST_RATE / _RATE
    return [_RATE * fall ** (n / (_PASSES - 1)) for n in range(_PASSES)]


def play_by_hints(course: Course, start: State, game: int) -> Lessons:
    """A game of the greedy bot in all seats: each position is worth to its seat what came of the game."""
    stray = _STRAYS[game % len(_STRAYS)]
    lessons = play_itself(start, net_for(start, None), course.dice_of_hints(game), stray, 1.0)
    for seat in range(start.seats):
        own = np.flatnonzero(lessons.seats == seat)
        lessons.targets[own] = lessons.targets[own[-1:]]
    return lessons
