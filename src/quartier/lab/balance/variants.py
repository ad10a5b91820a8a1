"""Rule variants: the same title with another parameter, option or board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
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

    A value may be a range, "from:to:step". Variants equal to the base are left out. Raises BadOption with the
    range of a parameter or the values of an option, BadBoard.
    """
    usual = {**game.ending, **(base or {})}
    result = [Variant("", usual)]
    for assignment in vary:
        name, _, values = map(str.strip, assignment.partition("="))
        if not values:
            raise BadOption(_NO_VALUES, words=assignment)
        for text in _list_values(name, values):
            chosen = {**usual, name: game.spec.read_choice(name, text)}
            result.append(Variant(f"{name}={text}", chosen))
    for board in boards:
        label = board if isinstance(board, str) else board["name"]
        result.append(Variant(f"board={label}", {**usual, "board": board}))
    return _distinct(game, seats, result)


def _list_values(name: str, values: str) -> list[str]:
    """Return the values in the order given, with all numbers of a range in its place. Raises BadOption."""
    texts = [text for part in values.split(",") for text in _range(name, part.strip())]
    if len(texts) > MOST_VALUES:
        raise BadOption(_TOO_MANY, name=name, count=len(texts), most=MOST_VALUES)
    return texts


def _range(name: str, text: str) -> Iterator[str]:
    """Yield the numbers of "from:to" or "from:to:step", both ends included; of anything else the text itself."""
    if ":" not in text:
        yield text
        return
    parts = _RANGE.fullmatch(text)
    first, last, step = (int(part) if part else 1 for part in parts.groups()) if parts else (0, 0, 0)
    if not parts or step < 1 or last < first:
        raise BadOption(_BAD_RANGE, name=name, words=text)
    if (last - first) // step >= MOST_VALUES:
        raise BadOption(_TOO_MANY, name=name, count=(last - first) // step + 1, most=MOST_VALUES)
    yield from map(str, range(first, last + 1, step))


def _distinct(game: Game, seats: int, candidates: Sequence[Variant]) -> list[Variant]:
    """Drop variants that play like an earlier one."""
    unique = dict[str, Variant]()
    for variant in candidates:
        start = game.new(seats, chance="manual", **variant.options)
        unique.setdefault(repr((start.options, start.board.data)), variant)
    return list(unique.values())


MOST_VALUES = 50
"""The maximum number of values of a parameter or option."""
_RANGE = re.compile(r"(-?[0-9]{1,9}):(-?[0-9]{1,9})(?::([0-9]{1,9}))?", re.ASCII)
_NO_VALUES = N_("Invalid variant “{words}”. Write NAME=a,b,c or NAME=from:to:step, such as hand=4:8:2.")
_BAD_RANGE = N_("Invalid range “{words}” for “{name}”. Write from:to:step, such as 5:20:5.")
_TOO_MANY = N_("“{name}” would have {count} values. Vary at most {most}; a larger step gives fewer.")
