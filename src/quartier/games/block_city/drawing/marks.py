"""Numbers and crosses as a pencil writes them, and the pips of dice."""

from functools import cache

from quartier.core.show.svg import Svg, el, group, number, path

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


@cache
def pencilled(mark: int | str, height: float) -> Svg:
    """A pencil number or cross around (0, 0)."""
    scale = number(height / 40)
    return path(MARKS[mark], class_="pencil", stroke_width=5.5, transform=f"scale({scale})")


@cache
def pips(die: int, step: float, radius: float) -> Svg:
    """The pips of a die around (0, 0)."""
    dots = (el("circle", cx=x * step, cy=y * step, r=radius) for x, y in PIPS[die])
    return group(*dots, fill="var(--ink)")
