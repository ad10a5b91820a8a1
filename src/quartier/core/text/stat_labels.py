"""Labels of what a title's `count_stats` counts."""

from typing import NamedTuple


class Tally(NamedTuple):
    """One sort of things that moves use, in a language: "Streets", and each street by name."""

    name: str
    members: tuple[str, ...]
    """Numbered in this order, continuing from the previous tally."""
