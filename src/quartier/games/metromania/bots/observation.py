"""Observation encoding: the city and its tunnels, lines and stations, arrows, markers, the pace and the phase.

Seats are relative to the observing seat: 0 is itself, 1 the next one; the lines of seat k are 2 k and 2 k +
1. With hidden markers, `owned` omits a seat's hidden ones; their number is what is missing from a whole hand.
"""

from typing import Any

from quartier.core.engine.bits import mark_bits
from quartier.core.engine.observations import Part, starts

from ..rules.dealing import ALL_MARKERS
from ..rules.geometry import (
    DIRECTIONS,
    EDGES,
    FRAMES,
    TRIANGLES,
    VERTICES,
)
from ..rules.lines import is_finished
from ..rules.scoring import score
from ..rules.state import (
    CHOOSING_FIRST,
    COUNTERS,
    COUNTERS_A_TURN,
    ENOUGH_LINES,
    LINES,
    MARKERS,
    MOST_SEATS,
    NONE,
    OVER,
    PARK,
    TUNNELS,
    Record,
)

_PHASES, _KINDS, _REASONS = OVER + 1, PARK + 1, ENOUGH_LINES + 1
_PASSES, _ENDS = 1, 2
OBSERVATION = (
    Part("kind", (_KINDS, TRIANGLES), 0, 1, "residential, commercial, entertainment triangles, lake, park"),
    Part(
        "counter",
        (COUNTERS,),
        0,
        LINES,
        "1 + the line whose tunnel is on each triangle, frame last; 0: none",
    ),
    Part(
        "lines", (LINES, VERTICES), 0, _ENDS, "by line, 1 on each vertex that it passes, 2 where it goes on"
    ),
    Part("edges", (EDGES,), 0, 1, "edges along which a line runs"),
    Part("station", (VERTICES,), 0, 1, "vertices with a station"),
    Part("heading", (LINES, DIRECTIONS), 0, 1, "direction of the last edge of each line that has begun"),
    Part("length", (LINES,), 0, TUNNELS, "tunnels of each line"),
    Part("finished", (LINES,), 0, 1, "lines with their end marker"),
    Part("white", (FRAMES,), 0, 1, "white arrows without a tunnel"),
    Part("black", (FRAMES,), 0, 1, "black arrows without a tunnel"),
    Part("owned", (MOST_SEATS, MARKERS), 0, 1, "markers dealt to each seat, hidden ones left out"),
    Part(
        "hand", (MOST_SEATS, MARKERS), 0, 1, "markers that each seat still has to place, hidden ones left out"
    ),
    Part("marker", (TRIANGLES,), 0, MARKERS, "1 + the marker on each triangle; 0: none"),
    Part("supply", (1,), 0, VERTICES, "stations that aren't built yet"),
    Part("laid", (1,), 0, COUNTERS_A_TURN, "tunnels dug in this turn"),
    Part("covered", (1,), 0, 1, "whether a destination was covered in this turn"),
    Part("finishing", (2,), 0, 1, "the line that the seat in turn has just finished"),
    Part("points", (MOST_SEATS,), -2000, 20000, "each seat's score"),
    Part("turn", (MOST_SEATS,), 0, 1, "the seat whose turn it is, once the first has been drawn"),
    Part("phase", (_PHASES,), 0, 1, "laying, turning, dealing, choosing, acting, digging, finished, over"),
    Part(
        "reason", (_REASONS,), 0, 1, "why the building ended: not yet, both lines, last station, enough lines"
    ),
    Part("turns_left", (1,), 0, MOST_SEATS, "last turns still to come"),
    Part("enough", (1,), 0, LINES, "lines that end the building"),
    Part("strict_dig", (1,), 0, 1, "option: as many tunnels as possible must be dug"),
    Part("seats", (MOST_SEATS,), 0, 1, "the seats that are taken"),
)
(
    _KIND,
    _COUNTER,
    _LINES,
    _EDGES,
    _STATION,
    _HEADING,
    _LENGTH,
    _FINISHED,
    _WHITE,
    _BLACK,
    _OWNED,
    _HAND,
    _MARKER,
    _SUPPLY,
    _LAID,
    _COVERED,
    _FINISHING,
    _POINTS,
    _TURN,
    _PHASE,
    _REASON,
    _TURNS_LEFT,
    _LINES_TO_END,
    _STRICT_DIG,
    _SEATS,
) = starts(OBSERVATION)


def observe(s: Record, seat: int, out: Any) -> None:
    """Encode the city, the lines, the seats, the phase."""
    observe_city(s, out)
    for ahead in range(s.players):
        other = (seat + ahead) % s.players
        observe_seat(s, other, ahead, out)
        for number in range(2):
            observe_line(s, 2 * other + number, 2 * ahead + number, out)
    mark_bits(out, _WHITE, s.white_left)
    mark_bits(out, _BLACK, s.black_left)
    observe_moment(s, seat, out)


def observe_city(s: Record, out: Any) -> None:
    """Encode triangles, edges, vertices, markers: branch-free loops, which the compiler vectorises."""
    for kind in range(_KINDS):
        for triangle in range(TRIANGLES):
            out[_KIND + kind * TRIANGLES + triangle] = 1 if s.kind[triangle] == kind else 0
    for edge in range(EDGES):
        out[_EDGES + edge] = 1 if s.shared[edge] else 0
    for vertex in range(VERTICES):
        out[_STATION + vertex] = s.station[vertex]
    for marker in range(MARKERS):
        if s.place[marker] != NONE:
            out[_MARKER + s.place[marker]] = 1 + marker


def observe_line(s: Record, line: int, ahead: int, out: Any) -> None:
    """Encode a line's route, its tunnels, and its progress."""
    length = s.length[line]
    out[_LENGTH + ahead] = length
    if length == 0:
        return
    first = _LINES + ahead * VERTICES
    for i in range(length):
        out[_COUNTER + s.triangle[line, i]] = 1 + ahead
        if s.vertex[line, i] != NONE:
            out[first + s.vertex[line, i]] = _PASSES
    out[_HEADING + ahead * DIRECTIONS + s.heading[line]] = 1
    if is_finished(s, line):
        out[_FINISHED + ahead] = 1
    else:
        out[first + s.vertex[line, length - 1]] = _ENDS


def observe_seat(s: Record, other: int, ahead: int, out: Any) -> None:
    """Encode the markers and points of a seat."""
    mark_bits(out, _OWNED + ahead * MARKERS, s.owned[other] & ALL_MARKERS)
    mark_bits(out, _HAND + ahead * MARKERS, s.hand[other] & ALL_MARKERS)
    out[_POINTS + ahead] = score(s, other)
    out[_SEATS + ahead] = 1


def observe_moment(s: Record, seat: int, out: Any) -> None:
    """Encode whose turn it is, what has been done in it, and how near the end is."""
    out[_SUPPLY], out[_LAID], out[_COVERED] = s.supply, s.laid, s.covered
    if s.finishing != NONE:  # a line of the seat to move
        out[_FINISHING + s.finishing % 2] = 1
    if s.phase > CHOOSING_FIRST:
        out[_TURN + (s.turn - seat) % s.players] = 1
    out[_PHASE + s.phase] = out[_REASON + s.reason] = 1
    out[_TURNS_LEFT], out[_LINES_TO_END], out[_STRICT_DIG] = max(0, s.turns_left), s.enough, s.strict_dig
