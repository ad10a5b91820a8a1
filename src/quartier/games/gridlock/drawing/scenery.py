"""The printed map, the same in every game in a city: land with its streets, waters, parks and the spaces on them."""

from functools import lru_cache

from quartier.core.drawing.svg import (
    BEYOND,
    Svg,
    beyond,
    el,
    group,
    join,
    path,
    rect,
    text,
)
from quartier.core.game.boards import Board

from .layout import EDGE, Point, hexagon_at, map_size, point
from .parks import parks
from .waters import harbour, river_spaces, stream

_AVENUES = (
    ((-1.6, 1.21), (0.06, 0.69), (0.5, 0.52), (1.1, 0.33)),
    ((0.1, 2.4), (0.31, 1.0), (0.55, 0.66), (0.78, 0.41)),
    ((-1.6, 1.74), (0.07, 0.32), (0.34, 0.08), (1.6, -1.1)),
)
"""In parts of the map's width and height."""
_BLOCKS = (
    "M29 25H56V40H29ZM61 25H87V59H61ZM29 45H56V59H29ZM97 25H110V59H97ZM0 25H19V59H0Z"
    "M29 69H87V84H29ZM29 0H50V15H29ZM55 0H87V15H55ZM97 69H110V84H97ZM97 0H110V15H97ZM0 69H19V84H0ZM0 0H19V15H0Z"
)
"""Between the streets, in a piece of the pattern of 110 x 84 units."""


@lru_cache
def scenery(board: Board) -> Svg:
    """Everything printed on the board, without what a game puts on it; it goes on beyond the play area."""
    width, height = map_size(board)
    return join(
        el("defs", _streets()),
        beyond(width, height, "land"),
        _city(width, height),
        *(_avenue(corners, width, height) for corners in _AVENUES),
        stream(board),
        harbour(board),
        path(_hexagons(board, ("empty", "destination", "tunnel")), class_="site", stroke_width=1.4),
        parks(board),
        river_spaces(board),
    )


def _streets() -> Svg:
    """Thin streets in two directions, with built blocks of several sizes between them."""
    return el(
        "pattern",
        path(_BLOCKS, class_="block built"),
        path("M0 20H110M0 64H110M24 0V84M92 0V84", class_="road-line", stroke_width=3.4),
        id="board-streets",
        width=110,
        height=84,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(14) skewX(-12)",
    )


def _city(width: int, height: int) -> Svg:
    """The streets, all over the land and beyond the play area."""
    return rect(
        -BEYOND, -BEYOND, width + 2 * BEYOND, height + 2 * BEYOND, fill="url(#board-streets)", class_="unhit"
    )


def _avenue(corners: tuple[Point, ...], width: int, height: int) -> Svg:
    course = "M" + "L".join(f"{x * width:.0f} {y * height:.0f}" for x, y in corners)
    return join(
        path(course, class_="road-line", stroke_width=10), path(course, class_="avenue", stroke_width=6)
    )


def _hexagons(board: Board, kinds: tuple[str, ...]) -> str:
    """The outlines of all spaces of some kinds."""
    return "".join(
        hexagon_at(*point(space["col"], space["h"]), EDGE - 1.2)
        for space in board.data["spaces"]
        if space["kind"] in kinds
    )


@lru_cache
def coordinates(board: Board) -> Svg:
    """The places of all spaces as records write them, for those who want to read along."""
    names = (
        _coordinate(space["col"], space["h"], 35 if space["kind"] == "destination" else 28)
        for space in board.data["spaces"]
    )
    return group(*names, class_="unhit", aria_hidden="true")


def _coordinate(column: int, row: int, above: int) -> Svg:
    x, y = point(column, row)
    return text(round(x, 1), round(y - above, 1), f"{column},{row}", 13, "middle map-name")
