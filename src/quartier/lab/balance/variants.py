"""Rule variants: the same title with another parameter, option or board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quartier.core.game.game import Game
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_


@dataclass(frozen=True)
class Variant:
    """A way to play a title: its name ("store_points=15"; "" for the base), and its options, with the board."""

    name: str
    options: Mapping[str, Any]


def variants(
    game: Game,
    seats: int,
    vary: Sequence[str] = (),
    boards: Sequence[str | dict[str, Any]] = (),
    base: Mapping[str, Any] | None = None,
) -> list[Variant]:
    """Return the base, then each value of each "NAME=a,b,c" and each board by itself; everything else as in the base.

    Variants equal to the base are left out. Raises BadOption with the range of a parameter or the values of
    an option, BadBoard.
    """
    usual = {**game.ending, **(base or {})}
    result = [Variant("", usual)]
    for assignment in vary:
        name, _, values = assignment.partition("=")
        if not values:
            raise BadOption(_NO_VALUES, words=assignment)
        for text in map(str.strip, values.split(",")):
            chosen = {**usual, name.strip(): game.spec.read_choice(name.strip(), text)}
            result.append(Variant(f"{name.strip()}={text}", chosen))
    for board in boards:
        label = board if isinstance(board, str) else board["name"]
        result.append(Variant(f"board={label}", {**usual, "board": board}))
    return _distinct(game, seats, result)


def _distinct(game: Game, seats: int, candidates: Sequence[Variant]) -> list[Variant]:
    """Drop variants that play like an earlier one."""
    unique = dict[str, Variant]()
    for variant in candidates:
        start = game.new(seats, chance="manual", **variant.options)
        unique.setdefault(repr((start.options, start.board.data)), variant)
    return list(unique.values())


_NO_VALUES = N_("Invalid variant “{words}”. Write NAME=a,b,c, such as hand=4,6.")
