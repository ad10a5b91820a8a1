"""The evening around the houses: sky, stars, the city behind, pavement with lamps, quay and river.

All of it goes on beyond the board to the left and right, above the first band and below the last one.
"""

from functools import cache

from quartier.core.drawing.svg import (
    BEYOND,
    Svg,
    at,
    el,
    group,
    join,
    path,
    rect,
)

from ..rules import state
from .layout import BAND, GROUND, WIDTH, lot_left

FAR = (
    (0, 44, 96),
    (52, 30, 138),
    (96, 58, 80),
    (166, 40, 118),
    (214, 64, 92),
    (300, 36, 150),
    (344, 52, 104),
    (404, 46, 72),
)
NEAR = (
    (0, 62, 70),
    (70, 44, 96),
    (122, 70, 52),
    (210, 56, 112),
    (274, 34, 84),
    (330, 78, 62),
    (420, 48, 100),
    (476, 60, 76),
    (560, 52, 58),
)
"""Buildings of the city behind: x, width and height; narrow ones have a spire."""
FAR_PERIOD, NEAR_PERIOD = 470, 640
STARS = (
    (18, 22),
    (64, 58),
    (103, 14),
    (141, 84),
    (176, 36),
    (212, 66),
    (247, 18),
    (289, 50),
    (322, 92),
    (351, 28),
    (84, 104),
    (266, 110),
)


@cache
def definitions() -> Svg:
    """Gradients and patterns of the evening."""
    return el(
        "defs",
        _gradient("sky", 4),
        _gradient("river", 2),
        _pattern(
            "stars", 372, 130, *(el("circle", cx=x, cy=y, r=1 + x % 3 * 0.3, class_="star") for x, y in STARS)
        ),
        _pattern("far", FAR_PERIOD, GROUND, path(_roofs(FAR), class_="city-far")),
        _pattern(
            "near",
            NEAR_PERIOD,
            GROUND,
            path(_roofs(NEAR), class_="city-near"),
            path(_lights(), class_="city-lights"),
        ),
        _pattern(
            "streaks", 190, 56, path("M12 12H40M92 22H136M30 36H62M118 46H142M160 8H178", class_="streak")
        ),
        _pattern("slabs", 64, BAND - GROUND, path(f"M10 8V{BAND}M0 40H64", class_="joint")),
    )


def _gradient(name: str, stops: int) -> Svg:
    return el(
        "linearGradient",
        *(el("stop", offset=round(i / (stops - 1), 2), class_=f"{name}-stop-{i}") for i in range(stops)),
        id=f"evening-{name}",
        x1=0,
        y1=0,
        x2=0,
        y2=1,
    )


def _pattern(name: str, width: int, height: int, *drawn: Svg) -> Svg:
    return el(
        "pattern", *drawn, id=f"evening-{name}", width=width, height=height, patternUnits="userSpaceOnUse"
    )


def _roofs(buildings: tuple[tuple[int, int, int], ...]) -> str:
    """Outlines of buildings on the ground; some have a spire."""
    return "".join(
        f"M{x} {GROUND}V{GROUND - high}"
        + (
            f"L{x + wide / 2:g} {GROUND - high - 34}L{x + wide} {GROUND - high}"
            if wide < 42
            else f"H{x + wide}"
        )
        + f"V{GROUND}Z"
        for x, wide, high in buildings
    )


def _lights() -> str:
    """A few lit windows in the near city."""
    return "".join(
        f"M{x + 10 + 16 * (i % 2)} {GROUND - high + 14 + 18 * (i % 3)}h6v8h-6Z"
        for i, (x, _, high) in enumerate(NEAR)
    )


@cache
def sky(row: int) -> Svg:
    """The sky of a band with stars and city; each band shows another part of them."""
    shift = 173 * row
    left, width = -BEYOND - shift, WIDTH + 2 * BEYOND
    return at(
        shift,
        0,
        *(rect(left, 0, width, GROUND, fill=f"url(#evening-{name})") for name in ("sky", "stars", "far")),
        at(-2 * shift, 0, rect(left + 2 * shift, 0, width, GROUND, fill="url(#evening-near)")),
        at(-shift, 0, _moon()) if row == 0 else join(),
    )


def _moon() -> Svg:
    return path("M836 30A24 24 0 1 0 862 66A19 19 0 0 1 836 30Z", class_="moon")


@cache
def above() -> Svg:
    """The sky above the first band."""
    return rect(-BEYOND, -BEYOND, WIDTH + 2 * BEYOND, BEYOND, fill="url(#evening-stars)")


@cache
def ground(row: int, end: int) -> Svg:
    """Pavement up to the quay at `end`, and the river behind it; the last band's goes on below."""
    depth = BAND - GROUND + (BEYOND if row == state.ROWS - 1 else 0)
    return join(
        rect(-BEYOND, GROUND, BEYOND + end, depth, class_="pavement"),
        rect(-BEYOND, GROUND, BEYOND + end, depth, fill="url(#evening-slabs)", class_="fine"),
        rect(-BEYOND, GROUND, BEYOND + end, 9, class_="kerb"),
        rect(end, GROUND - 5, WIDTH + BEYOND - end, BAND - GROUND + 5, fill="url(#evening-river)"),
        rect(end, BAND - 1, WIDTH + BEYOND - end, depth, class_="river-deep")
        if row == state.ROWS - 1
        else join(),
        rect(end, GROUND, WIDTH + BEYOND - end, depth, fill="url(#evening-streaks)"),
        rect(end, GROUND - 8, 11, depth + 8, 2, class_="quay"),
    )


@cache
def lamps(apart: int, lots: int, lit: bool) -> Svg:
    """Lamps between the lots; they burn when the row is finished."""
    return group(*(_lamp(lot_left(apart, lot), lit) for lot in range(0, lots + 1, 2)))


def _lamp(x: int, lit: bool) -> Svg:
    return join(
        path(f"M{x} {GROUND - 54}L{x - 34} {GROUND + 8}H{x + 34}Z", class_="beam") if lit else join(),
        el("circle", cx=x, cy=GROUND - 54, r=22, class_="halo") if lit else join(),
        path(f"M{x} {GROUND}V{GROUND - 48}", class_="post"),
        el("circle", cx=x, cy=GROUND - 54, r=6, class_="lamp lit" if lit else "lamp"),
    )


@cache
def edge() -> Svg:
    """The line between two bands."""
    return rect(-BEYOND, BAND - 2, WIDTH + 2 * BEYOND, 4, class_="band-edge")


@cache
def crane() -> Svg:
    """A crane, its foot at (0, 0), its hook over the site to the left."""
    lattice = "".join(
        f"M{-5 if i % 2 else 5} {-12 * i}L{5 if i % 2 else -5} {-12 * i - 12}" for i in range(13)
    )
    return group(
        path(
            f"M-5 0V-160M5 0V-160{lattice}M-88 -160H42M-78 -152H0M-88 -160L-78 -152"
            "M0 -186L-72 -160M0 -186L36 -160M-50 -152V-96",
            class_="crane",
        ),
        path("M-55 -96H-45L-50 -88Z", class_="crane"),
        rect(26, -160, 16, 16, 2, class_="crane-load"),
        rect(-6, -164, 12, 14, 2, class_="crane-cab"),
        el("circle", cx=0, cy=-187, r=3, class_="beacon"),
        class_="fine",
    )
