"""The three rows as streets at evening, seen from the side: letter, mayor, houses, permits and the river."""

from quartier.core.show.svg import Svg, at, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..names import PERMIT_NAMES, ROW_NAMES
from ..rules import state
from ..rules.building import limit_allowed
from ..rules.scoring import finished
from ..rules.state import State
from .evening import edge, ground, lamps, sky
from .facades import plot
from .layout import BAND, GROUND, LEFT, RIGHT, SIGN, SIGNS_APART, band_top, pitch, shore, steps_of
from .lines import missing, row_line
from .pieces import mayor, permit

MAYOR = 22
"""How far the mayor stands from the left."""
POST = 58
"""From the quay to the post of the permits."""


def row_of_houses(s: State, row: int, t: Translator, last: frozenset[str]) -> Svg:
    """One row: sky, street, houses, free lots, river, permits, and what it is worth to whom."""
    apart, first = pitch(s), row * state.LOTS
    end, done = shore(s, row, apart), bool(finished(s, row))
    return at(
        0,
        band_top(row),
        sky(row),
        ground(row, end),
        path(f"M-2000 {GROUND + 4}H{end}", class_="done-line") if done else join(),
        lamps(apart, int(s.limit[row]), done),
        _grey_street(s, row, t, last),
        *(plot(s, spot, apart, t, last) for spot in range(first, first + state.LOTS)),
        *_placed_permits(s, row, end, t, last),
        *_limit_handles(s, row, end, t, last),
        row_line(s, row, t),
        edge() if row < state.ROWS - 1 else join(),
    )


def _grey_street(s: State, row: int, t: Translator, last: frozenset[str]) -> Svg:
    """The grey street in front of a row, with its letter, and the mayor if he stands there."""
    name, spoken = f"street-{ROW_NAMES[row]}", spoken_row(s, row, t)
    return group(
        el("title", spoken),
        rect(16, 26, 64, 46, 9, class_="plaque"),
        text(48, 61, ROW_NAMES[row], 34, "middle heavy on-plaque"),
        placed_mayor("mayor") if s.mayor == row else join(),
        rect(10, 94, LEFT - 16, GROUND - 96, 9, class_="ring"),
        rect(-60, 0, LEFT + 60, BAND, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def placed_mayor(name: str | None = None) -> Svg:
    """The mayor on the street, and what he does; `name` if he is to be followed when he moves."""
    return join(
        rect(18, 104, 64, 36, 18, class_="capsule"),
        text(50, 131, "×2", 25, "middle heavy on-capsule"),
        group(at(MAYOR, GROUND - 62, mayor()), id=name, data_piece=name, class_="lift" if name else None),
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


def _placed_permits(s: State, row: int, end: int, t: Translator, last: frozenset[str]) -> list[Svg]:
    """NH-23: the permits of a row stand together behind the limit, on one post."""
    here = [number for number in range(state.PERMITS) if s.permit[number] == row]
    signs = [
        _placed_permit(number, i, len(here), int(s.sign[number]), t, last) for i, number in enumerate(here)
    ]
    return [at(end + POST, 0, post(len(here)), *signs)] if here else []


def post(signs: int) -> Svg:
    """The post of so many road signs."""
    return path(f"M0 {GROUND}V{sign_top(signs - 1)}", class_="post")


def sign_top(place: int) -> int:
    """The top of a road sign, counted from the lowest one."""
    return GROUND - 50 - SIGN - SIGNS_APART * place


def _placed_permit(
    number: int, place: int, count: int, sign_of: int, t: Translator, last: frozenset[str]
) -> Svg:
    name = f"permit-{PERMIT_NAMES[number]}"
    spoken = t("permit {number}").format(number=PERMIT_NAMES[number])
    reach = sign_top(place) - (SIGNS_APART - SIGN) // 2 if place < count - 1 else 0
    below = GROUND if place == 0 else sign_top(place) + SIGN + (SIGNS_APART - SIGN) // 2
    return group(
        el("title", spoken),
        group(
            at(-33, sign_top(place), permit(number, sign_of)),
            id=f"piece-{name}",
            data_piece=name,
            class_="lift",
        ),
        rect(-37, sign_top(place) - 4, 74, SIGN + 8, 9, class_="ring"),
        rect(12 - POST, reach, RIGHT - 14, below - reach, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def _limit_handles(s: State, row: int, end: int, t: Translator, last: frozenset[str]) -> list[Svg]:
    """Two signs at the quay while a permit is placed, where it may be used: longer and shorter."""
    steps, limit, letter = steps_of(s), s.limit[row], ROW_NAMES[row]
    shown = []
    if steps and limit_allowed(s, row, limit + steps):
        spoken = t("Row {row} longer by {steps}").format(row=letter, steps=steps)
        shown.append(_handle(f"longer-{letter}", end + 14, f"+{steps}", spoken, last))
    if steps and limit_allowed(s, row, limit - steps):
        spoken = t("Row {row} shorter by {steps}").format(row=letter, steps=steps)
        shown.append(_handle(f"shorter-{letter}", end - 96, f"−{steps}", spoken, last))
    return shown


def _handle(name: str, x: int, words: str, spoken: str, last: frozenset[str]) -> Svg:
    longer = name.startswith("longer")
    arrow = "M6 16H58L82 42L58 68H6Z" if longer else "M76 16H24L0 42L24 68H76Z"
    return at(
        x,
        0,
        el("title", spoken),
        path(arrow, class_="plaque"),
        text(35 if longer else 47, 52, words, 28, "middle heavy on-plaque"),
        path(arrow, class_="ring"),
        rect(-10, 0, 102, GROUND, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )
