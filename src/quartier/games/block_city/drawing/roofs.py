"""The roofs of the five kinds of buildings, each with a shape of its own; (0, 0) is the lower left corner of the roof."""

from functools import cache

from quartier.core.drawing.pieces import icon
from quartier.core.drawing.svg import (
    Svg,
    group,
    join,
    path,
    rect,
)

from ..rules.state import HOUSE, STORE
from .lots import ICONS

SCHOOL, FIRE_STATION, TOWN_HALL = 3, 4, 5
WIDE = 150
"""From this width on a roof has room for its icon beside the plaque."""


def roof_name(kind: int, width: int, depth: int) -> str:
    """The name under which a roof is defined."""
    return f"bc-roof-{kind}-{width}x{depth}"


@cache
def roof_shape(kind: int, width: int, depth: int) -> Svg:
    """A roof with what stands on it, but for the number."""
    drawn = _gabled(width, depth) if kind == HOUSE else _flat(kind, width, depth)
    return group(drawn, id=roof_name(kind, width, depth), class_=f"quartier kind-{kind}")


def _gabled(width: int, depth: int) -> Svg:
    """A roof with a ridge: rows of tiles, and a chimney behind it."""
    rows = "".join(f"M{_edge(y, depth)} {-y}H{width - _edge(y, depth)}" for y in range(10, depth - 12, 10))
    ridge = f"M3 {-depth}H{width - 3}L{width - 1} {12 - depth}H1Z"
    return join(
        rect(width - 24, -depth - 9, 11, 14, class_="seat outline"),
        path(f"M-7 0L3 {-depth}H{width - 3}L{width + 7} 0Z", class_="seat outline"),
        path(ridge, class_="weave-fill"),
        path(rows, class_="tiles"),
    )


def _edge(y: int, depth: int) -> int:
    """How far inwards the slanting edge of a gabled roof is at a height."""
    return round(10 * y / depth) - 5


def _flat(kind: int, width: int, depth: int) -> Svg:
    ground = rect(-3, -depth, width + 6, depth, 2, class_="seat outline")
    line = rect(1, 4 - depth, width - 2, depth - 8, 1, class_="weave", stroke_width=1.5)
    behind, before = _TOPS[kind](width, depth)
    return join(behind, ground, line, before, _emblem(kind, width, depth))


def _emblem(kind: int, width: int, depth: int) -> Svg:
    """The icon of the kind on the roof, where there is room beside or below the plaque."""
    if width >= WIDE:
        size = min(62, depth - 8)
        return icon(ICONS[kind], width - size - 14, round(-(depth + size) / 2), size)
    size = 34
    return icon(ICONS[kind], round((width - size) / 2, 1), -size - 7, size) if depth > 80 else join()


def _awning(width: int, depth: int) -> tuple[Svg, Svg]:
    """Stripes over the shop windows, and skylights on a deep roof."""
    step = width / 14
    stripes = "".join(
        f"M{round(i * step, 1)} 0h{round(step, 1)}v9h{-round(step, 1)}Z" for i in range(0, 14, 2)
    )
    cloth = join(rect(0, 0, width, 9, class_="wall-fill outline"), path(stripes, class_="seat"))
    sky = "".join(f"M{width / 2 + x - 12:g} {10 - depth}h18v8h-18Z" for x in (-26, 0, 26))
    return cloth, path(sky, class_="glass outline") if depth > 80 and width >= WIDE else join()


def _flag(_width: int, depth: int) -> tuple[Svg, Svg]:
    """A flag at the left end."""
    pole = path(f"M16 {-depth}V{-depth - 25}", class_="ink-line", stroke_width=2)
    return join(pole, path(f"M16 {-depth - 25}l19 3l-5 5l5 5l-19 2Z", class_="lit outline")), join()


def _tower(width: int, depth: int) -> tuple[Svg, Svg]:
    """The tower for drying hoses at the right end, and two skylights."""
    x, y = width - 27, -depth - 16
    tower = join(
        rect(x, y, 20, 26, class_="wall-fill outline"),
        path(f"M{x - 3} {y}l13 -10l13 10Z", class_="seat outline"),
        rect(x + 7, y + 7, 6, 9, class_="unlit"),
    )
    return join(), tower


def _clock(width: int, depth: int) -> tuple[Svg, Svg]:
    """The gable with the clock in the middle."""
    x, y = round(width / 2), -depth
    gable = path(f"M{x - 15} {y + 8}v-20l15 -13l15 13v20Z", class_="wall-fill outline")
    dial = path(f"M{x - 7} {y - 7}a7 7 0 1 1 14 0a7 7 0 1 1 -14 0Z", class_="wall-fill outline")
    return join(gable, dial, path(f"M{x} {y - 11}v4h3", class_="outline", fill="none")), join()


_TOPS = {STORE: _awning, SCHOOL: _flag, FIRE_STATION: _tower, TOWN_HALL: _clock}
