"""The pieces: cubes as floors and as tiles, roofs, permits, mayor and blank cube; and the names they are followed by."""

from functools import cache

from quartier.core.drawing.svg import (
    Svg,
    group,
    join,
    path,
    rect,
    text,
)

from ..rules import state
from ..rules.building import colour_of, value_of
from ..text.names import PERMIT_NAMES, cube_code
from .layout import ROOF, SIGN

WINDOWS = (
    "M-6 -8H6V8H-6ZM-6 0H6M0 -8V8",
    "M-6 8V-3A6 6 0 0 1 6 -3V8Z",
    "M0 -7.5A7.5 7.5 0 0 1 0 7.5A7.5 7.5 0 0 1 0 -7.5ZM-7.5 0H7.5M0 -7.5V7.5",
    "M-6 -9H-1.5V9H-6ZM1.5 -9H6V9H1.5Z",
    "M0 -9L7 0L0 9L-7 0Z",
    "M-7 -8H7V-4.5H-7ZM-7 -1.8H7V1.8H-7ZM-7 4.5H7V8H-7Z",
)
"""By colour: the shape of its windows around (0, 0), so that no colour stands alone."""
PLAQUE = 38
"""Width of the white plaque that bears a value."""
CORNICE, LOW = 6, 40
"""Height of a cornice; a floor below LOW has no room for a plaque under it."""


@cache
def window(colour: int, x: float, y: float, scale: float, lit: bool) -> Svg:
    """A window of a colour's own shape around (x, y)."""
    where = f"translate({x:g} {y:g}) scale({scale:.2f})"
    return path(WINDOWS[colour], class_="window" if lit else "window night", transform=where)


@cache
def floor(number: int, width: int, height: int, all_lit: bool = False) -> Svg:
    """A cube as one floor of a façade: its value on a plaque between windows, some of them lit."""
    return group(
        rect(0, 0, width, height, class_="cube"),
        rect(-3, 0, width + 6, CORNICE, 1.5, class_="cornice"),
        *_windows(number, width, height, all_lit),
        _value(number, width, height),
        class_=f"cube-{colour_of(number)}",
    )


def _value(number: int, width: int, height: int) -> Svg:
    """The plaque of a floor; on a low one it reaches over the cornice, to stay readable."""
    over = CORNICE if height >= LOW else 0
    return plaque(width / 2, (height + over) / 2, height - 3 - over, int(value_of(number)))


def _windows(number: int, width: int, height: int, all_lit: bool) -> list[Svg]:
    """On either side of the plaque as many windows as there is room for."""
    side = (width - PLAQUE) / 2
    each = 2 if side > 25 else 1
    step, y = (side - 3) / each, (height + CORNICE) / 2
    scale = min((step - 1) / 14, (height - CORNICE - 6) / 19, 1.15)
    left = [2 + step * (i + 0.5) for i in range(each)]
    places = [*left, *(width - x for x in reversed(left))]
    return [
        window(colour_of(number), x, y, scale, all_lit or bool((number * 7 + i * 5) % 4))
        for i, x in enumerate(places)
    ]


@cache
def plaque(x: float, y: float, height: float, value: int | str) -> Svg:
    """A value on a white plaque around (x, y)."""
    size = min(32.5, height * 0.94)
    return join(
        rect(x - PLAQUE / 2, y - height / 2, PLAQUE, height, 6, class_="plaque"),
        text(x, y + size * 0.36, value, size, "middle heavy on-plaque"),
    )


@cache
def tile(number: int, width: int, height: int) -> Svg:
    """A cube as a tile on display: a window of its colour, and its value."""
    middle = height / 2
    return group(
        rect(0, 0, width, height, 4, class_="cube"),
        window(colour_of(number), width * 0.27, middle, 0.66, True),
        text(width * 0.68, middle + 7.5, int(value_of(number)), 21, "middle heavy on-cube"),
        class_=f"cube-{colour_of(number)}",
    )


@cache
def swatch(colour: int, size: int) -> Svg:
    """A small cube of a colour with its window."""
    return group(
        rect(0, 0, size, size, 4, class_="cube"),
        window(colour, size / 2, size / 2, size / 27, True),
        class_=f"cube-{colour}",
    )


@cache
def roof(value: int, width: int) -> Svg:
    """A mansard as wide as a house, jutting out on both sides; 0 is one that lies face down."""
    slope = 15
    lines = "".join(
        f"M{slope * (ROOF - y) / ROOF - 6:.1f} {y}H{width + 6 - slope * (ROOF - y) / ROOF:.1f}"
        for y in (11, 21, 31)
    )
    return join(
        rect(width - 24, -6, 8, 20, class_="roof fine"),
        path(f"M-7 {ROOF}L{slope - 7} 1H{width + 7 - slope}L{width + 7} {ROOF}Z", class_="roof"),
        path(lines, class_="tiles fine"),
        plaque(width / 2, ROOF / 2 + 1, ROOF - 9, value or "?"),
    )


@cache
def permit(number: int, sign_of: int = 0) -> Svg:
    """A permit as a road sign, 66 wide: numerals, with + if it lengthens and − if it shortens."""
    mark = ("", "+", "−")[sign_of]
    return join(
        rect(0, 0, 66, SIGN, 7, class_="plaque"),
        text(33, 29, mark + PERMIT_NAMES[number], 25, "middle heavy on-plaque"),
    )


@cache
def blank_cube() -> Svg:
    """The blank cube, as large as a permit: it crosses one out."""
    return join(
        rect(0, 0, 66, SIGN, 7, class_="plaque"),
        path("M21 9L45 31M45 9L21 31", class_="ink-cross", stroke_width=5),
    )


@cache
def mayor() -> Svg:
    """The mayor in hat and coat, 56 wide and 62 high."""
    return join(
        path("M4 62C4 46 14 39 28 39S52 46 52 62Z", class_="coat"),
        path("M17 22C17 44 39 44 39 22Z", class_="mayor-face"),
        path("M10 24V20H17V3H39V20H46V24Z", class_="coat"),
        path("M23 40L28 47L33 40", class_="collar"),
        path("M28 52v.1", class_="collar"),
    )


def picture_of(piece: int, value: int) -> tuple[Svg, int, int]:
    """A piece as it is seen in an auction, with its width and height; `value` is that of a roof."""
    if piece < state.CUBES:
        return floor(piece, 96, 44), 96, 44
    if piece < state.BLANK:
        return permit(piece - state.PERMIT), 66, SIGN
    if piece == state.BLANK:
        return blank_cube(), 66, SIGN
    return (mayor(), 56, 62) if piece == state.MAYOR else (roof(value, 86), 86, ROOF)


def piece_id(piece: int) -> str:
    """The name by which any piece but a roof is followed from the supply to the street."""
    if piece < state.CUBES:
        return f"cube-{cube_code(piece)}"
    if piece < state.BLANK:
        return f"permit-{PERMIT_NAMES[piece - state.PERMIT]}"
    return "blank" if piece == state.BLANK else "mayor"
