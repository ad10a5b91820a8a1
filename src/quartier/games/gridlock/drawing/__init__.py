"""Gridlock as a picture: a road map of hexes, with asphalt, centre lines, landmarks, river and parks.

Everything is drawn from a concealed record. Distances are drawing units; a hex is 2 * EDGE wide.
"""

from collections.abc import Iterable
from functools import cache
from math import cos, radians, sin, sqrt
from typing import Any

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, el, group, join, path, picture, rect, text
from quartier.core.text.languages import Translator
from quartier.games.gridlock import rules
from quartier.games.gridlock.drawing.landmarks import landmark
from quartier.games.gridlock.rules import board as city
from quartier.games.gridlock.rules import roads, tiles
from quartier.games.gridlock.rules.board import NONE
from quartier.games.gridlock.words import (
    LOOKS,
    SEAT_NAMES,
    exits_name,
    kinds_of,
    sight_name,
    sights_of,
    tile_name,
)

EDGE = 46
HALF_ROW = EDGE * sqrt(3) / 2
LEFT, TOP, SEAT_ROW = 22, 22, 64
HAND_WIDTH, HAND_HEIGHT = 800, 168
CARD_SCALE = 1.12

Point = tuple[float, float]


def parts(s: Any, seat: int | None, t: Translator, last: Iterable[str] = ()) -> dict[str, str]:
    """The table for one viewer (None: a spectator): the map, and the own tiles and tools or "".

    `s`: record concealed for that viewer; `t`: translator; `last`: touch ids of the last move, to be ringed.
    """
    return {
        "board": _board(s, -1 if seat is None else seat, t, frozenset(last)),
        "hand": "" if seat is None else _hand(s, seat, t),
    }


def ghost(before: Any, after: Any, seat: int, action: int, t: Translator) -> str:
    """What a move changes: the tile as it would lie, a zone, the way of the car; and what it connects or cuts."""
    if action >= rules.END:
        return ""
    space = action % city.SPACES
    if action < rules.CONE:
        return join(_ghost_tile(after, space), _news(before, after, seat, space, t))
    if action < rules.STOP:
        return _ghost_cone(after, space, action < rules.UNCONE)
    return join(_way(before, seat, space), _at_space(after, space, _car(after, seat, False), class_="ghost"))


# ----- geometry -----


def centre(s: Any, space: int) -> Point:
    where = s.board.data["spaces"][space]
    return LEFT + EDGE + where["col"] * EDGE * 1.5, TOP + HALF_ROW + where["h"] * HALF_ROW


def map_size(s: Any) -> tuple[int, int]:
    """Width and height of the map without the seats."""
    spaces = s.board.data["spaces"]
    columns, rows = max(space["col"] for space in spaces), max(space["h"] for space in spaces)
    return int(2 * LEFT + 2 * EDGE + columns * EDGE * 1.5) + 1, int(2 * TOP + (rows + 2) * HALF_ROW) + 1


def _toward(degrees: float, distance: float) -> Point:
    """A point around the centre of a hex; 0 is north, 90 is east."""
    return distance * sin(radians(degrees)), -distance * cos(radians(degrees))


@cache
def hexagon(radius: float) -> str:
    """A hexagon with flat top around (0, 0)."""
    points = (_toward(30 + 60 * i, radius) for i in range(6))
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def _at_space(s: Any, space: int, *children: str, **attributes: str | float | None) -> Svg:
    return at(*(round(value, 1) for value in centre(s, space)), *children, **attributes)


# ----- the map -----


def _board(s: Any, viewer: int, t: Translator, last: frozenset[str]) -> Svg:
    width, height = map_size(s)
    return picture(
        width,
        height + SEAT_ROW,
        t("Road map of {city}").format(city=s.board.name),
        rect(0, 0, width, height, 18, class_="street"),
        _sea(s),
        _river_bed(s),
        street_map(s, viewer, t, last),
        *(at(0, height, _seat(s, seat, width, t)) for seat in range(s.players)),
        group(id="ghost"),
        class_="quartier board gridlock",
        id="board",
    )


def street_map(s: Any, viewer: int, t: Translator, last: frozenset[str]) -> Svg:
    """All spaces with what lies and stands on them, without a frame."""
    zones = _zones(s, viewer)
    return join(
        _definitions(),
        *(_space(s, space, viewer, zones, t, last) for space in _reading_order(s)),
        _tunnel_line(s),
        *(_name(s, sight) for sight in range(s.sights)),
        *_pieces(s, viewer),
    )


def _reading_order(s: Any) -> list[int]:
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
    kinds = (_tile(kind, "kind") for kind in range(tiles.KINDS))
    return el("defs", hatch, *kinds)


@cache
def _tile(kind: int, prefix: str) -> Svg:
    """A tile in canonical rotation, for `<use>`: pavement, roads to its edges, centre lines, perhaps a rotary."""
    sides = [side for side in range(6) if int(tiles.MASKS[kind]) >> side & 1]
    roads_ = "".join(f"M0 0L{x:.1f} {y:.1f}" for x, y in (_toward(60 * side, HALF_ROW) for side in sides))
    start = 22 if kind >= tiles.ROTARY else 7 if len(sides) > 2 else 0
    lanes = "".join(
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*_toward(60 * side, start), *_toward(60 * side, HALF_ROW))
        for side in sides
    )
    return group(
        path(hexagon(EDGE - 1), class_="pavement"),
        _asphalt(roads_, lanes),
        _rotary() if kind >= tiles.ROTARY else join(),
        id=f"{prefix}-{tiles.NAMES[kind]}",
        # Styles reach into a `<use>` only from inside it.
        class_="quartier",
    )


def _asphalt(roads_: str, lanes: str) -> Svg:
    """Roads from the centre of a hex, with a kerb and centre lines."""
    return join(
        path(roads_, class_="kerb", stroke_width=29),
        el("circle", r=14.5, class_="kerb-fill"),
        path(roads_, class_="asphalt", stroke_width=25),
        el("circle", r=12.5, class_="asphalt-fill"),
        path(lanes, class_="lane", stroke_width=2),
    )


def _rotary() -> Svg:
    circles = ((23, "asphalt-fill"), (16, "lane-ring"), (9, "park"))
    return join(*(el("circle", r=radius, class_=look) for radius, look in circles))


def _lying(kind: int, mask: int) -> Svg:
    """A tile with these exits."""
    steps = next(n for n in range(6) if tiles.rotated(int(tiles.MASKS[kind]), n) == mask)
    turn = f"rotate({60 * steps})" if steps else None
    return el("use", href=f"#kind-{tiles.NAMES[kind]}", transform=turn)


def _sea(s: Any) -> Svg:
    """Open water beside the city, if its file has an outline of it (in columns and half-rows); no part of the game."""
    outline = s.board.data.get("sea", [])
    corners = (f"{LEFT + EDGE + x * EDGE * 1.5:.0f} {TOP + HALF_ROW + y * HALF_ROW:.0f}" for x, y in outline)
    return path("M" + "L".join(corners) + "Z", class_="water-fill") if outline else join()


def _river_bed(s: Any) -> Svg:
    """Water that runs on between the river spaces and out over the edge of the map; only there to be a map."""
    rivers = sorted(centre(s, space) for space in range(s.spaces) if s.terrain[space] == city.RIVER)
    if len(rivers) < 2:
        return join()
    y, far_x = rivers[0][1], rivers[-1][0]
    course = (
        f"M18 {y + 4:.0f}L" + "L".join(f"{px:.0f} {py:.0f}" for px, py in rivers) + f"L{far_x + 18:.0f} 18"
    )
    return path(course, class_="water", stroke_width=36, stroke_linejoin="round")


def _space(s: Any, space: int, viewer: int, zones: set[int], t: Translator, last: frozenset[str]) -> Svg:
    where = s.board.data["spaces"][space]
    name = f"space-{where['col']},{where['h']}"
    spoken = _spoken(s, space, viewer, space in zones, t)
    return _at_space(
        s,
        space,
        el("title", spoken),
        _ground(s, space, viewer),
        path(hexagon(EDGE - 3), class_="zone", stroke_width=2.5) if space in zones else join(),
        path(hexagon(EDGE - 4), class_="ring"),
        path(hexagon(EDGE), class_="hit"),
        id=name,
        data_touch=name,
        class_="space last" if name in last else "space",
        role="img",
        aria_label=spoken,
    )


def _ground(s: Any, space: int, viewer: int) -> Svg:
    """The space itself: a tile, or what is printed on the board."""
    if s.tile[space] != NONE:
        return group(_lying(s.tile[space], s.exits[space]), class_="lift", data_piece=f"tile-{space}")
    where = s.board.data["spaces"][space]
    if s.terrain[space] == city.DESTINATION:
        return _destination(s, space, viewer)
    if s.terrain[space] == city.TUNNEL:
        return _tunnel(s.exits[space])
    return (
        (_water, _park)[s.terrain[space] - city.RIVER]()
        if s.terrain[space]
        else _plot(where["col"], where["h"])
    )


@cache
def _plot(column: int, row: int) -> Svg:
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
        "M0 0L{:.1f} {:.1f}".format(*_toward(60 * side, HALF_ROW)) for side in range(6) if exits >> side & 1
    )
    return join(path(hexagon(EDGE - 1), class_="rock"), _asphalt(ends, ends), icon("tunnel", -22, -17, 44))


def _tunnel_line(s: Any) -> Svg:
    """GL-17: a dashed line that shows which spaces the tunnels connect."""
    ends = [centre(s, space) for space in range(s.spaces) if s.terrain[space] == city.TUNNEL]
    if len(ends) < 2:
        return join()
    course = "M" + "L".join(f"{x:.0f} {y + 24:.0f}" for x, y in ends)
    return path(course, class_="under", stroke_width=3.5)


def _destination(s: Any, space: int, viewer: int) -> Svg:
    """A square with a landmark, asphalt to all six sides; marked if it is an own goal or visited."""
    sight = s.sight[space]
    wanted = viewer >= 0 and s.goals[viewer] >> sight & 1
    return join(
        _crossroads(),
        el("circle", r=35, class_="plaza wanted" if wanted else "plaza", stroke_width=5 if wanted else 2),
        landmark(sight_name(s, sight), -19, -27, 38),
        _flag() if wanted else join(),
    )


@cache
def _crossroads() -> Svg:
    stubs = "".join("M0 0L{:.1f} {:.1f}".format(*_toward(60 * side, HALF_ROW)) for side in range(6))
    return join(path(hexagon(EDGE - 1), class_="pavement"), _asphalt(stubs, stubs))


def _flag() -> Svg:
    """The mark of an own goal."""
    return at(
        23,
        -39,
        path("M0 24V0", class_="pole", stroke_width=3),
        path("M0 0H19L14 6.5L19 13H0Z", class_="gain"),
    )


def _name(s: Any, sight: int) -> Svg:
    """The name of a destination on a label, in one line or two."""
    words = _two_lines(sight_name(s, sight))
    wide = max(map(len, words)) * 8.4 + 10
    top = 13 if len(words) == 2 else 16
    label = rect(-wide / 2, top, wide, 5 + 14 * len(words), 5, class_="plot sign-board")
    lines = (text(0, top + 14 + 14 * i, line, 13.5, "middle bold") for i, line in enumerate(words))
    return _at_space(s, s.place[sight], label, *lines, class_="unhit", aria_hidden="true")


def _two_lines(name: str) -> list[str]:
    words = name.split()
    if len(words) == 1 or len(name) <= 8:
        return [name]
    cut = min(range(1, len(words)), key=lambda i: max(len(" ".join(words[:i])), len(" ".join(words[i:]))))
    return [" ".join(words[:cut]), " ".join(words[cut:])]


def _zones(s: Any, viewer: int) -> set[int]:
    """The spaces on which the viewer (a spectator: anybody) may not turn or remove tiles."""
    low, high = (s.zone[0], s.zone[1]) if viewer < 0 or s.car[viewer] == NONE else roads.zone(s, viewer)
    return {space for space in range(s.spaces) if roads.within(low, high, space)}


def _spoken(s: Any, space: int, viewer: int, zone: bool, t: Translator) -> str:
    """A space as a screen reader says it."""
    where = s.board.data["spaces"][space]
    said = [f"{where['col']},{where['h']}", _spoken_ground(s, space, t)]
    said += [t("cone")] * roads.within(s.cone[0], s.cone[1], space) + [t("construction zone")] * zone
    for seat in range(s.players):
        said += [t("car {colour}").format(colour=_colour(s, seat, t))] * (s.car[seat] == space)
    if s.sight[space] != NONE:
        said += [t("your goal")] * (viewer >= 0 and s.goals[viewer] >> s.sight[space] & 1)
        said += [
            t("visited by {colour}").format(colour=_colour(s, seat, t))
            for seat in _visitors(s, s.sight[space])
        ]
    return ", ".join(said)


def _spoken_ground(s: Any, space: int, t: Translator) -> str:
    if s.tile[space] != NONE:
        return f"{tile_name(s.tile[space], t)} ({exits_name(s.exits[space], t)})"
    kind = (t("empty"), "", t("river"), t("park"), t("tunnel"))[s.terrain[space]]
    return kind or sight_name(s, s.sight[space])


def _colour(s: Any, seat: int, t: Translator) -> str:
    return t(SEAT_NAMES[s.colour[seat]])


# ----- cars, cubes, cones -----


def _look(s: Any, seat: int) -> int:
    return LOOKS[s.colour[seat]]


def _pieces(s: Any, viewer: int) -> list[Svg]:
    cubes = [
        _at_space(s, s.place[sight], _cube(s, seat), class_="unhit")
        for sight in range(s.sights)
        for seat in _visitors(s, sight)
    ]
    cones = [
        _at_space(s, space, _cone(space), class_="unhit")
        for space in range(s.spaces)
        if roads.within(s.cone[0], s.cone[1], space)
    ]
    cars = [_placed_car(s, seat, seat == viewer) for seat in range(s.players) if s.car[seat] != NONE]
    return cubes + cones + cars


def _visitors(s: Any, sight: int) -> list[int]:
    """The seats that have visited a destination, the start included."""
    return [seat for seat in range(s.players) if s.opened[seat] >> sight & 1]


def _cube(s: Any, seat: int) -> Svg:
    """A cube at the corner of a destination that belongs to the seat."""
    x, y = _toward((272, 88, 302, 58)[seat], 41)
    look = _look(s, seat)
    return at(
        round(x, 1),
        round(y, 1),
        rect(-8.5, -8.5, 17, 17, 3, class_="wash"),
        rect(-8.5, -8.5, 17, 17, 3, class_="edge", stroke_width=2),
        sign(look, 0, 0, 10),
        class_=f"seat-{look}",
    )


def _cone(space: int) -> Svg:
    return group(icon("cone", -2, 4, 32), class_="seat-1", data_piece=f"cone-{space}")


def _placed_car(s: Any, seat: int, own: bool) -> Svg:
    """A car on its space; the own one can be touched, the others let touches through."""
    car = at(0, 4, _car(s, seat, own))
    if _crowded(s, seat):
        x, y = ((-25, -16), (25, -16), (-25, 14), (25, 14))[seat]
        car = at(x, y, group(_car(s, seat, own), transform="scale(.82)"))
    touch = {"data_touch": "car"} if own else {"class_": "unhit"}
    return _at_space(s, s.car[seat], car, id=f"car-{seat}", aria_hidden="true", **touch)


def _crowded(s: Any, seat: int) -> bool:
    """Whether the car must make room: for another car or for a landmark."""
    shared = any(other != seat and s.car[other] == s.car[seat] for other in range(s.players))
    return shared or s.sight[s.car[seat]] != NONE


def _car(s: Any, seat: int, own: bool) -> Svg:
    look = _look(s, seat)
    shadow = el("ellipse", cx=0, cy=14, rx=21, ry=5, class_="shade")
    halo = el("circle", r=25, class_="halo") if own else join()
    ring = el("circle", r=25, class_="ring") if own else join()
    body = group(
        icon("car", -21, -22, 42), at(0, -17, el("circle", r=8.5, class_="plot"), sign(look, 0, 0, 12))
    )
    return group(halo, shadow, body, ring, class_=f"car lift seat-{look}", data_piece=f"car-{seat}")


# ----- the seats below the map -----


def _seat(s: Any, seat: int, width: int, t: Translator) -> Svg:
    """A place for each visited destination, and how many tiles the seat holds."""
    look, share = _look(s, seat), (width - 8) / s.players
    marks = [_mark(look, i, i < rules.score(s, seat), share) for i in range(s.cards)]
    spoken = t("{colour}: {count} of {cards} visited, tiles in hand: {held}").format(
        colour=_colour(s, seat, t), count=rules.score(s, seat), cards=s.cards, held=s.held[seat]
    )
    return at(
        4 + share * seat,
        8,
        rect(2, 0, share - 4, 52, 10, class_="plot"),
        rect(2, 0, share - 4, 52, 10, class_="edge", stroke_width=2),
        icon("car", 8, 8, 36),
        sign(look, 54, 20, 14),
        *marks,
        class_=f"seat-{look}",
        role="img",
        aria_label=spoken,
    )


def _mark(look: int, i: int, done: bool, share: float) -> Svg:
    pitch = min(26, (share - 72) / 7)
    box = {"x": 68 + pitch * i, "y": 16, "width": pitch - 4, "height": 20, "rx": 4}
    if not done:
        return el("rect", **box, class_="line", stroke_width=2)
    return join(el("rect", **box, class_="seat"), _light_sign(68 + pitch * i + (pitch - 4) / 2, 26, look))


def _light_sign(x: float, y: float, look: int) -> Svg:
    """The seat's sign in the light colour, on a place filled with its strong one."""
    return group(sign(look, x, y, 9), class_="on-seat")


# ----- the hand -----


def _hand(s: Any, seat: int, t: Translator) -> Svg:
    """The own tiles, the tools for building, the own car, and the destinations still to be visited."""
    return picture(
        HAND_WIDTH,
        HAND_HEIGHT,
        t("Your tiles, tools and destinations"),
        el(
            "defs",
            *(_tile(kind, "hand-kind") for kind in set(kinds_of(s, seat))),
        ),
        *(_card(i, kind, t) for i, kind in enumerate(kinds_of(s, seat))),
        *_tools(s, seat, t),
        _goals(s, seat, t),
        _supply(s, t),
        class_="quartier hand gridlock",
        id="hand",
    )


def _card(i: int, kind: int, t: Translator) -> Svg:
    name = tiles.NAMES[kind]
    spoken = tile_name(kind, t)
    drawn = el("use", href=f"#hand-kind-{name}", transform=f"scale({CARD_SCALE})")
    return at(
        58 + 112 * i,
        54,
        el("title", spoken),
        group(drawn, path(hexagon(EDGE * CARD_SCALE), class_="ring"), class_="lift", data_piece=f"hand-{i}"),
        rect(-55, -53, 110, 106, class_="hit"),
        id=f"card-{i}",
        data_touch=f"hand-{name}",
        class_="card",
        role="img",
        aria_label=spoken,
    )


def _tools(s: Any, seat: int, t: Translator) -> list[Svg]:
    """What else can be picked up: the own car, the digger, a cone."""
    look, left = _look(s, seat), rules.CONES - roads.size(s.cone[0], s.cone[1])
    car = join(icon("car", 14, 8, 50), sign(look, 39, 12, 12))
    tools = [_tool(236, "car", t("Drive"), t("Your car"), group(car, class_=f"seat-{look}"))]
    tools.append(_tool(322, "tool-remove", t("Remove"), t("Remove a tile"), _digger()))
    if not s.short_trip:
        cone = join(icon("cone", 8, 10, 46), text(64, 52, left, 24, "middle bold"))
        spoken = t("Put a cone or take one off, beside the board: {left}").format(left=left)
        tools.append(_tool(408, "tool-cone", t("Cone"), spoken, group(cone, class_="seat-1")))
    return tools


def _tool(x: int, touch: str, label: str, spoken: str, drawn: Svg) -> Svg:
    return at(
        x,
        6,
        el("title", spoken),
        rect(0, 0, 78, 94, 12, class_="plot"),
        rect(0, 0, 78, 94, 12, class_="line", stroke_width=2),
        group(drawn, class_="lift"),
        text(39, 84, label, 16, "middle"),
        rect(0, 0, 78, 94, 12, class_="ring"),
        rect(-3, -3, 84, 100, class_="hit"),
        id=f"hand-{touch}",
        data_touch=touch,
        role="img",
        aria_label=spoken,
    )


@cache
def _digger() -> Svg:
    """A tile that is lifted away."""
    arrow = "M39 34V8M29 17L39 7L49 17"
    return join(
        at(39, 46, group(path(hexagon(EDGE), class_="pavement"), path("M-40 0H40", class_="asphalt", stroke_width=25),
                         transform="scale(.5)")),
        path(arrow, class_="accent-line", stroke_width=4.5),
    )  # fmt: skip


def _goals(s: Any, seat: int, t: Translator) -> Svg:
    """The destinations still to be visited; a road marks those that the car can reach now."""
    low, high = roads.reach(s, seat) if s.car[seat] != NONE else (0, 0)
    wanted = sights_of(s.goals[seat])
    cards = (_goal(s, sight, i, roads.within(low, high, s.place[sight]), t) for i, sight in enumerate(wanted))
    return at(504, 6, *cards)


def _goal(s: Any, sight: int, i: int, near: int, t: Translator) -> Svg:
    name = sight_name(s, sight)
    spoken = f"{name}, {t('reachable') if near else t('no road yet')}"
    return at(
        i % 2 * 148,
        i // 2 * 54,
        rect(0, 0, 142, 48, 8, class_="plot"),
        rect(0, 0, 142, 48, 8, class_="goal reachable" if near else "goal", stroke_width=3 if near else 2),
        el("circle", cx=23, cy=24, r=20, class_="plaza"),
        landmark(name, 8, 9, 30),
        *(
            text(48, (29, 21)[len(_two_lines(name)) - 1] + 17 * k, line, 14.5, "bold")
            for k, line in enumerate(_two_lines(name))
        ),
        _tick() if near else join(),
        role="img",
        aria_label=spoken,
    )


def _tick() -> Svg:
    disc = el("circle", r=9, class_="gain")
    return at(136, 6, disc, path("M-4.5 0L-1 4L5 -4", class_="paper-line", stroke_width=2.5))


def _supply(s: Any, t: Translator) -> Svg:
    """The size of the pile, and the tiles on the discard pile, which are public."""
    thrown = ", ".join(
        f"{s.discard[kind]} × {tiles.NAMES[kind]}" for kind in range(tiles.KINDS) if s.discard[kind]
    )
    words = f"{t('Pile')}: {s.stock} · {t('Discarded')}: {sum(s.discard)}"
    spoken = f"{words} ({thrown})" if thrown else words
    return at(8, 0, el("title", spoken), text(0, 140, words, 18, "quiet"), role="img", aria_label=spoken)


# ----- the ghost of a move -----


def _ghost_tile(s: Any, space: int) -> Svg:
    where = s.board.data["spaces"][space]
    if s.tile[space] == NONE:
        return _at_space(s, space, group(_plot(where["col"], where["h"]), class_="ghost"))
    outline = path(hexagon(EDGE - 2), class_="ghost-edge", stroke_width=4)
    return _at_space(s, space, _lying(s.tile[space], s.exits[space]), outline)


def _news(before: Any, after: Any, seat: int, space: int, t: Translator) -> Svg:
    """Which own goals the change connects with the car, and which it cuts off."""
    if not (_touches_road(before, seat, space) or _touches_road(after, seat, space)):
        return join()
    now, then = _reached(after, seat), _reached(before, seat)
    gained = [t("now reaches {place}").format(place=sight_name(after, sight)) for sight in sorted(now - then)]
    lost = [t("cuts off {place}").format(place=sight_name(after, sight)) for sight in sorted(then - now)]
    return join(*(_banner(after, space, words, i) for i, words in enumerate((gained + lost)[:3])))


def _touches_road(s: Any, seat: int, space: int) -> bool:
    """Whether a space connects with anything at all, or carries the own car."""
    return s.car[seat] == space or any(roads.steps(s, space, roads.wild(s, seat)))


def _reached(s: Any, seat: int) -> set[int]:
    low, high = roads.reach(s, seat)
    return {sight for sight in sights_of(s.goals[seat]) if roads.within(low, high, s.place[sight])}


def _banner(s: Any, space: int, words: str, line: int) -> Svg:
    """A label below the space, kept within the map."""
    wide = len(words) * 10 + 16
    x, y = centre(s, space)
    left = min(max(x - wide / 2, 4), map_size(s)[0] - wide - 4)
    below = y + 50 + 30 * line
    return at(round(left, 1), round(below, 1), rect(0, 0, round(wide), 26, 8, class_="gain"),
              text(round(wide / 2, 1), 18.5, words, 16, "middle bold on-accent"))  # fmt: skip


def _ghost_cone(s: Any, space: int, put: bool) -> Svg:
    """The zone of a cone, or the place where one is taken off."""
    if not put:
        return _at_space(s, space, path(hexagon(EDGE - 4), class_="ghost-edge", stroke_width=4))
    low, high = roads.zone_at(s, space)
    zone = [other for other in range(s.spaces) if roads.within(low, high, other)]
    outlines = (
        _at_space(s, other, path(hexagon(EDGE - 3), class_="zone", stroke_width=2.5)) for other in zone
    )
    return group(*outlines, _at_space(s, space, _cone(space)), class_="ghost")


def _way(s: Any, seat: int, target: int) -> Svg:
    """A shortest way of the car along the roads; the page can drive it."""
    spaces = _route(s, seat, target)
    points = " ".join("{:.1f},{:.1f}".format(*centre(s, space)) for space in spaces)
    return el("polyline", points=points, class_="way", stroke_width=6)


def ways(before: Any, seat: int, action: int) -> dict[str, list[Point]]:
    """GL-16: the way of the car in a leg, along the roads; no other move sends anything anywhere."""
    if not rules.STOP <= action < rules.END:
        return {}
    spaces = _route(before, seat, action - rules.STOP)
    return {f"car-{seat}": [centre(before, space) for space in spaces]}


def _route(s: Any, seat: int, target: int) -> list[int]:
    """The spaces of a shortest way from the car to a space where the leg can end."""
    stops, terrain = roads.forced(s, seat), roads.wild(s, seat)
    came, queue = {s.car[seat]: s.car[seat]}, [s.car[seat]]
    for space in queue:
        if space == target:
            break
        if space != s.car[seat] and roads.within(*stops, space):
            continue
        found = roads.steps(s, space, terrain)
        fresh = [near for near in range(s.spaces) if roads.within(*found, near) and near not in came]
        came.update(dict.fromkeys(fresh, space))
        queue += fresh
    way = [target]
    while way[-1] != s.car[seat]:
        way.append(came[way[-1]])
    return way[::-1]
