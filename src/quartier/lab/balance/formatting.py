"""Number formatting and translated sentences of a balance report."""

from __future__ import annotations

from quartier.core.text import numbers
from quartier.core.text.languages import translator
from quartier.core.text.numbers import figure
from quartier.lab.balance.figures import Figure


def say(message: str, **fields: object) -> str:
    """Translate a message id into the current language and fill in its fields."""
    return translator()(message).format(**fields)


def percent(share: float, digits: int = 1) -> str:
    """Format a share as a percentage."""
    return numbers.percent(share, digits)


def interval(estimate: Figure) -> str:
    """Format a share with its interval."""
    return f"{percent(estimate.value)} ({figure(100 * estimate.low)}–{figure(100 * estimate.high)})"


def points(estimate: Figure) -> str:
    """Format a difference in points with its interval."""
    return f"{with_sign(estimate.value)} ({with_sign(estimate.low)} … {with_sign(estimate.high)})"


def with_sign(value: float, digits: int = 1) -> str:
    """Format a number with its sign."""
    rounded = round(value, digits)
    return f"{'+' if rounded > 0 else '−' if rounded < 0 else ''}{figure(abs(rounded), digits)}"
