"""The board of Metromania: a transit map of the city, the players' places in its corners, the test trips below."""

from quartier.core.show.svg import Svg, group, join, path, picture
from quartier.core.text.languages import Translator

from ..rules.lines import begun
from ..rules.state import FINISHED, OVER, State
from ..trips import trips_now
from .fares import draw_fare, fare_mark
from .layout import HEIGHT, WIDTH, corners, inset, middle, polygon
from .network import draw_network
from .places import draw_player, draw_supply
from .scenes import draw_scenes
from .touches import draw_touches


def draw_board(s: State, seat: int | None, t: Translator, last: list[str]) -> Svg:
    """The whole board for one viewer (None: a spectator)."""
    trips = trips_now(s)
    return picture(
        WIDTH,
        HEIGHT,
        t("Map of the city with its underground lines"),
        draw_network(s, t),
        _latest(s, last),
        *(draw_player(s, other, t) for other in range(s.players)),
        draw_supply(s, t),
        *(draw_fare(trip, t) for trip in trips),
        draw_scenes(s, trips, [fare_mark(trip) for trip in trips], t),
        *draw_touches(s, seat, t, last),
        group(id="ghost"),
        class_="quartier board metro",
        id="board",
    )


def _latest(s: State, last: list[str]) -> Svg:
    """A thin ring around what the last move changed: the end of the line that was dug, begun or finished."""
    if not last or not last[0].startswith(("step-", "frame-", "end-", "line-")):
        return join()
    seat = s.turn if s.laid or s.phase in (FINISHED, OVER) else (s.turn - 1) % s.players
    touched = next(touch for touch in last if touch.startswith(("step-", "line-", "end-")))
    line = 2 * seat + int(touched.split("-")[1][0]) - 1
    if not begun(s, line):
        return join()
    x, y = middle(*corners(s.triangle[line, s.length[line] - 1]))
    return (
        path(polygon(*inset(corners(s.triangle[line, s.length[line] - 1]), 0.8)), class_="latest")
        if x and y
        else join()
    )
