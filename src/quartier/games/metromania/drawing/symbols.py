"""The signs of the map: destinations, markers, lines and their ends."""

from collections.abc import Iterable
from functools import cache, lru_cache

from quartier.core.drawing.pieces import SIGNS, icon
from quartier.core.drawing.svg import (
    Svg,
    at,
    el,
    group,
    join,
    path,
    text,
)

from ..rules.dealing import owner_of, type_of
from ..rules.state import COMMERCIAL, ENTERTAINMENT, LAKE, PARK, RESIDENTIAL, Record
from ..text.notation import letter_name
from .layout import Point, apex_point, triangle_middle

KIND_CLASSES = {RESIDENTIAL: "live", COMMERCIAL: "shop", ENTERTAINMENT: "fun", LAKE: "lake", PARK: "wood"}
CENTRED = ".35em"
"""How far the baseline of a capital or digit lies below its middle, also where the page raises its size."""
_FACE = "M-10 -8C-4 -5 4 -5 10 -8C11 3 7 10 0 11C-7 10 -11 3 -10 -8Z"
_SMILE = "M-6 -1.5q2.2 -2 4.4 0M1.6 -1.5q2.2 -2 4.4 0M-5 4q5 5 10 0"
_SAILS = "M1 -11V4H9.5ZM-1 -7V4H-6.5Z"
_HULL = "M-8 5.5H9.5L6.5 10H-5Z"
_WAVES = "M-12 13q4 -3.4 8 0t8 0t8 0"


# ----- destinations -----


@cache
def kind_icon(kind: int, x: float, y: float, size: float) -> Svg:
    """Draw the icon of a special triangle around (x, y)."""
    if kind in (RESIDENTIAL, COMMERCIAL):
        name = "house" if kind == RESIDENTIAL else "store"
        return group(
            icon(name, round(x - size / 2, 1), round(y - size / 2, 1), size),
            class_=f"roof {KIND_CLASSES[kind]}",
        )
    shapes = {ENTERTAINMENT: _mask, LAKE: _boat, PARK: _trees}[kind]()
    scale = f"translate({x:.1f} {y:.1f}) scale({size / 25:.2f})"
    return group(shapes, transform=scale, class_="glyph")


def _mask() -> Svg:
    return join(path(_FACE, class_="wall"), path(_SMILE))


def _boat() -> Svg:
    return join(path(_SAILS + _HULL, class_="wall"), path(_WAVES, class_="foam"))


def _trees() -> Svg:
    return join(
        *(el("circle", cx=x, cy=y, r=r, class_="tree") for x, y, r in ((-6, 5, 6), (6.5, 5, 6), (0, -5, 6)))
    )


# ----- markers -----


@cache
def chip(marker: int, letter: str, radius: float) -> Svg:
    """Draw a round marker with its letter on the colour of its type."""
    return join(
        el("circle", r=radius + 2, class_="rim"),
        el("circle", r=radius - 1.5, class_=f"chip {KIND_CLASSES[type_of(marker)]}"),
        text(0, 0, letter, round(radius * 1.2), "middle heavy", dy=CENTRED),
    )


@cache
def hidden_chip(radius: float) -> Svg:
    """Draw a round marker face down."""
    return join(
        el("circle", r=radius + 2, class_="rim"),
        el("circle", r=radius - 1.5, class_="chip face-down"),
        text(0, 0, "?", round(radius * 1.2), "middle heavy", dy=CENTRED),
    )


def draw_marker(s: Record, marker: int) -> Svg:
    """Draw the letter of a destination on its triangle, ringed in its owner's colour."""
    return placed_marker(marker, s.place[marker], letter_name(s, marker), owner_of(s, marker))


@lru_cache(4096)
def placed_marker(marker: int, triangle: int, letter: str, owner: int) -> Svg:
    """Draw a marker with its letter on a triangle."""
    x, y = triangle_middle(triangle)
    return at(
        x,
        y,
        chip(marker, letter, 17),
        class_=f"seat-{owner} placed",
        id=f"marker-{marker}",
        data_piece=f"marker-{marker}",
    )


# ----- lines -----


def rail(way: str, line: int, marked: Iterable[Point] = (), **attributes: str) -> Svg:
    """Draw a stretch of line along a path, with its pattern; `marked`: where the seat's sign is drawn on it."""
    sign_of = f"#line-sign-{line // 2}"
    return group(
        path(way, class_="casing"),
        path(way, class_="rail"),
        path(way, class_="pattern"),
        *(el("use", href=sign_of, x=round(x, 1), y=round(y, 1)) for x, y in marked),
        class_=line_classes(line),
        **attributes,
    )


def line_classes(line: int) -> str:
    """Return the classes of a line: its seat's colour and, for every line another, its pattern."""
    return f"seat-{seat_of(line)} line-{line % 2 + 1}"


@cache
def line_signs(seats: int) -> Svg:
    """The signs of the seats for their lines, larger where the board is small: no line is recognised by its colour alone."""
    return el("defs", *(_line_sign(seat) for seat in range(1, seats)))


def _line_sign(seat: int) -> Svg:
    sizes = (("fine", 8.5, 0.52), ("coarse", 15, 0.95))
    variants = (
        group(
            el("circle", r=radius, class_="seat"),
            path(SIGNS[seat], class_="line-sign", transform=f"scale({scale})"),
            class_=size,
        )
        for size, radius, scale in sizes
    )
    return group(*variants, id=f"line-sign-{seat}", class_=f"quartier metro seat-{seat}")


@cache
def terminal(frame: int, line: int, disc: str) -> Svg:
    """Draw a start or end marker with the number of its line, at the apex of a frame triangle."""
    x, y = apex_point(frame)
    return at(
        x,
        y,
        el("circle", r=20.5, class_="rim"),
        el("circle", r=17.5, class_="terminal-disc"),
        *((el("circle", r=14, class_="terminal-ring"),) if disc == "end-disc" else ()),
        text(0, 0, line % 2 + 1, 21, "middle heavy", dy=CENTRED),
        at(
            15,
            -14,
            el("circle", r=10, class_="rim"),
            path(SIGNS[line // 2], class_="seat", transform="scale(.72)"),
        ),
        class_=f"seat-{line // 2} terminal",
        id=f"{disc}-{line}",
        data_piece=f"{disc}-{line}",
    )


@cache
def stop(meeting: int) -> Svg:
    """Draw a station around (0, 0) where so many lines meet."""
    inside = el("circle", r=4.5, class_="hub") if meeting > 2 else join()
    return join(el("circle", r=15 if meeting > 1 else 11.5, class_="stop"), inside)


def seat_of(line: int) -> int:
    """Return the owner of a line."""
    return line // 2
