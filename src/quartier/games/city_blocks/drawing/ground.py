"""The map under the tiles: streets with their names, river and compass, and the plots of empty blocks."""

from functools import cache

from quartier.core.show.svg import Svg, at, el, join, path, rect, text

from ..rules.state import COLUMNS, ROWS, STREETS
from ..rules.streets import STREET_NAMES
from ..words import STREET_LETTERS
from .layout import BLOCK, LEFT, MAP_HEIGHT, MAP_WIDTH, RIVER, ROAD, TOP, corner


@cache
def ground() -> Svg:
    """Streets with their names, and the letters and numbers of the blocks at the far edges."""
    return join(
        _river(),
        _compass(),
        rect(LEFT, TOP, MAP_WIDTH, MAP_HEIGHT, 16, class_="street"),
        *(_street_name(street) for street in range(STREETS)),
        *(_grid_letter(street) for street in range(STREETS)),
    )


def _river() -> Svg:
    """Water between the city and the players' places; only there to be a map."""
    y = RIVER + 15
    course = f"M16 {y + 2}C140 {y - 9} 250 {y + 9} 400 {y}S680 {y - 8} 784 {y + 2}"
    spots = ((60, -1), (236, 2), (388, -3), (560, 3), (724, -3))
    ripples = "".join(f"M{x} {y + dy}q7 -4 14 0t14 0" for x, dy in spots)
    return join(path(course, class_="water", stroke_width=24), path(ripples, class_="ripple", stroke_width=2))


def _compass() -> Svg:
    """A north arrow in the empty corner of the map."""
    needle = path("M0 -24L9 12L0 6Z", class_="quiet-fill")
    other = path("M0 -24L-9 12L0 6Z", class_="quiet-line", stroke_width=1.5)
    return at(51, 50, needle, other, text(0, 31, "N", 17, "middle quiet"))


def _street_name(street: int) -> Svg:
    """A row's name runs above its blocks, a column's name up along the left of them."""
    name = STREET_NAMES[street]
    if street < ROWS:
        x, y = corner(street * COLUMNS)
        return text(x + 2, y - 7, name, 17, "name")
    x, y = corner((ROWS - 1) * COLUMNS + street - ROWS)
    return text(0, 0, name, 17, "name end", transform=f"translate({x - 7} {y + 2}) rotate(-90)")


def _grid_letter(street: int) -> Svg:
    if street < ROWS:
        _, y = corner(street * COLUMNS)
        return text(
            LEFT + MAP_WIDTH - ROAD // 2,
            y + BLOCK // 2 + 6,
            STREET_LETTERS[street],
            18,
            "middle",
        )
    x, _ = corner(street - ROWS)
    return text(x + BLOCK // 2, TOP + MAP_HEIGHT - 7, STREET_LETTERS[street], 18, "middle")


@cache
def plot(block: int) -> Svg:
    """An empty block: a plot with parcel lines and a few trees, a little different from its neighbours."""
    middle, cut = (36, 42, 48)[block * 7 % 3], (28, 42, 56)[block * 5 % 3]
    lines = f"M6 {middle}H78M{cut} 6V{middle}M{BLOCK - cut} {middle}V78"
    x, y = ((14, 14), (70, 70), (70, 14), (14, 70), (14, 70))[block * 3 % 5]
    trees = ((0, 0, 5.5), (11 if x < 42 else -11, 1, 4), (1, 11 if y < 42 else -11, 4.5))[
        : 1 + block * 11 % 4
    ]
    return join(
        rect(0, 0, BLOCK, BLOCK, 8, class_="plot"),
        path(lines, class_="line", stroke_width=1.2),
        *(el("circle", cx=x + dx, cy=y + dy, r=r, class_="park") for dx, dy, r in trees),
    )
