"""Repeated wins of one player over another: each counts less than the one before."""

from __future__ import annotations

from typing import Final

WINDOW: Final = 7 * 24 * 3600.0
"""Seconds for which earlier wins count."""


def repetition_weight(lead: int) -> float:
    """Return how much a win counts after `lead` more wins than losses against the same player within `WINDOW`."""
    return 1 / (1 + max(0, lead))
