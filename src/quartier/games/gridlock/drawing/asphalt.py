"""Tiles and roads: asphalt with a kerb and centre lines."""

from functools import cache

from quartier.core.show.svg import Svg, el, group, join, path

from ..rules import tiles
from .layout import EDGE, HALF_ROW, hexagon, toward


@cache
def tile(kind: int, prefix: str) -> Svg:
    """A tile in canonical rotation, for `<use>`: pavement, roads to its edges, centre lines, perhaps a rotary."""
    sides = [side for side in range(6) if int(tiles.MASKS[kind]) >> side & 1]
    roads = "".join(f"M0 0L{x:.1f} {y:.1f}" for x, y in (toward(60 * side, HALF_ROW) for side in sides))
    start = 22 if kind >= tiles.ROTARY else 7 if len(sides) > 2 else 0
    lanes = "".join(
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*toward(60 * side, start), *toward(60 * side, HALF_ROW))
        for side in sides
    )
    return group(
        path(hexagon(EDGE - 1), class_="pavement"),
        asphalt(roads, lanes),
        _rotary() if kind >= tiles.ROTARY else join(),
        id=f"{prefix}-{tiles.NAMES[kind]}",
        # Styles reach into a `<use>` only from inside it.
        class_="quartier",
    )


def asphalt(roads: str, lanes: str) -> Svg:
    """Roads from the centre of a hex, with a kerb and centre lines."""
    return join(
        path(roads, class_="kerb", stroke_width=29),
        el("circle", r=14.5, class_="kerb-fill"),
        path(roads, class_="asphalt", stroke_width=25),
        el("circle", r=12.5, class_="asphalt-fill"),
        path(lanes, class_="lane", stroke_width=2),
    )


def _rotary() -> Svg:
    circles = ((23, "asphalt-fill"), (16, "lane-ring"), (9, "park"))
    return join(*(el("circle", r=radius, class_=look) for radius, look in circles))


def lying(kind: int, mask: int) -> Svg:
    """A tile with these exits."""
    steps = next(n for n in range(6) if tiles.rotated(int(tiles.MASKS[kind]), n) == mask)
    turn = f"rotate({60 * steps})" if steps else None
    return el("use", href=f"#kind-{tiles.NAMES[kind]}", transform=turn)
