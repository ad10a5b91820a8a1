"""Pictures for the rulebooks of Metromania: parts of the map as it is drawn in play."""

from quartier.core.drawing.excerpts import excerpt, stack
from quartier.core.drawing.legend import legend
from quartier.core.drawing.svg import Svg, at, drawing, el, group, join, path, text
from quartier.core.text.languages import Translator

from ..rules.geometry import FRAME_END, SIDE, VERTICES
from ..rules.lines import city_vertices, tip
from ..rules.state import COMMERCIAL, ENTERTAINMENT, LAKE, LINES, PARK, RESIDENTIAL, Record
from ..text.trips import trips_now
from .board import draw_board, draw_network
from .diagrams import EXAMPLE, around, deal, example_lines, reach, stuck_line, touching
from .gates import chevron, disc
from .layout import COLUMN, HEIGHT, WIDTH
from .onward import ways_on
from .previews import preview
from .scenes import draw_scene, route
from .side_panel import FARES_HEIGHT, draw_fares, swatch
from .symbols import chip, kind_icon, stop
from .touches import draw_way

FIRST_TURN, MEETING, LEAVING = 14, 25, 32
"""Events of the record: the first move of the first turn, a counter that meets a line, and one that leaves a line."""


def city(t: Translator) -> Svg:
    """Draw the city before the first tunnel."""
    s = EXAMPLE.whole.at(FIRST_TURN).open_record()
    return _cut("city", (0, 0, WIDTH, HEIGHT), t("The city before the first tunnel"), join(*draw_network(s)))


def turn(t: Translator) -> Svg:
    """Draw the first turn: a beginning and two more counters."""
    s = EXAMPLE.whole.at(FIRST_TURN + 3).open_record()
    return around("turn", s, _path(s, _first_line(s)), t("A first turn"), 2.6, t)


def arrows(t: Translator) -> Svg:
    """Draw a city edge with its arrows, and a start marker."""
    s = EXAMPLE.whole.at(FIRST_TURN + 3).open_record()
    edge = s.start[_first_line(s)] // SIDE
    rim = [int(vertex) for vertex in FRAME_END[edge * SIDE : edge * SIDE + SIDE].flat]
    return around("arrows", s, rim, t("White and black arrows"), 1.4, t)


def meeting(t: Translator) -> Svg:
    """Draw a counter that meets another line."""
    return _station("meeting", MEETING, t("A line meets another"), t)


def leaving(t: Translator) -> Svg:
    """Draw a counter that leaves another line."""
    return _station("leaving", LEAVING, t("A line leaves another"), t)


def _station(name: str, event: int, title: str, t: Translator) -> Svg:
    """An event of the game by which a station arises, as it is previewed in play."""
    then, now = EXAMPLE.whole.at(event).open_record(), EXAMPLE.whole.at(event + 1).open_record()
    (vertex,) = (v for v in range(VERTICES) if now.station[v] and not then.station[v])
    fragments = join(*preview(then, now, then.turn, 0, t))
    return around(name, then, [vertex], title, 2.2, t, fragments)


def _first_line(s: Record) -> int:
    return next(line for line in range(LINES) if s.length[line])


def _path(s: Record, line: int) -> list[int]:
    return [s.vertex[line, i] for i in range(city_vertices(s, line))]


RIDE, SHARED = 1, 6
"""Trips: B, which runs with a change, and that from the lake to the park, which is shared."""


def ride(t: Translator) -> Svg:
    """Draw a test trip with a change."""
    return _trip("ride", RIDE, t("A test trip with one change"), t)


def shared_trip(t: Translator) -> Svg:
    """Draw a test trip whose points are shared."""
    return _trip("shared", SHARED, t("A shared test trip"), t)


def _trip(name: str, number: int, title: str, t: Translator) -> Svg:
    """The scene of a trip at the end of the game."""
    s = EXAMPLE.whole.open_record()
    fragment = draw_scene(s, trips_now(s)[number], t, marked=False)
    scene = fragment.replace("data-scene", 'class="shown" data-scene')
    stops = [vertex for part in route(s, number) for vertex in part.vertices]
    return around(name, s, stops, title, 2.0, t, Svg(scene))


def trips(t: Translator) -> Svg:
    """Draw the trip list at the end of the game."""
    s = EXAMPLE.whole.open_record()
    title, fares = t("The trip list"), join(*draw_fares(s, trips_now(s), t))
    whole = drawing(COLUMN, FARES_HEIGHT, title, fares, class_="quartier metro")
    return stack("trips", title, excerpt(whole, 0, 0, COLUMN, FARES_HEIGHT))


def final(t: Translator) -> Svg:
    """Draw the whole board at the end of the game."""
    s = EXAMPLE.whole.open_record()
    board = draw_board(s, None, trips_now(s), t, ())
    return stack("final", t("The city at the end of the game"), excerpt(board, 0, 0, WIDTH, HEIGHT))


def signs(t: Translator) -> Svg:
    """Draw what there is to play with, each thing with its name."""
    rows = (
        (chevron(), t("white arrow: lines begin here")),
        (disc(), t("black arrow: lines end here")),
        (swatch(0, -38, 0, 76), t("line 1, solid, 18 tunnels")),
        (swatch(1, -38, 0, 76), t("line 2, striped, 18 tunnels")),
        (path("M-24 20L24 20L0 -20Z", class_="taken seat-0"), t("a tunnel, in its owner’s colour")),
        (join(_terminal(-21, "1"), _terminal(21, "1", True)), t("start and end marker of line 1")),
        (stop(2), t("station, 30 for all players together")),
        (_icons(RESIDENTIAL, COMMERCIAL, ENTERTAINMENT), t("destinations: house, shop, theatre")),
        (_icons(LAKE, PARK), t("lake and park: no digging here")),
        (chip(0, "A", 17), t("marker: one end of test trip A")),
    )
    return legend(t("Components"), *((group(sign, class_="metro"), words) for sign, words in rows))


def _icons(*kinds: int) -> Svg:
    """Signs of special triangles side by side."""
    middle = (len(kinds) - 1) / 2
    return join(*(kind_icon(kind, 30 * (i - middle), 0, 26) for i, kind in enumerate(kinds)))


def _terminal(x: float, number: str, is_end: bool = False) -> Svg:
    """A start or end marker."""
    ring = (el("circle", r=14, class_="terminal-ring"),) if is_end else ()
    disc = el("circle", r=17.5, class_="terminal-disc")
    return at(x, 0, disc, *ring, text(0, 7.5, number, 21, "middle heavy"), class_="seat-0 terminal")


# Green lies along the middle row; blue comes from the north-west, runs beside it for two edges and leaves.
ALONG = (4, 15, ("E+",) * 7)
BESIDE_IT = (0, 20, ("SW+", "SW+", "SE-", "SE-", "SE-", "E-", "E-", "NE-", "NE-"))
# Yellow ends in the open, blue on green, where a station has come up.
IN_THE_OPEN = (6, 23, ("SW+", "SW+", "SE-"))
ONTO_IT = (0, 20, ("SW+", "SW+", "SE-", "SE-", "SE-"))


def parallel(t: Translator) -> Svg:
    """Draw a parallel course: a station where it begins, and one where it ends."""
    s = example_lines(ALONG, BESIDE_IT)
    stations = [vertex for vertex in range(VERTICES) if s.station[vertex]]
    return around("parallel", s, stations, t("Two lines running in parallel"), 2.0, t)


def angle(t: Translator) -> Svg:
    """Draw two lines with the ways on that are open to each: in the open, and at a station."""
    s = crossing()
    ways = join(_open_ways(s, IN_THE_OPEN[0], t), _open_ways(s, ONTO_IT[0], t))
    ends = [tip(s, IN_THE_OPEN[0]), tip(s, ONTO_IT[0])]
    return around("angle", s, ends, t("Where a line can turn"), 1.8, t, ways)


def crossing() -> Record:
    """Return an opened record with a line that ends in the open, and one that ends at a station."""
    return example_lines(IN_THE_OPEN, ALONG, ONTO_IT)


def _open_ways(s: Record, line: int, t: Translator) -> Svg:
    """MM-13: the ways on from a line's end, lit as for a player who may touch them."""
    ways = (draw_way(s, way, False, t) for way in ways_on(s, line // 2) if way.open and way.line == line)
    lit = (Svg(way.replace('"onward"', '"onward can-touch"')) for way in ways)
    return group(*lit, class_=f"seat-{line // 2}")


def _cut(name: str, window: tuple[float, float, float, float], title: str, content: Svg) -> Svg:
    """A window of the board as a picture: left, top, width, height."""
    left, top, width, height = (round(size) for size in window)
    whole = drawing(WIDTH, HEIGHT, title, content, class_="quartier metro")
    return stack(name, title, excerpt(whole, left, top, width, height))


PICTURES = {
    "signs": signs,
    "city": city,
    "turn": turn,
    "arrows": arrows,
    "deal": deal,
    "meeting": meeting,
    "touching": touching,
    "leaving": leaving,
    "angle": angle,
    "parallel": parallel,
    "reach": reach,
    "stuck": stuck_line,
    "ride": ride,
    "shared": shared_trip,
    "trips": trips,
    "final": final,
}
