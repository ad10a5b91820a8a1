"""A category of a title's scoring, in words."""

from typing import NamedTuple


class Category(NamedTuple):
    """How points are scored, shown on request during a game."""

    name: str
    sentence: str
    """How it scores, in a friendly sentence or two, with the figures of this game's board and options."""
    rules: tuple[int, ...]
    """The ids of the rules with the full text."""
    labels: tuple[str, ...]
    """The prefixes of the labels of its sources."""
