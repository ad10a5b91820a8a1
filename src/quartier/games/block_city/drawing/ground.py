"""The ground of the city: the land around it with its streets and the river, and the streets between its buildings."""

from functools import cache, lru_cache

from quartier.core.drawing.svg import BEYOND, Svg, beyond, el, group, join, number, path, rect

from .layout import GAP, MARGIN, ROW_BELOW, TOP, UNIT, Plan

# Where the trees of a park with so many stand, as parts of its width and height: around the plaque, and not in the corner
# of the badge.
GROVE = ((0.19, 0.2), (0.81, 0.21), (0.2, 0.8), (0.5, 0.16), (0.16, 0.5), (0.85, 0.52))
TREE = "bc-tree"


def tree_shape() -> Svg:
    """Draw a tree as it is seen from above, around (0, 0)."""
    return group(
        el("ellipse", cx=4, cy=6, rx=12, ry=8, class_="shadow"),
        el("circle", r=11, class_="crown"),
        el("circle", cx=-3, cy=-3.5, r=4.5, class_="glint"),
        id=TREE,
        class_="quartier",
    )


@lru_cache(maxsize=2048)
def tree(x: float, y: float, size: float = 1) -> Svg:
    """Draw a tree around (x, y)."""
    scale = "" if size == 1 else f" scale({number(size)})"
    return el("use", href=f"#{TREE}", transform=f"translate({number(round(x))} {number(round(y))}){scale}")


@cache
def lawn(columns: int, rows: int) -> Svg:
    """Draw an empty park: a winding way, and two young trees."""
    width, height = UNIT * columns, UNIT * rows
    return join(
        _way(width, height),
        group(*(tree(width * x, height * y, 0.8) for x, y in GROVE[:2]), class_="faint"),
    )


@cache
def grove(columns: int, rows: int, trees: int) -> Svg:
    """Draw a park with as many trees as its number says."""
    width, height = UNIT * columns, UNIT * rows
    return join(_way(width, height), *(tree(width * x, height * y, 1.25) for x, y in GROVE[:trees]))


def _way(width: float, height: float) -> Svg:
    left, top = GAP / 2, GAP / 2
    wide, high = width - GAP, height - GAP
    d = (
        f"M{left} {_n(top + high * 0.86)}C{_n(left + wide * 0.5)} {_n(top + high * 0.84)}"
        f" {_n(left + wide * 0.42)} {_n(top + high * 0.42)} {_n(left + wide)} {_n(top + high * 0.34)}"
    )
    return path(d, class_="road-line way", stroke_width=9)


def _n(value: float) -> str:
    return number(round(value, 1))


@cache
def yard(columns: int, rows: int) -> Svg:
    """Around a building: trees behind it, on deep grounds also a way to the door between trees."""
    width, height = UNIT * columns, UNIT * rows
    behind = [tree(x, 22, 0.75) for x in _places(columns)]
    if rows == 1:
        return join(*behind)
    door = rect(width / 2 - 6, height / 2, 12, height / 2 - GAP / 2, class_="road")
    return join(door, *behind, *(tree(x, height - 24, 0.75) for x in _places(columns)))


def _places(columns: int) -> list[float]:
    """Where trees stand along the width, none of them before the door."""
    width = UNIT * columns
    return [22, width - 22] if columns == 1 else [24, 54, width - 54, width - 24]


BLOCKS = (
    "M10 10h104v92h-104ZM134 10h96v42h-96ZM134 70h96v138h-96ZM10 122h104v86h-104Z"
    "M250 10h104v92h-104ZM374 10h96v42h-96ZM250 122h104v86h-104Z"
)
"""Blocks of houses in a piece of the land, 480 x 218 units."""
GREEN = "M374 70h96v138h-96Z"
YARDS = (
    "M24 24h76v64h-76ZM148 20h68v22h-68ZM148 84h68v110h-68ZM24 136h30v58h-30ZM68 136h32v58h-32Z"
    "M264 24h34v64h-34ZM312 24h28v64h-28ZM388 20h68v22h-68ZM264 136h76v58h-76Z"
)
"""The yards inside these blocks."""
GROVES = ((394, 92), (448, 108), (402, 180), (444, 172))


@cache
def patterns() -> Svg:
    """Draw the land's blocks, the windows of a wall, and the gravel of a ground given up; and a tree."""
    return el("defs", _land(), _windows(), _gravel(), tree_shape())


def _land() -> Svg:
    return _pattern(
        "bc-land",
        480,
        218,
        rect(0, 0, 480, 218, class_="land"),
        path(BLOCKS, class_="block"),
        path(YARDS, class_="yard"),
        path(GREEN, class_="park meadow"),
        *(el("circle", cx=x, cy=y, r=9, class_="crown meadow") for x, y in GROVES),
    )


def _windows() -> Svg:
    """Five rows of five windows, some of them dark."""
    dark = {(1, 0), (3, 1), (0, 2), (4, 2), (2, 3), (3, 4)}
    panes = {
        name: "".join(
            f"M{18 * column + 3} {9 * row + 1.5}h12v6h-12Z"
            for row in range(5)
            for column in range(5)
            if ((column, row) in dark) == (name == "unlit")
        )
        for name in ("lit", "unlit")
    }
    return _pattern("bc-windows", 90, 45, *(path(d, class_=f"{name} pane") for name, d in panes.items()))


def _gravel() -> Svg:
    stones = path("M4 5h2v2h-2ZM15 3h2v2h-2ZM10 12h2v2h-2ZM20 15h2v2h-2ZM3 19h2v2h-2Z", class_="stones")
    lines = path("M-2 26L26 -2", class_="hatching")
    return _pattern("bc-gravel", 24, 24, rect(0, 0, 24, 24, class_="gravel"), lines, stones)


def _pattern(name: str, width: int, height: int, *children: Svg) -> Svg:
    return el(
        "pattern",
        *children,
        id=name,
        width=width,
        height=height,
        patternUnits="userSpaceOnUse",
        class_="quartier",
    )


@lru_cache(maxsize=32)
def draw_ground(plan: Plan) -> Svg:
    """Draw what lies under the buildings, on beyond the play area."""
    width, height = plan.width, plan.height
    return join(
        beyond(width, height, "land"),
        rect(-BEYOND, -BEYOND, width + 2 * BEYOND, height + 2 * BEYOND, fill="url(#bc-land)"),
        _river(height + ROW_BELOW),
        rect(2, TOP - 12, width - 4, height - TOP - MARGIN + 24, 20, class_="road kerb"),
    )


def _river(top: int) -> Svg:
    """A river south of the city, from edge to edge, with two boats."""
    bends, back = "q150 -34 300 0t300 0" * 8, "q-150 34 -300 0t-300 0" * 8
    bank, other = f"M-1800 {top}{bends}", f"M3000 {top + 150}{back}"
    return join(
        path(f"{bank}V{top + 150}{back}Z", class_="water-fill"),
        path(bank + other, class_="shore", stroke_width=5),
        path(f"M-1800 {top + 74}{bends}", class_="shore dashed fine", stroke_width=1.5),
        path(_boat(180, top + 50) + _boat(690, top + 108), class_="wall-fill outline"),
    )


def _boat(x: int, y: int) -> str:
    """Hull and cabin."""
    return f"M{x} {y}h52l-9 13h-34ZM{x + 14} {y}v-11h20v11Z"
