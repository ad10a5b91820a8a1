"""Labels of Metromania: moves, pieces and places by name, and prompts."""

from functools import cache, lru_cache

import numpy as np

from quartier.core.text.landmarks import IN, Bearing, Point, bearings, describe_bearing, way_from
from quartier.core.text.languages import N_, Translator

from ..rules import moves
from ..rules.board import LETTER_NAMES
from ..rules.dealing import type_of
from ..rules.digging import directions_from
from ..rules.geometry import (
    AROUND,
    CELLS,
    CORNERS,
    DIRECTION_STEPS,
    DIRECTIONS,
    EDGE_TRIANGLES,
    FRAME_END,
    FRAMES,
    INWARD,
    RIGHT,
    SECTORS,
    SIDE,
    STEP,
    TRIANGLES,
    VERTEX_COORDINATES,
    VERTICES,
    Axial,
)
from ..rules.lines import tip
from ..rules.state import COUNTERS_A_TURN, DIGGING, FINISHED, NONE, PLAIN, Record
from .notation import DIRECTION_NAMES, frame_of, is_blank, vertex_of, vertex_text

SEAT_NAMES = (N_("Blue"), N_("Red"), N_("Green"), N_("Yellow"))
_TYPES = (N_("house"), N_("shop"), N_("theatre"), N_("lake"), N_("park"))
_ONTO = (N_("on the house"), N_("on the shop"), N_("on the theatre"))
_WAYS = (N_("east"), N_("south-east"), N_("south-west"), N_("west"), N_("north-west"), N_("north-east"))
_SIDE_PHRASES = (
    N_("southern side"),
    N_("south-western side"),
    N_("north-western side"),
    N_("northern side"),
    N_("north-eastern side"),
    N_("south-eastern side"),
)
"""By direction of a way, what is to the right of it."""
_LINES = (N_("line 1"), N_("line 2"))
_SIDES = (
    N_("south-east side"),
    N_("south side"),
    N_("south-west side"),
    N_("north-west side"),
    N_("north side"),
    N_("north-east side"),
)
_PARTS = (
    N_("northern"),
    N_("north-eastern"),
    N_("eastern"),
    N_("south-eastern"),
    N_("southern"),
    N_("south-western"),
    N_("western"),
    N_("north-western"),
)
"""Parts of the city, clockwise from the north."""
CENTRE = -1
"""The centre of the city, as one of the landmarks that name places."""
MIDDLE = VERTEX_COORDINATES.index((0, 0))
_LEVEL_SIDES = (1, 4)
"""The sides of the city along which arrows count from left to right; along the others, from the top down."""


def type_name(kind: int, t: Translator) -> str:
    """Return the name of a type of special triangle."""
    return t(_TYPES[kind])


def way_name(direction: int, t: Translator) -> str:
    """Return the name of a direction: "south-east"."""
    return t(_WAYS[direction])


def beside_name(direction: int, right: bool, t: Translator) -> str:
    """Return a side of a way as the map has it, whatever the direction of travel: "northern side"."""
    return t(
        _SIDE_PHRASES[direction if right else (direction + len(_SIDE_PHRASES) // 2) % len(_SIDE_PHRASES)]
    )


def line_name(line: int, t: Translator) -> str:
    """Return the name of an owner's line: "line 2"."""
    return t(_LINES[line % 2])


def place_name(s: Record, touch: str, t: Translator) -> str:
    """Return the name of a place, an arrow or a way that can be touched on the map; "" for anything else."""
    kind, _, name = touch.partition("-")
    if kind == "vertex":
        return vertex_name(s, vertex_of(name), t)
    if kind == "triangle":
        return special_name(s.kind[int(name)], int(name), t)
    if kind in ("frame", "end"):
        return arrow_name(s, frame_of(name.rpartition("-")[2]), t)
    if kind != "step":
        return ""
    line, direction = 2 * s.turn + int(name[0]) - 1, DIRECTION_NAMES.index(name[1:])
    return vertex_name(s, int(STEP[tip(s, line), direction]), t)


def vertex_name(s: Record, vertex: int, t: Translator) -> str:
    """Return a vertex by the special triangle near it, or by the centre: "north of the lake"."""
    return vertex_names(bytes(s.kind), t)[vertex]


def with_coordinates(vertex: int, name: str) -> str:
    """Return a vertex's name and notation, so that a listener knows where it is relative to the others."""
    return f"{name} ({vertex_text(vertex)})"


def corners_text(triangle: int) -> str:
    """Return the notation of a triangle's corners: "2,-3 / 3,-3 / 3,-4"."""
    return " / ".join(map(vertex_text, CORNERS[triangle].tolist()))


@lru_cache(256)
def vertex_names(kinds: bytes, t: Translator) -> list[str]:
    """Name all vertices, for this arrangement of special triangles (`Record.kind`)."""
    landmarks = _bearings(kinds) | {MIDDLE: None}
    return [_vertex_name(kinds, landmarks[vertex], t) for vertex in range(VERTICES)]


def _vertex_name(kinds: bytes, bearing: Bearing | None, t: Translator) -> str:
    """`bearing`: None for the vertex in the middle."""
    if bearing is None:
        return t("in the centre of the city")
    return describe_bearing(bearing, lambda triangle: _of(kinds, triangle, t), t)


def _of(kinds: bytes, triangle: int, t: Translator) -> str:
    """Return a special triangle after a direction: "of the northern shop"; lake, park and centre are unique."""
    if triangle == CENTRE:
        return t("of the centre")
    forms = (
        t("of the {part} house"),
        t("of the {part} shop"),
        t("of the {part} theatre"),
        t("of the lake"),
        t("of the park"),
    )
    return forms[kinds[triangle]].format(part=_part_name(triangle // CELLS, t))


def special_name(kind: int, triangle: int, t: Translator) -> str:
    """Return a special triangle by its sign on the map and its part of the city: "northern shop"; "lake"."""
    forms = (t("{part} house"), t("{part} shop"), t("{part} theatre"), t("lake"), t("park"))
    return forms[kind].format(part=_part_name(triangle // CELLS, t))


def place_touched(s: Record, vertex: int, t: Translator) -> str:
    """Return a destination that touches a vertex by name, else the lake or the park; "" if there is none."""
    here = [int(triangle) for triangle in AROUND[vertex] if triangle >= 0 and s.kind[triangle] != PLAIN]
    if not here:
        return ""
    triangle = min(here, key=lambda triangle: s.kind[triangle])
    return special_name(s.kind[triangle], triangle, t)


def side_name(frame: int, t: Translator) -> str:
    """Return the side of the city that has a frame triangle: "north side"."""
    return t(_SIDES[frame // SIDE])


def arrow_name(s: Record, frame: int, t: Translator) -> str:
    """Return an arrow among those of its colour on its side of the city: "north side, left arrow"."""
    return _arrow_name(s.white, s.black, frame, t)


@lru_cache(1024)
def _arrow_name(white: int, black: int, frame: int, t: Translator) -> str:
    arrow = _which_arrow(white if white >> frame & 1 else black, frame, t)
    return t("{side}, {arrow}").format(side=side_name(frame, t), arrow=arrow)


def gate_name(s: Record, frame: int, half: int, t: Translator) -> str:
    """Return an arrow where a line begins, with the way into the city: "north side, left arrow, heading south-east"."""
    way = t("heading {way}").format(way=way_name(int(INWARD[frame, half]), t))
    return f"{arrow_name(s, frame, t)}, {way}"


def _which_arrow(colour: int, frame: int, t: Translator) -> str:
    """`colour`: all arrows of its colour."""
    edge = frame // SIDE
    level = edge in _LEVEL_SIDES
    alike = [other for other in range(edge * SIDE, edge * SIDE + SIDE) if colour >> other & 1]
    alike.sort(key=lambda other: _middle(*FRAME_END[other])[0 if level else 1])
    if len(alike) == 1:
        return t("arrow")
    if len(alike) > 2:
        return t("arrow {number}").format(number=alike.index(frame) + 1)
    pair = (t("left arrow"), t("right arrow")) if level else (t("upper arrow"), t("lower arrow"))
    return pair[alike.index(frame)]


def _point(axial: Axial) -> Point:
    q, r = axial
    return q + r / 2, r * 3**0.5 / 2


def _middle(*vertices: int) -> Point:
    points = [_point(VERTEX_COORDINATES[int(vertex)]) for vertex in vertices]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def sector_name(sector: int, t: Translator) -> str:
    """Return in which part of the city a sector lies: "in the north"."""
    return t(IN[_part(sector)])


def _part_name(sector: int, t: Translator) -> str:
    """Return the part of the city before a noun: "northern"."""
    return t(_PARTS[_part(sector)])


@cache
def _part(sector: int) -> int:
    """Return the part of the city that contains a sector, between two directions: 0 is the north, then clockwise."""
    (ax, ay), (bx, by) = _point(DIRECTION_STEPS[sector]), _point(DIRECTION_STEPS[(sector + 1) % SECTORS])
    return way_from((0, 0), (ax + bx, ay + by))


@lru_cache(maxsize=256)
def _bearings(kinds: bytes) -> dict[int, Bearing]:
    """Return how to locate vertices: by the special triangles of this game, and by the centre."""
    special = [triangle for triangle in range(TRIANGLES) if kinds[triangle] != PLAIN % 256]
    points = {vertex: _point(axial) for vertex, axial in enumerate(VERTEX_COORDINATES)}
    marks = {triangle: _middle(*CORNERS[triangle]) for triangle in special}
    return bearings(points, marks | {CENTRE: (0.0, 0.0)}, between=False)


def marker_name(marker: int, letter: str, t: Translator) -> str:
    """Return the name of a marker with its letter: "A (house)"."""
    return f"{letter} ({type_name(type_of(marker), t)})"


def label(s: Record, action: int, t: Translator) -> str:
    """Return a move in at most nine words. Labels of the legal moves of a position differ."""
    if action < moves.DIG:
        gate = gate_name(s, action // 2 % FRAMES, action % 2, t)
        return t("Begin {line}: {gate}").format(line=line_name(action // (2 * FRAMES), t), gate=gate)
    if action < moves.STATION:
        return _dig_label(s, action - moves.DIG, t)
    if action < moves.FINISH:
        return t("Build a station, {where}").format(where=vertex_name(s, action - moves.STATION, t))
    if action < moves.DECLINE:
        line, frame = divmod(action - moves.FINISH, FRAMES)
        return t("Finish {line}: {gate}").format(line=line_name(line, t), gate=arrow_name(s, frame, t))
    return t("No station") if action == moves.DECLINE else t("Pass")


def _dig_label(s: Record, code: int, t: Translator) -> str:
    """Return a dig by the destination that it covers or reaches, else by its direction, with a side if both are free."""
    line, direction, letter = moves.dig_line(s.turn, code), moves.dig_direction(code), moves.dig_letter(code)
    triangles = EDGE_TRIANGLES[tip(s, line), direction]
    triangle = int(triangles[moves.dig_side(code)])
    if letter != NONE:
        return t("Dig {line} {way}, marker {letter} {place}").format(
            line=line_name(line, t),
            way=way_name(direction, t),
            letter=LETTER_NAMES[letter],
            place=t(_ONTO[s.kind[triangle]]),
        )
    goal = _goal(s, line, direction)
    if goal == NONE:
        dig = t("Dig {line} {way}").format(line=line_name(line, t), way=way_name(direction, t))
    else:
        location = special_name(s.kind[goal], goal, t)
        dig = t("Dig {line} to the {place}").format(line=line_name(line, t), place=location)
    if not all(is_blank(s, int(other)) for other in triangles):
        return dig
    side = beside_name(direction, moves.dig_side(code) == RIGHT, t)
    return t("{dig}, {side}").format(dig=dig, side=side)


def _goal(s: Record, line: int, direction: int) -> int:
    """Return the special triangle that a line reaches in this direction and in no other, or NONE."""
    touched = _touching_kinds(bytes(s.kind))
    ends, open_ways = STEP[tip(s, line)].tolist(), directions_from(s, line)
    others = {touched[ends[way]] for way in range(DIRECTIONS) if way != direction and open_ways >> way & 1}
    goal = touched[ends[direction]]
    return NONE if goal in others else goal


@lru_cache(256)
def _touching_kinds(kinds: bytes) -> list[int]:
    """Return by vertex a special triangle that touches it, or NONE."""
    result = [NONE] * VERTICES
    for triangle in range(TRIANGLES):
        if kinds[triangle] != PLAIN % 256:
            for vertex in CORNERS[triangle].tolist():
                result[vertex] = triangle
    return result


ASKS = {
    "marker": N_("At which plus?"),
    "line": N_("At which white arrow?"),
}
"""The question after a touch, by its id or the part of it before the first hyphen."""
STEPS = {"marker": N_("marker"), "step": N_("direction"), "line": N_("line"), "frame": N_("arrow")}
"""In one word, what each step of a move touches, by the same keys."""


def prompt(s: Record, seat: int, t: Translator) -> str:
    """Return the prompt for the seat to move."""
    if s.phase == FINISHED:
        return t(_FINISHED[moves.STATION in _kinds(s, seat)])
    if s.phase == DIGGING:
        left = COUNTERS_A_TURN - s.laid
        return t("Dig your last tunnel: choose a plus.") if left == 1 else _more_tunnels(left, t)
    if moves.first_turn(s, seat):
        return t("Choose a plus at a white arrow to begin a line.")
    kinds = _kinds(s, seat)
    return t(_TURNS[moves.DIG in kinds, moves.STATION in kinds, moves.FINISH in kinds])


_FINISHED = (N_("Line finished. It can’t get a station."), N_("Line finished. Add a station to it, or none."))
"""By whether it can get one."""
_TURNS = {
    (True, True, True): N_("Dig three tunnels, build a station or finish a line."),
    (True, True, False): N_("Dig three tunnels or build a station."),
    (True, False, True): N_("Dig three tunnels or finish a line."),
    (True, False, False): N_("Dig three tunnels: choose a plus."),
    (False, True, True): N_("Build a station or finish a line."),
    (False, True, False): N_("Build a station: choose a dashed circle."),
    (False, False, True): N_("Finish a line at its black arrow."),
    (False, False, False): N_("You can’t dig, build or finish anything. Pass."),
}
"""What is asked at the beginning of a turn, by whether one can dig or begin, build, and finish."""


def _kinds(s: Record, seat: int) -> set[int]:
    """Return what a seat may do, as the first actions of their kinds: to begin a line is to dig."""
    out = np.zeros(moves.ACTIONS, np.int64)
    firsts = (moves.DIG, moves.STATION, moves.FINISH, moves.DECLINE)
    actions = out[: moves.legal(s, seat, out)].tolist()
    return {max((first for first in firsts if first <= action), default=moves.DIG) for action in actions}


def _more_tunnels(left: int, t: Translator) -> str:
    form = t.ngettext(
        "Dig {count} more tunnel: choose a plus.", "Dig {count} more tunnels: choose a plus.", left
    )
    return form.format(count=left)
