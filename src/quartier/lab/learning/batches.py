"""Batches of games that a network plays against itself, in this process or in others; the result is the same."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from multiprocessing import get_context
from typing import Any

import numpy as np

from quartier.bots.network import MOST_FEATURES, Net
from quartier.bots.weights import Weights, net_for
from quartier.core.play.plugins import PluginWarning
from quartier.core.play.state import State
from quartier.games.registry import load
from quartier.lab.learning import selfplay
from quartier.lab.learning.course import Course
from quartier.lab.learning.selfplay import CERTAIN, Lessons

_MOST_LESSONS = 4096
"""Of a longer game the beginning is learned."""


class Players:
    """Who plays the batches of a course: this process, or a pool of others."""

    def __init__(self, course: Course, pool: ProcessPoolExecutor | None) -> None:
        self._course = course
        self._pool = pool

    def play(self, generation: int, weights: Weights) -> tuple[Lessons, float]:
        """What a generation with these weights teaches, batch after batch, and the processor time that it took."""
        batches = range(self._course.batches)
        if self._pool:
            waiting = [self._pool.submit(play_batch, self._course, generation, n, weights) for n in batches]
            played = [each.result() for each in waiting]
        else:
            played = [play_batch(self._course, generation, n, weights) for n in batches]
        return joined([lessons for lessons, _ in played]), sum(seconds for _, seconds in played)


@contextmanager
def players(course: Course, workers: int | None = None) -> Iterator[Players]:
    """Players on so many processes; None: as many as there are cores."""
    count = min(workers or os.cpu_count() or 1, course.batches)
    if count == 1:
        yield Players(course, None)
        return
    # Spawned, not forked: a fork would copy the threads of whoever calls in an unknown state.
    with ProcessPoolExecutor(count, get_context("spawn"), _warm_up, (course.title,)) as pool:
        yield Players(course, pool)


def _warm_up(title: str) -> None:
    warnings.simplefilter("ignore", PluginWarning)  # the process that was asked has said it
    load(title).compile(loops=(selfplay,))


def play_batch(course: Course, generation: int, batch: int, weights: Weights) -> tuple[Lessons, float]:
    """Play one batch with a network of these weights: what it teaches, and the processor time."""
    began, start, dice = time.process_time(), course.start(generation), course.dice(generation, batch)
    net, stray = net_for(start, weights), int(course.stray_in(generation) * CERTAIN)
    played = [_play_game(start, net, dice.state, stray, course.trace) for _ in range(course.batch)]
    return joined(played), time.process_time() - began


def _play_game(start: State, net: Net, rng: Any, stray: int, trace: float) -> Lessons:
    game, kept = start.game, room()
    a, known, scratch = start.position.copy(), start.position.copy(), start.position.copy()
    returns = np.zeros(start.seats)
    play = game.bound(selfplay).selfplay
    return taken(kept, play(a, known, scratch, rng, stray, trace, net, kept, returns, *start.buffers()))


def taken(lessons: Lessons, made: int) -> Lessons:
    """A copy of the first lessons, as wide as the widest of them."""
    widest = int(lessons.counts[:made].max(initial=0))
    places, amounts, *others = (array[:made] for array in lessons)
    return Lessons(places[:, :widest].copy(), amounts[:, :widest].copy(), *(array.copy() for array in others))


@cache
def room() -> Lessons:
    """Room for the lessons of one game, the same every time."""
    wide = (np.zeros((_MOST_LESSONS, MOST_FEATURES), np.int32) for _ in range(2))
    return Lessons(
        *wide,
        *(np.zeros(_MOST_LESSONS, np.int64) for _ in range(3)),
        *(np.zeros(_MOST_LESSONS) for _ in range(2)),
    )


def joined(parts: list[Lessons]) -> Lessons:
    """All lessons in one, as wide as the widest."""
    width = max(part.places.shape[1] for part in parts)
    widened = [
        Lessons(*(_widened(array, width) if array.ndim == 2 else array for array in part)) for part in parts
    ]
    return Lessons(*(np.concatenate(arrays) for arrays in zip(*widened, strict=True)))


def _widened(array: Any, width: int) -> Any:
    return np.pad(array, ((0, 0), (0, width - array.shape[1])))
