"""What can be touched: gates, ways on, ends, and vertices for stations; special triangles only say why not."""

from functools import cache, lru_cache
from itertools import groupby
from math import dist

from quartier.core.drawing.memo import memoize
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    el,
    group,
    group_fragments,
    join,
    path,
    text,
)
from quartier.core.text.languages import Translator

from ..rules.geometry import CELLS, EXIT, FRAME_END, FRAMES, TRIANGLES, VERTICES
from ..rules.lines import tip
from ..rules.state import ACTING, NONE, OVER, Record
from ..text.labels import (
    arrow_name,
    corners_text,
    line_name,
    special_name,
    vertex_name,
    vertex_names,
    with_coordinates,
)
from ..text.notation import DIRECTION_NAMES, frame_text, vertex_text
from .ground import specials
from .layout import UNIT, Point, corners, inset, middle, polygon, towards, triangle_middle, vertex_point
from .onward import Way, open_lines, ways_on

REACH = 55.0
"""How wide a touch area is: 40 pixels also where a unit is less than three quarters of one."""
GATE_REACH = 32.0
"""How far from its middle a gate is touched where a line may begin."""
STATION_REACH = 24.0
"""How wide that of a station is, which only explains why none can be built there."""


def draw_touches(s: Record, seat: int | None, t: Translator, last: tuple[str, ...]) -> Fragments:
    """Gates and vertices, and for a player the ways on from their own lines, the sides and the ends."""
    gates = _gates(s, t)
    if s.phase < ACTING:
        return gates
    playing = seat if s.phase < OVER else None
    vertices = _vertices(s, playing, t, last)
    return (*gates, *vertices) if playing is None else _of_player(s, playing, gates, vertices, t)


def _of_player(s: Record, seat: int, gates: Fragments, vertices: list[Svg], t: Translator) -> Fragments:
    """All that a player touches, in the player's colour; what is drawn later lies above."""
    ways = ways_on(s, seat)
    numbered = len({way.start for way in ways if way.open}) < len({way.line for way in ways if way.open})
    return group_fragments(
        *_specials(s, t),
        *gates,
        *(draw_way(s, way, numbered, t) for way in ways),
        *vertices,
        *_ends(s, open_lines(s, seat), t),
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


@memoize("kind", "counter")
def _specials(s: Record, t: Translator) -> list[Svg]:
    """Destinations, the lake and the park, sector by sector: below all that a move begins with."""
    counters = s.counter.tolist()
    marked = [(*special, counters[special[0]] != NONE) for special in specials(bytes(s.kind))]
    return [_of_sector(tuple(there), t) for _, there in groupby(marked, lambda special: special[0] // CELLS)]


@lru_cache(1024)
def _of_sector(there: tuple[tuple[int, int, bool], ...], t: Translator) -> Svg:
    return join(*(_special(*special, t) for special in there))


def _special(triangle: int, kind: int, is_taken: bool, t: Translator) -> Svg:
    state = [t("taken")] * is_taken
    spoken = ", ".join([f"{special_name(kind, triangle, t)} ({corners_text(triangle)})", *state])
    return _touchable(f"triangle-{triangle}", spoken, "spot", _triangle(triangle))


@cache
def _triangle(triangle: int) -> Svg:
    shape = polygon(*inset(corners(triangle), 0.8))
    return join(path(shape, class_="ring"), path(shape, class_="hit"))


# ----- where a line begins -----


@memoize("white", "black", "white_left")
def _gates(s: Record, t: Translator) -> Fragments:
    """The gates where a line may begin; on which of its two ways it comes in is chosen by turning it."""
    white, free = s.white, s.white_left
    return tuple(
        _gate(frame, arrow_name(s, frame, t), not free >> frame & 1, t)
        for frame in range(FRAMES)
        if white >> frame & 1
    )


@lru_cache(1024)
def _gate(frame: int, name: str, is_taken: bool, t: Translator) -> Svg:
    where = " / ".join(map(vertex_text, FRAME_END[frame].tolist()))
    spoken = f"{name} ({where}), {t('taken') if is_taken else t('free')}"
    return _touchable(f"frame-{frame_text(frame)}", spoken, "spot gate", _entrance(frame))


@cache
def _entrance(frame: int) -> Svg:
    """Both ways in from the outer corner, and a disc between them."""
    outer, first, second = corners(TRIANGLES + frame)
    x, y = triangle_middle(TRIANGLES + frame)
    shapes = (
        path(_line_to(first, outer, second), class_="band"),
        at(round(x, 1), round(y, 1), _entry_disc()),
    )
    area = el("circle", cx=round(x, 1), cy=round(y, 1), r=GATE_REACH, class_="hit")
    return join(group(*shapes, class_="show"), area)


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
    larger = (el("circle", r=23, class_="ring"), path("M-11 0H11M0 -11V11", class_="plus"))
    return join(
        el("circle", r=16, class_="ring"),
        path("M-6 0H6M0 -6V6", class_="plus"),
        group(*larger, class_="coarse"),
    )


# ----- next steps -----


def draw_way(s: Record, way: Way, numbered: bool, t: Translator) -> Svg:
    """Draw the next vertex in a direction."""
    return _way(way, with_coordinates(way.end, vertex_name(s, way.end, t)), numbered, t)


@lru_cache(4096)
def _way(way: Way, where: str, numbered: bool, t: Translator) -> Svg:
    """The next vertex in a direction: a dotted thread that leads to a disc; a forbidden way shows nothing."""
    spoken = t("Dig {line}: {where}").format(line=line_name(way.line, t), where=where)
    touch = f"step-{way.line % 2 + 1}{DIRECTION_NAMES[way.direction]}"
    mark = str(way.line % 2 + 1) if numbered else ""
    content = _open_way(way.start, way.end, way.spot, mark) if way.open else _closed_way(way.start, way.end)
    return _touchable(touch, spoken, "onward", content)


@cache
def _open_way(start: int, end: int, spot: Point, mark: str) -> Svg:
    """A thread that ends with the tunnel, and from there a thinner line to a disc beyond it."""
    begin, (x, y) = vertex_point(start), spot
    tunnel = min(vertex_point(end), spot, key=lambda point: dist(begin, point))
    thread = _line_to(begin, tunnel)
    shapes = (
        path(_line_to(tunnel, spot), class_="leader"),
        path(thread, class_="band"),
        path(thread, class_="thread"),
        el("circle", cx=round(begin[0], 1), cy=round(begin[1], 1), r=8, class_="knot"),
        at(x, y, _disc(mark)),
    )
    stem = path(_strip(towards(begin, spot, 0.25), spot, 9), class_="hit")
    area = el("circle", cx=round(x, 1), cy=round(y, 1), r=REACH / 2, class_="hit")
    return join(group(*shapes, class_="show"), area, stem)


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


def _ends(s: Record, lines: list[int], t: Translator) -> list[Svg]:
    """The gates at the ends of own lines; where both lines come to the same one, each has a half of it."""
    exits = sorted(
        (frame, side, line)
        for line in lines
        for side, frame in enumerate(_exits(tip(s, line)))
        if frame >= 0 and s.black >> frame & 1
    )
    result = []
    for frame in sorted({frame for frame, _, _ in exits}):
        there = [line for other, _, line in exits if other == frame]
        halves: tuple[int | None, ...] = (None,) if len(there) == 1 else (0, 1)
        result += [
            _end(line, frame, half, arrow_name(s, frame, t), t)
            for line, half in zip(there, halves, strict=True)
        ]
    return result


@cache
def _exits(vertex: int) -> list[int]:
    result: list[int] = EXIT[vertex].tolist()
    return result


@lru_cache(1024)
def _end(line: int, frame: int, half: int | None, gate: str, t: Translator) -> Svg:
    """A gate out of the city at the end of an own line, or the half of it that is the line's."""
    spoken = t("Finish {line}: {gate}").format(line=line_name(line, t), gate=gate)
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


@memoize("lines", "station", "worth", "kind")
def _vertices(s: Record, seat: int | None, t: Translator, last: tuple[str, ...]) -> list[Svg]:
    """The vertices of all lines: on the lines that are the viewer's own a station could be built."""
    own = 0 if seat is None else 0b11 << 2 * seat
    lines, stations, worth = bytes(s.lines), bytes(s.station), bytes(s.worth)
    names = vertex_names(bytes(s.kind), t)
    ringed = next((_NUMBERS[name] for name in last if name in _NUMBERS), None)
    return [
        _vertex(
            vertex,
            with_coordinates(vertex, names[vertex]),
            stations[vertex],
            worth[vertex],
            through & own > 0,
            vertex == ringed,
            t,
        )
        for vertex, through in enumerate(lines)
        if through
    ]


_NAMES = tuple(f"vertex-{vertex_text(vertex)}" for vertex in range(VERTICES))
_NUMBERS = {name: vertex for vertex, name in enumerate(_NAMES)}


@lru_cache(4096)
def _vertex(vertex: int, name: str, station: int, worth: int, own: bool, ringed: bool, t: Translator) -> Svg:
    state = t("station") if station else t("no station")
    around = t.ngettext("{count} destination", "{count} destinations", worth).format(count=worth)
    kind = "spot site last" if ringed else "spot site"
    reach = 0 if not own else STATION_REACH if station else REACH
    return _touchable(_NAMES[vertex], f"{name}, {state}, {around}", kind, _site(vertex, reach))


@cache
def _site(vertex: int, reach: float) -> Svg:
    x, y = (round(part, 1) for part in vertex_point(vertex))
    ring = el("circle", cx=x, cy=y, r=12, class_="ring")
    if not reach:
        return ring
    ground = el("circle", cx=x, cy=y, r=12, class_="site-ground show")
    return join(ground, ring, el("circle", cx=x, cy=y, r=reach / 2, class_="hit"))
