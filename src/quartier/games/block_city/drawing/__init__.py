"""BlockCity as a picture: the own city large, drawn like a plan and filled in with pencil; the others' cities small.

Distances are drawing units; the board is 800 wide and as high as its sheet and the number of players ask.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from quartier.core.play.boards import Board
from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, el, group, join, number, path, picture, rect, text
from quartier.core.text.languages import Translator
from quartier.games.block_city import rules
from quartier.games.block_city.drawing.plan import MARGIN, WIDTH, Box, Plan, plan_of
from quartier.games.block_city.rules import sheet
from quartier.games.block_city.words import CROSS, SEAT_NAMES, building_name, mark_on

GAP = 9
"""Between two buildings: the street."""
SCORES_HEIGHT = 66
HAND_HEIGHT = 112
DIE = 84

# By kind: the icon, the seat colour that the icon's main part borrows, and the class of the ground.
LOOKS = {
    sheet.PARK: ("park", 2, "park"),
    sheet.STORE: ("store", 0, "wash"),
    sheet.HOUSE: ("house", 1, "plot"),
    3: ("school", 3, "wash"),
    4: ("fire station", 1, "wash"),
    5: ("town hall", 4, "wash"),
}

# Numbers and cross as a pencil writes them, about 26 x 40 units around (0, 0).
MARKS = {
    1: "M-7 -10C-2 -13 1 -17 3 -20C4 -8 2 8 2 20",
    2: "M-10 -11C-9 -19 -2 -21 4 -19C11 -16 10 -7 5 0C0 7 -6 13 -11 19C-4 17 4 17 12 19",
    3: "M-9 -16C-4 -21 7 -21 8 -12C9 -5 2 -2 -3 -2C4 -2 11 2 10 10C9 20 -4 22 -11 15",
    4: "M3 -20C-1 -10 -6 -1 -12 7C-4 6 6 6 13 6M5 -4C4 5 4 12 4 20",
    5: "M10 -19C4 -18 -2 -18 -7 -18C-8 -12 -8 -7 -9 -2C-3 -6 9 -6 10 6C10 17 -1 22 -11 17",
    6: "M7 -20C-3 -14 -10 -3 -10 7C-10 16 -4 20 1 20C8 20 11 14 10 8C9 1 0 -2 -9 7",
    "X": "M-15 -17C-5 -6 5 6 16 18M15 -18C5 -6 -5 6 -16 17",
}
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def parts(s: Any, seat: int | None, t: Translator, last: Iterable[str] = ()) -> dict[str, str]:
    """The table for one viewer (None: a spectator): the cities, and the dice with the table of parks or "".

    `s`: record concealed for that viewer; `t`: translator; `last`: touch ids of the last move, to be ringed.
    """
    return {"board": _board(s, seat, t, frozenset(last)), "hand": "" if seat is None else _hand(s, t)}


def ghost(before: Any, after: Any, seat: int, action: int, t: Translator) -> str:
    """What a move changes, in board coordinates: the mark where it would stand, and the points it brings."""
    if action >= rules.PASS:
        return ""
    plan, building = plan_of(before.board), action % rules.BUILDINGS
    x, y = plan.rooms[building].middle
    points = int(rules.score(after, seat) - rules.score(before, seat))
    mark = "X" if action >= rules.MISS else action // rules.BUILDINGS + 1
    news = el("circle", r=number(plan.cell * 0.4), class_="news")
    return at(x, y, news, _mark(mark, plan.cell * 0.5), _gain(plan, x, points), pointer_events="none")


# ----- the board -----


def _board(s: Any, seat: int | None, t: Translator, last: frozenset[str]) -> Svg:
    plan, own = plan_of(s.board), seat or 0
    others = [other for other in range(s.players) if other != own]
    scores = plan.height + 8
    cities = scores + SCORES_HEIGHT + 10
    return picture(
        WIDTH,
        cities + _cities_height(plan, len(others)),
        t("{name}, a city with {count} buildings").format(name=s.board.name, count=len(plan.names)),
        _ground(s.board),
        *(_building(s, own, building, t, last) for building in range(len(plan.names))),
        *_honours(s, own, plan),
        _fitting(s, seat, plan) if seat is not None else join(),
        at(0, scores, _scores(s, own, t)),
        _cities(s, others, cities, t),
        _rolled(s, t) if seat is None else join(),
        group(id="ghost"),
        class_="quartier board",
        id="board",
    )


@lru_cache(maxsize=32)
def _ground(board: Board) -> Svg:
    """The streets between the buildings, with their centre lines."""
    plan = plan_of(board)
    left, width = plan.left - MARGIN, plan.cell * plan.columns + 2 * MARGIN
    return join(
        rect(left, 0, width, plan.height, 18, class_="street"),
        path(plan.streets(), class_="ripple dashed", stroke_width=1.5),
    )


def _building(s: Any, seat: int, building: int, t: Translator, last: frozenset[str]) -> Svg:
    """A building of the own city with what is written on it."""
    name = f"building-{plan_of(s.board).names[building]}"
    mark, spoken = mark_on(s, seat, building), _spoken_building(s, seat, building, t)
    return group(
        el("title", spoken),
        _empty_building(s.board, building, _kind(s, building))
        if mark is None
        else _filled_building(s, building, mark),
        _shape(s.board, building, 2.5, class_="ring hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def _spoken_building(s: Any, seat: int, building: int, t: Translator) -> str:
    mark = mark_on(s, seat, building)
    state = t("empty") if mark is None else t("miss") if mark == "X" else str(mark)
    return f"{building_name(s, building, t)}, {state}"


def _kind(s: Any, building: int) -> int:
    return next(kind for kind in range(sheet.KIND_COUNT) if s.kinds[kind] >> building & 1)


@lru_cache(maxsize=2048)
def _shape(board: Board, building: int, inset: float, **attributes: str | float | None) -> Svg:
    """The outline of a building, `inset` units inside its cells; a plain rectangle if it is one."""
    plan = plan_of(board)
    room, cells, radius = plan.rooms[building], plan.cells[building], plan.cell / 9
    if round(room.width * room.height / plan.cell**2) == len(cells):
        double = 2 * inset
        return rect(
            round(room.x + inset, 1),
            round(room.y + inset, 1),
            round(room.width - double, 1),
            round(room.height - double, 1),
            round(radius, 1),
            **attributes,
        )
    return path(plan.outline(cells, inset, radius), **attributes)


@lru_cache(maxsize=2048)
def _empty_building(board: Board, building: int, kind: int) -> Svg:
    """A building that waits for a number: its icon, the way to the street, trees."""
    name, colour, ground = LOOKS[kind]
    plan = plan_of(board)
    room = plan.rooms[building]
    size = min(room.side * 0.64, plan.cell * 0.95)
    x, y = room.middle
    return group(
        _shape(board, building, GAP / 2, class_=ground),
        _paths(plan, room) if kind == sheet.PARK else _way(room, size),
        *(_tree(plan, *place) for place in _tree_places(plan, room, building)),
        icon(name, round(x - size / 2, 1), round(y - size / 2, 1), round(size, 1)),
        class_=f"seat-{colour}",
    )


def _way(room: Box, size: float) -> Svg:
    """From the door down to the street."""
    (x, y), width = room.middle, size * 0.2
    top, bottom = y + size * 0.3, room.y + room.height - GAP / 2
    return rect(
        round(x - width / 2, 1), round(top, 1), round(width, 1), round(bottom - top, 1), class_="street"
    )


def _paths(plan: Plan, room: Box) -> Svg:
    """Two ways that meet in a park."""
    x, y = room.x + GAP / 2, room.y + GAP / 2
    wide, high = room.width - GAP, room.height - GAP
    d = (
        f"M{_n(x)} {_n(y + high * 0.7)}q{_n(wide * 0.3)} {_n(high * 0.25)} {_n(wide)} {_n(high * 0.02)}"
        f"M{_n(x + wide * 0.72)} {_n(y)}q{_n(wide * 0.2)} {_n(high * 0.4)} {_n(-wide * 0.12)} {_n(high * 0.82)}"
    )
    return path(d, class_="ripple", stroke_width=_n(plan.cell * 0.05), opacity=0.7)


def _n(value: float) -> str:
    return number(round(value, 1))


def _tree_places(plan: Plan, room: Box, building: int) -> list[tuple[float, float]]:
    """Corners with trees, a little different from building to building; long buildings have more."""
    inset = plan.cell * 0.2
    left, right = room.x + inset, room.x + room.width - inset
    top, bottom = room.y + inset, room.y + room.height - inset
    corners = [(left, top), (right, bottom), (right, top), (left, bottom)]
    first = building % 4
    long = max(room.width, room.height) > 1.5 * room.side
    return [corners[(first + i) % 4] for i in range(4 if long else 1 + building * 7 % 2)]


def _tree(plan: Plan, x: float, y: float) -> Svg:
    """A tree from above: a large crown and a small one beside it."""
    large, small = plan.cell * 0.085, plan.cell * 0.06
    crowns = ((x, y, large), (x + plan.cell * 0.06, y + plan.cell * 0.06, small))
    return group(
        *(el("circle", cx=_n(cx), cy=_n(cy), r=_n(r)) for cx, cy, r in crowns),
        fill="var(--seat-2)",
        opacity=0.55,
    )


def _filled_building(s: Any, building: int, mark: int | str) -> Svg:
    """A building with a number, its icon small in the corner; or crossed out."""
    name, colour, ground = LOOKS[_kind(s, building)]
    plan = plan_of(s.board)
    room = plan.rooms[building]
    x, y = room.middle
    missed = mark == "X"
    size, inset = plan.cell * 0.28, plan.cell * 0.09
    return group(
        _shape(s.board, building, GAP / 2, class_="paper" if missed else ground),
        icon(name, round(room.x + inset, 1), round(room.y + inset, 1), round(size, 1)),
        at(
            x + plan.cell * (0.12 if missed else 0.09),
            y + plan.cell * (0.1 if missed else 0.04),
            _mark(mark, _mark_height(plan, room) * (0.82 if missed else 1)),
        ),
        class_=f"seat-{5 if missed else colour}",
    )


def _mark_height(plan: Plan, room: Box) -> float:
    return min(room.side * 0.62, plan.cell * 0.9)


@cache
def _mark(mark: int | str, height: float) -> Svg:
    """A pencil number or cross around (0, 0)."""
    scale = number(height / 40)
    return path(MARKS[mark], class_="pencil", stroke_width=5.5, transform=f"scale({scale})")


def _gain(plan: Plan, middle: float, points: int) -> Svg:
    """The points of a move on a small tag beside its mark, never beyond the edge."""
    if points == 0:
        return join()
    said = f"{points:+d}".replace("-", "−")
    width, y = 18 + 13 * len(said), round(-plan.cell * 0.42)
    x = min(0, round(WIDTH - middle) - width)
    return join(
        rect(x, y - 17, width, 32, 16, class_="gain"),
        text(x + width / 2, y + 8, said, 24, "middle bold on-accent"),
    )


def _fitting(s: Any, seat: int, plan: Plan) -> Svg:
    """For who may write now: in the corner of each building the dice that fit there (BC-5, BC-6, BC-10)."""
    if s.phase not in (rules.ACTIVE, rules.PASSIVE) or not s.waiting >> seat & 1:
        return join()
    dice = sorted(set(s.dice)) if s.phase == rules.ACTIVE else [s.other]
    spots = {die: rules.writable(s, seat, die) for die in dice}
    found = []
    for building in _members(s.empty[seat]):
        fitting = [die for die in dice if spots[die] >> building & 1]
        found += [_small_die(plan, plan.rooms[building], i, die) for i, die in enumerate(fitting)]
    return group(*found, id="fitting", pointer_events="none", aria_hidden="true")


def _small_die(plan: Plan, room: Box, i: int, die: int) -> Svg:
    """The number of a die in the lower left corner of a building."""
    size = plan.cell * 0.25
    x, y = room.x + plan.cell * 0.08 + i * size * 1.1, room.y + room.height - plan.cell * 0.08 - size
    return join(
        rect(round(x, 1), round(y, 1), round(size, 1), round(size, 1), 5, class_="tag"),
        text(round(x + size / 2, 1), round(y + size * 0.8, 1), die, round(size * 0.85), "middle"),
    )


# ----- what brings points -----


def _honours(s: Any, seat: int, plan: Plan) -> list[Svg]:
    """Outlines around park groups (BC-15) and the points of parks and department stores (BC-16)."""
    drawn = []
    for parks in _park_groups(s, seat):
        cells = set().union(*(plan.cells[building] for building in parks))
        points = int(rules.PARK_POINTS[len(parks)])
        drawn.append(path(plan.outline(cells, 3, plan.cell / 7), class_="seat-2 edge", stroke_width=4))
        drawn.append(_badge(plan, plan.rooms[parks[-1]], points))
    for building in _members(s.kinds[sheet.STORE] & rules.numbered(s, seat)):
        if rules.store_scores(s, seat, building):
            drawn.append(_badge(plan, plan.rooms[building], 10))
    return drawn


def _park_groups(s: Any, seat: int) -> list[list[int]]:
    """The parks of each group, from the top left."""
    found = []
    for written in range(1, rules.SIDES + 1):
        left = s.wrote[seat, written] & s.kinds[sheet.PARK]
        while left:
            members = rules.group_of(s, _members(left)[0], left)
            left &= ~members
            found.append(_members(members))
    return found


def _members(buildings: int) -> list[int]:
    """The buildings of a set."""
    return [building for building in range(rules.BUILDINGS) if buildings >> building & 1]


def _badge(plan: Plan, room: Box, points: int) -> Svg:
    """Points that a building or a group brings, in the lower right corner of a building."""
    scale = plan.cell / LARGEST
    width = 20 + 12 * len(str(points))
    return at(
        room.x + room.width - scale * (width - 6),
        room.y + room.height - scale * 27,
        group(
            rect(0, 0, width, 28, 14, class_="tag"),
            text(width / 2, 21, points, 20, "middle bold"),
            transform=f"scale({number(scale)})",
        ),
    )


LARGEST = 96


def _scores(s: Any, seat: int, t: Translator) -> Svg:
    """The running score of a seat by category, as on the margin of a printed sheet."""
    missed = int(rules.misses(s, seat))
    boxes = [
        (t("Parks"), _small("park", 2), int(rules.parks(s, seat))),
        (t("Department stores"), _small("store", 0), int(rules.stores(s, seat))),
        (t("Public buildings"), _sets(s, seat), int(rules.public(s, seat))),
        (t("Houses"), _small("house", 1), int(rules.houses(s, seat))),
        (t("Misses"), at(15, 17, _mark("X", 22)), -missed),
        (t("City filled"), _small("mayor", 5), 10 if s.empty[seat] == 0 else 0),
    ]
    widths = [104, 104, 172, 104, 104, 92]
    lefts = [110 + sum(widths[:i]) + 2 * i for i in range(len(widths))]
    return group(
        _total(s, seat),
        *(
            _box(x, width, drawn, points, label)
            for x, width, (label, drawn, points) in zip(lefts, widths, boxes, strict=True)
        ),
        id="scores",
        class_=f"seat-{seat}",
        role="img",
        aria_label=_spoken_scores(s, seat, [(label, points) for label, _, points in boxes], t),
    )


def _spoken_scores(s: Any, seat: int, boxes: list[tuple[str, int]], t: Translator) -> str:
    found = ", ".join(f"{label} {points}" for label, points in boxes)
    return f"{t(SEAT_NAMES[seat])}: {rules.score(s, seat)} ({found})"


def _total(s: Any, seat: int) -> Svg:
    """Sign and sum of a seat."""
    return join(
        rect(1, 1, 106, SCORES_HEIGHT - 2, 12, class_="wash"),
        rect(1, 1, 106, SCORES_HEIGHT - 2, 12, class_="edge", stroke_width=2),
        sign(seat, 20, 33, 20),
        text(70, 44, str(rules.score(s, seat)).replace("-", "−"), 30, "middle bold"),
    )


def _box(x: int, width: int, drawn: Svg, points: int, label: str) -> Svg:
    said = str(points).replace("-", "−")
    return at(
        x,
        0,
        el("title", label),
        rect(2, 1, width - 4, SCORES_HEIGHT - 2, 12, class_="plot"),
        at(10, 16, drawn),
        text(width - 12, 43, said, 28, "end bold" if points else "end quiet"),
    )


def _small(name: str, colour: int) -> Svg:
    return group(icon(name, 0, 0, 36), class_=f"seat-{colour}")


def _sets(s: Any, seat: int) -> Svg:
    """BC-17: the public buildings that count, two of each type at most; outlines for those that are missing."""
    done = rules.numbered(s, seat)
    return join(
        *(
            _set_icon(kind, 0 if i == 0 else 1, bin(s.kinds[kind] & done).count("1") > i, place)
            for i in range(2)
            for place, kind in enumerate(sheet.PUBLIC)
        )
    )


def _set_icon(kind: int, row: int, done: bool, place: int) -> Svg:
    name, colour, _ = LOOKS[kind]
    x, y = 34 * place, 29 * row - 11
    if not done:
        return el("circle", cx=x + 14, cy=y + 15, r=4, class_="street")
    return group(icon(name, x, y, 28), class_=f"seat-{colour}")


# ----- the other cities -----


def _cities_shape(plan: Plan, count: int) -> tuple[int, float]:
    """How many small cities stand in a row, and how wide one is with the space around it."""
    in_row = max(4, count)
    return in_row, WIDTH / in_row


def _scale(plan: Plan, count: int) -> float:
    _, width = _cities_shape(plan, count)
    return (width - 12) / (plan.cell * plan.columns + 2 * MARGIN)


def _cities_height(plan: Plan, count: int) -> int:
    return round(plan.height * _scale(plan, count)) + 44 if count else 0


def _cities(s: Any, seats: list[int], y: int, t: Translator) -> Svg:
    """The cities of the other seats, one beside the other."""
    if not seats:
        return join()
    plan = plan_of(s.board)
    _, width = _cities_shape(plan, len(seats))
    kinds = tuple(_kind(s, building) for building in range(len(plan.names)))
    return join(
        el("defs", _small_ground(s.board, kinds)),
        *(
            at(i * width + 6, y, _city(s, seat, _scale(plan, len(seats)), t), class_=f"seat-{seat}")
            for i, seat in enumerate(seats)
        ),
    )


@lru_cache(maxsize=32)
def _small_ground(board: Board, kinds: tuple[int, ...]) -> Svg:
    """All buildings of a small city, one path for each kind; drawn once and used for each seat."""
    plan = plan_of(board)
    left, width = plan.left - MARGIN, plan.cell * plan.columns + 2 * MARGIN
    paths = [
        path(
            "".join(
                plan.outline(plan.cells[i], GAP / 2, 6) for i, other in enumerate(kinds) if other == kind
            ),
            class_=f"seat-{colour} {ground}",
        )
        for kind, (_, colour, ground) in LOOKS.items()
    ]
    # What is used elsewhere is styled by itself: the class makes the stylesheet reach it.
    ground = rect(left, 0, width, plan.height, 18, class_="street")
    return group(ground, *paths, id="small-city", class_="quartier")


def _city(s: Any, seat: int, scale: float, t: Translator) -> Svg:
    """Sign and score of a seat over its city."""
    plan = plan_of(s.board)
    left = plan.left - MARGIN
    score = int(rules.score(s, seat))
    waits = s.phase in (rules.STARTING, rules.PASSIVE) and s.waiting >> seat & 1
    marks = (_small_mark(s, seat, building) for building in range(len(plan.names)))
    return group(
        sign(seat, 12, 17, 20),
        text(28, 25, score, 24, "bold"),
        el("circle", cx=number(scale * plan.cell * plan.columns), cy=17, r=5, class_="gain")
        if waits
        else join(),
        group(
            el("use", href="#small-city"),
            *marks,
            transform=f"translate({number(-left * scale)} 36) scale({number(round(scale, 3))})",
        ),
        id=f"city-{seat}",
        role="img",
        aria_label=_spoken_city(s, seat, score, t),
    )


def _spoken_city(s: Any, seat: int, score: int, t: Translator) -> str:
    left = bin(s.empty[seat]).count("1")
    words = t("{name}: {score} points, {left} buildings empty")
    return words.format(name=t(SEAT_NAMES[seat]), score=score, left=left)


def _small_mark(s: Any, seat: int, building: int) -> Svg:
    mark = mark_on(s, seat, building)
    if mark is None:
        return join()
    plan = plan_of(s.board)
    x, y = plan.rooms[building].middle
    size = plan.cell * 0.72
    return text(
        round(x, 1), round(y + size * 0.36, 1), "×" if mark == "X" else mark, round(size), "middle bold"
    )


# ----- dice -----


def _hand(s: Any, t: Translator) -> Svg:
    """The dice, or the numbers of the first writing; the cross of a miss; the points of parks."""
    starting = s.phase == rules.STARTING
    shown = list(range(1, rules.SIDES + 1)) if starting else [die for die in s.dice if die]
    return picture(
        WIDTH,
        HAND_HEIGHT,
        t("Numbers to write") if starting else t("Dice"),
        *(_die(s, i, die, t) for i, die in enumerate(shown)),
        _cross(len(shown), t) if s.phase == rules.ACTIVE else join(),
        join() if starting else at(WIDTH - 452, 8, _park_table(t)),
        class_="quartier hand",
        id="hand",
    )


def _die(s: Any, i: int, die: int, t: Translator) -> Svg:
    """A die, or in the setup a number to write. The die that the active player has taken is crossed out."""
    taken = s.phase == rules.PASSIVE and i == _taken(s)
    spoken = t("die {number}, taken") if taken else t("die {number}")
    return at(
        8 + 104 * i,
        12,
        el("title", spoken.format(number=die)),
        group(
            rect(1, 1, DIE - 2, DIE - 2, 16, class_="street" if taken else "tag"),
            at(DIE / 2, DIE / 2, _mark(die, 50) if s.phase == rules.STARTING else _pips(die, 22, 8)),
            rect(-4, -4, DIE + 8, DIE + 8, 19, class_="ring"),
            class_="lift",
        ),
        rect(-8, -12, 104, HAND_HEIGHT, class_="hit"),
        id=f"die-{i}",
        # After doubles the taken die shows the number of the other one: only that one is touched.
        data_touch=None if taken and die == s.other else f"die-{die}",
        role="img",
        aria_label=spoken.format(number=die),
    )


def _taken(s: Any) -> int:
    """The place of the die that the active player chose."""
    chosen = s.dice[0] + s.dice[1] - s.other
    return 0 if s.dice[0] == chosen else 1


@cache
def _pips(die: int, step: float, radius: float) -> Svg:
    """The pips of a die around (0, 0)."""
    dots = (el("circle", cx=x * step, cy=y * step, r=radius) for x, y in PIPS[die])
    return group(*dots, fill="var(--ink)")


def _cross(place: int, t: Translator) -> Svg:
    """What to touch for a miss."""
    spoken = t("Mark a miss")
    return at(
        8 + 104 * place,
        12,
        el("title", spoken),
        group(
            rect(1, 1, DIE - 2, DIE - 2, 16, class_="line dashed", stroke_width=2),
            at(DIE / 2, DIE / 2 - 8, _mark("X", 40)),
            text(DIE / 2, DIE - 9, "−2", 20, "middle quiet"),
            rect(-4, -4, DIE + 8, DIE + 8, 19, class_="ring"),
            class_="lift",
        ),
        rect(-8, -12, 104, HAND_HEIGHT, class_="hit"),
        id="cross",
        data_touch=CROSS,
        role="img",
        aria_label=spoken,
    )


def _park_table(t: Translator) -> Svg:
    """BC-15: what a group of so many parks brings."""
    spoken = t("Points by the size of a park group")
    sizes = [(size, int(rules.PARK_POINTS[size])) for size in range(1, sheet.MOST_PARKS + 1)]
    return group(
        el("title", spoken),
        rect(0, 0, 446, 96, 12, class_="plot"),
        at(6, 30, _small("park", 2)),
        *(text(66 + 40 * i, 36, size, 18, "middle quiet") for i, (size, _) in enumerate(sizes)),
        path("M48 50H434", class_="line", stroke_width=2),
        *(text(66 + 40 * i, 80, points, 22, "middle bold") for i, (_, points) in enumerate(sizes)),
        role="img",
        aria_label=f"{spoken}: " + ", ".join(f"{size}: {points}" for size, points in sizes),
    )


def _rolled(s: Any, t: Translator) -> Svg:
    """The dice on the board, for who has no hand."""
    if s.dice[0] == 0:
        return join()
    dice = (
        at(44 * i, 0, rect(0, 0, 38, 38, 8, class_="tag"), at(19, 19, _pips(die, 10, 4)))
        for i, die in enumerate(s.dice)
    )
    spoken = t("Dice") + f": {s.dice[0]}, {s.dice[1]}"
    return at(WIDTH - 92, 6, *dice, role="img", aria_label=spoken)
