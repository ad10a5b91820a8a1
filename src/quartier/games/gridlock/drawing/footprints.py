"""The houses of a block as a map shows them: small footprints in two rings, wherever no road leaves."""

from functools import cache
from math import cos, radians, sin

from quartier.core.drawing.svg import (
    Svg,
    el,
    join,
    path,
)

from .layout import Point, toward

TINTS = 3
Ring = tuple[float, float, float, float]
_RINGS: tuple[Ring, ...] = ((24.5, 0, 12, 8.5), (37.8, 3.5, 14.5, 9.5))
"""Distance from the centre, how much more it is towards a corner, and width and depth of a footprint."""
_CLEAR = 13.8
"""So far from the middle of a road nothing is built."""
_SCALES = (1, 0.8, 0.6)
"""A house is smaller where a full one would stand on the road."""
Outline = tuple[Point, ...]


@cache
def houses(mask: int) -> Svg:
    """The footprints and trees of a tile whose roads lead to the sides of the mask."""
    free = _free(mask)
    built = [outline for i, outline in enumerate(free) if _hash(mask, i) % 7]
    green = [outline for i, outline in enumerate(free) if not _hash(mask, i) % 7]
    tinted = ("".join(map(_closed, built[tint::TINTS])) for tint in range(TINTS))
    drawn = (path(d, class_=f"house-{tint}") for tint, d in enumerate(tinted) if d)
    return join(*drawn, *map(_tree, green))


def _free(mask: int) -> list[Outline]:
    """The footprints that do not stand on a road, in steps of 30 degrees."""
    roads = [60 * side for side in range(6) if mask >> side & 1]
    places = [(angle, ring) for ring in _RINGS for angle in range(0, 360, 30)]
    sizes = ([_outline(angle, ring, scale) for scale in _SCALES] for angle, ring in places)
    fitting = ([outline for outline in size if _is_clear(outline, roads)] for size in sizes)
    return [outlines[0] for outlines in fitting if outlines]


def _is_clear(outline: Outline, roads: list[int]) -> bool:
    return all(_beside(corner, road) for corner in outline for road in roads)


def _beside(corner: Point, road: int) -> bool:
    """Whether a point is behind the beginning of a road or beside it."""
    ahead_x, ahead_y = toward(road, 1)
    ahead = corner[0] * ahead_x + corner[1] * ahead_y
    return ahead < -_CLEAR or abs(corner[0] * ahead_y - corner[1] * ahead_x) > _CLEAR


def _hash(mask: int, i: int) -> int:
    """A number that looks like chance and is always the same."""
    return (mask * 37 + i * 101 + i * i * 29) % 97


def _outline(angle: int, ring: Ring, scale: float) -> Outline:
    """A rectangle that looks at the centre, a little askew."""
    distance, further, width, depth = ring
    wide, deep = scale * width * (0.42 + _hash(angle, 3) % 4 / 22), scale * depth / 2
    x, y = toward(angle, distance + further * (angle % 60 == 30))
    lean = radians(angle + _hash(angle, 7) % 17 - 8)
    corners = ((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))
    return tuple((x + a * cos(lean) - b * sin(lean), y + a * sin(lean) + b * cos(lean)) for a, b in corners)


def _closed(outline: Outline) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in outline) + "Z"


def _tree(outline: Outline) -> Svg:
    """A tree in the place of a house."""
    x, y = (sum(along) / len(outline) for along in zip(*outline, strict=True))
    return el("circle", cx=round(x, 1), cy=round(y, 1), r=4, class_="leaf-fill")
