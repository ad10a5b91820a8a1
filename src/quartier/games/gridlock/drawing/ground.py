"""What is printed on the board: plots, river, parks, tunnels."""

from functools import cache

from quartier.core.show.pieces import icon
from quartier.core.show.svg import Svg, group, join, path, text

from ..rules import board as city
from ..rules.board import NONE
from ..rules.state import State
from .asphalt import asphalt, lying
from .layout import EDGE, HALF_ROW, LEFT, TOP, centre, hexagon, toward
from .sights import destination


def sea(s: State) -> Svg:
    """Open water beside the city, if its file has an outline of it (in columns and half-rows); no part of the game."""
    outline = s.board.data.get("sea", [])
    corners = (f"{LEFT + EDGE + x * EDGE * 1.5:.0f} {TOP + HALF_ROW + y * HALF_ROW:.0f}" for x, y in outline)
    return path("M" + "L".join(corners) + "Z", class_="water-fill") if outline else join()


def river_bed(s: State) -> Svg:
    """Water that runs on between the river spaces and out over the edge of the map; only there to be a map."""
    rivers = sorted(centre(s, space) for space in range(s.spaces) if s.terrain[space] == city.RIVER)
    if len(rivers) < 2:
        return join()
    y, far_x = rivers[0][1], rivers[-1][0]
    course = (
        f"M18 {y + 4:.0f}L" + "L".join(f"{px:.0f} {py:.0f}" for px, py in rivers) + f"L{far_x + 18:.0f} 18"
    )
    return path(course, class_="water", stroke_width=36, stroke_linejoin="round")


def ground(s: State, space: int, viewer: int) -> Svg:
    """The space itself: a tile, or what is printed on the board."""
    if s.tile[space] != NONE:
        return group(lying(s.tile[space], s.exits[space]), class_="lift", data_piece=f"tile-{space}")
    where = s.board.data["spaces"][space]
    if s.terrain[space] == city.DESTINATION:
        return destination(s, space, viewer)
    if s.terrain[space] == city.TUNNEL:
        return _tunnel(s.exits[space])
    return (
        (_water, _park)[s.terrain[space] - city.RIVER]()
        if s.terrain[space]
        else plot(where["col"], where["h"])
    )


@cache
def plot(column: int, row: int) -> Svg:
    """An empty space: a dashed plot with its place in the notation."""
    return join(
        path(hexagon(EDGE - 1), class_="plot building-land"),
        path(hexagon(EDGE - 6), class_="line dashed", stroke_width=1.5),
        text(0, 5, f"{column},{row}", 15, "middle quiet"),
    )


@cache
def _water() -> Svg:
    ripples = "M-26 -14q7 -5 14 0t14 0M2 6q7 -5 14 0t14 0M-22 22q7 -5 14 0t14 0"
    return join(
        path(hexagon(EDGE - 1), class_="water-fill"), path(ripples, class_="ripple", stroke_width=2.5)
    )


@cache
def _park() -> Svg:
    return join(
        path(hexagon(EDGE - 1), class_="park"),
        *(icon("park", x, y, size) for x, y, size in ((-32, -22, 26), (4, -30, 24), (-10, 4, 30))),
    )


@cache
def _tunnel(exits: int) -> Svg:
    """Roads that end in a portal."""
    ends = "".join(
        "M0 0L{:.1f} {:.1f}".format(*toward(60 * side, HALF_ROW)) for side in range(6) if exits >> side & 1
    )
    return join(path(hexagon(EDGE - 1), class_="rock"), asphalt(ends, ends), icon("tunnel", -22, -17, 44))


def tunnel_line(s: State) -> Svg:
    """GL-17: a dashed line that shows which spaces the tunnels connect."""
    ends = [centre(s, space) for space in range(s.spaces) if s.terrain[space] == city.TUNNEL]
    if len(ends) < 2:
        return join()
    course = "M" + "L".join(f"{x:.0f} {y + 24:.0f}" for x, y in ends)
    return path(course, class_="under", stroke_width=3.5)
