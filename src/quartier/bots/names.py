"""What bots are called: a title has a character or two for each level; others come where two of one sit at a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from quartier.bots.registry import LEVELS
from quartier.core.game.metadata import Character
from quartier.core.game.ruleset import Ruleset
from quartier.core.text.confusables import skeleton

OTHERS = ("Finn", "Ella", "Hugo", "Lotte", "Anton", "Tilda")
"""Who comes when a table has two bots of a level, or one that the title has no name for."""


def character(game: Ruleset, level: str) -> Character:
    """Who plays at a level ("2", "2+parks"); somebody without a name or a sentence where the title does not say."""
    front = game.declared.front
    if level in front.seconds:
        return front.seconds[level]
    known = level in LEVELS and len(front.bots) >= int(level)
    return front.bots[int(level) - 1] if known else _NOBODY


_NOBODY = Character("", "")


def names(game: Ruleset, levels: Mapping[int, str], others: Iterable[str] = ()) -> dict[int, str]:
    """The bots of a table by seat: the title's own for their levels, then others. No two look the same, nor is one taken for
    one of the `others` at the table.
    """
    known = {skeleton(name) for name in others}
    free, result = (name for name in _others() if skeleton(name) not in known), dict[int, str]()
    for seat, level in levels.items():
        own = character(game, level).name
        result[seat] = own if own and skeleton(own) not in known else next(free)
        known.add(skeleton(result[seat]))
    return result


def _others() -> Iterator[str]:
    yield from OTHERS
    yield from (f"{name} {number}" for number in count(2) for name in OTHERS)
