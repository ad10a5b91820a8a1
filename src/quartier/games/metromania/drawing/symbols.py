"""The signs of the map: destinations, markers, lines and their ends."""

from functools import cache

from quartier.core.show.pieces import icon
from quartier.core.show.svg import Svg, at, el, group, join, path, text
from quartier.core.text.languages import Translator

from ..rules.dealing import owner_of, type_of
from ..rules.state import COMMERCIAL, ENTERTAINMENT, LAKE, PARK, RESIDENTIAL, State
from ..words import letter_name
from .layout import apex_point, triangle_middle

KIND_CLASSES = {RESIDENTIAL: "live", COMMERCIAL: "shop", ENTERTAINMENT: "fun", LAKE: "lake", PARK: "park"}
_MASK = (
    "M-10 -8C-4 -5 4 -5 10 -8C11 3 7 10 0 11C-7 10 -11 3 -10 -8Z"
    "M-6 -1.5q2.2 -2 4.4 0M1.6 -1.5q2.2 -2 4.4 0M-5 4q5 5 10 0"
)


@cache
def kind_icon(kind: int, x: float, y: float, size: float) -> Svg:
    """The icon of a special triangle around (x, y)."""
    if kind == LAKE:
        waves = "M-13 -5q6.5 -6 13 0t13 0M-13 5q6.5 -6 13 0t13 0"
        return at(x, y, path(waves, class_="glyph"))
    if kind == ENTERTAINMENT:
        scale = f"translate({x:.1f} {y:.1f}) scale({size / 24:.2f})"
        mask = _MASK
        return group(path(mask, class_="glyph"), transform=scale)
    name = {RESIDENTIAL: "house", COMMERCIAL: "store", PARK: "park"}[kind]
    return icon(name, round(x - size / 2, 1), round(y - size / 2, 1), size)


def chip(s: State, marker: int, radius: float) -> Svg:
    """A round marker with its letter on the colour of its type."""
    return join(
        el("circle", r=radius, class_="chip"),
        el("circle", r=radius - 1.5, class_=KIND_CLASSES[type_of(marker)]),
        text(0, radius * 0.42, letter_name(s, marker), round(radius * 1.25), "middle bold"),
    )


def rail(way: str, line: int, **attributes: str) -> Svg:
    """A stretch of line along a path: line 1 solid, line 2 striped."""
    stripes = path(way, class_="sleeper") if line % 2 else join()
    return group(
        path(way, class_="casing"),
        path(way, class_="rail"),
        stripes,
        class_=f"seat-{line // 2}",
        **attributes,
    )


def terminal(frame: int, line: int, disc: str, ink: str) -> Svg:
    """A start or end marker with the number of its line, at the apex of a frame triangle."""
    x, y = apex_point(frame)
    number = text(0, 7, line % 2 + 1, 20, f"middle bold {ink}")
    return at(
        x,
        y,
        el("circle", r=15, class_=disc),
        number,
        class_=f"seat-{line // 2}",
        id=f"{disc}-{line}",
        data_piece=f"{disc}-{line}",
    )


def placed_marker(s: State, marker: int, t: Translator) -> Svg:
    """The letter of a destination on its triangle, ringed in its owner's colour."""
    x, y = triangle_middle(s.place[marker])
    return at(
        x,
        y,
        chip(s, marker, 17),
        class_=f"seat-{owner_of(s, marker)}",
        id=f"marker-{marker}",
        data_piece=f"marker-{marker}",
    )


def seat_of(line: int) -> int:
    """The owner of a line."""
    return line // 2
