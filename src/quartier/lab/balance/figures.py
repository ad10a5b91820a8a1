"""Figures with their 95 % intervals."""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from quartier.lab.results import wilson

_Z = 1.96


class Figure(NamedTuple):
    """A value, and the interval in which it is with 95 %."""

    value: float
    low: float
    high: float

    @property
    def sure(self) -> bool:
        """Whether it is surely not 0."""
        return self.low > 0 or self.high < 0


def mean(values: Any) -> Figure | None:
    """The mean of independent values (shape (n,)), NaNs left out; None without any."""
    known = np.asarray(values, np.float64)
    known = known[~np.isnan(known)]
    if not len(known):
        return None
    middle = float(known.mean())
    reach = _Z * float(known.std(ddof=1)) / sqrt(len(known)) if len(known) > 1 else 0.0
    return Figure(middle, middle - reach, middle + reach)


def share(successes: float, trials: int) -> Figure:
    """A share by Wilson's interval; there is at least one trial."""
    return Figure(successes / trials, *wilson(successes, trials))


def difference(values: Any, base: Any) -> Figure | None:
    """How much more than in the base, game by game on the same deals."""
    return mean(np.asarray(values, np.float64) - np.asarray(base, np.float64))


def ratio(parts: Any, wholes: Any) -> Figure | None:
    """The sum of `parts` over that of `wholes`, by independent games (shape (n,)); None where there is no whole.

    The interval is that of a ratio of two means; where the parts are products with what is measured and the wholes squares,
    the ratio is a slope, and the interval holds whatever scatters how much from game to game.
    """
    above, below = np.asarray(parts, np.float64), np.asarray(wholes, np.float64)
    whole = float(below.sum())
    if not whole:
        return None
    value, count = float(above.sum()) / whole, len(below)
    spread = float(((above - value * below) ** 2).sum())
    reach = _Z * sqrt(spread * count / (count - 1)) / abs(whole) if count > 1 else 0.0
    return Figure(value, value - reach, value + reach)
