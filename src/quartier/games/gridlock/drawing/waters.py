"""The waters of the map: a harbour beside the city, and a river that runs between its spaces."""

from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Any

from quartier.core.drawing.svg import (
    Svg,
    at,
    el,
    group,
    join,
    path,
    rect,
    text,
)
from quartier.core.game.boards import Board
from quartier.core.text.languages import Translator

from .layout import EDGE, Point, hexagon_at, map_size, point, two_lines

FAR = 1500
"""So far waters go on beyond the map, in drawing units."""
_RIPPLES = "M{:.0f} {:.0f}q7 -5 14 0t14 0m-36 50q7 -5 14 0t14 0"
_MORE_RIPPLES = "m-42 -26q7 -5 14 0t14 0"


# ----- the harbour -----


def harbour(board: Board) -> Svg:
    """Open water beside the city, if its file has an outline of it (in columns and half-rows); no part of the game."""
    shore, rest = _outline(board)
    if not shore:
        return join()
    coast = _smooth(shore)
    water = coast + "".join(f"L{x:.0f} {y:.0f}" for x, y in rest) + "Z"
    return join(
        el("defs", el("clipPath", path(water), id="board-harbour")),
        path(water, class_="water-fill"),
        group(
            path(coast, class_="shore", stroke_width=27),
            path(coast, class_="water", stroke_width=23),
            clip_path="url(#board-harbour)",
        ),
        path(coast, class_="road-line", stroke_width=5),
        *_piers(shore),
        *_boats(board),
    )


def _outline(board: Board) -> tuple[list[Point], list[Point]]:
    """The shore from far below to far above, and the other corners of the sea, far outside."""
    outline = [tuple(corner) for corner in board.data.get("sea", [])]
    outside = [_is_outside(board, *corner) for corner in outline]
    if all(outside) or not any(outside):
        return [], []
    turn = next(i for i in range(len(outline)) if outside[i - 1] and not outside[i])
    around = outline[turn:] + outline[:turn]
    end = (outside[turn:] + outside[:turn]).index(True)
    inside, beyond = [point(*corner) for corner in around[:end]], [point(*corner) for corner in around[end:]]
    shore = [*_onward(inside[0], beyond[-1])[::-1], *inside, *_onward(inside[-1], beyond[0])]
    return shore, [_pushed(board, corner) for corner in beyond[1:-1]]


def _is_outside(board: Board, column: float, row: float) -> bool:
    spaces = board.data["spaces"]
    columns, rows = max(space["col"] for space in spaces), max(space["h"] for space in spaces)
    return not (-0.9 < column < columns + 0.9 and -1.4 < row < rows + 1.4)


def _onward(last: Point, edge: Point) -> list[Point]:
    """How a shore goes on from the edge of the map."""
    dx, dy = edge[0] - last[0], edge[1] - last[1]
    length = hypot(dx, dy) or 1
    return [edge, (edge[0] + FAR * dx / length * 0.6, edge[1] + FAR * (1 if dy > 0 else -1))]


def _pushed(board: Board, corner: Point) -> Point:
    """A corner far outside, as seen from the middle of the map."""
    width, height = map_size(board)
    dx, dy = corner[0] - width / 2, corner[1] - height / 2
    return width / 2 + dx * 5, height / 2 + dy * 5


def _smooth(points: list[Point]) -> str:
    """A line with rounded corners through the middles between points."""
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(points)]
    curves = zip(points[1:-1], middles[1:], strict=True)
    ends = (
        "M{:.0f} {:.0f}L{:.0f} {:.0f}".format(*points[0], *middles[0]),
        "L{:.0f} {:.0f}".format(*points[-1]),
    )
    return ends[0] + "".join(f"Q{x:.0f} {y:.0f} {mx:.0f} {my:.0f}" for (x, y), (mx, my) in curves) + ends[1]


def _piers(shore: list[Point]) -> list[Svg]:
    """Piers in the middle of the stretches of the shore, three on a long one."""
    piers = []
    for (ax, ay), (bx, by) in pairwise(shore[2:-2]):
        spots = (0.5,) if hypot(bx - ax, by - ay) < 3 * EDGE else (0.12, 0.32, 0.52, 0.72)
        piers += [_pier(ax + (bx - ax) * part, ay + (by - ay) * part, bx - ax, by - ay) for part in spots]
    return piers


def _pier(x: float, y: float, dx: float, dy: float) -> Svg:
    length = hypot(dx, dy)
    matrix = (
        f"matrix({-dy / length:.2f} {dx / length:.2f} {-dx / length:.2f} {-dy / length:.2f} {x:.0f} {y:.0f})"
    )
    return rect(-3, -4, 30, 8, 1.5, class_="road pier", transform=matrix)


def _boats(board: Board) -> list[Svg]:
    """Sails on the open water, most of them beyond the play area."""
    width, height = map_size(board)
    spots = ((width + 62, 196), (width + 34, 604), (width - 176, height - 22), (width + 190, 430))
    sail = "M0 -26L15 -3H0ZM-2.5 -20L-12 -3H-2.5Z"
    return [
        at(x, y, path("M-17 0H19L13 8H-11Z", class_="hull"), path(sail, class_="road"), class_="fine")
        for x, y in spots
    ]


# ----- the river -----


def stream(board: Board) -> Svg:
    """Water that runs on between the river spaces and out over the edges of the map; only there to be a map."""
    course = _course(board)
    if len(course) < 2:
        return join()
    drawn = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in course)
    return join(
        path(drawn, class_="road-line", stroke_width=52, stroke_linejoin="round"),
        path(drawn, class_="water", stroke_width=44, stroke_linejoin="round"),
    )


def _course(board: Board) -> list[Point]:
    rivers = sorted(point(space["col"], space["h"]) for space in _rivers(board))
    return [_way_out(board, rivers[0]), *rivers, _way_out(board, rivers[-1])] if len(rivers) > 1 else []


def _way_out(board: Board, end: Point) -> Point:
    """Where a river leaves the map: over the nearest edge."""
    width, height = map_size(board)
    motion_paths = {
        end[0]: (-FAR, end[1] + 0.16 * FAR),
        width - end[0]: (width + FAR, end[1] + 0.16 * FAR),
        end[1]: (end[0] + 0.1 * FAR, -FAR),
        height - end[1]: (end[0] - 0.1 * FAR, height + FAR),
    }
    return motion_paths[min(motion_paths)]


def _rivers(board: Board) -> list[dict[str, Any]]:
    return [space for space in board.data["spaces"] if space["kind"] == "river"]


def river_spaces(board: Board) -> Svg:
    """The spaces of the river: all water, with a white rim."""
    middles = sorted(point(space["col"], space["h"]) for space in _rivers(board))
    hexes = "".join(hexagon_at(x, y, EDGE - 2) for x, y in middles)
    # In the first one stands the name of the river.
    ripples = "".join(
        (_RIPPLES + _MORE_RIPPLES * (i > 0)).format(x - 8, y - 27) for i, (x, y) in enumerate(middles)
    )
    return join(
        path(hexes, class_="water-fill rim", stroke_width=3),
        path(ripples, class_="foam", stroke_width=2.2),
    )


# ----- their names -----


@lru_cache(64)
def water_names(board: Board, t: Translator) -> Svg:
    """The names of the waters, in italics as on a map."""
    return group(_river_name(board), _harbour_name(board, t), class_="fine unhit", aria_hidden="true")


def _river_name(board: Board) -> Svg:
    named = [space for space in _rivers(board) if space.get("name")]
    if not named:
        return join()
    x, y = min(point(space["col"], space["h"]) for space in named)
    return _lettering(str(named[0]["name"]), x, y - 11, 14.5)


def _harbour_name(board: Board, t: Translator) -> Svg:
    if "sea" not in board.data:
        return join()
    width, height = map_size(board)
    return _lettering(t("{city} Harbor").format(city=board.name), width - 110, height - 86, 21)


def _lettering(words: str, x: float, y: float, size: float) -> Svg:
    """A name in one line or two."""
    return join(
        *(
            text(round(x, 1), round(y + 1.2 * size * i, 1), line, size, "middle water-name")
            for i, line in enumerate(two_lines(words))
        )
    )
