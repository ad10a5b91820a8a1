"""The board of Metromania: a map of the city with its underground lines."""

import json
import re
from functools import cache, lru_cache
from importlib.resources import files

import numpy as np

from quartier.core.drawing.key import explaining
from quartier.core.drawing.memo import memoize
from quartier.core.drawing.svg import Fragments, Svg, at, drawing, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..rules.board import read_pieces
from ..rules.geometry import VERTICES
from ..rules.lines import has_begun
from ..rules.state import FINISHED, MARKERS, NONE, OVER, Record
from ..text.notation import vertex_text
from ..text.trips import Trips
from .gates import draw_gates
from .ground import (
    draw_city,
    draw_lattice,
    draw_numbers,
    draw_specials,
    draw_taken,
    draw_types,
    words_of_river,
)
from .layout import HEIGHT, WIDTH, Track, corners, course, inset, marks, polygon, tracks, vertex_point
from .legend import Sign, signs_of_lines, signs_of_triangles
from .scenes import draw_scenes
from .symbols import draw_marker, line_signs, rail, stop, terminal
from .touches import draw_touches

NOTHING = join()


@memoize(
    *(
        "players",
        "kind",
        "vertex",
        "triangle",
        "length",
        "start",
        "end",
        "counter",
        "white_left",
        "black_left",
    ),
    *("place", "letter", "owned", "station", "lines"),
)
def draw_network(s: Record, latest: Svg = NOTHING) -> Fragments:
    """Draw the land and the city with all lines, stations and markers; under the lines a mark for what came last."""
    kinds, lines = bytes(s.kind), tracks(s)
    return (
        line_signs(s.players),
        draw_city(),
        draw_specials(kinds),
        *(draw_taken(kinds, track.triangles, track.line // 2) for track in lines),
        draw_lattice(),
        latest,
        *draw_types(s, kinds),
        draw_numbers(),
        *draw_gates(s),
        *map(_line, lines),
        *(draw_marker(s, marker) for marker in range(MARKERS) if s.place[marker] != NONE),
        *_stations(s),
        *(_terminals(track.line, s.start[track.line], s.end[track.line]) for track in lines),
    )


@lru_cache(4096)
def _line(track: Track) -> Svg:
    """A line of the network."""
    name = f"rail-{track.line}"
    return rail(
        course(track), track.line, marks(track), id=name, data_piece=name, data_grow="", data_about=name
    )


def _stations(s: Record) -> list[Svg]:
    there, lines = bytes(s.station), bytes(s.lines)
    return [_station(vertex, lines[vertex].bit_count()) for vertex in range(VERTICES) if there[vertex]]


@cache
def _station(vertex: int, meeting: int) -> Svg:
    """A white dot, larger where lines meet."""
    x, y = vertex_point(vertex)
    name, about = f"stop-{vertex}", f"vertex-{vertex_text(vertex)}"
    return at(x, y, stop(meeting), id=name, data_piece=name, data_about=about)


@cache
def _terminals(line: int, start: int, end: int) -> Svg:
    """The start marker, and the end marker of a finished line, at the apexes of their frame triangles."""
    start_marker = terminal(start, line, "start-disc")
    return start_marker if end == NONE else join(start_marker, terminal(end, line, "end-disc"))


_CITY = re.compile(r"board(\..+)?\.json")


def draw_lettering(s: Record, t: Translator) -> Svg:
    """Everything that is written on the map's corners; a small board has no room for it."""
    return _lettering(city_name(s), t)


@lru_cache
def _lettering(city: str, t: Translator) -> Svg:
    return join(
        group(_name(city or t("City map"), t), _north(), words_of_river(t), class_="fine lettering"),
        group(
            _key("legend", signs_of_lines(t)),
            _key("sites", signs_of_triangles(t)),
            class_="fine lettering key",
        ),
    )


PLAQUES = {
    "name": (8, 8, 222, 56),
    "legend": (4, HEIGHT - 118, 140, 114),
    "sites": (WIDTH - 144, 2, 140, 136),
}
"""What is written on the corners of the map, each as x, y, width and height: clear of where a line may begin or end."""


def _plaque(name: str, *content: Svg) -> Svg:
    x, y, width, height = PLAQUES[name]
    return at(x, y, rect(0, 0, width, height, 8, class_="plaque"), *content)


def _name(city: str, t: Translator) -> Svg:
    return _plaque(
        "name",
        rect(4, 4, 214, 48, 3, class_="plaque-line"),
        text(111, 25, city.upper(), 16, "middle bold caps"),
        text(111, 44, t("underground, 6 districts"), 13, "middle map-words"),
    )


def _key(name: str, signs: tuple[Sign, ...]) -> Svg:
    """A plaque with a row for each sign."""
    return _plaque(name, *(at(0, 13 + 22 * i, _row(sign)) for i, sign in enumerate(signs)))


def _row(sign: Sign) -> Svg:
    words = text(43, 5, sign.words, 14.5)
    return explaining(sign.kind, sign.words, (2, -11, 132, 22), at(20, 0, sign.icon), words)


def city_name(s: Record) -> str:
    """Return what the city is called whose pieces lie on the table; "" for one that did not come with the title."""
    return _names().get(bytes(s.pieces), "")


@cache
def _names() -> dict[bytes, str]:
    """The names of the title's cities by their pieces."""
    folder = files(__package__.rpartition(".")[0]).joinpath("data")
    cities = [json.loads(file.read_text("utf-8")) for file in folder.iterdir() if _CITY.fullmatch(file.name)]
    return {np.array(read_pieces(city), np.int8).tobytes(): city["name"] for city in cities}


@cache
def _north() -> Svg:
    return at(
        WIDTH - 44,
        186,
        text(0, -24, "N", 14, "middle bold"),
        path("M0 -18A18 18 0 1 1 0 18A18 18 0 1 1 0 -18Z", class_="plaque"),
        path("M0 -14L5 0H-5Z", class_="ink-fill"),
        path("M0 14L5 0H-5Z", class_="plaque"),
    )


def draw_board(s: Record, seat: int | None, trips: Trips, t: Translator, last: tuple[str, ...]) -> Fragments:
    """Draw the whole board for one viewer (None: a spectator); the trips as they run now."""
    return drawing(
        WIDTH,
        HEIGHT,
        t("City map with the underground lines"),
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
