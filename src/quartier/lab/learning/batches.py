"""Batches of games of a network against itself or a pool of bots, in this process or in others; the result is the same."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from quartier import bots
from quartier.bots.weights import Weights, net_for
from quartier.core.engine.dice import Dice
from quartier.core.engine.networks import Net
from quartier.core.game.state import State
from quartier.games.registry import load
from quartier.lab.executors import (
    Crew,
    Workers,
    checked,
    crew,
)
from quartier.lab.learning import selfplay
from quartier.lab.learning.games import joined, play_against, play_itself, watch
from quartier.lab.learning.selfplay import Lessons
from quartier.lab.learning.training_config import ITSELF, Course


class Players:
    """Who plays the batches of a course: this process, or a pool of others."""

    def __init__(self, course: Course, hands: Crew | None) -> None:
        self._course = course
        self._hands = hands

    def play(self, generation: int, weights: Weights) -> tuple[Lessons, float]:
        """What a generation with these weights teaches, batch after batch, and the processor time that it took."""
        batches = [(self._course, generation, n, weights) for n in range(self._course.batches)]
        played = self._each(play_batch, batches)
        return joined([lessons for lessons, _ in played]), sum(seconds for _, seconds in played)

    def watch(self, games: range) -> tuple[list[Lessons], float]:
        """What the teacher's games with these numbers teach, game after game, and the processor time that they took."""
        course = self._course
        batches = [(course, games[n : n + course.batch]) for n in range(0, len(games), course.batch)]
        watched = self._each(watch_batch, batches)
        found = [lessons for each, _ in watched for lessons in each]
        return found, sum(seconds for _, seconds in watched)

    def _each(self, work: Callable[..., Any], told: list[tuple[Any, ...]]) -> list[Any]:
        return self._hands.each(work, told) if self._hands else [work(*each) for each in told]


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
    if course.pool or course.apprentice:
        bots.compile_for(game)


def play_batch(course: Course, generation: int, batch: int, weights: Weights) -> tuple[Lessons, float]:
    """Play one batch with a network of these weights: what it teaches, and the processor time."""
    began, start, dice = time.process_time(), course.start(generation), course.dice(generation, batch)
    net = net_for(start, weights)
    stray, first = course.stray_in(generation), course.number(generation, batch, 0)
    played = [_play_game(course, first + game, start, net, dice, stray) for game in range(course.batch)]
    return joined(played), time.process_time() - began


def watch_batch(course: Course, games: range) -> tuple[list[Lessons], float]:
    """Watch some of the teacher's games: what each teaches, and the processor time."""
    began = time.process_time()
    return [_watch_game(course, game) for game in games], time.process_time() - began


def _watch_game(course: Course, game: int) -> Lessons:
    """A game with the teacher in all seats."""
    start = course.start(game)
    players = [bots.make(course.teacher, start.game) for _ in range(start.seats)]
    dice, stray = course.dice_of_teacher(game), course.stray_of_teacher(game)
    return watch(start, players, net_for(start, None), dice, stray)


def _play_game(course: Course, game: int, start: State, net: Net, dice: Dice, stray: float) -> Lessons:
    """Play one game, with whom it falls to by its number."""
    rival = course.rival_in(game)
    if rival == ITSELF:
        return play_itself(start, net, dice, stray, course.trace)
    others = [bots.make(rival, start.game) for _ in range(start.seats)]
    seat = course.seat_in(game, start.seats)
    return play_against(start.copy(), seat, others, net, dice, stray, course.trace).lessons
