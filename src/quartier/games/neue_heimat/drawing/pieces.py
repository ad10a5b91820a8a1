"""The pieces: cubes as floors of façades, roofs, permits, the blank cube; and the names by which they are followed."""

from functools import cache

from quartier.core.show.pieces import icon
from quartier.core.show.svg import Svg, group, join, path, rect, text
from quartier.core.text.languages import N_

from ..names import PERMIT_NAMES, cube_code
from ..rules import state
from ..rules.building import colour_of, value_of
from .layout import CUBE, LINE, LOT, ROOF

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


def picture_of(piece: int, value: int) -> Svg:
    """A piece at its own size; `value` is that of a roof."""
    if piece < state.CUBES:
        return cube(piece, CUBE - 6, LINE - 8)
    if piece < state.BLANK:
        return permit(piece - state.PERMIT)
    if piece == state.BLANK:
        return blank_cube()
    return icon("mayor", 0, 0, 60) if piece == state.MAYOR else roof(value)


def piece_id(piece: int) -> str:
    """The name by which any piece but a roof is followed from the supply to the street."""
    if piece < state.CUBES:
        return f"cube-{cube_code(piece)}"
    if piece < state.BLANK:
        return f"permit-{PERMIT_NAMES[piece - state.PERMIT]}"
    return "blank" if piece == state.BLANK else "mayor"
