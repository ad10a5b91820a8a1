"""Sentences and figures of a report in the current language."""

from __future__ import annotations

from quartier.core.text.languages import translator
from quartier.core.text.numbers import figure
from quartier.lab.balance.figures import Figure


def say(message: str, **fields: object) -> str:
    """A message id in the current language, with its fields filled in."""
    return translator()(message).format(**fields)


def percent(share: float, digits: int = 1) -> str:
    """A share as a percentage."""
    return f"{figure(100 * share, digits)} %"


def interval(estimate: Figure) -> str:
    """A share with its interval."""
    return f"{percent(estimate.value)} ({figure(100 * estimate.low)}–{figure(100 * estimate.high)})"


def points(estimate: Figure) -> str:
    """More or fewer points, with their interval."""
    return f"{with_sign(estimate.value)} ({with_sign(estimate.low)} … {with_sign(estimate.high)})"


def with_sign(value: float, digits: int = 1) -> str:
    """A number with its sign."""
    rounded = round(value, digits)
    return f"{'+' if rounded > 0 else '−' if rounded < 0 else ''}{figure(abs(rounded), digits)}"
