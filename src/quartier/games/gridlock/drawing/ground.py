"""What lies on a space or is built there for good: tiles and tunnels."""

from functools import cache, lru_cache

from quartier.core.drawing.pieces import icon
from quartier.core.drawing.svg import BEYOND, Svg, beyond, el, group, join, path, rect, text
from quartier.core.game.boards import Board

from ..rules.board import STEPS
from .layout import EDGE, HALF_ROW, Point, centre, hexagon, hexagon_at, map_size, point, toward
from .routes import asphalt, lying
from .waters import harbour, river_spaces, stream

_TREES = ((-25, -22), (4, -31), (27, -8), (-34, 6), (20, 22), (-16, 27))
_POND = "M{:.0f} {:.0f}c10 -13 24 -4 33 -1c12 4 7 15 -4 17c-14 3 -18 0 -22 -4c-4 -5 -12 -4 -7 -12Z"
Cell = tuple[int, int]


def parks(board: Board) -> Svg:
    """Draw all greens of the city."""
    spaces = [(space["col"], space["h"]) for space in board.data["spaces"] if space["kind"] == "park"]
    return join(*map(_green, _neighbourhoods(spaces)))


def _neighbourhoods(cells: list[Cell]) -> list[list[Cell]]:
    """The places in groups of those that touch."""
    left, result = list(cells), []
    while left:
        grown = [left.pop(0)]
        for column, row in grown:
            near = [cell for cell in left if (cell[0] - column, cell[1] - row) in STEPS]
            grown += near
            left = [cell for cell in left if cell not in near]
        result.append(grown)
    return result


def _green(cells: list[Cell]) -> Svg:
    middles = [point(*cell) for cell in cells]
    lawn = "".join(hexagon_at(x, y, EDGE) for x, y in middles)
    return join(
        path(lawn, class_="hedge", stroke_width=5),
        path(lawn, class_="park lawn", stroke_width=1),
        path(_paths(middles), class_="way-through", stroke_width=5),
        path(_POND.format(middles[-1][0] - 25, middles[-1][1] + 2), class_="water-fill pond"),
        *(
            _tree(x + dx, y + dy)
            for x, y in middles
            for dx, dy in _TREES
            if not _on_path(dx, dy, (x, y), middles)
        ),
    )


def _paths(middles: list[Point]) -> str:
    """From where the parks meet through the middle of each."""
    hub = _hub(middles)
    return "".join(
        f"M{hub[0]:.0f} {hub[1]:.0f}L{x:.0f} {y:.0f}"
        for x, y in (_far_end(hub, middle) for middle in middles)
    )


def _hub(middles: list[Point]) -> Point:
    x, y = (sum(along) / len(middles) for along in zip(*middles, strict=True))
    return (x, y) if len(middles) > 1 else (x, y - HALF_ROW / 2)


def _far_end(hub: Point, middle: Point) -> Point:
    return middle[0] + (middle[0] - hub[0]) * 0.35, middle[1] + (middle[1] - hub[1]) * 0.35


def _on_path(dx: float, dy: float, middle: Point, middles: list[Point]) -> bool:
    """Whether a tree would stand on the path or in the pond of its park."""
    hub = _hub(middles)
    along = (hub[0] - middle[0], hub[1] - middle[1])
    length = max(1.0, (along[0] ** 2 + along[1] ** 2) ** 0.5)
    aside = abs(dx * along[1] - dy * along[0]) / length
    ahead = (dx * along[0] + dy * along[1]) / length
    in_pond = middle == middles[-1] and abs(dx) < 32 and -8 < dy < 30
    return in_pond or (aside < 9 and ahead > -0.45 * length)


def _tree(x: float, y: float) -> Svg:
    return join(
        el("ellipse", cx=round(x + 3), cy=round(y + 5), rx=8, ry=4, class_="shadow"),
        el("circle", cx=round(x), cy=round(y), r=7.5, class_="leaf-fill"),
        el("circle", cx=round(x - 2), cy=round(y - 2.5), r=3, class_="leaf-light"),
    )


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
    """Everything printed on the board, without what a game puts on it; it extends beyond the play area."""
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
    """Draw the places of all spaces as records write them, for those who want to read along."""
    names = (
        _coordinate(space["col"], space["h"], 35 if space["kind"] == "destination" else 28)
        for space in board.data["spaces"]
    )
    return group(*names, class_="unhit", aria_hidden="true")


def _coordinate(column: int, row: int, above: int) -> Svg:
    x, y = point(column, row)
    return text(round(x, 1), round(y - above, 1), f"{column},{row}", 13, "middle map-name")


def tile_on_space(space: int, kind: int, exits: int) -> Svg:
    """Draw a tile on a space, which can be taken from there."""
    return group(lying(kind, exits), class_="lift", data_piece=f"tile-{space}")


@cache
def tunnel(exits: int) -> Svg:
    """Roads that end in a portal."""
    ends = "".join(
        "M0 0L{:.1f} {:.1f}".format(*toward(60 * side, HALF_ROW)) for side in range(6) if exits >> side & 1
    )
    return join(
        path(hexagon(EDGE - 0.7), class_="rock"),
        asphalt(ends, ends),
        group(icon("tunnel", -22, -19, 44), class_="portal"),
    )


@lru_cache(64)
def tunnel_line(board: Board) -> Svg:
    """GL-17: draw a dashed line that shows which spaces the tunnels connect."""
    kinds = [space["kind"] for space in board.data["spaces"]]
    ends = [centre(board, space) for space, kind in enumerate(kinds) if kind == "tunnel"]
    if len(ends) < 2:
        return join()
    course = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in ends)
    return path(course, class_="under", stroke_width=3.5)
