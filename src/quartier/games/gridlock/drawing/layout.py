"""Where everything lies, and how large it is, in drawing units; a hex is 2 * EDGE wide."""

from functools import cache
from math import cos, radians, sin, sqrt

from quartier.core.show.svg import Svg, at

from ..rules.state import State

EDGE = 46
HALF_ROW = EDGE * sqrt(3) / 2
LEFT, TOP, SEAT_ROW = 22, 22, 64
HAND_WIDTH, HAND_HEIGHT = 800, 168
CARD_SCALE = 1.12
Point = tuple[float, float]


def centre(s: State, space: int) -> Point:
    where = s.board.data["spaces"][space]
    return LEFT + EDGE + where["col"] * EDGE * 1.5, TOP + HALF_ROW + where["h"] * HALF_ROW


def map_size(s: State) -> tuple[int, int]:
    """Width and height of the map without the seats."""
    spaces = s.board.data["spaces"]
    columns, rows = max(space["col"] for space in spaces), max(space["h"] for space in spaces)
    return int(2 * LEFT + 2 * EDGE + columns * EDGE * 1.5) + 1, int(2 * TOP + (rows + 2) * HALF_ROW) + 1


def toward(degrees: float, distance: float) -> Point:
    """A point around the centre of a hex; 0 is north, 90 is east."""
    return distance * sin(radians(degrees)), -distance * cos(radians(degrees))


@cache
def hexagon(radius: float) -> str:
    """A hexagon with flat top around (0, 0)."""
    points = (toward(30 + 60 * i, radius) for i in range(6))
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def at_space(s: State, space: int, *children: str, **attributes: str | float | None) -> Svg:
    x, y = centre(s, space)
    return at(round(x, 1), round(y, 1), *children, **attributes)
