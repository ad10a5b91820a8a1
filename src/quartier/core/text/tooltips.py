"""Tooltips: explanations of what is on a table."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class TooltipKind(NamedTuple):
    """What all components of a kind have in common."""

    name: str
    """A message id."""
    sentence: str
    """What it does, in a friendly sentence or two, with an example where one helps: a message id.
    Figures that can be varied stand in braces."""
    rules: tuple[int, ...]
    """The numbers of the rules that say so in full."""


class TooltipItem(NamedTuple):
    """One component: its kind, a key of the title's TOOLTIP_KINDS, and its present state."""

    kind: str
    now: str = ""
    """In a sentence; empty where the kind says all."""
    figures: Mapping[str, int] = MappingProxyType({})
    """What the sentence of its kind names in braces: the figures that are played with."""


KIND = "kind-"
"""Begins the `data-about` of an entry of a key and of a heading, which explain a whole kind."""


def kind_item(kinds: Mapping[str, TooltipKind], name: str) -> TooltipItem | None:
    """Return the item of a name such as "kind-park": a kind without a component; None for any other name."""
    kind = name.removeprefix(KIND)
    return TooltipItem(kind) if name.startswith(KIND) and kind in kinds else None


class Effect(NamedTuple):
    """Something in force now that changes what the rules say otherwise."""

    name: str
    """In a word or two."""
    sentence: str


class Tooltip(NamedTuple):
    """The tooltip of a component, in a language."""

    name: str
    sentence: str
    now: str
    rules: tuple[str, ...]
    """Ids."""
