"""The whole board: the road map of the city, and the seats below it."""

from functools import cache

from quartier.core.show.svg import Svg, at, el, group, join, path, picture, rect
from quartier.core.text.languages import Translator

from ..rules import tiles
from ..rules.board import NONE
from ..rules.spaces import within
from ..rules.state import State
from ..rules.zones import zone
from ..words import exits_name, sight_name, tile_name
from .asphalt import tile
from .ground import ground, river_bed, sea, tunnel_line
from .layout import EDGE, SEAT_ROW, at_space, centre, hexagon, map_size
from .pieces import colour_name, pieces_on_map, visitors
from .seats import seat_place
from .sights import name_label


def draw_board(s: State, viewer: int, t: Translator, last: frozenset[str]) -> Svg:
    width, height = map_size(s)
    return picture(
        width,
        height + SEAT_ROW,
        t("Road map of {city}").format(city=s.board.name),
        city_map(s, viewer, t, last),
        *(at(0, height, seat_place(s, seat, width, t)) for seat in range(s.players)),
        group(id="ghost"),
        class_="quartier board gridlock",
        id="board",
    )


def city_map(s: State, viewer: int, t: Translator, last: frozenset[str]) -> Svg:
    """The whole map of a city: its ground and waters, all spaces, and what lies and stands on them."""
    width, height = map_size(s)
    return join(
        rect(0, 0, width, height, 18, class_="street"),
        sea(s),
        river_bed(s),
        street_map(s, viewer, t, last),
    )


def street_map(s: State, viewer: int, t: Translator, last: frozenset[str]) -> Svg:
    """All spaces with what lies and stands on them, without a frame."""
    zones = zones_of(s, viewer)
    return join(
        _definitions(),
        *(_space(s, space, viewer, zones, t, last) for space in _reading_order(s)),
        tunnel_line(s),
        *(name_label(s, sight) for sight in range(s.sights)),
        *pieces_on_map(s, viewer),
    )


def _reading_order(s: State) -> list[int]:
    """Spaces from the top left, as a reader walks through them."""
    return sorted(range(s.spaces), key=lambda space: centre(s, space)[::-1])


@cache
def _definitions() -> Svg:
    """One drawing for each kind of tile, turned where it is used; and the hatching of zones."""
    hatch = el(
        "pattern",
        path("M-3 3L3 -3M-3 15L15 -3M9 15L15 9", class_="hatch", stroke_width=3),
        id="zone-hatch",
        width=12,
        height=12,
        patternUnits="userSpaceOnUse",
    )
    kinds = (tile(kind, "kind") for kind in range(tiles.KINDS))
    return el("defs", hatch, *kinds)


def _space(s: State, space: int, viewer: int, zones: set[int], t: Translator, last: frozenset[str]) -> Svg:
    where = s.board.data["spaces"][space]
    name = f"space-{where['col']},{where['h']}"
    spoken = _spoken_space(s, space, viewer, space in zones, t)
    return at_space(
        s,
        space,
        el("title", spoken),
        ground(s, space, viewer),
        path(hexagon(EDGE - 3), class_="zone", stroke_width=2.5) if space in zones else join(),
        path(hexagon(EDGE - 4), class_="ring"),
        path(hexagon(EDGE), class_="hit"),
        id=name,
        data_touch=name,
        class_="space last" if name in last else "space",
        role="img",
        aria_label=spoken,
    )


def zones_of(s: State, viewer: int) -> set[int]:
    """The spaces on which the viewer (a spectator: anybody) may not turn or remove tiles."""
    low, high = (s.zone[0], s.zone[1]) if viewer < 0 or s.car[viewer] == NONE else zone(s, viewer)
    return {space for space in range(s.spaces) if within(low, high, space)}


def _spoken_space(s: State, space: int, viewer: int, zone: bool, t: Translator) -> str:
    """A space as a screen reader says it."""
    where = s.board.data["spaces"][space]
    said = [f"{where['col']},{where['h']}", _spoken_ground(s, space, t)]
    said += [t("cone")] * within(s.cone[0], s.cone[1], space) + [t("construction zone")] * zone
    for seat in range(s.players):
        said += [t("car {colour}").format(colour=colour_name(s, seat, t))] * (s.car[seat] == space)
    if s.sight[space] != NONE:
        said += [t("your goal")] * (viewer >= 0 and s.goals[viewer] >> s.sight[space] & 1)
        said += [
            t("visited by {colour}").format(colour=colour_name(s, seat, t))
            for seat in visitors(s, s.sight[space])
        ]
    return ", ".join(said)


def _spoken_ground(s: State, space: int, t: Translator) -> str:
    if s.tile[space] != NONE:
        return f"{tile_name(s.tile[space], t)} ({exits_name(s.exits[space], t)})"
    kind = (t("empty"), "", t("river"), t("park"), t("tunnel"))[s.terrain[space]]
    return kind or sight_name(s, s.sight[space])
