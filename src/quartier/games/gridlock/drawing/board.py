"""The whole board: the printed map of the city with what lies and stands on it."""

from functools import cache

from quartier.core.show.svg import Fragments, Svg, drawing, el, group, join, path
from quartier.core.text.languages import Translator

from ..names import exits_name, sight_name, space_name, tile_name
from ..rules import board as city
from ..rules import tiles
from ..rules.board import NONE
from ..rules.spaces import within
from ..rules.state import State
from ..rules.zones import zone
from .asphalt import tile
from .ground import ground, tunnel_line
from .layout import EDGE, at_space, centre, hexagon, map_size
from .pieces import colour_name, look_of, pieces_on_map, visitors
from .scenery import coordinates, scenery
from .sights import name_plate, pennant
from .waters import water_names


def draw_board(s: State, viewer: int, t: Translator, last: frozenset[str]) -> Fragments:
    return drawing(
        *map_size(s.board),
        t("Road map of {city}").format(city=s.board.name),
        city_map(s, viewer, t, last),
        group(coordinates(s.board), class_="coordinates"),
        group(id="ghost"),
        *pennants(s, viewer),
        class_="quartier board gridlock",
        id="board",
    )


def city_map(s: State, viewer: int, t: Translator, last: frozenset[str]) -> Svg:
    """The printed map of a city, all its spaces, and what lies and stands on them."""
    zones = zones_of(s, viewer)
    return join(
        scenery(s.board),
        _definitions(),
        *(_space(s, space, viewer, zones, t, last) for space in _reading_order(s)),
        tunnel_line(s),
        *pieces_on_map(s, viewer),
        *(name_plate(s, sight, own_goal(s, sight, viewer)) for sight in range(s.sights)),
        water_names(s.board, t),
    )


def pennants(s: State, viewer: int) -> list[Svg]:
    """A flag at each goal of the viewer; above all else, so that a tile about to be laid hides none."""
    looks = ((sight, own_goal(s, sight, viewer)) for sight in range(s.sights))
    return [pennant(s, sight, look) for sight, look in looks if look is not None]


def own_goal(s: State, sight: int, viewer: int) -> int | None:
    """The look of the viewer if a destination is a goal of theirs."""
    return look_of(s, viewer) if viewer >= 0 and s.goals[viewer] >> sight & 1 else None


def _reading_order(s: State) -> list[int]:
    """Spaces from the top left, as a reader walks through them."""
    return sorted(range(s.spaces), key=lambda space: centre(s, space)[::-1])


@cache
def _definitions() -> Svg:
    """One drawing for each kind of tile, turned where it is used; a space in a zone, and one that is about to change."""
    hatch = el(
        "pattern",
        path("M-3 3L3 -3M-3 15L15 -3M9 15L15 9", class_="hatch", stroke_width=3),
        id="zone-hatch",
        width=12,
        height=12,
        patternUnits="userSpaceOnUse",
    )
    edge = path(hexagon(EDGE - 3.5), class_="zone", stroke_width=2, fill="url(#zone-hatch)")
    bare = path(hexagon(EDGE), class_="staged-ground")
    shapes = (group(edge, id="zone", class_="quartier"), group(bare, id="bare", class_="quartier"))
    return el("defs", hatch, *shapes, *(tile(kind, "kind") for kind in range(tiles.KINDS)))


def _space(s: State, space: int, viewer: int, zones: set[int], t: Translator, last: frozenset[str]) -> Svg:
    where = s.board.data["spaces"][space]
    name = f"space-{where['col']},{where['h']}"
    spoken = _spoken_space(s, space, viewer, space in zones, t)
    own = own_goal(s, s.sight[space], viewer) if s.sight[space] != NONE else None
    return at_space(
        s,
        space,
        el("title", spoken),
        ground(s, space, own),
        el("use", href="#zone") if space in zones else join(),
        _marks(s, space),
        id=name,
        data_touch=name,
        class_="space last" if name in last else "space",
        role="img",
        aria_label=spoken,
    )


def _marks(s: State, space: int) -> Svg:
    """What shows that a space can be touched, and the area that is touched."""
    if s.terrain[space] == city.EMPTY and s.tile[space] == NONE:
        return _site_marks()
    return _marks_on_a_way(s.terrain[space] != city.DESTINATION)


@cache
def _site_marks() -> Svg:
    """A thin line: there may be sixty such spaces at once."""
    return join(path(hexagon(EDGE - 6), class_="ring thin"), path(hexagon(EDGE), class_="hit"))


@cache
def _marks_on_a_way(crossing: bool) -> Svg:
    """The edge of the space, and a dot where a drive can end between destinations."""
    dot = el("circle", r=10, class_="stop", stroke_width=3.5) if crossing else join()
    ring = path(hexagon(EDGE - 3), class_="ring crossing" if crossing else "ring")
    return join(ring, dot, path(hexagon(EDGE), class_="hit"))


def zones_of(s: State, viewer: int) -> set[int]:
    """The spaces on which the viewer (a spectator: anybody) may not turn or remove tiles."""
    low, high = (s.zone[0], s.zone[1]) if viewer < 0 or s.car[viewer] == NONE else zone(s, viewer)
    return {space for space in range(s.spaces) if within(low, high, space)}


def _spoken_space(s: State, space: int, viewer: int, zone: bool, t: Translator) -> str:
    """A space as a screen reader says it: by name, with what lies and stands there."""
    said = [_spoken_ground(s, space, t)]
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
    if s.sight[space] != NONE:
        return sight_name(s, s.sight[space])
    name = space_name(s.board, space, t)
    if s.terrain[space] == city.TUNNEL:
        return name
    kind = (t("empty"), "", t("river"), t("park"))[s.terrain[space]]
    if s.tile[space] != NONE:
        kind = f"{tile_name(s.tile[space], t)} ({exits_name(s.exits[space], t)})"
    return f"{name}, {kind}"
