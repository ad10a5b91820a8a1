"""What lies on a space or is built there for good: tiles, destinations, tunnels."""

from functools import cache

from quartier.core.show.pieces import icon
from quartier.core.show.svg import Svg, group, join, path

from ..rules import board as city
from ..rules.board import NONE
from ..rules.state import State
from .asphalt import asphalt, lying
from .layout import EDGE, HALF_ROW, centre, hexagon, toward
from .sights import destination


def ground(s: State, space: int, own: int | None) -> Svg:
    """A tile, a destination or a tunnel; the rest is printed on the map."""
    if s.tile[space] != NONE:
        return group(lying(s.tile[space], s.exits[space]), class_="lift", data_piece=f"tile-{space}")
    if s.terrain[space] == city.DESTINATION:
        return destination(s, space, own)
    return _tunnel(s.exits[space]) if s.terrain[space] == city.TUNNEL else join()


@cache
def _tunnel(exits: int) -> Svg:
    """Roads that end in a portal."""
    ends = "".join(
        "M0 0L{:.1f} {:.1f}".format(*toward(60 * side, HALF_ROW)) for side in range(6) if exits >> side & 1
    )
    return join(
        path(hexagon(EDGE - 0.7), class_="rock"),
        asphalt(ends, ends),
        group(icon("tunnel", -22, -19, 44), class_="portal"),
    )


def tunnel_line(s: State) -> Svg:
    """GL-17: a dashed line that shows which spaces the tunnels connect."""
    ends = [centre(s, space) for space in range(s.spaces) if s.terrain[space] == city.TUNNEL]
    if len(ends) < 2:
        return join()
    course = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in ends)
    return path(course, class_="under", stroke_width=3.5)
