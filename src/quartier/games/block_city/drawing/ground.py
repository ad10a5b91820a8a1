"""The ground of the city: the land around it with its streets and the river, and the streets between its buildings."""

from functools import cache, lru_cache

from quartier.core.drawing.svg import (
    BEYOND,
    Svg,
    beyond,
    el,
    join,
    path,
    rect,
)

from .gardens import tree_shape
from .layout import MARGIN, ROW_BELOW, TOP, Plan

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
    """The land's blocks, the windows of a wall, and the gravel of a ground given up; and a tree."""
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
    """What lies under the buildings, on beyond the play area."""
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
