"""A category of a title's scoring, in words."""

from typing import NamedTuple


class Category(NamedTuple):
    """How points are made, for whoever asks while a game runs."""

    name: str
    sentence: str
    """How it scores, in a friendly sentence or two, with the figures of the board and the options that are played."""
    rules: tuple[int, ...]
    """The numbers of the rules that say so in full."""
    labels: tuple[str, ...]
    """How the labels of its sources begin."""
