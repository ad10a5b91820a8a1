"""Tiles and roads: asphalt with a kerb and centre lines, between houses."""

from functools import cache

from quartier.core.drawing.svg import (
    Svg,
    el,
    group,
    join,
    path,
)

from ..rules import tiles
from .footprints import houses
from .layout import EDGE, HALF_ROW, hexagon, toward

KERB, ASPHALT, LANE = 27, 22, 2.2


@cache
def tile(kind: int, prefix: str) -> Svg:
    """A tile in canonical rotation, for `<use>`: houses, roads to its edges, centre lines, perhaps a rotary."""
    mask = int(tiles.MASKS[kind])
    sides = [side for side in range(6) if mask >> side & 1]
    start = 20 if kind >= tiles.ROTARY else 7 if len(sides) > 2 else 0
    return group(
        path(hexagon(EDGE - 0.7), class_="ground"),
        houses(mask),
        asphalt(_spokes(sides, 0), _spokes(sides, start)),
        _rotary() if kind >= tiles.ROTARY else join(),
        id=f"{prefix}-{tiles.NAMES[kind]}",
        # Styles reach into a `<use>` only from inside it.
        class_="quartier",
    )


def _spokes(sides: list[int], start: float) -> str:
    """Lines from the middle to the middles of sides."""
    return "".join(
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*toward(60 * side, start), *toward(60 * side, HALF_ROW))
        for side in sides
    )


def asphalt(roads: str, lanes: str) -> Svg:
    """Roads from the centre of a hex, with a kerb and centre lines."""
    return join(
        path(roads, class_="kerb", stroke_width=KERB),
        el("circle", r=KERB / 2, class_="kerb-fill"),
        path(roads, class_="asphalt", stroke_width=ASPHALT),
        el("circle", r=ASPHALT / 2, class_="asphalt-fill"),
        path(lanes, class_="lane", stroke_width=LANE),
    )


def _rotary() -> Svg:
    circles = ((24, "kerb-fill"), (21.5, "asphalt-fill"), (14.5, "lane-ring"), (8, "park"))
    return join(*(el("circle", r=radius, class_=look) for radius, look in circles))


def lying(kind: int, mask: int) -> Svg:
    """A tile with these exits."""
    steps = next(n for n in range(6) if tiles.rotated(int(tiles.MASKS[kind]), n) == mask)
    turn = f"rotate({60 * steps})" if steps else None
    return el("use", href=f"#kind-{tiles.NAMES[kind]}", transform=turn)
