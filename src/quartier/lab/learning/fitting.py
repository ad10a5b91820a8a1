"""Training step: Adam on the squared error of training samples (Kingma and Ba, 2015), in floating point."""

from math import sqrt
from typing import Any, NamedTuple

from quartier.core.engine.networks import HIDDEN, UNIT
from quartier.core.engine.signatures import Fields, Types
from quartier.lab.learning import selfplay
from quartier.lab.learning.selfplay import Samples

BETA1, BETA2 = 0.9, 0.999
"""Decay rates of the means of gradients, and of their squares."""
MAX_WEIGHT = 7.99
"""Maximum weight: in units of 1 / ONE it must fit 16 bits."""
_TINY = 1e-8


class Learner(NamedTuple):
    """Trainable weights: float64, (FEATURES + 2, HIDDEN + 1), the rows as in `Net`, then the head."""

    weights: Any
    gradient: Any
    mean: Any
    square: Any
    """Running means of gradients and of their squares, for Adam."""
    sums: Any
    """float64, (HIDDEN + 1,): scratch space"""


TYPES: Types = {
    **selfplay.TYPES,
    "Learner": Fields(Learner, "float_rows, float_rows, float_rows, float_rows, floats"),
}
SIGNATURES = {
    "fit": "float64(Learner, Samples, ints, int64, int64, float64)",
    "predict": "void(Learner, Samples, floats)",
}


def fit(learner: Learner, samples: Samples, order: Any, first: int, last: int, rate: float) -> float:
    """Take one step with the samples `order[first:last]`; return the sum of squared errors before it, in UNITs."""
    total = 0.0
    for i in range(first, last):
        error = learn(learner, samples, order[i])
        total += error * error
    descend(learner, 1.0 / (last - first), rate)
    return total


def learn(learner: Learner, samples: Samples, n: int) -> float:
    """Add one sample's gradient; return its error."""
    weights, sums = learner.weights, learner.sums
    head = len(weights) - 1
    error = prediction_error(learner, samples, n, (samples.targets[n] - samples.bases[n]) / UNIT)
    for j in range(HIDDEN):
        learner.gradient[head, j] += error * max(0.0, sums[j])
        sums[j] = error * weights[head, j] if sums[j] > 0.0 else 0.0
    sums[HIDDEN] = error
    backward(learner.gradient, samples, n, sums)
    return float(error)


def predict(learner: Learner, samples: Samples, out: Any) -> None:
    """Write the network's value of each sample, in points, into `out` (float64)."""
    for n in range(len(samples.counts)):
        out[n] = samples.bases[n] + UNIT * prediction_error(learner, samples, n, 0.0)


def prediction_error(learner: Learner, samples: Samples, n: int, target: float) -> float:
    """Return the network's error on a sample, prediction minus target, in UNITs; the sums before ReLU stay in `sums`."""
    weights, sums = learner.weights, learner.sums
    head = len(weights) - 1
    forward(weights, samples, n, sums)
    total = sums[HIDDEN] - target
    for j in range(HIDDEN):
        total += max(0.0, sums[j]) * weights[head, j]
    return float(total)


def forward(weights: Any, samples: Samples, n: int, sums: Any) -> None:
    """Forward pass of the first layer: add up the rows of a sample's features, and the bias row."""
    for j in range(HIDDEN + 1):
        sums[j] = weights[len(weights) - 2, j]
    for i in range(samples.counts[n]):
        row, amount = samples.indices[n, i], float(samples.values[n, i])
        for j in range(HIDDEN + 1):
            sums[j] += amount * weights[row, j]


def backward(gradient: Any, samples: Samples, n: int, sums: Any) -> None:
    """Backward pass of the first layer: add `sums` to the gradients of a sample's features."""
    for j in range(HIDDEN + 1):
        gradient[len(gradient) - 2, j] += sums[j]
    for i in range(samples.counts[n]):
        row, amount = samples.indices[n, i], float(samples.values[n, i])
        for j in range(HIDDEN + 1):
            gradient[row, j] += amount * sums[j]


def descend(learner: Learner, share: float, rate: float) -> None:
    """Take a step of Adam and reset the gradient. `rate` is already corrected for the first steps (see `step_size`)."""
    weights, gradient, mean, square = learner.weights, learner.gradient, learner.mean, learner.square
    for i in range(len(weights)):
        for j in range(HIDDEN + 1):
            slope = gradient[i, j] * share
            gradient[i, j] = 0.0
            mean[i, j] = BETA1 * mean[i, j] + (1.0 - BETA1) * slope
            square[i, j] = BETA2 * square[i, j] + (1.0 - BETA2) * slope * slope
            moved = weights[i, j] - rate * mean[i, j] / (sqrt(square[i, j]) + _TINY)
            weights[i, j] = min(MAX_WEIGHT, max(-MAX_WEIGHT, moved))


def step_size(rate: float, step: int) -> float:
    """Return the bias-corrected learning rate of step 1, 2, 3 ..."""
    return float(rate * sqrt(1.0 - BETA2**step) / (1.0 - BETA1**step))
