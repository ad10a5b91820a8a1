"""Batches of games of a network against itself or a pool of bots, in this process or in others; the result is the same."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from quartier import bots
from quartier.bots.weights import Weights, net_for
from quartier.core.engine.dice import Dice
from quartier.core.engine.networks import Net
from quartier.core.play.state import State
from quartier.games.registry import load
from quartier.lab.crews import Crew, Workers, checked, crew
from quartier.lab.learning import selfplay
from quartier.lab.learning.course import ITSELF, Course
from quartier.lab.learning.games import joined, play_against, play_itself
from quartier.lab.learning.selfplay import Lessons


class Players:
    """Who plays the batches of a course: this process, or a pool of others."""

    def __init__(self, course: Course, hands: Crew | None) -> None:
        self._course = course
        self._hands = hands

    def play(self, generation: int, weights: Weights) -> tuple[Lessons, float]:
        """What a generation with these weights teaches, batch after batch, and the processor time that it took."""
        batches = [(self._course, generation, n, weights) for n in range(self._course.batches)]
        played = (
            self._hands.each(play_batch, batches) if self._hands else [play_batch(*each) for each in batches]
        )
        return joined([lessons for lessons, _ in played]), sum(seconds for _, seconds in played)


@contextmanager
def players(course: Course, workers: Workers = None) -> Iterator[Players]:
    """Players on so many processes; None: as many as there are cores; or a cluster's."""
    checked(workers)
    count = workers if isinstance(workers, str) else min(workers or os.cpu_count() or 1, course.batches)
    if count == 1:
        yield Players(course, None)
        return
    with crew(count, _warm_up, course) as hands:
        yield Players(course, hands)


def _warm_up(course: Course) -> None:
    game = load(course.title)
    game.compile(loops=(selfplay,))
    if course.pool:
        bots.compile_for(game)


def play_batch(course: Course, generation: int, batch: int, weights: Weights) -> tuple[Lessons, float]:
    """Play one batch with a network of these weights: what it teaches, and the processor time."""
    began, start, dice = time.process_time(), course.start(generation), course.dice(generation, batch)
    net = net_for(start, weights)
    played = [_play_game(course, generation, game, start, net, dice) for game in range(course.batch)]
    return joined(played), time.process_time() - began


def _play_game(course: Course, generation: int, game: int, start: State, net: Net, dice: Dice) -> Lessons:
    """Play one game of a batch, with whom it falls to."""
    rival, stray = course.rival_in(game), course.stray_in(generation)
    if rival == ITSELF:
        return play_itself(start, net, dice, stray, course.trace)
    others = [bots.make(rival, start.game) for _ in range(start.seats)]
    seat = course.seat_in(game, start.seats)
    return play_against(start.copy(), seat, others, net, dice, stray, course.trace).lessons
