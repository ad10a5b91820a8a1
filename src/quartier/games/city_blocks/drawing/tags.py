"""Price tags: the token of each street, what both seats have there, and in the end who took it."""

from functools import cache, lru_cache

from quartier.core.drawing.name_slots import name_slots
from quartier.core.drawing.pieces import SIGNS, sign
from quartier.core.drawing.svg import (
    Svg,
    at,
    el,
    group,
    join,
    path,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules.derived import STANDS, sums_of
from ..rules.state import NOBODY, OPEN, ROWS, STREETS, Record
from ..text.labels import SEAT_NAMES, STREET_LETTERS, money, street_name, streets_of
from .layout import LEFT, PITCH_X, PITCH_Y, TAG_HEIGHT, TAG_WIDTH, TOP, tag_corner

MIDDLE = TAG_WIDTH / 2
_WIDER, _HIGHER = 4, 5
"""By so much a tag is larger on each side of a small board, where price and sums are enlarged to be read."""
Sums = tuple[int, int]
"""What the seats 0 and 1 have in a street."""


def draw_tags(s: Record, t: Translator, last: frozenset[str]) -> list[Svg]:
    """Draw the tags of all streets with their tokens, and the sums of both seats."""
    decided = as_decided(s)
    return [
        _draw_tag(s, street, decided, f"street-{STREET_LETTERS[street]}" in last, t)
        for street in streets_of(s)
    ]


def _draw_tag(s: Record, street: int, decided: bool, ringed: bool, t: Translator) -> Svg:
    is_held = _holds(s, street)
    return _tag(
        street,
        s.token[street],
        s.award[street],
        sums_of(s.derived[STANDS + street]),
        is_held,
        decided,
        ringed,
        t,
    )


@lru_cache(4096)
def _tag(
    street: int, value: int, taker: int, sums: Sums, is_held: bool, decided: bool, ringed: bool, t: Translator
) -> Svg:
    """A tag as it is now: open, or decided, and then whether the winner still holds its token."""
    name = f"street-{STREET_LETTERS[street]}"
    spoken, (x, y) = _spoken_street(street, value, taker, sums, is_held, t), tag_corner(street)
    return at(
        x,
        y,
        el("title", spoken),
        tag(value, taker, sums, decided, t) if is_held else _paid_tag(value, taker, t),
        rect(-4, -4, TAG_WIDTH + 8, TAG_HEIGHT + 8, 13, class_="ring"),
        _touched_area(street),
        id=name,
        data_touch=name,
        class_="last" if ringed else None,
        role="img",
        aria_label=spoken,
        **name_slots((seat, t(name)) for seat, name in enumerate(SEAT_NAMES)),
    )


def _touched_area(street: int) -> Svg:
    x, y = tag_corner(street)
    if street < ROWS:
        return rect(-x, (TAG_HEIGHT - PITCH_Y) // 2, LEFT, PITCH_Y, class_="hit")
    return rect((TAG_WIDTH - PITCH_X) // 2, -y - 32, PITCH_X, TOP + 32, class_="hit")


def _holds(s: Record, street: int) -> bool:
    """Whether the token of a street is where its award says: a rebuild may have cost it since (CB-10)."""
    taker = s.award[street]
    return taker in (OPEN, NOBODY) or bool(s.won[taker] >> s.token[street] & 1)


def as_decided(s: Record) -> bool:
    """Whether the sums of decided streets are still those that decided: until the first rebuild (CB-11) they surely are."""
    return all(_holds(s, street) for street in range(STREETS))


@lru_cache(4096)
def tag(value: int, taker: int, sums: Sums, decided: bool, t: Translator) -> Svg:
    """Draw a street's tag: open with its token and the sums so far, or taken; `decided`: these are the sums that decided."""
    if value == 0:
        return join()
    if taker == OPEN:
        return join(_token(value, t), draw_sums(sums))
    return _tie(value, sums, decided, t) if taker == NOBODY else _taken_tag(value, taker, sums, decided, t)


@cache
def _token(value: int, t: Translator) -> Svg:
    """A token that can still be won: a card on a string."""
    name = f"token-{value}"
    return group(
        rect(2, 4, TAG_WIDTH, TAG_HEIGHT, 10, class_="shadow fine"),
        rect(0, 0, TAG_WIDTH, TAG_HEIGHT, 10, class_="tag fine"),
        rect(-_WIDER, -_HIGHER, TAG_WIDTH + 2 * _WIDER, TAG_HEIGHT + 2 * _HIGHER, 10, class_="tag coarse"),
        el("circle", cx=MIDDLE, cy=7, r=2.6, class_="eyelet fine"),
        price(value, t),
        id=name,
        data_piece=name,
    )


@cache
def price(value: int, t: Translator) -> Svg:
    """Draw the amount on a tag, larger where the board is small."""
    return join(
        text(MIDDLE, 38, money(value, t), 29, "middle heavy fine"),
        text(MIDDLE, 28, money(value, t), 37, "middle heavy coarse"),
    )


def _taken_tag(value: int, taker: int, sums: Sums, decided: bool, t: Translator) -> Svg:
    """A tag in the colour of the seat that took its token, and holds it, with the sums that decided if they are known."""
    return group(
        rect(2, 4, TAG_WIDTH, TAG_HEIGHT, 10, class_="shadow"),
        rect(0, 0, TAG_WIDTH, TAG_HEIGHT, 10, fill=f"url(#board-roof-{taker})"),
        rect(0, 0, TAG_WIDTH, TAG_HEIGHT, 10, class_="contour"),
        path(SIGNS[taker], class_="bright rim", transform="translate(22 35) scale(1.1)"),
        *(_result(value, f"{sums[0]}:{sums[1]}", t) if decided else _alone(value, t)),
        class_=f"seat-{taker}",
    )


def _result(value: int, result: str, t: Translator) -> tuple[Svg, ...]:
    return (
        text(75, 34, money(value, t), 27, "middle heavy number on-deep fine"),
        text(75, 58, result, 18, "middle heavy number on-deep fine"),
        text(76, 33, money(value, t), 34, "middle heavy number on-deep coarse"),
        text(76, 63, result, 28, "middle heavy number on-deep coarse"),
    )


def _alone(value: int, t: Translator) -> tuple[Svg, ...]:
    """The token without sums: after a rebuild those of now are not those that decided."""
    return (
        text(75, 45, money(value, t), 29, "middle heavy number on-deep fine"),
        text(76, 47, money(value, t), 38, "middle heavy number on-deep coarse"),
    )


@cache
def _paid_tag(value: int, taker: int, t: Translator) -> Svg:
    """CB-10: who won the street, whose token was given up for a rebuild: an empty place in the winner's wash."""
    return group(
        rect(0, 0, TAG_WIDTH, TAG_HEIGHT, 10, class_="wash"),
        rect(1, 1, TAG_WIDTH - 2, TAG_HEIGHT - 2, 9, class_="edge dashed", stroke_width=2),
        sign(taker, 22, 35, 22),
        text(75, 45, money(value, t), 27, "middle bold quiet gone fine"),
        text(76, 46, money(value, t), 34, "middle bold quiet gone coarse"),
        class_=f"seat-{taker}",
    )


def _tie(value: int, sums: Sums, decided: bool, t: Translator) -> Svg:
    """A tag whose token nobody gets: both had the same."""
    return join(
        rect(0, 0, TAG_WIDTH, TAG_HEIGHT, 10, class_="tie"),
        text(MIDDLE, 33, money(value, t), 25, "middle bold quiet gone"),
        text(MIDDLE, 60, f"{sums[0]} = {sums[1]}" if decided else "=", 20, "middle bold quiet"),
    )


@cache
def draw_sums(sums: Sums) -> Svg:
    """Draw what both seats have in an open street, each beside its sign; the higher sum in its seat's colour."""
    return join(
        group(
            sign(0, 12, 54, 14),
            text(21, 61, sums[0], 19, _look(0, sums), data_count=0),
            text(TAG_WIDTH - 21, 61, sums[1], 19, f"{_look(1, sums)} end", data_count=1),
            sign(1, TAG_WIDTH - 12, 54, 14),
            class_="fine",
        ),
        group(
            sign(0, 5, 58, 15),
            text(14, 69, sums[0], 30, _look(0, sums), data_count=0),
            text(TAG_WIDTH - 14, 69, sums[1], 30, f"{_look(1, sums)} end", data_count=1),
            sign(1, TAG_WIDTH - 5, 58, 15),
            class_="coarse",
        ),
    )


def _look(seat: int, sums: Sums) -> str:
    return f"heavy ahead seat-{seat}" if sums[seat] == max(sums) > min(sums) else "quiet"


def _spoken_street(street: int, value: int, taker: int, sums: Sums, is_held: bool, t: Translator) -> str:
    totals = ", ".join(f"{t(SEAT_NAMES[seat])} {total}" for seat, total in enumerate(sums))
    if taker != OPEN:  # as it is written there, for voice control
        totals += f", {sums[0]}:{sums[1]}"
    return f"{street_name(street)}, {_spoken_token(value, taker, is_held, t)}, {totals}"


def _spoken_token(value: int, taker: int, is_held: bool, t: Translator) -> str:
    if value == 0:
        return t("no bonus yet")
    if taker == OPEN:
        return money(value, t)
    if taker == NOBODY:
        return t("{value}, no winner").format(value=money(value, t))
    form = t("{value} for {name}") if is_held else t("{value} for {name}, since given up")
    return form.format(value=money(value, t), name=t(SEAT_NAMES[taker]))
