"""Pearson's chi-squared test, without a statistics package."""

from math import sqrt


def chi_square(counts: list[float], expected: list[float]) -> float:
    """Return the statistic over all cells; every expectation must be positive."""
    return sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))


def limit(freedom: int, deviations: float = 4.0) -> float:
    """Return the chi-squared quantile of about the same probability as `deviations` (Wilson, Hilferty)."""
    if freedom <= 0:
        return 0.0
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + deviations * sqrt(spread)) ** 3


def fits(counts: dict[int, int], weights: dict[int, float], trials: int) -> bool:
    """Return whether counts agree with weights: nothing of weight 0 happened, the rest as often as it should."""
    if set(counts) - {key for key, weight in weights.items() if weight}:
        return False
    total = sum(weights.values())
    keys = [key for key, weight in weights.items() if weight]
    expected = [trials * weights[key] / total for key in keys]
    return chi_square([counts.get(key, 0) for key in keys], expected) <= limit(len(keys) - 1)
