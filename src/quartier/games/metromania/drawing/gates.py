"""The gates of the city (MM-4): a white chevron where a line may begin, a dark disc with an arrow where one may end."""

from functools import cache

from quartier.core.drawing.svg import Svg, el, group, join, path

from ..rules.geometry import FRAMES, SIDE, TRIANGLES
from ..rules.state import Record
from .layout import triangle_middle

CHEVRON = "M-8 -10.5L4 0L-8 10.5"
ARROW = "M6 0L-4 -6.5V6.5Z"
"""Both point to the right."""


def draw_gates(s: Record) -> list[Svg]:
    """Draw all gates that no line has used, city edge by city edge."""
    return [_gates(first, s.white_left >> first & _EDGE, s.black_left >> first & _EDGE) for first in _FIRST]


_EDGE, _FIRST = (1 << SIDE) - 1, range(0, FRAMES, SIDE)
"""The frame triangles of a city edge as bits, and the first one of each."""


@cache
def _gates(first: int, white: int, black: int) -> Svg:
    """The gates of a city edge."""
    ways = (_way_in if white >> i & 1 else _way_out for i in range(SIDE))
    there = white | black
    return join(*(way(first + i) for i, way in enumerate(ways) if there >> i & 1))


@cache
def _way_in(frame: int) -> Svg:
    return group(chevron(), transform=_gate_transform(frame, 180))


@cache
def _way_out(frame: int) -> Svg:
    return group(disc(), transform=_gate_transform(frame, 0), data_about="exit")


def _gate_transform(frame: int, more: int) -> str:
    x, y = triangle_middle(TRIANGLES + frame)
    return f"translate({x:.1f} {y:.1f}) rotate({60 * (frame // SIDE) + 30 + more})"


@cache
def chevron() -> Svg:
    """Draw the sign that a line may begin here."""
    return join(path(CHEVRON, class_="way-in-rim"), path(CHEVRON, class_="way-in"))


@cache
def disc() -> Svg:
    """Draw the sign that a line may end here."""
    return join(el("circle", r=12.5, class_="way-out"), path(ARROW, class_="way-out-arrow"))
