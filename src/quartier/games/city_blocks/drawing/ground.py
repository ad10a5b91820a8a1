"""The map under the buildings: city and river as far as a window can see, the ways of the streets, the north arrow."""

from functools import cache

from quartier.core.drawing.svg import BEYOND, Svg, at, beyond, el, group, join, path, rect, text

from .layout import (
    HEIGHT,
    LEFT,
    LOT_HEIGHT,
    LOT_WIDTH,
    PITCH_X,
    PITCH_Y,
    ROAD,
    TOP,
    WIDTH,
    board_size,
    map_size,
)

_SPOTS = ((16, 18), (86, 84), (84, 20), (18, 86), (52, 14), (88, 54), (16, 52), (54, 92))
_LAWNS = 10


@cache
def lawns() -> Svg:
    """Draw all lawns, drawn once; `lawn` refers to them."""
    return el("defs", *map(_draw_lawn, range(_LAWNS)))


@cache
def lawn(block: int) -> Svg:
    """Draw the lawn of a block."""
    return el("use", href=f"#lawn-{block * 7 % _LAWNS}")


def _draw_lawn(i: int) -> Svg:
    """A tree is a dot with its shadow and the sun on it: the round end of a line that goes nowhere."""
    trees, width = "".join(_tree(i, tree) for tree in range(3 + i * 7 % 3)), 13 + i * 3 % 5
    return group(
        rect(0, 0, LOT_WIDTH, LOT_HEIGHT, 8, class_="park"),
        path(_paths(i), class_="road-line", stroke_width=5, stroke_opacity=0.75),
        path(trees, class_="tree-shade", stroke_width=width, transform="translate(3 3)"),
        path(trees, class_="tree", stroke_width=width),
        path(trees, class_="tree-sun", stroke_width=width * 2 // 5, transform="translate(-2 -2)"),
        id=f"lawn-{i}",
        class_="quartier",
    )


def _paths(i: int) -> str:
    """Two paths that cross, not in the same place everywhere; some end where they meet."""
    x, y = (34, 52, 66, 44)[i * 5 % 4], (60, 48, 70, 38)[i * 3 % 4]
    across = ("M4 {y}H100", "M{x} {y}H100", "M4 {y}H{x}")[i % 3].format(x=x, y=y)
    return f"{across}M{x} 4V104"


def _tree(lawn: int, tree: int) -> str:
    x, y = _SPOTS[(lawn * 3 + tree * (1 + lawn % 2 * 2)) % len(_SPOTS)]
    return f"M{x + (lawn * 5 + tree * 7) % 7 - 3} {y + (lawn * 3 + tree * 5) % 7 - 3}h.1"


_COURSE = "M-1900 380C-900 640 -360 800 20 872S420 908 580 902S900 906 1050 846S1330 520 2600 300"


@cache
def ground(rows: int, columns: int) -> Svg:
    """Draw all that lies under the blocks and never changes."""
    return join(
        beyond(*board_size(rows, columns), "land"),
        _fabric(),
        rect(-BEYOND, -BEYOND, WIDTH + 2 * BEYOND, HEIGHT + 2 * BEYOND, fill="url(#fabric)"),
        _river(),
        _compass(),
        rect(LEFT, TOP, *map_size(rows, columns), 16, class_="map-sheet"),
        path(_lanes(rows, columns), class_="line", stroke_width=1.5, stroke_dasharray="9 8"),
    )


def _fabric() -> Svg:
    """The city around the map: four blocks with their yards, again and again."""
    blocks = (
        rect(PITCH_X * column, PITCH_Y * row, LOT_WIDTH, LOT_HEIGHT, 9, class_="block")
        for row in range(2)
        for column in range(2)
    )
    yards = "M0 62H104M42 62V108M190 0V108M138 40H190M56 142V250M56 196H104M138 184H242M206 184V250"
    return el(
        "pattern",
        *blocks,
        rect(50, 6, 46, 48, 6, class_="green-yard"),
        path(yards, class_="yard", stroke_width=4),
        id="fabric",
        width=2 * PITCH_X,
        height=2 * PITCH_Y,
        patternUnits="userSpaceOnUse",
        patternTransform=f"translate({LEFT + ROAD} {TOP + ROAD})",
    )


def _river() -> Svg:
    """Water south of the city, which bends around it to both sides."""
    spots = (
        (-330, 800),
        (-120, 868),
        (70, 922),
        (300, 930),
        (560, 912),
        (800, 922),
        (1010, 900),
        (1150, 760),
    )
    ripples = "".join(f"M{x} {y}q8 -5 16 0t16 0" for x, y in spots)
    return join(
        path(_COURSE, class_="bank", stroke_width=134),
        path(_COURSE, class_="shore", stroke_width=124),
        path(_COURSE, class_="water", stroke_width=118),
        path(ripples, class_="ripple", stroke_width=2.5),
        text(14, 850, "Mill River", 18, "water-name fine"),
    )


def _compass() -> Svg:
    """A north arrow in the empty corner of the map."""
    return at(
        62,
        48,
        el("circle", cx=0, cy=6, r=25, class_="card-disc"),
        path("M0 -15L7 6H-7Z", class_="ink-fill"),
        path("M0 27L7 6H-7Z", class_="ink-line", stroke_width=1.5),
        text(0, -23, "N", 14, "middle bold fine"),
    )


def _lanes(rows: int, columns: int) -> str:
    """The middle of every street."""
    half, (width, height) = ROAD // 2, map_size(rows, columns)
    along = (f"M{LEFT + half} {TOP + half + PITCH_Y * i}H{LEFT + width - half}" for i in range(rows + 1))
    down = (f"M{LEFT + half + PITCH_X * i} {TOP + half}V{TOP + height - half}" for i in range(columns + 1))
    return "".join([*along, *down])
