"""Exploiters: a network that learns from games against one frozen bot alone, to find out what that bot does wrong.

It begins with what the title's network knows. If it stays below an even share after an hour, that is no proof that nothing
beats the bot, but whoever wants to has to look further.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from quartier import bots
from quartier.bots.player import Bot, Picker
from quartier.bots.weights import Weights, learned, net_for
from quartier.core.engine.networks import HIDDEN, ONE
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_
from quartier.games.registry import load
from quartier.lab.arena import Progress
from quartier.lab.executors import Workers, checked, crew
from quartier.lab.learning.evaluation import Candidate, Trial, trial
from quartier.lab.learning.games import Played, joined, play_against
from quartier.lab.learning.training import Training
from quartier.lab.learning.training_config import STRAIGHT, Course

RATE, BATCHES, GAMES = 5e-4, 4, 8
"""Smaller steps than a network needs that knows nothing yet; a round is so many batches of so many games."""


@dataclass(frozen=True)
class Round:
    """How an exploiter got on in a round of games."""

    games: int
    """Since the beginning."""
    share: float
    """Its share of the wins in this round, with random moves among its own."""
    seconds: float
    """Since the beginning."""


Told = Callable[[Round], None]


def course_against(title: str, seats: int = 2, seed: int = 1, **options: Any) -> Course:
    """The course of an exploiter. Raises BadOption, also for one seat alone, and BadBoard."""
    if seats < 2:
        raise BadOption(_NO_RIVAL, seats=seats)
    course = Course(title, 1, (seats,), options, seed, BATCHES, GAMES, rate=RATE)
    course.start()
    return course


def exploit(
    course: Course, rival: str, seconds: float, workers: Workers = None, told: Told | None = None
) -> Training:
    """Learn for so long what beats a bot, which sits in all other seats; at least one round.

    QuartierError if the title tells networks nothing; BadOption if there is no such bot.
    """
    training, began = _begun(course), time.monotonic()
    with _players(course, rival, workers) as play:
        while True:
            part = _part(time.monotonic() - began, seconds) if training.generation else 0.0
            if part == 1.0:
                return training
            found = play(
                training.generation, course.stray * max(0.0, 1.0 - part / STRAIGHT), training.weights()
            )
            training.learn(
                joined([each.lessons for each in found]),
                float(course.rate * (course.last_rate / course.rate) ** part),
            )
            share = sum(each.share for each in found) / len(found)
            games = training.generation * course.batches * course.batch
            if told:
                told(Round(games, share, time.monotonic() - began))


def _part(gone: float, seconds: float) -> float:
    """How much of its time is over."""
    return min(1.0, gone / seconds) if seconds else 1.0


def _begun(course: Course) -> Training:
    """A training that knows what the title's network for such games knows, if there is one."""
    training, champion = Training(course), learned(course.start())
    if champion:
        training.learner.weights[:-1] = champion.rows / ONE
        training.learner.weights[-1, :HIDDEN] = champion.head / ONE
    return training


def tried(
    course: Course,
    weights: Weights,
    rival: str,
    games: int,
    simulations: int = 0,
    workers: Workers = None,
    progress: Progress | None = None,
) -> Trial:
    """What an exploiter reaches against the bot: one move ahead, or with so many simulations."""
    candidate = Candidate(weights, simulations)
    return trial(course, candidate, rival, rival, course.kinds[0], games, workers, progress)


Play = Callable[[int, float, Weights], list[Played]]


@contextmanager
def _players(course: Course, rival: str, workers: Workers) -> Iterator[Play]:
    """Who plays a round: this process, or several if the bot uses one core each, or a cluster's."""
    checked(workers)
    bot = bots.make(rival, course.game)
    cores = bot.cores if isinstance(bot, Picker) else 1
    here = workers if isinstance(workers, int) else (os.cpu_count() or 1) // cores
    count = workers if isinstance(workers, str) else max(1, min(here, course.batches))
    if count == 1:
        yield lambda *round_: [play_batch(*batch) for batch in _batches(course, rival, *round_)]
        return
    with crew(count, _warm_up, course.title, cores=cores) as hands:
        yield lambda *round_: hands.each(play_batch, _batches(course, rival, *round_))


def _batches(
    course: Course, rival: str, generation: int, stray: float, weights: Weights
) -> list[tuple[Any, ...]]:
    """What `play_batch` is told for each batch of a round."""
    return [(course, rival, generation, n, stray, weights) for n in range(course.batches)]


def _warm_up(title: str) -> None:
    bots.compile_for(load(title))


def play_batch(
    course: Course, rival: str, generation: int, batch: int, stray: float, weights: Weights
) -> Played:
    """Play one batch; the exploiter sits in each seat in turn."""
    dice, start, found = course.dice(generation, batch), course.start(generation), []
    for game in range(course.batch):
        others: list[Bot] = [bots.make(rival, start.game) for _ in range(start.seats)]
        seat, net = course.number(generation, batch, game) % start.seats, net_for(start, weights)
        found.append(play_against(start.copy(), seat, others, net, dice, stray, course.trace))
    return Played(joined([each.lessons for each in found]), sum(each.share for each in found) / len(found))


_NO_RIVAL = N_("An exploiter plays against somebody: it needs 2 seats or more, not {seats}.")
