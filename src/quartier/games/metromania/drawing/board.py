"""The board of Metromania: a map of the city with its underground lines."""

from functools import cache

from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    drawing,
    group,
    join,
    path,
)
from quartier.core.text.languages import Translator

from ..rules.lines import begun
from ..rules.state import FINISHED, OVER, State
from ..text.trips import Trips
from .cartouche import draw_lettering
from .layout import HEIGHT, WIDTH, corners, inset, polygon
from .network import draw_network
from .scenes import draw_scenes
from .touches import draw_touches


def draw_board(s: State, seat: int | None, trips: Trips, t: Translator, last: tuple[str, ...]) -> Fragments:
    """The whole board for one viewer (None: a spectator); the trips as they run now."""
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


def _latest(s: State, last: tuple[str, ...]) -> Svg:
    """A thin line around what the last move changed: the end of the line that was dug, begun or finished."""
    if not last or not last[0].startswith(("step-", "frame-", "end-", "line-")):
        return join()
    seat = s.turn if s.laid or s.phase in (FINISHED, OVER) else (s.turn - 1) % s.players
    touched = next(touch for touch in last if touch.startswith(("step-", "line-", "end-")))
    line = 2 * seat + int(touched.split("-")[1][0]) - 1
    if not begun(s, line):
        return join()
    return _mark(s.triangle[line, s.length[line] - 1])


@cache
def _mark(triangle: int) -> Svg:
    return path(polygon(*inset(corners(triangle), 0.84)), class_="latest")
