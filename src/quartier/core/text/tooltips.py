"""Tooltips: explanations of the objects on a table."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class TooltipKind(NamedTuple):
    """What all components of a kind have in common."""

    name: str
    """A message id."""
    sentence: str
    """Its function, in a friendly sentence or two, with an example if helpful: a message id.

    Figures that can be varied are in braces.
    """
    rules: tuple[int, ...]
    """The ids of the rules with the full text."""


class TooltipItem(NamedTuple):
    """One component: its kind, a key of the title's TOOLTIP_KINDS, and its present state."""

    kind: str
    now: str = ""
    """One sentence; empty if the kind's text is enough."""
    figures: Mapping[str, int] = MappingProxyType({})
    """The values for the braces in its kind's text: the figures of this game."""


KIND = "kind-"
"""The prefix of the `data-about` of an entry of a key or a heading, which explains a whole kind."""


def kind_item(kinds: Mapping[str, TooltipKind], name: str) -> TooltipItem | None:
    """Return the item of a name such as "kind-park": a kind without a component; None for any other name."""
    kind = name.removeprefix(KIND)
    return TooltipItem(kind) if name.startswith(KIND) and kind in kinds else None


class Effect(NamedTuple):
    """Something in force now that changes the usual rules."""

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
