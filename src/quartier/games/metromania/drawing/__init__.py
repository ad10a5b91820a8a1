"""Metromania as a picture: a transit map of the city, the players' places in its corners, the test trips below."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, el, group, join, path, picture, rect, text
from quartier.core.text.languages import Translator
from quartier.games.metromania import rules
from quartier.games.metromania.drawing.plan import (
    MAP_HEIGHT,
    WIDTH,
    Point,
    apex_point,
    corners,
    course,
    inset,
    middle,
    point,
    polygon,
    towards,
    triangle_middle,
    vertex_point,
)
from quartier.games.metromania.drawing.scenes import scenes
from quartier.games.metromania.rules.dealing import owner_of, type_of
from quartier.games.metromania.rules.digging import tip
from quartier.games.metromania.rules.geometry import (
    BACK,
    BEND,
    BESIDE,
    DIRECTIONS,
    EDGE_ENDS,
    EXIT,
    FRAME_END,
    FRAMES,
    RIGHT,
    SIDE,
    STEP,
    TRIANGLES,
    VERTICES,
)
from quartier.games.metromania.rules.state import COMMERCIAL, ENTERTAINMENT, LAKE, NONE, PARK, RESIDENTIAL
from quartier.games.metromania.words import (
    DIRECTION_NAMES,
    SEAT_NAMES,
    SIDE_SIGNS,
    Trip,
    frame_text,
    letter_name,
    line_name,
    marker_name,
    markers_of,
    trip_label,
    trip_time,
    trips_now,
    type_name,
    vertex_text,
)

TRIPS_TOP = MAP_HEIGHT + 8
TRIPS_HEIGHT = 92
HEIGHT = TRIPS_TOP + TRIPS_HEIGHT + 4
HAND_HEIGHT = 118

KIND_CLASSES = {RESIDENTIAL: "live", COMMERCIAL: "shop", ENTERTAINMENT: "fun", LAKE: "lake", PARK: "park"}


def parts(s: Any, seat: int | None, t: Translator, last: Iterable[str] = ()) -> dict[str, str]:
    """The table for one viewer (None: a spectator): the board, and the own lines and markers or ""."""
    return {"board": _board(s, seat, t, list(last)), "hand": "" if seat is None else _hand(s, seat, t)}


def ghost(before: Any, after: Any, seat: int, action: int, t: Translator) -> str:
    """What a move changes: the new piece of line, the stations that arise with their points, the marker."""
    grown = [line for line in (2 * seat, 2 * seat + 1) if after.length[line] > before.length[line]]
    built = [vertex for vertex in range(VERTICES) if after.station[vertex] and not before.station[vertex]]
    placed = [marker for marker in range(rules.MARKERS) if after.place[marker] != before.place[marker]]
    return group(
        *(_ghost_line(after, line) for line in grown),
        *(_placed_marker(after, marker, t) for marker in placed),
        *(_ghost_station(after, vertex) for vertex in built),
        class_="metro",
    )


# ----- the board -----


def _board(s: Any, seat: int | None, t: Translator, last: list[str]) -> Svg:
    trips = trips_now(s)
    return picture(
        WIDTH,
        HEIGHT,
        t("Map of the city with its underground lines"),
        network(s, t),
        _latest(s, last),
        *(_player(s, other, t) for other in range(s.players)),
        _supply(s, t),
        *(_fare(trip, t) for trip in trips),
        scenes(s, trips, [_fare_mark(trip) for trip in trips], t),
        *_touches(s, seat, t, last),
        group(id="ghost"),
        class_="quartier board metro",
        id="board",
    )


def network(s: Any, t: Translator) -> Svg:
    """The city with all lines, stations and markers."""
    return join(
        _ground(),
        *(_special(s, triangle, t) for triangle in range(TRIANGLES) if s.kind[triangle] != rules.PLAIN),
        *(_taken(s, triangle) for triangle in range(TRIANGLES) if s.counter[triangle] != NONE),
        _lattice(),
        *(_type_icon(s, triangle) for triangle in range(TRIANGLES) if s.kind[triangle] != rules.PLAIN),
        *(_frame(s, frame, t) for frame in range(FRAMES)),
        *(_line(s, line) for line in range(2 * s.players) if rules.begun(s, line)),
        *(_placed_marker(s, marker, t) for marker in range(rules.MARKERS) if s.place[marker] != NONE),
        *(_station(s, vertex, t) for vertex in range(VERTICES) if s.station[vertex]),
        *(_terminals(s, line, t) for line in range(2 * s.players) if rules.begun(s, line)),
    )


@cache
def _ground() -> Svg:
    rim = polygon(*(point(*_corner(edge)) for edge in range(6)))
    return path(rim, class_="ground")


def _corner(edge: int) -> tuple[int, int]:
    q, r = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))[edge]
    return SIDE * q, SIDE * r


@cache
def _lattice() -> Svg:
    """All edges, the borders of the districts stronger, a dot on each vertex."""
    edges = "".join(
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*vertex_point(int(a)), *vertex_point(int(b)))
        for a, b in EDGE_ENDS
    )
    spokes = "".join(
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*point(0, 0), *point(*_corner(edge))) for edge in range(6)
    )
    return join(path(edges, class_="grid"), path(spokes, class_="district"))


def _special(s: Any, triangle: int, t: Translator) -> Svg:
    """A destination, the lake or the park as a tinted triangle."""
    return path(polygon(*inset(corners(triangle), 0.97)), class_=KIND_CLASSES[s.kind[triangle]])


def _type_icon(s: Any, triangle: int) -> Svg:
    """What a special triangle is, as an icon; a covered destination shows its letter instead."""
    if s.counter[triangle] != NONE:
        return join()
    x, y = triangle_middle(triangle)
    return _kind_icon(s.kind[triangle], x, y, 31)


_MASK = (
    "M-10 -8C-4 -5 4 -5 10 -8C11 3 7 10 0 11C-7 10 -11 3 -10 -8Z"
    "M-6 -1.5q2.2 -2 4.4 0M1.6 -1.5q2.2 -2 4.4 0M-5 4q5 5 10 0"
)


@cache
def _kind_icon(kind: int, x: float, y: float, size: float) -> Svg:
    """The icon of a special triangle around (x, y)."""
    if kind == LAKE:
        waves = "M-13 -5q6.5 -6 13 0t13 0M-13 5q6.5 -6 13 0t13 0"
        return at(x, y, path(waves, class_="glyph"))
    if kind == ENTERTAINMENT:
        scale = f"translate({x:.1f} {y:.1f}) scale({size / 24:.2f})"
        mask = _MASK
        return group(path(mask, class_="glyph"), transform=scale)
    name = {RESIDENTIAL: "house", COMMERCIAL: "store", PARK: "park"}[kind]
    return icon(name, round(x - size / 2, 1), round(y - size / 2, 1), size)


def _taken(s: Any, triangle: int) -> Svg:
    """A triangle with a counter, tinted in the colour of its line's owner; a destination keeps its own colour."""
    if triangle >= TRIANGLES or s.kind[triangle] != rules.PLAIN:
        return join()
    return path(polygon(*inset(corners(triangle), 0.92)), class_=f"taken seat-{s.counter[triangle] // 2}")


# ----- the frame -----


def _frame(s: Any, frame: int, t: Translator) -> Svg:
    """A frame triangle: an arrow into the city, one out of it, or the number of the city edge."""
    x, y = triangle_middle(TRIANGLES + frame)
    plate = path(polygon(*inset(corners(TRIANGLES + frame), 0.93)), class_="plate")
    if s.white >> frame & 1:
        return join(plate, _arrow(frame, x, y, True))
    if s.black >> frame & 1:
        return join(plate, _arrow(frame, x, y, False))
    number = text(x, y + 7, frame // SIDE, 21, "middle quiet") if frame % SIDE == SIDE // 2 else join()
    return join(path(polygon(*inset(corners(TRIANGLES + frame), 0.93)), class_="plate dashed"), number)


def _arrow(frame: int, x: float, y: float, inwards: bool) -> Svg:
    """A white arrow points into the city, a black one out of it."""
    angle = 60 * (frame // SIDE) + 30 + (180 if inwards else 0)
    head = "M14 0L0 12V5H-12V-5H0V-12Z"
    return path(
        head,
        class_="white-arrow" if inwards else "black-arrow",
        transform=f"translate({x:.1f} {y:.1f}) rotate({angle})",
    )


# ----- lines, stations, markers -----


def _line(s: Any, line: int) -> Svg:
    """A line of the network: line 1 solid, line 2 striped."""
    return _rail(course(s, line), line, id=f"rail-{line}", data_piece=f"rail-{line}", data_grow="")


def _rail(way: str, line: int, **attributes: str) -> Svg:
    stripes = path(way, class_="sleeper") if line % 2 else join()
    return group(
        path(way, class_="casing"),
        path(way, class_="rail"),
        stripes,
        class_=f"seat-{line // 2}",
        **attributes,
    )


def _station(s: Any, vertex: int, t: Translator) -> Svg:
    """A white dot, larger where lines meet."""
    x, y = vertex_point(vertex)
    radius = 13 if s.lines[vertex] & (s.lines[vertex] - 1) else 10
    return el(
        "circle",
        cx=round(x, 1),
        cy=round(y, 1),
        r=radius,
        class_="stop",
        id=f"stop-{vertex}",
        data_piece=f"stop-{vertex}",
    )


def _terminals(s: Any, line: int, t: Translator) -> Svg:
    """The start marker, and the end marker of a finished line, at the apexes of their frame triangles."""
    discs = [_terminal(s.start[line], line, "start-disc", "on-light")]
    if rules.finished(s, line):
        discs.append(_terminal(s.end[line], line, "end-disc", "on-dark"))
    return join(*discs)


def _terminal(frame: int, line: int, disc: str, ink: str) -> Svg:
    x, y = apex_point(frame)
    number = text(0, 7, line % 2 + 1, 20, f"middle bold {ink}")
    return at(
        x,
        y,
        el("circle", r=15, class_=disc),
        number,
        class_=f"seat-{line // 2}",
        id=f"{disc}-{line}",
        data_piece=f"{disc}-{line}",
    )


def _placed_marker(s: Any, marker: int, t: Translator) -> Svg:
    """The letter of a destination on its triangle, ringed in its owner's colour."""
    x, y = triangle_middle(s.place[marker])
    return at(
        x,
        y,
        _chip(s, marker, 17),
        class_=f"seat-{owner_of(s, marker)}",
        id=f"marker-{marker}",
        data_piece=f"marker-{marker}",
    )


def _chip(s: Any, marker: int, radius: float) -> Svg:
    """A round marker with its letter on the colour of its type."""
    return join(
        el("circle", r=radius, class_="chip"),
        el("circle", r=radius - 1.5, class_=KIND_CLASSES[type_of(marker)]),
        text(0, radius * 0.42, letter_name(s, marker), round(radius * 1.25), "middle bold"),
    )


def _latest(s: Any, last: list[str]) -> Svg:
    """A thin ring around what the last move changed: the end of the line that was dug, begun or finished."""
    if not last or not last[0].startswith(("step-", "frame-", "end-", "line-")):
        return join()
    seat = s.turn if s.laid or s.phase in (rules.FINISHED, rules.OVER) else (s.turn - 1) % s.players
    touched = next(touch for touch in last if touch.startswith(("step-", "line-", "end-")))
    line = 2 * seat + int(touched.split("-")[1][0]) - 1
    if not rules.begun(s, line):
        return join()
    x, y = middle(*corners(s.triangle[line, s.length[line] - 1]))
    return (
        path(polygon(*inset(corners(s.triangle[line, s.length[line] - 1]), 0.8)), class_="latest")
        if x and y
        else join()
    )


# ----- the players' places and the supply -----

PLACE_WIDTH = 124
_PLACES: tuple[tuple[float, float, int], ...] = (
    (8, 8, 1),
    (WIDTH - 8, 8, -1),
    (WIDTH - 8, 762, -1),
    (8, 762, 1),
)


def _player(s: Any, seat: int, t: Translator) -> Svg:
    """Station points, both lines with the counters left, and the markers in hand."""
    x, y, towards_map = _PLACES[seat]
    left = x if towards_map > 0 else x - PLACE_WIDTH
    rows = [_line_key(s, 2 * seat + number, 46 + 24 * number) for number in range(2)]
    return at(
        left,
        y,
        sign(seat, 14, 18, 26),
        text(34, 27, s.points[seat], 28, "bold"),
        *rows,
        *_hand_chips(s, seat),
        class_=f"seat-{seat}",
        role="img",
        aria_label=_spoken_player(s, seat, t),
    )


def _line_key(s: Any, line: int, y: int) -> Svg:
    left = s.tunnels - s.length[line]
    mark = " ✓" if rules.finished(s, line) else ""
    return join(_rail(f"M6 {y}H58", line), text(74, y + 6, f"{left}{mark}", 19, "quiet"))


def _hand_chips(s: Any, seat: int) -> list[Svg]:
    return [
        at(16 + 31 * (i % 4), 102 + 31 * (i // 4), _chip(s, marker, 13))
        for i, marker in enumerate(markers_of(s, s.hand[seat]))
    ]


def _spoken_player(s: Any, seat: int, t: Translator) -> str:
    lines = ", ".join(
        t("{line}: {left} counters left").format(line=line_name(line, t), left=s.tunnels - s.length[line])
        for line in (2 * seat, 2 * seat + 1)
    )
    markers = ", ".join(marker_name(s, marker, t) for marker in markers_of(s, s.hand[seat])) or t(
        "no markers"
    )
    return f"{t(SEAT_NAMES[seat])}: {s.points[seat]} ({t('Stations')}); {lines}; {markers}"


def _supply(s: Any, t: Translator) -> Svg:
    """The stations that nobody has built."""
    words = t("{count} stations left").format(count=s.supply)
    dot = el("circle", cx=14, cy=0, r=10, class_="stop")
    return at(
        8, 208, el("title", words), dot, text(34, 8, s.supply, 22, "quiet"), role="img", aria_label=words
    )


# ----- test trips now -----


FARE_WIDTH = (WIDTH - 12) / rules.TRIPS


def _fare(trip: Trip, t: Translator) -> Svg:
    """A test trip on the network as it is: its name, minutes, and the seats that share its points."""
    centre = FARE_WIDTH / 2 - 3
    owners = [
        sign(seat, round(centre - 11 * (len(trip.seats) - 1) + 22 * i, 1), 75, 18)
        for i, seat in enumerate(trip.seats)
    ]
    time = text(centre, 58, trip_time(trip, t), 20, "middle" if trip.possible else "middle quiet")
    name = text(centre, 31, trip.name, 27, "middle bold") if trip.name else _sights(centre)
    return at(
        6 + FARE_WIDTH * trip.number,
        TRIPS_TOP,
        rect(0, 0, FARE_WIDTH - 6, TRIPS_HEIGHT, 10, class_="fare"),
        name,
        time,
        *owners,
        id=f"trip-{trip.number}",
        role="img",
        aria_label=_spoken_trip(trip, t),
    )


def _fare_mark(trip: Trip) -> Svg:
    """A frame around a test trip, while its scene shows how it runs."""
    left = 6 + FARE_WIDTH * trip.number
    return rect(left, TRIPS_TOP, FARE_WIDTH - 6, TRIPS_HEIGHT, 10, class_="journey-mark")


@cache
def _sights(x: float) -> Svg:
    """The lake and the park, for the seventh trip."""
    return join(
        group(
            el("circle", cx=x - 19, cy=22, r=14, class_="lake"),
            path(f"M{x - 28} 20q4.5 -4 9 0t9 0M{x - 28} 27q4.5 -4 9 0t9 0", class_="glyph"),
        ),
        icon("park", round(x + 5, 1), 8, 28),
    )


def _spoken_trip(trip: Trip, t: Translator) -> str:
    seats = ", ".join(t(SEAT_NAMES[seat]) for seat in trip.seats) or t("nobody")
    return f"{trip_label(trip, t)}: {trip_time(trip, t)}, {seats}"


# ----- what can be touched -----


def _touches(s: Any, seat: int | None, t: Translator, last: list[str]) -> list[Svg]:
    """Arrows, and for a player the ways on from the own lines, the sides, the ends and the vertices for stations."""
    found = [
        _half_frame(s, frame, side, t, last)
        for frame in range(FRAMES)
        if s.white >> frame & 1
        for side in range(2)
    ]
    if seat is None or s.phase < rules.ACTING:
        return found
    growing = [line for line in (2 * seat, 2 * seat + 1) if rules.growing(s, line)]
    ways = [
        (line, direction)
        for line in growing
        for direction in range(DIRECTIONS)
        if _leads_on(s, line, direction)
    ]
    found += [_way(s, line, direction, t) for line, direction in ways]
    found += [_vertex(s, vertex, t, last) for vertex in range(VERTICES) if s.lines[vertex] >> 2 * seat & 0b11]
    found += [
        _end(s, line, int(frame), t)
        for line in growing
        for frame in EXIT[tip(s, line)]
        if frame >= 0 and s.black >> int(frame) & 1
    ]
    found += [_side(s, line, direction, side, t) for line, direction in ways for side in range(2)]
    return found


def _leads_on(s: Any, line: int, direction: int) -> bool:
    return STEP[tip(s, line), direction] >= 0 and BEND[s.heading[line], direction] != BACK


def _touchable(touch: str, spoken: str, kind: str, *shapes: Svg) -> Svg:
    return group(*shapes, id=f"touch-{touch}", data_touch=touch, class_=kind, role="img", aria_label=spoken)


def _half_frame(s: Any, frame: int, side: int, t: Translator, last: list[str]) -> Svg:
    """The half of a white arrow's triangle beside the edge on which a line would come in."""
    outer, a, b = corners(TRIANGLES + frame)
    shape = polygon(*inset((outer, (a, b)[side], middle(a, b)), 0.86))
    name = f"frame-{frame_text(frame)}{'ab'[side]}"
    vertex = vertex_text(int(FRAME_END[frame, side]))
    taken = t("taken") if s.counter[TRIANGLES + frame] != NONE else t("free")
    spoken = t("Arrow {arrow} towards {vertex}").format(arrow=frame_text(frame), vertex=vertex)
    kind = "spot last" if name in last else "spot"
    return _touchable(name, f"{spoken}, {taken}", kind, path(shape, class_="ring"), path(shape, class_="hit"))


def _way(s: Any, line: int, direction: int, t: Translator) -> Svg:
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


def _side(s: Any, line: int, direction: int, side: int, t: Translator) -> Svg:
    """The triangle on one side of a way; shown once the way is touched."""
    triangle = int(BESIDE[tip(s, line), direction, side])
    if triangle < 0:
        return join()
    touch = f"side-{line % 2 + 1}{DIRECTION_NAMES[direction]}{SIDE_SIGNS[side]}"
    where = t("on the right") if side == RIGHT else t("on the left")
    kind = s.kind[triangle]
    what = type_name(kind, t) if kind != rules.PLAIN else t("open ground")
    shape = polygon(*inset(corners(triangle), 0.8))
    return _touchable(
        touch, f"{where}, {what}", "side", path(shape, class_="ring"), path(shape, class_="lamp")
    )


def _end(s: Any, line: int, frame: int, t: Translator) -> Svg:
    """A black arrow at the end of an own line."""
    shape = polygon(*inset(corners(TRIANGLES + frame), 0.86))
    spoken = t("Finish {line} at city edge {edge}, arrow {place}").format(
        line=line_name(line, t), edge=frame // SIDE, place=frame % SIDE
    )
    return _touchable(
        f"end-{line % 2 + 1}-{frame_text(frame)}",
        spoken,
        "spot",
        path(shape, class_="ring"),
        path(shape, class_="hit"),
    )


def _vertex(s: Any, vertex: int, t: Translator, last: list[str]) -> Svg:
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


# ----- the hand -----


def _hand(s: Any, seat: int, t: Translator) -> Svg:
    """The own two lines and the markers still to be placed."""
    markers = markers_of(s, s.hand[seat])
    return picture(
        WIDTH,
        HAND_HEIGHT,
        t("Your lines and markers"),
        *(_own_line(s, 2 * seat + number, number, t) for number in range(2)),
        *(_own_marker(s, seat, marker, i, t) for i, marker in enumerate(markers)),
        class_="quartier hand metro",
        id="hand",
    )


def _own_line(s: Any, line: int, number: int, t: Translator) -> Svg:
    left = s.tunnels - s.length[line]
    words = t("{left} left").format(left=left)
    state = (
        t("finished") if rules.finished(s, line) else t("begun") if rules.begun(s, line) else t("not begun")
    )
    name = line_name(line, t)
    return at(
        8 + 172 * number,
        10,
        rect(0, 0, 160, 98, 12, class_="fare"),
        _rail("M22 28H138", line),
        text(80, 62, name, 20, "middle bold"),
        text(80, 86, words if rules.growing(s, line) else state, 17, "middle quiet"),
        rect(-3, -3, 166, 104, 14, class_="ring"),
        rect(0, 0, 160, 98, class_="hit"),
        id=f"own-line-{number + 1}",
        data_touch=f"line-{number + 1}",
        class_=f"seat-{seat_of(line)}",
        role="img",
        aria_label=f"{name}, {state}, {words}",
    )


def seat_of(line: int) -> int:
    """The owner of a line."""
    return line // 2


def _own_marker(s: Any, seat: int, marker: int, i: int, t: Translator) -> Svg:
    kind = type_of(marker)
    return at(
        364 + 98 * i,
        10,
        rect(0, 0, 88, 98, 12, class_=KIND_CLASSES[kind]),
        group(at(30, 36, _chip(s, marker, 22)), id=f"hand-marker-{marker}", data_piece=f"marker-{marker}"),
        _kind_icon(kind, 64, 68, 36),
        rect(-3, -3, 94, 104, 14, class_="ring"),
        rect(-5, -5, 98, 108, class_="hit"),
        id=f"own-marker-{marker}",
        data_touch=f"marker-{letter_name(s, marker)}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=marker_name(s, marker, t),
    )


# ----- the ghost of a move -----


def _ghost_line(s: Any, line: int) -> Svg:
    """The last edge of a line, with its terminal if it begins or ends there."""
    counter = s.length[line] - 1
    disc = join()
    if rules.finished(s, line):
        disc = _terminal(s.end[line], line, "end-disc", "on-dark")
    elif counter == 0:
        disc = _terminal(s.start[line], line, "start-disc", "on-light")
    taken = path(
        polygon(*inset(corners(s.triangle[line, counter]), 0.92)), class_=f"taken seat-{seat_of(line)}"
    )
    return group(taken, _rail(course(s, line, counter), line), disc, class_="ghost")


def _ghost_station(s: Any, vertex: int) -> Svg:
    x, y = (round(part, 1) for part in vertex_point(vertex))
    dot = el("circle", cx=x, cy=y, r=13, class_="stop")
    if not s.worth[vertex]:
        return dot
    tag = join(
        rect(x + 12, y - 40, 46, 30, 8, class_="gain"),
        text(x + 35, y - 18, f"+{s.worth[vertex]}", 22, "middle bold on-accent"),
    )
    return join(dot, tag)
