"""A training: generation after generation of games, lessons and steps; it can stop at any time and go on later."""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from quartier.bots.weights import Weights, features
from quartier.core.compiled import shared
from quartier.core.engine.networks import HIDDEN, ONE, UNIT
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_
from quartier.lab.learning import fitting, selfplay
from quartier.lab.learning.batches import Players
from quartier.lab.learning.fitting import Learner, step_size
from quartier.lab.learning.selfplay import Lessons
from quartier.lab.learning.training_config import Course

CHECKPOINT = "checkpoint.npz"


class Training:
    """How far a course has come: the weights, what the fitting remembers, and the curve so far."""

    def __init__(self, course: Course) -> None:
        told = features(course.game)
        if not told:
            raise QuartierError(_NO_FEATURES, game=course.game.title())
        shape = (told + 2, HIDDEN + 1)
        self.course = course
        fits = shared(fitting)
        self._fit, self._promise = fits["fit"], fits["promise"]
        self.learner = Learner(
            course.first_weights(shape), np.zeros(shape), np.zeros(shape), np.zeros(shape), np.zeros(shape[1])
        )
        self.generation = 0
        self.steps = 0
        self.seconds = 0.0
        """Processor time so far, of all processes."""
        self.curve: list[tuple[int, float, float]] = []
        """After each generation: games, the mean error in points, and what a position was worth on average."""

    @property
    def over(self) -> bool:
        """Whether the course is finished."""
        return self.generation >= self.course.generations

    def advance(self, players: Players) -> None:
        """Play one generation, and learn from it."""
        lessons, playing = players.play(self.generation, self.weights())
        self.seconds += playing
        self.learn(lessons, self.course.rate_in(self.generation))

    def prepare(self, lessons: Lessons, rates: list[float]) -> None:
        """Learn from games that others have played, once for each rate, before the first generation."""
        for rate in rates:
            self.learn(lessons, rate)
        error, mean = self.curve[-1][1:]
        self.generation, self.curve = 0, [(0, error, mean)]

    def learn(self, lessons: Lessons, rate: float) -> None:
        """Learn from the games of a generation, whole or not at all; `rate`: how far a step goes."""
        began, learner = time.process_time(), Learner(*(array.copy() for array in self.learner))
        steps, error = self._taken(learner, lessons, rate)
        generation = self.generation + 1
        games = generation * self.course.batches * self.course.batch
        curve = [*self.curve, (games, error, float(lessons.targets.mean()))]
        seconds = self.seconds + time.process_time() - began
        # Whoever stops it stops before or after this line, which calls nothing.
        self.learner, self.steps, self.generation, self.curve, self.seconds = (
            learner,
            steps,
            generation,
            curve,
            seconds,
        )

    def _taken(self, learner: Learner, lessons: Lessons, rate: float) -> tuple[int, float]:
        """Steps of a learner over all lessons, each once: how many there were by then, and the error in points.

        That is the root of the mean squared error.
        """
        course, fit, steps = self.course, self._fit, self.steps
        count = len(lessons.counts)
        order, total = course.order(self.generation, count), 0.0
        for first in range(0, count, course.step):
            steps += 1
            last = min(first + course.step, count)
            total += fit(learner, lessons, order, first, last, step_size(rate, steps))
        return steps, float(UNIT * (total / count) ** 0.5)

    def promise(self, lessons: Lessons) -> None:
        """Set down what the network makes of each lesson."""
        self._promise(self.learner, lessons, lessons.targets)

    def look_back(self, lessons: Lessons, returns: Any) -> None:
        """Set down what the positions of a game were worth, by what was set down for each; `returns`: what came of it."""
        loops = self.course.game.bound(selfplay)
        loops.look_back(lessons, len(lessons.counts), self.course.trace, returns.copy())

    def weights(self) -> Weights:
        """The weights as whole numbers, to play with; they have no card yet."""
        whole = np.rint(self.learner.weights * ONE)
        return Weights(whole[:-1].astype(np.int16), whole[-1, :HIDDEN].astype(np.int64), {})

    def finished(self, card: dict[str, Any]) -> Weights:
        """The weights with their card, to be kept: features that never came up are worth nothing."""
        found = self.weights()
        found.rows[~self.learner.square[:-1].any(axis=1)] = 0
        return replace(found, card=card)

    # ----- checkpoints -----

    def write(self, folder: Path) -> None:
        """Keep a checkpoint; whoever looks finds the old one or the new one, whole."""
        folder.mkdir(parents=True, exist_ok=True)
        progress = {"generation": self.generation, "steps": self.steps, "seconds": self.seconds}
        told = json.dumps({"course": self.course.as_dict(), **progress, "curve": self.curve})
        fresh = folder / f"new-{CHECKPOINT}"
        kept = self.learner
        np.savez(fresh, told=np.array(told), weights=kept.weights, mean=kept.mean, square=kept.square)
        os.replace(fresh, folder / CHECKPOINT)

    @classmethod
    def read(cls, course: Course, folder: Path) -> Training:
        """Go on from the checkpoint in a folder, to the same bits.

        QuartierError if it is one of another course, or if the title tells networks something else now.
        """
        training = cls(course)
        with np.load(folder / CHECKPOINT) as kept:
            told = json.loads(str(kept["told"]))
            if told["course"] != course.as_dict():
                raise QuartierError(_OTHER_COURSE, place=str(folder))
            if kept["weights"].shape != training.learner.weights.shape:
                raise QuartierError(_OTHER_FEATURES, place=str(folder), game=course.game.title())
            for name in ("weights", "mean", "square"):
                getattr(training.learner, name)[:] = kept[name]
        training.generation, training.steps = told["generation"], told["steps"]
        training.seconds, training.curve = told["seconds"], [tuple(point) for point in told["curve"]]
        return training


_NO_FEATURES = N_("{game} cannot be trained: its hints have no features.")
_OTHER_COURSE = N_("The checkpoint in {place} is one of another training. Name another folder.")
_OTHER_FEATURES = N_(
    "Since the checkpoint in {place} was written {game} has got other features. Name another folder."
)
