"""Towns of Neue Heimat as data (NH-3 to NH-7): smaller ones, which can be solved exactly."""

from typing import Any

import numpy as np

from quartier.core.game.boards import BadBoard
from quartier.core.text.languages import N_

from .state import CHEQUES, CUBES, DISPLAYED, FIRST_LIMIT, PERMIT, ROOF, VALUES

COLOUR_LETTERS = "WRYGBK"
SPECIALS = ("I", "II", "III", "blank", "mayor")
# Offsets of the numbers of a town, before the roofs of each value.
SET, ON_DISPLAY, SPECIAL, LIMIT, MONEY, ROOFS = range(6)


def read_board(data: dict[str, Any]) -> Any:
    """Return the numbers that the rules take from a town; BadBoard names the entry.

    int64, (12,): the set of its cubes, how many of them are on display, the set of the permits, blank cube and mayor (by
    their pieces), the first limit of each row, each player's cheques, then the roofs of each value, blanks first.
    """
    cubes = _cubes(data)
    on_display = _number(data, "shown", 1, min(DISPLAYED, len(cubes)))
    limit, cheques = _number(data, "limit", 1, FIRST_LIMIT), _number(data, "cheques", 1, CHEQUES)
    numbers = [sum(1 << cube for cube in cubes), on_display, _special(data), limit, cheques, *_roofs(data)]
    return np.array(numbers, np.int64)


def _number(data: dict[str, Any], name: str, least: int, most: int) -> int:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadBoard(
            N_("“{name}” must be a number from {least} to {most}."), name=name, least=least, most=most
        )
    return value


def _cubes(data: dict[str, Any]) -> list[int]:
    """NH-3: read the point cubes, all different, W1 to K6."""
    numbers = {f"{letter}{value}": i for i, (letter, value) in enumerate(_all_cubes())}
    names: Any = data.get("cubes")
    listed = isinstance(names, list) and all(isinstance(name, str) and name in numbers for name in names)
    if not listed or not names or len(set(names)) < len(names):
        raise BadBoard(
            N_("“cubes” must list different cubes, each a letter from {letters} and a value from 1 to 6."),
            letters=", ".join(COLOUR_LETTERS),
        )
    return [numbers[name] for name in names]


def _all_cubes() -> list[tuple[str, int]]:
    return [(COLOUR_LETTERS[cube // VALUES], cube % VALUES + 1) for cube in range(CUBES)]


def _special(data: dict[str, Any]) -> int:
    """NH-5: read which permits, and whether the blank cube and the mayor, exist."""
    names: Any = data.get("special")
    if not isinstance(names, list) or not all(name in SPECIALS for name in names):
        raise BadBoard(N_("“special” must list some of {known}, or none."), known=", ".join(SPECIALS))
    return sum(1 << piece for piece in range(PERMIT, ROOF) if SPECIALS[piece - PERMIT] in names)


def _roofs(data: dict[str, Any]) -> list[int]:
    """NH-4: read the roofs by value, 0 for a blank; at least one needs a value, or no row could be finished."""
    values: Any = data.get("roofs")
    is_valid = isinstance(values, list) and all(
        type(value) is int and 0 <= value <= VALUES for value in values
    )
    if not is_valid or not any(values) or max(values.count(value) for value in range(VALUES + 1)) > VALUES:
        raise BadBoard(
            N_("“roofs” must list values from 0 (a blank) to {most}, and not only blanks."), most=VALUES
        )
    return [values.count(value) for value in range(VALUES + 1)]
