"""What can be touched: gates, ways on, ends, and vertices for stations; special triangles only say why not."""

from functools import cache

from quartier.core.show.svg import Svg, at, el, group, join, path, text
from quartier.core.text.languages import Translator

from ..names import arrow_name, gate_name, line_name, special_name, type_name, vertex_name
from ..notation import DIRECTION_NAMES, frame_text, vertex_text
from ..rules.geometry import EXIT, FRAMES, TRIANGLES, VERTICES
from ..rules.lines import tip
from ..rules.state import ACTING, NONE, OVER, PLAIN, TYPES, State
from .layout import UNIT, Point, corners, inset, middle, polygon, towards, triangle_middle, vertex_point
from .onward import Way, entrance, unfinished, ways_on

REACH = 55.0
"""How wide a touch area is: 40 pixels also where a unit is less than three quarters of one."""
STATION_REACH = 24.0
"""How wide that of a station is, which only explains why none can be built there."""


def draw_touches(s: State, seat: int | None, t: Translator, last: list[str]) -> list[Svg]:
    """Gates and vertices, and for a player the ways on from their own lines, the sides and the ends."""
    found = [
        _half_gate(s, frame, side, t, last)
        for frame in range(FRAMES)
        if s.white >> frame & 1
        for side in range(2)
    ]
    if s.phase < ACTING:
        return found
    playing = seat if s.phase < OVER else None
    own = 0b11 << 2 * playing if playing is not None else 0
    vertices = [_vertex(s, vertex, own, t, last) for vertex in range(VERTICES) if s.lines[vertex]]
    return [*found, *vertices] if playing is None else [_of_player(s, playing, found, vertices, t)]


def _of_player(s: State, seat: int, gates: list[Svg], vertices: list[Svg], t: Translator) -> Svg:
    """All that a player touches, in the player's colour; what is drawn later lies above."""
    ways = ways_on(s, seat)
    numbered = len({way.start for way in ways if way.open}) < len({way.line for way in ways if way.open})
    return group(
        *_specials(s, t),
        *gates,
        *(draw_way(s, way, numbered, t) for way in ways),
        *vertices,
        *_ends(s, unfinished(s, seat), t),
        class_=f"seat-{seat}",
    )


def _touchable(touch: str, spoken: str, kind: str, *shapes: Svg) -> Svg:
    return group(*shapes, id=f"touch-{touch}", data_touch=touch, class_=kind, role="img", aria_label=spoken)


def _line_to(*points: Point) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


@cache
def _disc(mark: str) -> Svg:
    """A white disc with a plus, or with the number of its line where both lines go on from one place."""
    ring = join(el("circle", r=18, class_="rim"), el("circle", r=15, class_="ring"))
    wide = join(el("circle", r=23, class_="rim"), el("circle", r=20, class_="ring"))
    if mark:
        return join(ring, group(wide, class_="coarse"), text(0, 7, mark, 19, "middle heavy"))
    larger = group(wide, path("M-9 0H9M0 -9V9", class_="plus"), class_="coarse")
    return join(ring, path("M-6 0H6M0 -6V6", class_="plus"), larger)


# ----- what is never touched for a move, and says why -----


def _specials(s: State, t: Translator) -> list[Svg]:
    """Destinations, the lake and the park: below all that a move begins with."""
    return [_special(s, triangle, t) for triangle in range(TRIANGLES) if s.kind[triangle] != PLAIN]


def _special(s: State, triangle: int, t: Translator) -> Svg:
    said = [special_name(s, triangle, t)]
    said += [type_name(s.kind[triangle], t)] * (s.kind[triangle] < TYPES)
    said += [t("taken")] * (s.counter[triangle] != NONE)
    return _touchable(f"triangle-{triangle}", ", ".join(said), "spot", _triangle(triangle))


@cache
def _triangle(triangle: int) -> Svg:
    shape = polygon(*inset(corners(triangle), 0.8))
    return join(path(shape, class_="ring"), path(shape, class_="hit"))


# ----- where a line begins -----


def _half_gate(s: State, frame: int, side: int, t: Translator, last: list[str]) -> Svg:
    """The half of a gate beside the edge on which a line would come in."""
    name = f"frame-{frame_text(frame)}{'ab'[side]}"
    taken = t("taken") if s.counter[TRIANGLES + frame] != NONE else t("free")
    kind = "spot gate last" if name in last else "spot gate"
    return _touchable(name, f"{gate_name(s, frame, side, t)}, {taken}", kind, _entrance(frame, side))


@cache
def _entrance(frame: int, side: int) -> Svg:
    """The way in from the outer corner, a disc on it, and the strip of the frame that is touched."""
    outer, *rim = corners(TRIANGLES + frame)
    end = rim[side]
    shown = (path(_line_to(outer, end), class_="band"), at(*entrance(frame, side), _entry_disc()))
    return join(group(*shown, class_="show"), path(_half_strip(frame, side, 0, 1.15), class_="hit"))


def _half_strip(frame: int, side: int, low: float, high: float) -> str:
    """The strip outside of one half of a rim edge, and a little of the next one, between two heights."""
    outer, *rim = corners(TRIANGLES + frame)
    foot = middle(*rim)
    end = towards(foot, rim[side], 2 * REACH / UNIT)
    up = (outer[0] - foot[0], outer[1] - foot[1])
    heights = ((foot, low), (end, low), (end, high), (foot, high))
    return polygon(*((x + up[0] * part, y + up[1] * part) for (x, y), part in heights))


@cache
def _entry_disc() -> Svg:
    larger = (el("circle", r=15, class_="ring"), path("M-7 0H7M0 -7V7", class_="plus"))
    return join(
        el("circle", r=11, class_="ring"),
        path("M-5 0H5M0 -5V5", class_="plus"),
        group(*larger, class_="coarse"),
    )


# ----- where it goes on -----


def draw_way(s: State, way: Way, numbered: bool, t: Translator) -> Svg:
    """The next vertex in a direction: a dotted thread that leads to a disc; a forbidden way shows nothing."""
    spoken = t("Dig {line}: {where}").format(line=line_name(way.line, t), where=vertex_name(s, way.end, t))
    touch = f"step-{way.line % 2 + 1}{DIRECTION_NAMES[way.direction]}"
    mark = str(way.line % 2 + 1) if numbered else ""
    drawn = _open_way(way.start, way.spot, mark) if way.open else _closed_way(way.start, way.end)
    return _touchable(touch, spoken, "onward", drawn)


@cache
def _open_way(start: int, spot: Point, mark: str) -> Svg:
    begin, (x, y) = vertex_point(start), spot
    thread = _line_to(begin, spot)
    shown = (
        path(thread, class_="band"),
        path(thread, class_="thread"),
        el("circle", cx=round(begin[0], 1), cy=round(begin[1], 1), r=8, class_="knot"),
        at(x, y, _disc(mark)),
    )
    stem = path(_strip(towards(begin, spot, 0.25), spot, 9), class_="hit")
    area = el("circle", cx=round(x, 1), cy=round(y, 1), r=REACH / 2, class_="hit")
    return join(group(*shown, class_="show"), area, stem)


@cache
def _closed_way(start: int, end: int) -> Svg:
    a, b = vertex_point(start), vertex_point(end)
    ring = path(_line_to(towards(a, b, 0.3), towards(a, b, 0.7)), class_="ring")
    return join(ring, path(_strip(towards(a, b, 0.3), towards(a, b, 0.7), 9), class_="hit"))


def _strip(start: Point, end: Point, half: float) -> str:
    """A strip along a way."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    nx, ny = -dy / length * half, dx / length * half
    return polygon(
        (start[0] + nx, start[1] + ny),
        (end[0] + nx, end[1] + ny),
        (end[0] - nx, end[1] - ny),
        (start[0] - nx, start[1] - ny),
    )


# ----- where it ends -----


def _ends(s: State, lines: list[int], t: Translator) -> list[Svg]:
    """The gates at the ends of own lines; where both lines come to the same one, each has a half of it."""
    exits = sorted(
        (int(frame), side, line)
        for line in lines
        for side, frame in enumerate(EXIT[tip(s, line)])
        if frame >= 0 and s.black >> int(frame) & 1
    )
    found = []
    for frame in sorted({frame for frame, _, _ in exits}):
        there = [line for other, _, line in exits if other == frame]
        halves: tuple[int | None, ...] = (None,) if len(there) == 1 else (0, 1)
        found += [_end(s, line, frame, half, t) for line, half in zip(there, halves, strict=True)]
    return found


def _end(s: State, line: int, frame: int, half: int | None, t: Translator) -> Svg:
    """A gate out of the city at the end of an own line, or the half of it that is the line's."""
    spoken = t("Finish {line}: {gate}").format(line=line_name(line, t), gate=arrow_name(s, frame, t))
    return _touchable(f"end-{line % 2 + 1}-{frame_text(frame)}", spoken, "spot", _exit(frame, half))


@cache
def _exit(frame: int, half: int | None) -> Svg:
    """A ring around a gate, or half a ring on the side of one of its rim vertices."""
    area = _round(frame, None, REACH / 2) if half is None else _half_strip(frame, half, 0.1, 0.9)
    return join(path(_round(frame, half, 20), class_="ring"), path(area, class_="hit"))


def _round(frame: int, half: int | None, radius: float) -> str:
    x, y = triangle_middle(TRIANGLES + frame)
    outer, a, _ = corners(TRIANGLES + frame)
    length = ((outer[0] - x) ** 2 + (outer[1] - y) ** 2) ** 0.5
    dx, dy = (outer[0] - x) / length * radius, (outer[1] - y) / length * radius
    towards_a = (outer[0] - x) * (a[1] - y) - (outer[1] - y) * (a[0] - x) > 0
    arcs = [
        f"A{radius} {radius} 0 0 1 {x - dx:.1f} {y - dy:.1f}",
        f"A{radius} {radius} 0 0 1 {x + dx:.1f} {y + dy:.1f}",
    ]
    outside, inside = f"M{x + dx:.1f} {y + dy:.1f}", f"M{x - dx:.1f} {y - dy:.1f}"
    if half is None:
        return f"{outside}{arcs[0]}{arcs[1]}Z"
    return f"{outside}{arcs[0]}Z" if (half == 0) == towards_a else f"{inside}{arcs[1]}Z"


# ----- stations -----


def _vertex(s: State, vertex: int, own: int, t: Translator, last: list[str]) -> Svg:
    """A vertex of a line: on one of the lines that are the viewer's own a station could be built."""
    name = f"vertex-{vertex_text(vertex)}"
    state = t("station") if s.station[vertex] else t("no station")
    worth = t("{points} destinations around").format(points=s.worth[vertex])
    kind = "spot site last" if name in last else "spot site"
    reach = 0 if not s.lines[vertex] & own else STATION_REACH if s.station[vertex] else REACH
    return _touchable(name, f"{vertex_name(s, vertex, t)}, {state}, {worth}", kind, _site(vertex, reach))


@cache
def _site(vertex: int, reach: float) -> Svg:
    x, y = (round(part, 1) for part in vertex_point(vertex))
    ring = el("circle", cx=x, cy=y, r=12, class_="ring")
    if not reach:
        return ring
    ground = el("circle", cx=x, cy=y, r=12, class_="site-ground show")
    return join(ground, ring, el("circle", cx=x, cy=y, r=reach / 2, class_="hit"))
