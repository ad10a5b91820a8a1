"""The board of Metromania: a map of the city with its underground lines."""

from functools import cache

from quartier.core.drawing.svg import Fragments, Svg, drawing, el, group, join, path
from quartier.core.text.languages import Translator

from ..rules.geometry import FRAMES, SIDE, TRIANGLES
from ..rules.lines import has_begun
from ..rules.state import FINISHED, OVER, Record
from ..text.trips import Trips
from .cartouche import draw_lettering
from .layout import HEIGHT, WIDTH, corners, inset, polygon, triangle_middle
from .network import draw_network
from .scenes import draw_scenes
from .touches import draw_touches

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


def draw_board(s: Record, seat: int | None, trips: Trips, t: Translator, last: tuple[str, ...]) -> Fragments:
    """Draw the whole board for one viewer (None: a spectator); the trips as they run now."""
    return drawing(
        WIDTH,
        HEIGHT,
        t("Map of the city with its underground lines"),
        *draw_network(s, _latest(s, last)),
        draw_lettering(s, t),
        *draw_scenes(s, trips, t),
        *draw_touches(s, seat, t, last),
        group(id="ghost"),
        class_="quartier board metro",
        id="board",
    )


def _latest(s: Record, last: tuple[str, ...]) -> Svg:
    """A thin line around what the last move changed: the end of the line that was dug, begun or finished."""
    if not last or not last[0].startswith(("step-", "frame-", "end-", "line-")):
        return join()
    seat = s.turn if s.laid or s.phase in (FINISHED, OVER) else (s.turn - 1) % s.players
    touched = next(touch for touch in last if touch.startswith(("step-", "line-", "end-")))
    line = 2 * seat + int(touched.split("-")[1][0]) - 1
    if not has_begun(s, line):
        return join()
    return _mark(s.triangle[line, s.length[line] - 1])


@cache
def _mark(triangle: int) -> Svg:
    return path(polygon(*inset(corners(triangle), 0.84)), class_="latest")
