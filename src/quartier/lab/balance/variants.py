"""What is varied: the same title with another parameter, option or board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quartier.core.game.game import Game
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_


@dataclass(frozen=True)
class Variant:
    """A way to play a title: what it is called ("store_points=15"; "" for the base), and its options, with the board."""

    name: str
    options: Mapping[str, Any]


def variants(
    game: Game,
    seats: int,
    vary: Sequence[str] = (),
    boards: Sequence[str] = (),
    base: Mapping[str, Any] | None = None,
) -> list[Variant]:
    """The base, then each value of each "NAME=a,b,c" and each board by itself; all else is as in the base.

    What is as in the base anyway is left out. Raises BadOption with the range of a parameter or the values of an option,
    BadBoard.
    """
    usual = {**game.ending, **(base or {})}
    found = [Variant("", usual)]
    for words in vary:
        name, _, values = words.partition("=")
        if not values:
            raise BadOption(_NO_VALUES, words=words)
        for text in map(str.strip, values.split(",")):
            chosen = {**usual, name.strip(): game.declared.read_choice(name.strip(), text)}
            found.append(Variant(f"{name.strip()}={text}", chosen))
    found += [Variant(f"board={board}", {**usual, "board": board}) for board in boards]
    return _each_once(game, seats, found)


def _each_once(game: Game, seats: int, found: Sequence[Variant]) -> list[Variant]:
    """Without those that are played like an earlier one."""
    kept = dict[str, Variant]()
    for variant in found:
        start = game.new(seats, chance="manual", **variant.options)
        kept.setdefault(repr((start.options, start.board.name)), variant)
    return list(kept.values())


_NO_VALUES = N_("“{words}” does not say what to vary. Write NAME=a,b,c, for example hand=4,6.")
