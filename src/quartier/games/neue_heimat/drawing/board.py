"""The board: three rows of houses at evening, one below the other."""

from functools import cache, lru_cache

from quartier.core.drawing.memo import memoize
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    beyond,
    drawing,
    el,
    group,
    group_fragments,
    join,
    path,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules import state
from ..rules.building import limit_allowed
from ..rules.derived import DERIVED_SIZE
from ..rules.state import Record
from ..text.labels import PERMIT_NAMES, ROW_NAMES, lacking_name
from .evening import above, definitions, edge, ground, lamps, sky
from .facades import plot
from .layout import (
    BAND,
    GROUND,
    HEIGHT,
    LEFT,
    RIGHT,
    SIGN,
    SIGNS_APART,
    WIDTH,
    band_top,
    pitch,
    shore,
    steps_of,
)
from .lines import Line, line_of, row_line
from .pieces import mayor, permit

MAYOR = 22
"""How far the mayor stands from the left."""
POST = 58
"""From the quay to the post of the permits."""


def row_of_houses(s: Record, row: int, apart: int, t: Translator, last: frozenset[str]) -> Fragments:
    """One row: sky, street, houses, free lots, river, permits, and what it is worth to whom."""
    end, limit, line, first = shore(s, row, apart), s.limit[row], line_of(s, row), row * state.LOTS
    return group_fragments(
        sky(row),
        _ground(row, end, apart, limit, line.is_finished),
        _grey_street(row, limit, line, s.mayor_factor if s.mayor == row else None, _STREETS[row] in last, t),
        *(plot(s, spot, apart, t, last) for spot in range(first, first + state.LOTS)),
        _placed_permits(end, permits_of(s, row), last & _PERMITS, t),
        *_limit_handles(s, row, end, t, last),
        row_line(line, t),
        edge() if row < state.ROWS - 1 else join(),
        transform=f"translate(0 {band_top(row)})",
    )


_STREETS = tuple(f"street-{letter}" for letter in ROW_NAMES)
_PERMITS = frozenset(f"permit-{name}" for name in PERMIT_NAMES)


@cache
def _ground(row: int, end: int, apart: int, limit: int, done: bool) -> Svg:
    """Pavement, lamps and river; a finished row has a green kerb, and its lamps burn."""
    kerb = path(f"M-2000 {GROUND + 4}H{end}", class_="done-line") if done else join()
    return join(ground(row, end), kerb, lamps(apart, limit, done))


@lru_cache(1024)
def _grey_street(row: int, limit: int, line: Line, mayor: int | None, ringed: bool, t: Translator) -> Svg:
    """The grey street in front of a row, with its letter, and the mayor with his factor if he stands there."""
    name, spoken = _STREETS[row], spoken_row(row, limit, line, mayor, t)
    return group(
        el("title", spoken),
        rect(16, 26, 64, 46, 9, class_="plaque"),
        text(48, 61, ROW_NAMES[row], 34, "middle heavy on-plaque"),
        placed_mayor(mayor, "mayor") if mayor is not None else join(),
        rect(10, 94, LEFT - 16, GROUND - 96, 9, class_="ring"),
        rect(-60, 0, LEFT + 60, BAND, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if ringed else None,
        role="img",
        aria_label=spoken,
    )


def placed_mayor(factor: int, name: str | None = None) -> Svg:
    """Draw the mayor on the street, and what he does; `name` if he is to be followed when he moves."""
    return join(
        mayor_sign(factor),
        group(at(MAYOR, GROUND - 62, mayor()), id=name, data_piece=name, class_="lift" if name else None),
    )


@cache
def mayor_sign(factor: int) -> Svg:
    """Draw what the mayor does."""
    sign = text(50, 131, f"×{factor}", 25, "middle heavy on-capsule")
    return join(rect(18, 104, 64, 36, 18, class_="capsule"), sign)


def spoken_row(row: int, limit: int, line: Line, mayor: int | None, t: Translator) -> str:
    """Return a row in words: limit, what is missing, the mayor."""
    todo = t("needs {missing}").format(missing=lacking_name(line.missing, t))
    phrases = [
        t("Row {row}").format(row=ROW_NAMES[row]),
        t("limit {limit}").format(limit=limit),
        t("finished") if line.is_finished else todo,
    ]
    return ", ".join(phrases if mayor is None else [*phrases, t("mayor: ×{times}").format(times=mayor)])


Permits = tuple[tuple[int, int], ...]
"""Permits with their signs."""


def permits_of(s: Record, row: int) -> Permits:
    """Return the permits of a row."""
    return tuple((number, s.sign[number]) for number in range(state.PERMITS) if s.permit[number] == row)


@lru_cache(1024)
def _placed_permits(end: int, here: Permits, last: frozenset[str], t: Translator) -> Svg:
    """NH-23: the permits of a row stand together behind the limit, on one post."""
    signs = (_placed_permit(*entry, i, len(here), last, t) for i, entry in enumerate(here))
    return at(end + POST, 0, post(len(here)), *signs) if here else join()


def post(signs: int) -> Svg:
    """Draw the post of so many road signs."""
    return path(f"M0 {GROUND}V{sign_top(signs - 1)}", class_="post")


def sign_top(index: int) -> int:
    """Return the top of a road sign, counted from the lowest one."""
    return GROUND - 50 - SIGN - SIGNS_APART * index


def _placed_permit(
    number: int, sign_of: int, index: int, count: int, last: frozenset[str], t: Translator
) -> Svg:
    name = f"permit-{PERMIT_NAMES[number]}"
    spoken = f"{t('permit {number}').format(number=PERMIT_NAMES[number])}, {_effect(number + 1, sign_of, t)}"
    reach = sign_top(index) - (SIGNS_APART - SIGN) // 2 if index < count - 1 else 0
    below = GROUND if index == 0 else sign_top(index) + SIGN + (SIGNS_APART - SIGN) // 2
    return group(
        el("title", spoken),
        group(
            at(-33, sign_top(index), permit(number, sign_of)),
            id=f"piece-{name}",
            data_piece=name,
            class_="lift",
        ),
        rect(-37, sign_top(index) - 4, 74, SIGN + 8, 9, class_="ring"),
        rect(12 - POST, reach, RIGHT - 14, below - reach, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def _effect(steps: int, sign_of: int, t: Translator) -> str:
    """What a placed permit does to its row."""
    if sign_of == 1:
        return t.ngettext("row {count} lot longer", "row {count} lots longer", steps).format(count=steps)
    return t.ngettext("row {count} lot shorter", "row {count} lots shorter", steps).format(count=steps)


def _limit_handles(s: Record, row: int, end: int, t: Translator, last: frozenset[str]) -> list[Svg]:
    """Two signs at the quay while a permit is placed, where it may be used: longer and shorter."""
    steps, limit = steps_of(s), s.limit[row]
    changes = [change for change in (steps, -steps) if steps and limit_allowed(s, row, limit + change)]
    names = [_handle_name(row, change) for change in changes]
    return [_handle(row, change, end, name in last, t) for change, name in zip(changes, names, strict=True)]


def _handle_name(row: int, change: int) -> str:
    return f"{'longer' if change > 0 else 'shorter'}-{ROW_NAMES[row]}"


@lru_cache(1024)
def _handle(row: int, change: int, end: int, ringed: bool, t: Translator) -> Svg:
    """A sign for a row that becomes longer or shorter by so many lots."""
    name, longer, steps = _handle_name(row, change), change > 0, abs(change)
    form = (
        t.ngettext("Lengthen row {row} by {count} lot", "Lengthen row {row} by {count} lots", steps)
        if longer
        else t.ngettext("Shorten row {row} by {count} lot", "Shorten row {row} by {count} lots", steps)
    )
    spoken = form.format(row=ROW_NAMES[row], count=steps)
    x, words = (end + 14, f"+{steps}") if longer else (end - 96, f"−{steps}")
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
        class_="last" if ringed else None,
        role="img",
        aria_label=spoken,
    )


@memoize(
    *("phase", "piece", "cubes", "roof", "built", "limit", "permit", "sign", "mayor", "mayor_factor"),
    derived=slice(DERIVED_SIZE),
)
def draw_board(s: Record, t: Translator, last: frozenset[str]) -> Fragments:
    apart = pitch(s)
    return drawing(
        WIDTH,
        HEIGHT,
        t("Three rows of houses"),
        definitions(),
        beyond(WIDTH, HEIGHT, "night-sky"),
        above(),
        *(part for row in range(state.ROWS) for part in row_of_houses(s, row, apart, t, last)),
        group(id="ghost"),
        class_="quartier board",
        id="board",
    )
