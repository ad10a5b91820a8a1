"""The houses of a block as a map shows them: small footprints in two rings, wherever no road leaves."""

from functools import cache
from math import cos, radians, sin

from quartier.core.show.svg import Svg, el, join, path

from .layout import toward

TINTS = 3
_RINGS = ((24.5, 12, 8.5), (38.2, 15, 10))
"""Distance from the centre, and width and depth of a footprint."""
_KERB = 14.5
Footprint = tuple[int, float, float, float]
"""The angle as seen from the centre, the distance, the width and the depth."""


@cache
def houses(mask: int) -> Svg:
    """The footprints and trees of a tile whose roads lead to the sides of the mask."""
    free = _free(mask)
    built = [spot for i, spot in enumerate(free) if _hash(mask, i) % 6]
    green = [spot for i, spot in enumerate(free) if not _hash(mask, i) % 6]
    tinted = ("".join(map(_corners, built[tint::TINTS])) for tint in range(TINTS))
    return join(
        *(path(d, class_=f"house-{tint}") for tint, d in enumerate(tinted) if d),
        *(_tree(angle, distance) for angle, distance, _, _ in green),
    )


def _free(mask: int) -> list[Footprint]:
    """Where a footprint does not stand on a road, in steps of 30 degrees."""
    spots = [(angle, *ring) for ring in _RINGS for angle in range(0, 360, 30)]
    roads = [60 * side for side in range(6) if mask >> side & 1]
    return [spot for spot in spots if all(_beside(spot, road) for road in roads)]


def _beside(spot: Footprint, road: int) -> bool:
    angle, distance, _, depth = spot
    turned = radians(angle - road)
    return cos(turned) <= 0 or abs(distance * sin(turned)) > _KERB + depth * 0.45


def _hash(mask: int, i: int) -> int:
    """A number that looks like chance and is always the same."""
    return (mask * 37 + i * 101 + i * i * 29) % 97


def _corners(spot: Footprint) -> str:
    """A rectangle that looks at the centre, a little askew."""
    angle, distance, width, depth = spot
    wide, deep = width * (0.4 + _hash(angle, 3) % 4 / 20), depth / 2
    x, y = toward(angle, distance)
    lean = radians(angle + _hash(angle, 7) % 17 - 8)
    along, across = (cos(lean), sin(lean)), (-sin(lean), cos(lean))
    points = (
        (x + a * along[0] + b * across[0], y + a * along[1] + b * across[1])
        for a, b in ((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))
    )
    return "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points) + "Z"


def _tree(angle: float, distance: float) -> Svg:
    x, y = toward(angle, distance)
    return el("circle", cx=round(x, 1), cy=round(y, 1), r=4, class_="leaf-fill")
