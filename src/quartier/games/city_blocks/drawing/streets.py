"""Streets: price tags with the tokens, and what both seats have there."""

from quartier.core.show.pieces import sign
from quartier.core.show.svg import Svg, at, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..rules.state import NOBODY, OPEN, ROWS, State
from ..rules.streets import STREET_NAMES, sum_of
from ..words import SEAT_NAMES, STREET_LETTERS
from .layout import LEFT, PITCH, ROAD, TOP, sums_corner, tag_corner

SIDE_TAG = "M5 0H60L80 19L60 38H5A5 5 0 0 1 0 33V5A5 5 0 0 1 5 0Z"
DOWN_TAG = "M5 0H59A5 5 0 0 1 64 5V32L32 50L0 32V5A5 5 0 0 1 5 0Z"


def draw_street(s: State, street: int, t: Translator, last: frozenset[str]) -> Svg:
    """The tag of a street with its token, and the sums of both seats."""
    name = f"street-{STREET_LETTERS[street]}"
    spoken = _spoken_street(s, street, t)
    return group(
        el("title", spoken),
        at(*tag_corner(street), _ring(street), _tag_at(s, street)),
        draw_sums(street, sums_of(s, street), s.award[street] == OPEN),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def _ring(street: int) -> Svg:
    """The outline of the tag, and around it the area that can be touched."""
    if street < ROWS:
        return join(path(SIDE_TAG, class_="ring"), rect(80 - LEFT, -ROAD / 2, LEFT, PITCH, class_="hit"))
    return join(path(DOWN_TAG, class_="ring"), rect(-23, 50 - TOP, PITCH, TOP, class_="hit"))


def _tag_at(s: State, street: int) -> Svg:
    """The token of a street, or after its award the place where it hung and who took it."""
    value, taker = s.token[street], s.award[street]
    if value == 0:
        return join()
    if taker == OPEN:
        return price_tag(value, street < ROWS)
    return taken_tag(value, street < ROWS, taker)


def price_tag(value: int, side: bool) -> Svg:
    """A price tag, 80 x 38 to the side or 64 x 50 downwards."""
    name = f"token-{value}"
    return group(
        path(SIDE_TAG if side else DOWN_TAG, class_="tag"),
        el("circle", cx=66 if side else 32, cy=19 if side else 40, r=3, class_="street"),
        text(31 if side else 32, 28 if side else 27, money(value), 25, "middle bold"),
        id=name,
        data_piece=name,
    )


def taken_tag(value: int, side: bool, taker: int) -> Svg:
    """The place of a token that is gone: in the taker's colour with the taker's sign, or struck through."""
    shape, middle = (SIDE_TAG, 19) if side else (DOWN_TAG, 17)
    if taker == NOBODY:
        words = text(32, middle + 7, money(value), 19, "middle quiet")
        strike = path(f"M10 {middle}H54", class_="strike", stroke_width=2)
        return join(path(shape, class_="line dashed", stroke_width=1.5), words, strike)
    outline = join(path(shape, class_="wash"), path(shape, class_="edge", stroke_width=2))
    words = text(42, middle + 7, money(value), 19, "middle")
    return group(outline, sign(taker, 14, middle, 15), words, class_=f"seat-{taker}")


def sums_of(s: State, street: int) -> tuple[int, int]:
    """What the seats 0 and 1 have in a street."""
    return int(sum_of(s, street, 0)), int(sum_of(s, street, 1))


def draw_sums(street: int, sums: tuple[int, int], undecided: bool = True) -> Svg:
    """What both seats have in the street now; while it is undecided, the higher sum is bold."""
    x, y = sums_corner(street)
    return at(
        x,
        y,
        *(_sum(seat, sums[seat], undecided and sums[seat] == max(sums) > min(sums)) for seat in range(2)),
    )


def _sum(seat: int, total: int, ahead: bool) -> Svg:
    words = text(17, 21, total, 24, "bold" if ahead else "quiet")
    return at(51 * seat, 0, sign(seat, 9, 12, 14), words)


def _spoken_street(s: State, street: int, t: Translator) -> str:
    sums = ", ".join(f"{t(SEAT_NAMES[seat])} {total}" for seat, total in enumerate(sums_of(s, street)))
    return f"{STREET_NAMES[street]} ({STREET_LETTERS[street]}), {_spoken_token(s, street, t)}, {sums}"


def _spoken_token(s: State, street: int, t: Translator) -> str:
    value, taker = money(s.token[street]), s.award[street]
    if s.token[street] == 0:
        return t("no bonus yet")
    if taker == OPEN:
        return value
    return f"{value} {t('for nobody')}" if taker == NOBODY else f"{value} {t('for')} {t(SEAT_NAMES[taker])}"


def money(value: int) -> str:
    """An amount as it stands on a tag."""
    return f"${value}"
