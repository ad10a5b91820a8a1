"""What a title's `count_stats` counts, in words."""

from typing import NamedTuple


class Tally(NamedTuple):
    """Things of one sort that moves use, in words of a language: "Streets", and each street by name."""

    name: str
    members: tuple[str, ...]
    """Numbered in this order, on from the last one of the tally before."""
