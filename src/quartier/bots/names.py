"""Names of bots: a title has one or two bots for each level; spare names are used when two of one sit at a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path

from quartier.bots.registry import LEVELS
from quartier.bots.settings import network_path
from quartier.core.game.metadata import Character
from quartier.core.game.ruleset import Ruleset
from quartier.core.text.confusables import skeleton

OTHERS = ("Finn", "Ella", "Hugo", "Lotte", "Anton", "Tilda")
"""Spare names, for a second bot of a level at a table, or one that the title has no name for."""


def character(game: Ruleset, level: str) -> Character:
    """Return the bot of a level ("2", "2+parks"); without name or sentence if the title has none."""
    front = game.spec.metadata
    if path := network_path(level):
        return Character(Path(path).name, "")
    if level in front.seconds:
        return front.seconds[level]
    has_character = level in LEVELS and len(front.bots) >= int(level)
    return front.bots[int(level) - 1] if has_character else _NOBODY


_NOBODY = Character("", "")


def names(game: Ruleset, levels: Mapping[int, str], others: Iterable[str] = ()) -> dict[int, str]:
    """Assign the bots of a table by seat: the title's own for their levels, then spare ones.

    No two look the same, and none looks like one of the `others` at the table.
    """
    taken_names = {skeleton(name) for name in others}
    free, result = (name for name in _others() if skeleton(name) not in taken_names), dict[int, str]()
    for seat, level in levels.items():
        own = character(game, level).name
        result[seat] = own if own and skeleton(own) not in taken_names else next(free)
        taken_names.add(skeleton(result[seat]))
    return result


def _others() -> Iterator[str]:
    yield from OTHERS
    yield from (f"{name} {number}" for number in count(2) for name in OTHERS)
