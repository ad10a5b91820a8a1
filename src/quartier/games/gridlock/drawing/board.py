"""The whole board: the printed map of the city with what lies and stands on it."""

from functools import cache, lru_cache
from typing import NamedTuple

from quartier.core.drawing.name_slots import name_slots
from quartier.core.drawing.svg import Fragments, Svg, drawing, el, group, join, path, rect
from quartier.core.game.boards import Board
from quartier.core.text.languages import N_, Translator

from ..rules import tiles
from ..rules.board import NONE
from ..rules.derived import ZONE
from ..rules.state import Record
from ..text.labels import SEAT_NAMES, destinations_of, exits_name, name_with_coordinates, tile_name
from .ground import coordinates, scenery, tile_on_space, tunnel, tunnel_line
from .layout import EDGE, HALF_ROW, at_space, centre, hexagon, map_size, space_id
from .pieces import Colours, cars_on, draw_pieces, look_of, members, visits_on
from .plates import UNDER_A_PLATE, name_plate
from .routes import tile
from .sights import pennant, plaza
from .waters import water_names


def draw_board(s: Record, viewer: int, t: Translator, last: frozenset[str]) -> Fragments:
    return drawing(
        *map_size(s.board),
        t("Road map of {city}").format(city=s.board.name),
        *city_map(s, viewer, t, last),
        _coordinates(s.board),
        group(id="ghost"),
        *pennants(s, viewer),
        class_="quartier board gridlock",
        id="board",
    )


def city_map(s: Record, viewer: int, t: Translator, last: frozenset[str]) -> list[Svg]:
    """Draw the printed map of a city, all its spaces, and what lies and stands on them."""
    goals, visits = _goals(s, viewer), visits_on(s)
    return [
        scenery(s.board),
        _definitions(),
        *_spaces(s, goals, visits, t, last),
        tunnel_line(s.board),
        *(name_plate(s.board, space, goals.get(space)) for space in s.place[: s.sights]),
        water_names(s.board, t),
        *draw_pieces(
            s, visits, viewer
        ),  # above the plates, which would hide a car or a cone below a destination
    ]


def pennants(s: Record, viewer: int) -> list[Svg]:
    """Draw a flag at each goal of the viewer; above all else, so that a tile about to be laid hides none."""
    return [pennant(s.board, space, look) for space, look in _goals(s, viewer).items()]


def _goals(s: Record, viewer: int) -> dict[int, int]:
    """The spaces of the viewer's goals, with the look of the viewer."""
    look = look_of(s, viewer) if viewer >= 0 else NONE
    return (
        {s.place[destination]: look for destination in destinations_of(s.goals[viewer])}
        if viewer >= 0
        else {}
    )


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


@cache
def zone_sign() -> Svg:
    """Draw a small space in a construction zone, for a legend."""
    return join(_definitions(), el("use", href="#zone", transform="scale(.6)"))


@lru_cache(64)
def _coordinates(board: Board) -> Svg:
    return group(coordinates(board), class_="coordinates")


class Notes(NamedTuple):
    """What is said of a space beside its tile.

    `goal`: the look of the viewer who has to visit it; `cars`, `visits`: the colours of those who are and were there,
    `whose`: their seats with their colours; `ringed`: whether the last move touched it.
    """

    goal: int | None
    zone: bool
    cone: bool
    cars: Colours
    visits: Colours
    whose: tuple[tuple[int, int], ...]
    ringed: bool


_PLAIN = Notes(None, False, False, (), (), (), False)


def _spaces(
    s: Record, goals: dict[int, int], visits: dict[int, Colours], t: Translator, last: frozenset[str]
) -> list[Svg]:
    """All spaces with what lies there, from the top left, as a reader walks through them."""
    kinds, exits, positions = tuple(s.tile), tuple(s.exits), _reading_positions(s.board)
    result = [*_plain(s.board, kinds, exits, t)]
    for space, notes in _notes(s, goals, visits, last).items():
        result[positions[space]] = _space(s.board, space, kinds[space], exits[space], notes, t)
    return result


@lru_cache(256)
def _plain(board: Board, kinds: tuple[int, ...], exits: tuple[int, ...], t: Translator) -> tuple[Svg, ...]:
    """All spaces as they are where nothing more is to be said of them: the same for all, and after most moves."""
    return tuple(
        _space(board, space, kinds[space], exits[space], _PLAIN, t) for space in _reading_order(board)
    )


def _notes(
    s: Record, goals: dict[int, int], visits: dict[int, Colours], last: frozenset[str]
) -> dict[int, Notes]:
    """The spaces of which there is something to say."""
    cars, numbers = cars_on(s), _numbers(s.board)
    zone, cones = {*members(s.derived[ZONE], s.derived[ZONE + 1])}, members(s.cone[0], s.cone[1])
    ringed = {numbers[name] for name in last if name in numbers}
    seats = [(seat, s.colour[seat]) for seat in range(s.players)]
    return {
        space: Notes(
            goals.get(space),
            space in zone,
            space in cones,
            cars.get(space, ()),
            visits.get(space, ()),
            _whose(seats, cars.get(space, ()), visits.get(space, ())),
            space in ringed,
        )
        for space in {*cars, *visits, *cones, *zone, *goals, *ringed}
    }


def _whose(seats: list[tuple[int, int]], cars: Colours, visits: Colours) -> tuple[tuple[int, int], ...]:
    """The seats, with their colours, whose cars are at a space or who have visited it: none in most."""
    return tuple([seat for seat in seats if seat[1] in cars or seat[1] in visits]) if cars or visits else ()


@lru_cache(64)
def _numbers(board: Board) -> dict[str, int]:
    """The spaces by the ids by which they are touched."""
    return {space_id(board, number): number for number in range(len(board.data["spaces"]))}


@lru_cache(64)
def _reading_order(board: Board) -> list[int]:
    return sorted(range(len(board.data["spaces"])), key=lambda space: centre(board, space)[::-1])


@lru_cache(64)
def _reading_positions(board: Board) -> dict[int, int]:
    """Where each space comes in that order."""
    return {space: position for position, space in enumerate(_reading_order(board))}


@lru_cache(8192)
def _space(board: Board, space: int, kind: int, exits: int, notes: Notes, t: Translator) -> Svg:
    """A space with its tile, if it has one (`kind`: NONE)."""
    where = board.data["spaces"][space]
    name = space_id(board, space)
    spoken = ", ".join([_spoken_ground(board, space, kind, exits, t), *_spoken_notes(notes, t)])
    return at_space(
        board,
        space,
        el("title", spoken),
        tile_on_space(space, kind, exits)
        if kind != NONE
        else _printed_ground(board, space, exits, notes.goal),
        el("use", href="#zone") if notes.zone else join(),
        _marks(where["kind"], kind != NONE),
        id=name,
        data_touch=name,
        class_="space last" if notes.ringed else "space",
        role="img",
        aria_label=spoken,
        **name_slots((seat, t(SEAT_NAMES[colour])) for seat, colour in notes.whose),
    )


def _printed_ground(board: Board, space: int, exits: int, goal: int | None) -> Svg:
    """A destination or a tunnel; the rest is printed on the map."""
    kind = board.data["spaces"][space]["kind"]
    if kind == "destination":
        return plaza(board, space, goal)
    return tunnel(exits) if kind == "tunnel" else join()


@cache
def _marks(terrain: str, built: bool) -> Svg:
    """What shows that a space can be touched, and the area that is touched."""
    if terrain == "empty" and not built:
        # A thin line: there may be sixty such spaces at once.
        return join(path(hexagon(EDGE - 6), class_="ring thin"), path(hexagon(EDGE), class_="hit"), _spot())
    return _marks_on_a_way(terrain != "destination")


def _marks_on_a_way(crossing: bool) -> Svg:
    """The edge of the space, and a dot on a tile or a tunnel: there may be many of them at once."""
    dot = el("circle", r=10, class_="stop", stroke_width=3.5) if crossing else join()
    ring = path(hexagon(EDGE - 3), class_="ring crossing" if crossing else "ring")
    return join(ring, dot, path(hexagon(EDGE), class_="hit"), _spot() if crossing else _spot(UNDER_A_PLATE))


@cache
def _spot(foot: float = HALF_ROW * 2 / 3) -> Svg:
    """A box in the hexagon: what is marked in a corner of it is seen to be of this space, not of the next one."""
    top = round(-HALF_ROW * 2 / 3, 1)
    return rect(-EDGE * 2 / 3, top, EDGE * 4 / 3, round(foot - top, 1), class_="spot")


_GROUNDS = {"empty": N_("empty"), "river": N_("river"), "park": N_("park")}
"""The kinds of spaces that their names do not say."""


def _spoken_ground(board: Board, space: int, kind: int, exits: int, t: Translator) -> str:
    """A space as a screen reader says it: by name and number, with what lies there."""
    terrain, name = board.data["spaces"][space]["kind"], name_with_coordinates(board, space, t)
    if terrain == "tunnel":
        return f"{name} ({exits_name(exits, t)})"
    if terrain not in _GROUNDS:
        return name
    ground = t(_GROUNDS[terrain]) if kind == NONE else f"{tile_name(kind, t)} ({exits_name(exits, t)})"
    return f"{name}, {ground}"


def _spoken_notes(notes: Notes, t: Translator) -> list[str]:
    phrases = [t("cone")] * notes.cone + [t("construction zone")] * notes.zone
    phrases += [t("car of {name}").format(name=t(SEAT_NAMES[colour])) for colour in notes.cars]
    phrases += [t("your goal")] * (notes.goal is not None)
    return phrases + [t("visited by {name}").format(name=t(SEAT_NAMES[colour])) for colour in notes.visits]
