"""The three rows as streets at evening, seen from the side: floors, roofs, fences, the river, permits and the mayor."""

from functools import cache
from typing import Any

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, el, group, join, path, rect, text
from quartier.core.text.languages import N_, Translator

from ..rules import state
from ..rules.building import colour_of, top_of, value_of
from ..rules.scoring import finished, house_points, row_points
from ..words import (
    COLOUR_NAMES,
    PERMIT_NAMES,
    ROW_NAMES,
    SEAT_NAMES,
    cube_code,
    cube_name,
    lot_name,
    stack,
)

WIDTH = 800
LEFT, LOT = 70, 74
"""The grey street is LEFT wide, then come lots of LOT each; lot 10 is what remains."""
SKY, GROUND, STRIP = 158, 32, 33
PITCH = SKY + GROUND + STRIP + 3
HOUSE, INSET = 64, 5
FLOOR, FLOORS = 40, 3
"""A floor is FLOOR high; in a house of more than FLOORS floors they share that height."""
ROOF = 34
ENTRY = 156
"""Width of one seat's score of a row."""

LETTERS = (N_("W"), N_("R"), N_("Y"), N_("G"), N_("B"), N_("K"))
"""By colour: its letter; German yellow and green begin alike."""

WINDOWS = (
    "M-6 -8H6V8H-6ZM-6 0H6",
    "M-6 8V-3A6 6 0 0 1 6 -3V8Z",
    "M0 -7.5A7.5 7.5 0 0 1 0 7.5A7.5 7.5 0 0 1 0 -7.5Z",
    "M-7 -9H-2V9H-7ZM2 -9H7V9H2Z",
    "M0 -9L7.5 0L0 9L-7.5 0Z",
    "M-7.5 -8H7.5V-4H-7.5ZM-7.5 -2H7.5V2H-7.5ZM-7.5 4H7.5V8H-7.5Z",
)
"""By colour: the shape of its windows around (0, 0), so that no colour stands alone."""


# ----- pieces -----


@cache
def cube(number: int, width: int, height: int) -> Svg:
    """A cube as one floor of a façade: its value between two lit windows."""
    colour, size = colour_of(number), min(height - 1, 34)
    scale = min(1.1 if width > 60 else 0.75, (height - 6) / 18)
    windows = (
        path(
            WINDOWS[colour], class_="window", transform=f"translate({x:g} {height / 2:g}) scale({scale:.2f})"
        )
        for x in (width * 0.165, width * 0.835)
    )
    return group(
        rect(0, 0, width, height, 2, class_="cube"),
        *windows,
        text(
            width / 2,
            height / 2 + size * 0.36,
            int(value_of(number)),
            size,
            "middle bold on-cube",
        ),
        class_=f"cube-{colour}",
    )


@cache
def swatch(colour: int, size: int, letter: str) -> Svg:
    """A small colour cube with its letter and its window."""
    middle = size / 2
    return group(
        rect(0, 0, size * 1.5, size, 4, class_="cube"),
        path(
            WINDOWS[colour],
            class_="window",
            transform=f"translate({size * 0.36:g} {middle:g}) scale({size / 28:.2f})",
        ),
        text(
            size * 1.06,
            middle + size * 0.26,
            letter,
            size * (0.78 if len(letter) == 1 else 0.58),
            "middle bold on-cube",
        ),
        class_=f"cube-{colour}",
    )


@cache
def roof(value: int) -> Svg:
    """A roof, LOT wide and ROOF high; 0 is one that lies face down."""
    shape = path(f"M0 {ROOF}L11 2H{LOT - 11}L{LOT} {ROOF}Z", class_="roof")
    return join(shape, text(LOT / 2, 28, value or "?", 28, "middle bold on-roof"))


@cache
def permit(number: int, sign_of: int = 0) -> Svg:
    """A permit, 56 x 34: notches as on the piece, in numerals; + if it lengthens, − if it shortens."""
    mark = ("", "+", "−")[sign_of]
    return join(
        rect(0, 0, 56, 34, 4, class_="tag"), text(28, 26, mark + PERMIT_NAMES[number], 25, "middle bold")
    )


@cache
def blank_cube() -> Svg:
    """The blank cube, 56 x 34: it crosses a permit out."""
    return join(
        rect(0, 0, 56, 34, 4, class_="tag"),
        path("M18 7L38 27M38 7L18 27", class_="strike", stroke_width=4),
    )


# ----- where things are -----


def lot_corner(spot: int) -> tuple[int, int]:
    """Where a lot's sky begins, top left."""
    row, lot = divmod(spot, state.LOTS)
    return LEFT + LOT * lot, row * PITCH


def end_of(s: Any, row: int) -> int:
    """Where the river begins: behind the last lot that may be built."""
    return LEFT + LOT * s.limit[row]


def floor_height(count: int) -> int:
    """Height of each of `count` floors."""
    return FLOOR if count <= FLOORS else FLOOR * FLOORS // count


def roofline(s: Any, spot: int) -> int:
    """The top of a house, below the top of its sky; the ground without a house."""
    count = len(stack(s, spot))
    return SKY - count * floor_height(count) - (ROOF if s.roof[spot] else 0)


def missing(s: Any, row: int) -> tuple[int, int]:
    """Houses and roofs that a row needs to be finished."""
    lots = range(row * state.LOTS, row * state.LOTS + s.limit[row])
    return s.limit[row] - s.built[row], sum(s.roof[spot] == 0 for spot in lots)


# ----- a row -----


def row_of_houses(s: Any, row: int, t: Translator, last: frozenset[str]) -> Svg:
    """One row: sky, street, houses, free lots, river, permits, and what it is worth to whom."""
    first = row * state.LOTS
    return join(
        at(0, row * PITCH, _sky(s.limit[row]), _state(s, row, t)),
        _street(s, row, t, last),
        *(_lot(s, spot, t, last) for spot in range(first, first + state.LOTS)),
        at(end_of(s, row) + 6, row * PITCH, *_permits(s, row, t, last)),
        at(0, row * PITCH, *_limit_handles(s, row, t, last)),
        at(0, row * PITCH + SKY + GROUND, strip(s, row, t)),
    )


# The silhouette of the city: how far each roof reaches, and how high the next one is above the ground.
_CITY = (58, 60, 96, 46, 150, 74, 176, 48, 240, 58, 262, 82, 282, 58, 352, 40, 398, 68, 436, 52)
_CITY += (500, 78, 522, 46, 590, 62, 634, 42, 700, 70, 724, 50)


@cache
def _sky(limit: int) -> Svg:
    """Evening sky with the city behind, pavement up to the limit, and the river behind it."""
    shore = LEFT + LOT * limit
    roofs = zip(_CITY[::2], _CITY[1::2], strict=True)
    city = f"M0 {SKY}v-36" + "".join(f"H{x}V{SKY - y}" for x, y in roofs) + f"H{WIDTH}V{SKY}Z"
    waves = "".join(
        f"M{x} {SKY + 12 + 8 * (i % 2)}q8 -5 16 0t16 0" for i, x in enumerate(range(shore + 14, 770, 44))
    )
    return join(
        rect(0, 0, WIDTH, SKY + GROUND, 10, class_="dusk"),
        el("circle", cx=744, cy=38, r=17, class_="lit"),
        path(city, class_="skyline"),
        rect(0, SKY, shore, GROUND, class_="street"),
        rect(shore, SKY - 4, WIDTH - shore, GROUND + 4, class_="river"),
        path(waves, class_="ripple", stroke_width=2),
    )


def _state(s: Any, row: int, t: Translator) -> Svg:
    """What a row still needs, or that it is finished."""
    if finished(s, row):
        return text(716, 30, t("finished"), 25, "end bold")
    return at(590, 8, needs(s, row))


def needs(s: Any, row: int) -> Svg:
    """How many houses and how many roofs a row lacks, beside a small wall and a small roof."""
    houses, roofs = missing(s, row)
    wall = join(
        rect(2, 5, 22, 18, 1, class_="quiet-line", stroke_width=2),
        path("M9 23V13H17V23", class_="quiet-line", stroke_width=2),
    )
    return join(
        wall,
        text(32, 23, houses, 26, "bold"),
        path("M62 23L70 6H86L94 23Z", class_="roof"),
        text(100, 23, roofs, 26, "bold"),
    )


def _street(s: Any, row: int, t: Translator, last: frozenset[str]) -> Svg:
    """The grey street in front of a row, with its letter, and the mayor if he stands there."""
    name, here = f"street-{ROW_NAMES[row]}", s.mayor == row
    spoken = spoken_row(s, row, t)
    mayor = group(icon("mayor", 5, SKY - 62, 58), id="mayor", data_piece="mayor", class_="lift")
    return at(
        0,
        row * PITCH,
        el("title", spoken),
        text(LEFT / 2 - 1, 42, ROW_NAMES[row], 40, "middle bold"),
        text(LEFT / 2, 78, "×2", 29, "middle bold") if here else join(),
        mayor if here else join(),
        rect(3, 3, LEFT - 6, SKY + GROUND - 6, 8, class_="ring"),
        rect(0, 0, LEFT, SKY + GROUND, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def spoken_row(s: Any, row: int, t: Translator) -> str:
    """A row in words: limit, what is missing, the mayor."""
    houses, roofs = missing(s, row)
    todo = t("houses missing: {houses}, roofs missing: {roofs}").format(houses=houses, roofs=roofs)
    said = [
        t("Row {row}").format(row=ROW_NAMES[row]),
        t("limit {limit}").format(limit=s.limit[row]),
        t("finished") if finished(s, row) else todo,
    ]
    return ", ".join(said + [t("mayor: doubled")] * (s.mayor == row))


# ----- lots and houses -----


def _lot(s: Any, spot: int, t: Translator, last: frozenset[str]) -> Svg:
    name, spoken = f"lot-{lot_name(spot)}", _spoken_lot(s, spot, t)
    top = min(roofline(s, spot), SKY - FLOOR) - 5
    return at(
        *lot_corner(spot),
        el("title", spoken),
        _free_lot(s, spot) if not s.cubes[spot] else house(s, spot, t),
        _fence() if state.FENCED >> spot & 1 and _buildable(s, spot) else join(),
        rect(0, top, LOT, SKY + GROUND - top, 6, class_="ring"),
        rect(0, 0, _lot_width(spot), SKY + GROUND, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def _lot_width(spot: int) -> int:
    """Lot 10 is what remains of the width."""
    return min(LOT, WIDTH - LEFT - LOT * (spot % state.LOTS))


def _buildable(s: Any, spot: int) -> bool:
    return bool(spot % state.LOTS < s.limit[spot // state.LOTS])


def _free_lot(s: Any, spot: int) -> Svg:
    """An empty plot with its number, if it may be built at all."""
    if not _buildable(s, spot):
        return join()
    return join(
        rect(INSET + 1, SKY - FLOOR, HOUSE - 2, FLOOR, 3, class_="quiet-line dashed", stroke_width=1.5),
        text(LOT / 2, SKY + 24, spot % state.LOTS + 1, 23, "middle"),
    )


def house(s: Any, spot: int, t: Translator) -> Svg:
    """A house: its cubes from the ground up, its roof, and in front of it whose it is and what it is worth."""
    cubes = stack(s, spot)
    height = floor_height(len(cubes))
    floors = [at(INSET, SKY - height * (i + 1), floor(number, height)) for i, number in enumerate(cubes)]
    value = s.roof[spot]
    name = f"roof-{lot_name(spot)}"
    top = (
        at(0, roofline(s, spot), group(roof(value), id=name, data_piece=roof_name(s, spot), class_="lift"))
        if value
        else join()
    )
    return join(*floors, top, nameplate(s, spot))


def floor(number: int, height: int) -> Svg:
    """A cube that has its name as a piece."""
    name = f"cube-{cube_code(number)}"
    return group(cube(number, HOUSE, height), id=name, data_piece=name, class_="lift")


def roof_name(s: Any, spot: int) -> str:
    """The physical roof on a lot: two bear each value, told apart by the order of their lots."""
    value = s.roof[spot]
    return f"roof-{value}-{sum(s.roof[other] == value for other in range(spot))}"


def nameplate(s: Any, spot: int) -> Svg:
    """On the pavement: the sign of the seat for which a house counts, and its points."""
    owner, points = owner_of(s, spot), int(house_points(s, spot))
    return at(
        0,
        SKY,
        rect(INSET, 3, HOUSE, 27, 5, class_="plot"),
        sign(owner, 22, 17, 20),
        text(51, 26, points, 25, "middle bold"),
    )


def owner_of(s: Any, spot: int) -> int:
    """The seat for which a house counts."""
    return int(s.owner[colour_of(top_of(s, spot))])


@cache
def _fence() -> Svg:
    """White pickets around a lot that carries one cube only."""
    ground = SKY + 1
    pickets = "".join(
        f"M{x} {ground}V{ground - 17}L{x + 2.5} {ground - 21}L{x + 5} {ground - 17}V{ground}Z"
        for x in (-5, 1, 68, 74)
    )
    rail = rect(-5, ground - 8, LOT + 10, 4, 1, class_="fence")
    return join(rail, path(pickets, class_="fence"))


def _spoken_lot(s: Any, spot: int, t: Translator) -> str:
    fence = [t("fenced")] * (state.FENCED >> spot & 1)
    if not s.cubes[spot]:
        place = t("empty") if _buildable(s, spot) else t("beyond the limit")
        return ", ".join([lot_name(spot), place, *fence])
    cubes = t(", on it ").join(cube_name(number, t) for number in stack(s, spot))
    top = [t("roof {value}").format(value=s.roof[spot])] if s.roof[spot] else [t("no roof")]
    worth = t("{points} for {name}").format(
        points=int(house_points(s, spot)), name=t(SEAT_NAMES[owner_of(s, spot)])
    )
    return ", ".join([lot_name(spot), cubes, *top, worth, *fence])


# ----- permits and limits -----


def _permits(s: Any, row: int, t: Translator, last: frozenset[str]) -> list[Svg]:
    """NH-23: the permits of a row stand together on the lot behind the limit."""
    here = [number for number in range(state.PERMITS) if s.permit[number] == row]
    return [_placed_permit(number, i, s.sign[number], t, last) for i, number in enumerate(here)]


def _placed_permit(number: int, place: int, sign_of: int, t: Translator, last: frozenset[str]) -> Svg:
    name = f"permit-{PERMIT_NAMES[number]}"
    spoken = t("permit {number}").format(number=PERMIT_NAMES[number])
    return at(
        0,
        SKY - 36 - 37 * place,
        el("title", spoken),
        group(permit(number, sign_of), id=f"piece-{name}", data_piece=name, class_="lift"),
        rect(-3, -3, 62, 40, 6, class_="ring"),
        rect(-6, -3, 68, 40, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def _limit_handles(s: Any, row: int, t: Translator, last: frozenset[str]) -> list[Svg]:
    """Two arrows at the limit while a permit is placed: longer and shorter."""
    if s.phase != state.PLACING or not state.PERMIT <= s.piece < state.BLANK:
        return []
    shore, steps = end_of(s, row), s.piece - state.PERMIT + 1
    spoken = (t("Row {row} longer by {steps}"), t("Row {row} shorter by {steps}"))
    return [
        _handle(
            f"{kind}-{ROW_NAMES[row]}",
            min(shore + 4, WIDTH - 64) if kind == "longer" else shore - 66,
            f"+{steps}" if kind == "longer" else f"−{steps}",
            said.format(row=ROW_NAMES[row], steps=steps),
            last,
        )
        for kind, said in zip(("longer", "shorter"), spoken, strict=True)
    ]


def _handle(name: str, x: int, words: str, spoken: str, last: frozenset[str]) -> Svg:
    return at(
        x,
        52,
        el("title", spoken),
        rect(0, 0, 62, 56, 28, class_="tag"),
        text(31, 39, words, 31, "middle bold"),
        rect(-1, -1, 64, 58, 29, class_="ring"),
        rect(-4, -30, 70, 116, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


# ----- what a row is worth -----


def worth(s: Any, row: int) -> list[tuple[int, int]]:
    """Seats with houses in a row, and their points if it is finished."""
    found = [(seat, int(row_points(s, row, seat))) for seat in range(s.players)]
    return [(seat, points) for seat, points in found if points]


def strip(s: Any, row: int, t: Translator) -> Svg:
    """By seat: the points that the row brings as it stands now, and those if that changed."""
    done, entries = bool(finished(s, row)), worth(s, row)
    now, then = (t("finished"), t("unfinished")) if done else (t("unfinished"), t("finished"))
    key = text(WIDTH - 8, 26, f"{now} / {then}", 21, "end quiet")
    return join(
        *(at(8 + ENTRY * i, 0, _entry(seat, points, done, t)) for i, (seat, points) in enumerate(entries)),
        key if 0 < len(entries) < 4 else join(),
    )


def _entry(seat: int, points: int, done: bool, t: Translator) -> Svg:
    now, then = (f"+{points}", f"−{points}") if done else (f"−{points}", f"+{points}")
    form = (
        t("{name}: {now} now, {then} if unfinished") if done else t("{name}: {now} now, {then} if finished")
    )
    spoken = form.format(name=t(SEAT_NAMES[seat]), now=now, then=then)
    return group(
        el("title", spoken),
        sign(seat, 12, 18, 21),
        el(
            "text",
            el("tspan", now, class_="bold", font_size=26),
            el("tspan", f" / {then}", class_="quiet"),
            x=27,
            y=27,
            font_size=21,
        ),
        role="img",
        aria_label=spoken,
    )


def legend(s: Any, t: Translator) -> Svg:
    """The six colours with their letters and windows, and whose each one is."""
    return join(*(at(8 + 132 * colour, 0, _colour(s, colour, t)) for colour in range(state.COLOURS)))


def _colour(s: Any, colour: int, t: Translator) -> Svg:
    owner = s.owner[colour]
    name = t(SEAT_NAMES[owner]) if owner != state.NO_SEAT else t("nobody yet")
    mark = sign(owner, 78, 18, 24) if owner != state.NO_SEAT else text(70, 27, "–", 26, "quiet")
    spoken = f"{t(COLOUR_NAMES[colour])}: {name}"
    return group(
        el("title", spoken),
        at(0, 1, swatch(colour, 34, t(LETTERS[colour]))),
        mark,
        role="img",
        aria_label=spoken,
    )
