"""Ready-made parts of card games: cards, their backs and places, and stacks of chips; all are drawn around (0, 0)."""

from functools import cache

from quartier.core.drawing.svg import (
    Svg,
    el,
    group,
    join,
    path,
    rect,
    text,
)

CARD_WIDTH, CARD_HEIGHT = 120, 168
"""The size of a card, in drawing units."""
CHIP_WIDTH, CHIP_HEIGHT = 56, 10
"""The width of a chip, and by how much it raises a stack."""
_LEFT, _TOP, _CORNER = -CARD_WIDTH / 2, -CARD_HEIGHT / 2, 14
_BACK_EDGE, _STEP = 12, 24


@cache
def card(words: str) -> Svg:
    """Draw the face of a card with a number or a few letters."""
    return join(
        _ground("card outline"),
        text(0, 26, words, 76, "middle heavy"),
        text(_LEFT + 18, _TOP + 32, words, 24, "middle bold fine"),
        text(-_LEFT - 18, -_TOP - 15, words, 24, "middle bold fine"),
    )


@cache
def card_back() -> Svg:
    """Draw a card face down, in the colour of the seat class around it."""
    left, top = _LEFT + _BACK_EDGE, _TOP + _BACK_EDGE
    diamonds = "".join(
        f"M{left + _STEP * column} {top + _STEP * (row + 0.5):g}l{_STEP / 2:g} {-_STEP / 2:g} {_STEP / 2:g} {_STEP / 2:g}"
        f" {-_STEP / 2:g} {_STEP / 2:g}z"
        for row in range((CARD_HEIGHT - 2 * _BACK_EDGE) // _STEP)
        for column in range((CARD_WIDTH - 2 * _BACK_EDGE) // _STEP)
    )
    return join(
        _ground("card outline"),
        rect(left, top, -2 * left, -2 * top, 6, class_="deep"),
        path(diamonds, class_="weave", stroke_width=2.5),
    )


@cache
def card_place() -> Svg:
    """Draw the place of a card that isn't there."""
    return rect(_LEFT, _TOP, CARD_WIDTH, CARD_HEIGHT, _CORNER, class_="quiet-line dashed", stroke_width=2)


def _ground(class_: str) -> Svg:
    return rect(_LEFT, _TOP, CARD_WIDTH, CARD_HEIGHT, _CORNER, class_=class_)


@cache
def chips(count: int, size: int = 4) -> Svg:
    """Draw a stack upwards from (0, 0), in the colour of the seat around it: a chip for every `size` or part of it."""
    return group(*(_chip(-CHIP_HEIGHT * number) for number in range(-(-count // size))))


def _chip(y: float) -> Svg:
    """Draw a chip lying flat: its rim, its upper side, and a ring on it."""
    half, flat = CHIP_WIDTH / 2, 11
    rim = f"M{-half} {y}v{CHIP_HEIGHT}a{half} {flat} 0 0 0 {CHIP_WIDTH} 0v{-CHIP_HEIGHT}"
    return join(
        path(rim, class_="deep outline"),
        el("ellipse", cx=0, cy=y, rx=half, ry=flat, class_="seat outline"),
        el("ellipse", cx=0, cy=y, rx=half * 0.6, ry=flat * 0.6, class_="weave", stroke_width=3),
    )
