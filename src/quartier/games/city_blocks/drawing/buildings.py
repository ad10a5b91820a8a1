"""Buildings in plan oblique: a front wall with one row of windows for each point, and above it the roof.

A building stands on a lot of 104 x 108 units; its height goes straight up the page. What counts nothing somewhere is
drawn `dark`: no light in its windows, its roof gone grey.
"""

from functools import cache

from quartier.core.drawing.pieces import SIGNS, icon
from quartier.core.drawing.svg import (
    Svg,
    join,
    path,
    rect,
    text,
)

from ..rules.tiles import KINDS, VALUES

FOOT = 104
"""Where front walls meet the ground."""
ROOF = 42
"""Depth of a roof."""
FLOOR = 8
HIGHEST = -11
"""How far chimneys may stand above their lot: so far that they end below the name of the street behind."""
_SPECIAL = 14
"""Height of the plinth of a building without a value."""

_COLUMNS = {"H": ((11, 27, 66, 82), 11), "S": ((10, 31.5, 53, 74.5), 19), "F": ((10, 28, 46, 64, 82), 12)}
"""By kind of building: where the windows of a row begin, and how wide they are."""


@cache
def building(seat: int, kind: int, weave: str, dark: bool = False) -> Svg:
    """A building of a seat with its value and the seat's sign; `weave` begins the names of the patterns on roofs."""
    return join(shell(seat, kind, weave, dark), *(lettering(seat, kind, size) for size in SIZES))


@cache
def shell(seat: int, kind: int, weave: str, dark: bool) -> Svg:
    """A building without its lettering."""
    value, roof, eaves = int(VALUES[kind]), f"url(#{weave}-{seat})", eaves_of(kind)
    if not value:
        return join(_shadow(eaves), _special(kind, roof, eaves))
    draw = {"H": _house, "S": _store, "F": _factory}[KINDS[kind][0]]
    return join(_shadow(eaves), draw(value, eaves, roof, dark))


SIZES = ("fine", "coarse")
"""Lettering for boards on which a unit is about a pixel, and larger lettering for small ones."""


@cache
def lettering(seat: int, kind: int, size: str) -> Svg:
    """The value of a building and the sign of its owner, in one of the two `SIZES`."""
    middle, coarse = eaves_of(kind) - ROOF / 2, size == "coarse"
    if not VALUES[kind]:
        return _sign(seat, 90, middle - 15, 20 if coarse else 16, size)
    x, drop, height = (36, 16, 47) if coarse else (40, 12, 36)
    look = f"middle heavy number on-deep {size}"
    number = text(x, middle + drop, int(VALUES[kind]), height, look)
    return join(number, _sign(seat, 75, middle, 27 if coarse else 20, size))


def _sign(seat: int, x: float, y: float, width: float, size: str) -> Svg:
    placed = f"translate({x} {y}) scale({width / 20:g})"
    return path(SIGNS[seat], class_=f"bright rim {size}", transform=placed)


def eaves_of(kind: int) -> int:
    """Where the front wall of a kind of building ends and its roof begins."""
    value = int(VALUES[kind])
    return FOOT - (FLOOR * value + 7 if value else _SPECIAL)


def windows(letter: str, value: int, dark: bool) -> Svg:
    """One row of windows for each point; in some of them nobody is at home."""
    xs, width = _COLUMNS[letter]
    top = FOOT - FLOOR * value - (4 if letter == "S" else 2)
    lit, unlit = "", ""
    for row in range(value - (letter == "S")):
        for i, x in enumerate(xs):
            pane = f"M{x} {top + FLOOR * row}h{width}v5h-{width}z"
            if dark or (value * 3 + row * 5 + i * 7) % 4 == 0:
                unlit += pane
            else:
                lit += pane
    return join(path(unlit, class_="unlit pane"), path(lit, class_="lit pane") if lit else join())


# ----- kinds of buildings -----


def _house(value: int, eaves: int, roof: str, dark: bool) -> Svg:
    """A gabled roof on a cream wall, a door and a chimney."""
    ridge = eaves - ROOF
    return join(
        rect(72, ridge - 11, 11, 20, class_="brick outline"),
        rect(6, eaves, 92, FOOT - eaves, class_="cream outline"),
        windows("H", value, dark),
        path(f"M46 {FOOT}v-11h12v11", class_="deep outline"),
        _roof(f"M14 {ridge}H90L103 {eaves}H1Z", roof, dark),
        path(f"M16.5 {ridge + 4}H87.5", class_="weave", stroke_width=5),
    )


def _store(value: int, eaves: int, roof: str, dark: bool) -> Svg:
    """A flat roof on walls of glass; an awning over the ground floor, whose panes are a row of windows like the others."""
    stripes = "".join(f"M{x} {FOOT - 15}h8v8h-8z" for x in range(4, 100, 16))
    panes = "".join(f"M{x} {FOOT - 7}h{w}v6h-{w}z" for x, w in ((10, 26), (39, 14), (56, 38)))
    return join(
        rect(6, eaves, 92, FOOT - eaves, class_="glass outline"),
        windows("S", value, dark),
        path(panes, class_="lit pane"),
        rect(4, FOOT - 15, 96, 8, class_="bright"),
        path(stripes, class_="seat"),
        path(f"M4 {FOOT - 15}h96v8h-96z", class_="contour"),
        _flat_roof(eaves, roof, dark),
    )


def _factory(value: int, eaves: int, roof: str, dark: bool) -> Svg:
    """Brick walls, and behind the roof a chimney and three teeth of a saw."""
    back = eaves - ROOF
    tooth, chimney = max(back - 12, HIGHEST + 2), max(back - 22, HIGHEST)
    teeth = "".join(f"V{tooth}L{x} {back}" for x in (28, 50, 72))
    return join(
        path(f"M6 {back + 2}{teeth}V{back + 2}Z", class_="bright outline"),
        path(f"M81 {back + 2}L82 {chimney + 3}H92L93 {back + 2}Z", class_="brick outline"),
        rect(79.5, chimney, 15, 5, 1, class_="deep outline"),
        rect(6, eaves, 92, FOOT - eaves, class_="brick outline"),
        windows("F", value, dark),
        rect(40, FOOT - 5, 24, 5, class_="bright outline"),
        _flat_roof(eaves, roof, dark),
    )


def _special(kind: int, roof: str, eaves: int) -> Svg:
    """A building without a value: its icon stands on a low plinth in the colour of its owner."""
    pillars = "".join(f"M{x} {eaves + 4}V{FOOT}" for x in range(15, 94, 10))
    return join(
        rect(6, eaves, 92, _SPECIAL, class_="cream outline"),
        path(pillars, class_="line", stroke_width=3),
        _flat_roof(eaves, roof, False, ROOF + 8),
        icon(icon_name(kind), 13, 14, 78),
    )


# ----- parts of buildings -----


def _shadow(eaves: int) -> Svg:
    """What a building takes of the afternoon sun, to its right."""
    return path(f"M98 {FOOT}V{eaves}l11 6V{FOOT - 9}z", class_="shadow")


def _flat_roof(eaves: int, roof: str, dark: bool, depth: int = ROOF) -> Svg:
    back = eaves - depth
    inner = rect(6.5, back + 3.5, 91, depth - 7, 1, class_="trim")
    return join(_roof(f"M3 {back}H101V{eaves}H3Z", roof, dark), inner)


def _roof(shape: str, roof: str, dark: bool) -> Svg:
    grey = path(shape, class_="faded") if dark else join()
    return join(path(shape, fill=roof), grey, path(shape, class_="contour"))


_ICONS = {
    "H": "house",
    "S": "store",
    "F": "factory",
    "SC": "school",
    "PP": "power plant",
    "MA": "mall",
    "CH": "courthouse",
}


def icon_name(kind: int) -> str:
    """The icon of a kind of tile."""
    code = KINDS[kind]
    return _ICONS[code] if code in _ICONS else _ICONS[code[0]]
