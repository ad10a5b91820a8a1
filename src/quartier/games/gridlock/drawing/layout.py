"""Where everything lies, and how large it is, in drawing units; a hex is 2 * EDGE wide."""

from functools import cache, lru_cache
from math import cos, radians, sin, sqrt

from quartier.core.drawing.svg import Svg, at
from quartier.core.game.boards import Board

EDGE = 51
HALF_ROW = EDGE * sqrt(3) / 2
LEFT, TOP = 16, 16
COLUMN = 360
"""The width of the drawings beside the board."""
Point = tuple[float, float]

_NARROW_LETTERS, _WIDE_LETTERS = frozenset("fijlrtI .,·:'1-"), frozenset("mwMW")


def point(column: float, row: float) -> Point:
    """Return a place of the map in columns and half-rows, those of a space or others."""
    return LEFT + EDGE + column * EDGE * 1.5, TOP + HALF_ROW + row * HALF_ROW


@lru_cache(1024)
def centre(board: Board, space: int) -> Point:
    where = board.data["spaces"][space]
    return point(where["col"], where["h"])


@lru_cache(64)
def map_size(board: Board) -> tuple[int, int]:
    """Width and height of the map: all spaces, with a narrow margin for flags."""
    spaces = board.data["spaces"]
    columns, rows = max(space["col"] for space in spaces), max(space["h"] for space in spaces)
    return int(2 * LEFT + 2 * EDGE + columns * EDGE * 1.5) + 1, int(2 * TOP + (rows + 2) * HALF_ROW) + 1


def toward(degrees: float, distance: float) -> Point:
    """Return a point around the centre of a hex; 0 is north, 90 is east."""
    return distance * sin(radians(degrees)), -distance * cos(radians(degrees))


@cache
def hexagon(radius: float) -> str:
    """Return a hexagon with flat top around (0, 0)."""
    return hexagon_at(0, 0, radius)


def hexagon_at(x: float, y: float, radius: float) -> str:
    """Return a hexagon with flat top around (x, y)."""
    half, low = radius / 2, radius * sqrt(3) / 2
    sides = f"h{radius:g}l{half:g} {low:.1f}l{-half:g} {low:.1f}h{-radius:g}l{-half:g} {-low:.1f}Z"
    return f"M{x - half:.1f} {y - low:.1f}{sides}"


def space_id(board: Board, space: int) -> str:
    """Return the id by which a space is touched."""
    where = board.data["spaces"][space]
    return f"space-{where['col']},{where['h']}"


def at_space(board: Board, space: int, *children: str, **attributes: str | float | None) -> Svg:
    x, y = centre(board, space)
    return at(round(x, 1), round(y, 1), *children, **attributes)


@cache
def width_of(words: str, size: float) -> float:
    """About how wide bold words are."""
    return size * sum(map(_share, words))


def _share(letter: str) -> float:
    if letter in _NARROW_LETTERS:
        return 0.34
    if letter in _WIDE_LETTERS:
        return 0.9
    return 0.7 if letter.isupper() else 0.6


@cache
def two_lines(name: str) -> list[str]:
    """Return a name in one line, or in two of about the same length."""
    words = name.split()
    if len(words) == 1 or len(name) <= 8:
        return [name]
    cut = min(range(1, len(words)), key=lambda i: max(len(" ".join(words[:i])), len(" ".join(words[i:]))))
    return [" ".join(words[:cut]), " ".join(words[cut:])]
