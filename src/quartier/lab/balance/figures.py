"""Statistics with 95 % confidence intervals: means, shares, differences, ratios."""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from quartier.lab.results import interval_half_width, wilson


class Figure(NamedTuple):
    """An estimate with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    @property
    def is_significant(self) -> bool:
        """Whether the interval excludes 0."""
        return self.low > 0 or self.high < 0


def mean(values: Any) -> Figure | None:
    """Return the mean of independent values (shape (n,)), NaNs left out; None without any."""
    finite = np.asarray(values, np.float64)
    finite = finite[~np.isnan(finite)]
    if not len(finite):
        return None
    middle = float(finite.mean())
    reach = interval_half_width(float(finite.std(ddof=1)), len(finite)) if len(finite) > 1 else 0.0
    return Figure(middle, middle - reach, middle + reach)


def part(values: Any) -> Figure | None:
    """Return the mean of values from 0 to 1, with the interval clipped to that range."""
    result = mean(values)
    return Figure(result.value, max(0.0, result.low), min(1.0, result.high)) if result else None


def share_of(values: Any) -> Figure | None:
    """Return the mean of shares of a win (0 to 1), NaNs left out, with Wilson's interval; None without any."""
    finite = np.asarray(values, np.float64)
    finite = finite[~np.isnan(finite)]
    return share(float(finite.sum()), len(finite)) if len(finite) else None


def share(successes: float, trials: int) -> Figure:
    """Return a proportion with Wilson's interval; there is at least one trial."""
    return Figure(successes / trials, *wilson(successes, trials))


def difference(values: Any, base: Any) -> Figure | None:
    """Return the mean difference from the base, paired game by game on the same deals."""
    return mean(np.asarray(values, np.float64) - np.asarray(base, np.float64))


def ratio(parts: Any, wholes: Any) -> Figure | None:
    """Return the sum of `parts` divided by that of `wholes`, by independent games (shape (n,)); None if that is 0.

    The interval is that of a ratio of two means; if the parts are products with the measured value and the
    wholes squares, the ratio is a slope, and the interval allows unequal variances between games.
    """
    above, below = np.asarray(parts, np.float64), np.asarray(wholes, np.float64)
    whole = float(below.sum())
    if not whole:
        return None
    value, count = float(above.sum()) / whole, len(below)
    spread = float(((above - value * below) ** 2).sum())
    reach = interval_half_width(sqrt(spread / (count - 1)), count) * count / abs(whole) if count > 1 else 0.0
    return Figure(value, value - reach, value + reach)
