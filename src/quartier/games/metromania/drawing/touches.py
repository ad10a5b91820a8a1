"""What can be touched: arrows, ways on, sides, ends, and vertices for stations."""

from quartier.core.show.svg import Svg, el, group, join, path
from quartier.core.text.languages import Translator

from ..rules.geometry import (
    BACK,
    BEND,
    BESIDE,
    DIRECTIONS,
    EXIT,
    FRAME_END,
    FRAMES,
    RIGHT,
    SIDE,
    STEP,
    TRIANGLES,
    VERTICES,
)
from ..rules.lines import growing, tip
from ..rules.state import ACTING, NONE, PLAIN, State
from ..words import DIRECTION_NAMES, SIDE_SIGNS, frame_text, line_name, type_name, vertex_text
from .layout import Point, corners, inset, middle, polygon, towards, vertex_point


def draw_touches(s: State, seat: int | None, t: Translator, last: list[str]) -> list[Svg]:
    """Arrows, and for a player the ways on from their own lines, the sides, the ends and the vertices for stations."""
    found = [
        _half_frame(s, frame, side, t, last)
        for frame in range(FRAMES)
        if s.white >> frame & 1
        for side in range(2)
    ]
    if seat is None or s.phase < ACTING:
        return found
    unfinished = [line for line in (2 * seat, 2 * seat + 1) if growing(s, line)]
    ways = [
        (line, direction)
        for line in unfinished
        for direction in range(DIRECTIONS)
        if _leads_on(s, line, direction)
    ]
    found += [_way(s, line, direction, t) for line, direction in ways]
    found += [_vertex(s, vertex, t, last) for vertex in range(VERTICES) if s.lines[vertex] >> 2 * seat & 0b11]
    found += _ends(s, unfinished, t)
    found += [_side(s, line, direction, side, t) for line, direction in ways for side in range(2)]
    return found


def _leads_on(s: State, line: int, direction: int) -> bool:
    return bool(STEP[tip(s, line), direction] >= 0 and BEND[s.heading[line], direction] != BACK)


def _touchable(touch: str, spoken: str, kind: str, *shapes: Svg) -> Svg:
    return group(*shapes, id=f"touch-{touch}", data_touch=touch, class_=kind, role="img", aria_label=spoken)


def _half_frame(s: State, frame: int, side: int, t: Translator, last: list[str]) -> Svg:
    """The half of a white arrow's triangle beside the edge on which a line would come in."""
    outer, a, b = corners(TRIANGLES + frame)
    shape = polygon(*inset((outer, (a, b)[side], middle(a, b)), 0.86))
    name = f"frame-{frame_text(frame)}{'ab'[side]}"
    vertex = vertex_text(int(FRAME_END[frame, side]))
    taken = t("taken") if s.counter[TRIANGLES + frame] != NONE else t("free")
    spoken = t("Arrow {arrow} towards {vertex}").format(arrow=frame_text(frame), vertex=vertex)
    kind = "spot last" if name in last else "spot"
    return _touchable(name, f"{spoken}, {taken}", kind, path(shape, class_="ring"), path(shape, class_="hit"))


def _way(s: State, line: int, direction: int, t: Translator) -> Svg:
    """The next vertex in a direction, with the edge that leads there."""
    start, end = vertex_point(tip(s, line)), vertex_point(int(STEP[tip(s, line), direction]))
    x, y = towards(start, end, 1.0)
    stem = _band(towards(start, end, 0.34), end, 13)
    touch = f"{line % 2 + 1}{DIRECTION_NAMES[direction]}"
    spoken = t("Dig {line} to {vertex}").format(
        line=line_name(line, t), vertex=vertex_text(int(STEP[tip(s, line), direction]))
    )
    return _touchable(
        f"step-{touch}",
        spoken,
        "onward",
        el("circle", cx=round(x, 1), cy=round(y, 1), r=8, class_="dot"),
        path(_stroke(towards(start, end, 0.3), towards(start, end, 0.84)), class_="ring"),
        el("circle", cx=round(x, 1), cy=round(y, 1), r=12, class_="ring"),
        path(stem, class_="hit"),
        el("circle", cx=round(x, 1), cy=round(y, 1), r=24, class_="hit"),
    )


def _stroke(start: Point, end: Point) -> str:
    return f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"


def _band(start: Point, end: Point, half: float) -> str:
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


def _side(s: State, line: int, direction: int, side: int, t: Translator) -> Svg:
    """The triangle on one side of a way; shown once the way is touched."""
    triangle = int(BESIDE[tip(s, line), direction, side])
    if triangle < 0:
        return join()
    touch = f"side-{line % 2 + 1}{DIRECTION_NAMES[direction]}{SIDE_SIGNS[side]}"
    where = t("on the right") if side == RIGHT else t("on the left")
    kind = s.kind[triangle]
    what = type_name(kind, t) if kind != PLAIN else t("open ground")
    shape = polygon(*inset(corners(triangle), 0.8))
    return _touchable(
        touch, f"{where}, {what}", "side", path(shape, class_="ring"), path(shape, class_="lamp")
    )


def _ends(s: State, unfinished: list[int], t: Translator) -> list[Svg]:
    """The black arrows at the ends of own lines; where both lines come to the same one, each has a half of it."""
    exits = [
        (int(frame), side, line)
        for line in unfinished
        for side, frame in enumerate(EXIT[tip(s, line)])
        if frame >= 0 and s.black >> int(frame) & 1
    ]
    found = []
    for frame in sorted({frame for frame, _, _ in exits}):
        lines = [line for other, _, line in sorted(exits) if other == frame]
        outer, a, b = corners(TRIANGLES + frame)
        whole = [(outer, a, b)]
        halves = [(outer, a, middle(a, b)), (outer, b, middle(a, b))]
        areas = whole if len(lines) == 1 else halves
        found += [_end(line, frame, area, t) for line, area in zip(lines, areas, strict=True)]
    return found


def _end(line: int, frame: int, area: tuple[Point, Point, Point], t: Translator) -> Svg:
    """A black arrow at the end of an own line, or the half of it that is the line's."""
    shape = polygon(*inset(area, 0.86))
    spoken = t("Finish {line} at side {edge} of the city, arrow {place}").format(
        line=line_name(line, t), edge=frame // SIDE, place=frame % SIDE
    )
    return _touchable(
        f"end-{line % 2 + 1}-{frame_text(frame)}",
        spoken,
        "spot",
        path(shape, class_="ring"),
        path(shape, class_="hit"),
    )


def _vertex(s: State, vertex: int, t: Translator, last: list[str]) -> Svg:
    """A vertex of an own line, where a station could be built."""
    x, y = (round(part, 1) for part in vertex_point(vertex))
    name = f"vertex-{vertex_text(vertex)}"
    state = t("station") if s.station[vertex] else t("no station")
    worth = t("{points} destinations around").format(points=s.worth[vertex])
    ring = el("circle", cx=x, cy=y, r=9, class_="ring")
    kind = "spot site last" if name in last else "spot site"
    return _touchable(
        name,
        f"{vertex_text(vertex)}, {state}, {worth}",
        kind,
        ring,
        el("circle", cx=x, cy=y, r=18, class_="hit"),
    )
