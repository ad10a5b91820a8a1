"""Training loop: generations of self-play games and training steps, with checkpoints to resume from."""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from quartier.bots.weights import Weights, features
from quartier.core.compiled import compile_shared
from quartier.core.engine.networks import HIDDEN, ONE, UNIT
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_
from quartier.lab.learning import fitting, selfplay
from quartier.lab.learning.batches import Players
from quartier.lab.learning.fitting import Learner, step_size
from quartier.lab.learning.selfplay import Samples
from quartier.lab.learning.training_config import TrainingConfig

CHECKPOINT = "checkpoint.npz"


class Training:
    """State of a training: weights, optimiser state, and the learning curve."""

    def __init__(self, config: TrainingConfig) -> None:
        feature_count = features(config.game)
        if not feature_count:
            raise QuartierError(_NO_FEATURES, game=config.game.title())
        shape = (feature_count + 2, HIDDEN + 1)
        self.config = config
        fits = compile_shared(fitting)
        self._fit, self._predict = fits["fit"], fits["predict"]
        self.learner = Learner(
            config.first_weights(shape), np.zeros(shape), np.zeros(shape), np.zeros(shape), np.zeros(shape[1])
        )
        self.generation = 0
        self.steps = 0
        self.seconds = 0.0
        """CPU time so far, of all processes."""
        self.curve: list[tuple[int, float, float]] = []
        """After each generation: games, the mean error in points, and the mean value of a position."""

    @property
    def over(self) -> bool:
        """Whether all generations are done."""
        return self.generation >= self.config.generations

    def advance(self, players: Players) -> None:
        """Play one generation, and learn from it."""
        samples, playing = players.play(self.generation, self.weights())
        self.seconds += playing
        self.learn(samples, self.config.rate_in(self.generation))

    def prepare(self, samples: Samples, rates: list[float]) -> None:
        """Learn from given samples, one epoch for each rate, before the first generation."""
        for rate in rates:
            self.learn(samples, rate)
        error, mean = self.curve[-1][1:]
        self.generation, self.curve = 0, [(0, error, mean)]

    def learn(self, samples: Samples, rate: float) -> None:
        """Learn from the samples of a generation, atomically; `rate` is the learning rate."""
        began, learner = time.process_time(), Learner(*(array.copy() for array in self.learner))
        steps, error = self._fit_epoch(learner, samples, rate)
        generation = self.generation + 1
        games = generation * self.config.batches * self.config.batch
        curve = [*self.curve, (games, error, float(samples.targets.mean()))]
        seconds = self.seconds + time.process_time() - began
        # An interruption comes before or after this line, which calls nothing.
        self.learner, self.steps, self.generation, self.curve, self.seconds = (
            learner,
            steps,
            generation,
            curve,
            seconds,
        )

    def _fit_epoch(self, learner: Learner, samples: Samples, rate: float) -> tuple[int, float]:
        """Run one epoch over the samples; return the number of steps so far, and the root mean squared error in points."""
        config, fit, steps = self.config, self._fit, self.steps
        count = len(samples.counts)
        order, total = config.order(self.generation, count), 0.0
        for first in range(0, count, config.step):
            steps += 1
            last = min(first + config.step, count)
            total += fit(learner, samples, order, first, last, step_size(rate, steps))
        return steps, float(UNIT * (total / count) ** 0.5)

    def predict(self, samples: Samples) -> None:
        """Set the target of each sample to the network's prediction."""
        self._predict(self.learner, samples, samples.targets)

    def td_lambda_targets(self, samples: Samples, returns: Any) -> None:
        """Set TD(lambda) targets of one game from the present targets; `returns`: the results by seat."""
        loops = self.config.game.bound(selfplay)
        loops.td_lambda_targets(samples, len(samples.counts), self.config.trace, returns.copy())

    def weights(self) -> Weights:
        """Return the weights as integers, to play with; without a card."""
        whole = np.rint(self.learner.weights * ONE)
        return Weights(whole[:-1].astype(np.int16), whole[-1, :HIDDEN].astype(np.int64), {})

    def final_weights(self, card: dict[str, Any]) -> Weights:
        """Return the weights with their card; features that never occurred have weight 0."""
        weights = self.weights()
        weights.rows[~self.learner.square[:-1].any(axis=1)] = 0
        return replace(weights, card=card)

    # ----- checkpoints -----

    def write(self, folder: Path) -> None:
        """Write a checkpoint atomically."""
        folder.mkdir(parents=True, exist_ok=True)
        progress = {"generation": self.generation, "steps": self.steps, "seconds": self.seconds}
        metadata = json.dumps({"course": self.config.as_dict(), **progress, "curve": self.curve})
        fresh = folder / f"new-{CHECKPOINT}"
        learner = self.learner
        np.savez(
            fresh, told=np.array(metadata), weights=learner.weights, mean=learner.mean, square=learner.square
        )
        os.replace(fresh, folder / CHECKPOINT)

    @classmethod
    def read(cls, config: TrainingConfig, folder: Path) -> Training:
        """Resume from the checkpoint in a folder, bit for bit.

        Raises QuartierError if it belongs to another configuration, or if the title's features have changed.
        """
        training = cls(config)
        with np.load(folder / CHECKPOINT) as data:
            metadata = json.loads(str(data["told"]))
            if metadata["course"] != config.as_dict():
                raise QuartierError(_OTHER_COURSE, place=str(folder))
            if data["weights"].shape != training.learner.weights.shape:
                raise QuartierError(_OTHER_FEATURES, place=str(folder), game=config.game.title())
            for name in ("weights", "mean", "square"):
                getattr(training.learner, name)[:] = data[name]
        training.generation, training.steps = metadata["generation"], metadata["steps"]
        training.seconds, training.curve = metadata["seconds"], [tuple(point) for point in metadata["curve"]]
        return training


_NO_FEATURES = N_("Can’t train {game}: it has no feature extractor.")
_OTHER_COURSE = N_("The checkpoint in {place} is from a different training run. Use another folder.")
_OTHER_FEATURES = N_(
    "{game} has different features now than when the checkpoint in {place} was written. Use another folder."
)
