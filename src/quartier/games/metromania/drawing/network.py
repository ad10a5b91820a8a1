"""The network: lines, stations and markers on the city."""

from functools import cache, lru_cache

from quartier.core.drawing.memo import kept
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    join,
)

from ..rules.geometry import VERTICES
from ..rules.state import MARKERS, NONE, State
from .gates import draw_gates
from .ground import draw_city, draw_lattice, draw_numbers, draw_specials, draw_taken, draw_types
from .layout import Track, course, marks, tracks, vertex_point
from .symbols import draw_marker, line_signs, rail, stop, terminal

NOTHING = join()


@kept(
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
def draw_network(s: State, latest: Svg = NOTHING) -> Fragments:
    """The land and the city with all lines, stations and markers; under the lines a mark for what came last."""
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
    """A line of the network: line 1 solid, line 2 striped."""
    name = f"rail-{track.line}"
    return rail(
        course(track), track.line, marks(track), id=name, data_piece=name, data_grow="", data_about=name
    )


def _stations(s: State) -> list[Svg]:
    there, lines = bytes(s.station), bytes(s.lines)
    return [_station(vertex, lines[vertex].bit_count()) for vertex in range(VERTICES) if there[vertex]]


@cache
def _station(vertex: int, meeting: int) -> Svg:
    """A white dot, larger where lines meet."""
    x, y = vertex_point(vertex)
    return at(x, y, stop(meeting), id=f"stop-{vertex}", data_piece=f"stop-{vertex}")


@cache
def _terminals(line: int, start: int, end: int) -> Svg:
    """The start marker, and the end marker of a finished line, at the apexes of their frame triangles."""
    begun = terminal(start, line, "start-disc")
    return begun if end == NONE else join(begun, terminal(end, line, "end-disc"))
