"""Pictures for the rulebooks of Metromania: parts of the map as it is drawn in play."""

from quartier.core.show.svg import Svg, at, el, path, picture, untouchable
from quartier.core.text.languages import Translator

from .. import rules
from ..rules.digging import begin_line, extend
from ..rules.geometry import TRIANGLES, VERTICES
from ..rules.state import COUNTERS, LINES, MARKERS, NONE, PLAIN, State
from ..words import DIRECTION_NAMES
from .layout import UNIT, polygon, vertex_point
from .network import draw_network

WIDTH, HEIGHT = 560, 240
# Green lies along the middle row; blue comes from the north-west, runs beside it for two edges and leaves.
ALONG = (4, 15, ("E+",) * 7)
BESIDE_IT = (0, 20, ("SW+", "SW+", "SE-", "SE-", "SE-", "E-", "E-", "NE-", "NE-"))


def parallel(t: Translator) -> Svg:
    """A parallel course: a station where it begins, and one where it ends."""
    s = rules.State.open(rules.State.new())
    s.players, s.supply = 4, 9
    for triangle in range(COUNTERS):
        s.counter[triangle] = NONE
    for triangle in range(TRIANGLES):
        s.kind[triangle] = PLAIN
    for marker in range(MARKERS):
        s.place[marker] = NONE
    for line in range(LINES):
        s.end[line] = NONE
    _lay(s, *ALONG)
    _lay(s, *BESIDE_IT)
    return _framed(s, t)


def _lay(s: State, line: int, frame: int, ways: tuple[str, ...]) -> None:
    begin_line(s, line // 2, line, frame, 0)
    for way in ways:
        extend(s, line // 2, line, DIRECTION_NAMES.index(way[:-1]), "+-".index(way[-1]))


def _framed(s: State, t: Translator) -> Svg:
    """The stretch of the map around the parallel course."""
    stations = [vertex for vertex in range(VERTICES) if s.station[vertex]]
    left = min(vertex_point(vertex)[0] for vertex in stations) - 2.2 * UNIT
    top = min(vertex_point(vertex)[1] for vertex in stations) - 1.9 * UNIT
    window = polygon((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT))
    map_ = draw_network(s, t)
    return picture(
        WIDTH,
        HEIGHT,
        t("Two lines that run side by side"),
        el("clipPath", path(window), id="parallel-window"),
        el("g", at(-left, -top, untouchable(map_)), clip_path="url(#parallel-window)"),
        class_="quartier metro",
        role="img",
    )


PICTURES = {"parallel": parallel}
