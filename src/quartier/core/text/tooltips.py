"""What lies on a table, explained to whoever points at it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of thing: the same for all of its kind."""

    name: str
    """A message id."""
    sentence: str
    """What it does, in a friendly sentence or two, with an example where one helps: a message id.
    Figures that can be varied stand in braces."""
    rules: tuple[int, ...]
    """The numbers of the rules that say so in full."""


class Thing(NamedTuple):
    """One thing of a table: its kind, by its name among the title's THINGS, and how it is with this one now."""

    kind: str
    now: str = ""
    """In a sentence; empty where the kind says all."""
    figures: Mapping[str, int] = MappingProxyType({})
    """What the sentence of its kind names in braces: the figures that are played with."""


class Effect(NamedTuple):
    """Something in force now that changes what the rules say otherwise."""

    name: str
    """In a word or two."""
    sentence: str


class Explained(NamedTuple):
    """The same in a language."""

    name: str
    sentence: str
    now: str
    rules: tuple[str, ...]
    """Ids."""
