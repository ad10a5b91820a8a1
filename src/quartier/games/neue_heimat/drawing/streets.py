"""The three rows as streets at evening, seen from the side: sky, river, mayor, permits, and what each row is worth."""

from functools import cache

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..names import PERMIT_NAMES, ROW_NAMES, SEAT_NAMES
from ..rules import state
from ..rules.scoring import finished, row_points
from ..rules.state import State
from .facades import plot
from .layout import ENTRY, GROUND, LEFT, LOT, PITCH, SKY, WIDTH, end_of
from .pieces import permit


def row_of_houses(s: State, row: int, t: Translator, last: frozenset[str]) -> Svg:
    """One row: sky, street, houses, free lots, river, permits, and what it is worth to whom."""
    first = row * state.LOTS
    return join(
        at(0, row * PITCH, _sky(s.limit[row]), _progress(s, row, t)),
        _grey_street(s, row, t, last),
        *(plot(s, spot, t, last) for spot in range(first, first + state.LOTS)),
        at(end_of(s, row) + 6, row * PITCH, *_placed_permits(s, row, t, last)),
        at(0, row * PITCH, *_limit_handles(s, row, t, last)),
        at(0, row * PITCH + SKY + GROUND, strip(s, row, t)),
    )


# The silhouette of the city: how far each roof reaches, and how high the next one is above the ground.
_CITY: tuple[int, ...] = (
    58,
    60,
    96,
    46,
    150,
    74,
    176,
    48,
    240,
    58,
    262,
    82,
    282,
    58,
    352,
    40,
    398,
    68,
    436,
    52,
)
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


def _progress(s: State, row: int, t: Translator) -> Svg:
    """What a row still needs, or that it is finished."""
    if finished(s, row):
        return text(716, 30, t("finished"), 25, "end bold")
    return at(590, 8, needs(s, row))


def missing(s: State, row: int) -> tuple[int, int]:
    """Houses and roofs that a row needs to be finished."""
    lots = range(row * state.LOTS, row * state.LOTS + s.limit[row])
    return s.limit[row] - s.built[row], sum(s.roof[spot] == 0 for spot in lots)


def needs(s: State, row: int) -> Svg:
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


def _grey_street(s: State, row: int, t: Translator, last: frozenset[str]) -> Svg:
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


def spoken_row(s: State, row: int, t: Translator) -> str:
    """A row in words: limit, what is missing, the mayor."""
    houses, roofs = missing(s, row)
    todo = t("houses missing: {houses}, roofs missing: {roofs}").format(houses=houses, roofs=roofs)
    said = [
        t("Row {row}").format(row=ROW_NAMES[row]),
        t("limit {limit}").format(limit=s.limit[row]),
        t("finished") if finished(s, row) else todo,
    ]
    return ", ".join(said + [t("mayor: doubled")] * (s.mayor == row))


def _placed_permits(s: State, row: int, t: Translator, last: frozenset[str]) -> list[Svg]:
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


def _limit_handles(s: State, row: int, t: Translator, last: frozenset[str]) -> list[Svg]:
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


def worth(s: State, row: int) -> list[tuple[int, int]]:
    """Seats with houses in a row, and their points if it is finished."""
    found = [(seat, int(row_points(s, row, seat))) for seat in range(s.players)]
    return [(seat, points) for seat, points in found if points]


def strip(s: State, row: int, t: Translator) -> Svg:
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
