"""The parks of the map: one green for parks that touch, with paths, trees and a pond."""

from quartier.core.drawing.svg import (
    Svg,
    el,
    join,
    path,
)
from quartier.core.game.boards import Board

from ..rules.board import STEPS
from .layout import EDGE, HALF_ROW, Point, hexagon_at, point

_TREES = ((-25, -22), (4, -31), (27, -8), (-34, 6), (20, 22), (-16, 27))
_POND = "M{:.0f} {:.0f}c10 -13 24 -4 33 -1c12 4 7 15 -4 17c-14 3 -18 0 -22 -4c-4 -5 -12 -4 -7 -12Z"
Place = tuple[int, int]


def parks(board: Board) -> Svg:
    """All greens of the city."""
    spaces = [(space["col"], space["h"]) for space in board.data["spaces"] if space["kind"] == "park"]
    return join(*map(_green, _neighbourhoods(spaces)))


def _neighbourhoods(places: list[Place]) -> list[list[Place]]:
    """The places in groups of those that touch."""
    left, result = list(places), []
    while left:
        grown = [left.pop(0)]
        for column, row in grown:
            near = [place for place in left if (place[0] - column, place[1] - row) in STEPS]
            grown += near
            left = [place for place in left if place not in near]
        result.append(grown)
    return result


def _green(places: list[Place]) -> Svg:
    middles = [point(*place) for place in places]
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
