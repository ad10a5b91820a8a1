"""The state record of Metromania.

Line `2 * seat + number` is line 1 (number 0) or line 2 (number 1) of a seat; sets of lines are bits. A destination marker
is numbered 2 * slot + b, where a slot is a letter in the order of `board`, so that marker m has the type
(slot // 2 + b) % 3 whatever the letters of the city data are called.
"""

from typing import Annotated

import numpy as np

from quartier.core.engine.records import DERIVED, Cells, RecordBase
from quartier.core.game.parameters import Parameter
from quartier.core.game.title_spec import Option
from quartier.core.text.languages import N_

from .geometry import CELLS, DIRECTIONS, EDGES, FRAMES, SECTORS, TRIANGLES, VERTICES

NAME = "Metromania"
PREFIX = "MM"
RULES = 34
PLANS_AHEAD = True
VERSION = 2


OPTIONS = {
    "lines_to_end": Option(
        (0, 3, 4, 5, 6),
        0,
        N_(
            "How many finished or stuck lines trigger the last round, at most two per player. 0 means "
            "three for two players and five for more."
        ),
    ),
    "strict_dig": Option(
        (False, True),
        False,
        N_("You must choose tunnels so that as many of your three as possible fit."),
    ),
    "hidden_markers": Option(
        (False, True),
        False,
        N_("Only you see the markers you still hold. Needs at least three players."),
    ),
}
PARAMETERS = {
    "trip_points": Parameter(
        0, 100, None, N_("Points for a test trip, shared by the players on its fastest route.")
    ),
    "unfinished_points": Parameter(-100, 0, None, N_("Points for an unfinished line.")),
    "unplaced_points": Parameter(-100, 0, None, N_("Points for an unplaced marker.")),
    "impossible_points": Parameter(-100, 0, None, N_("Points for a placed marker whose trip has no route.")),
    "hop": Parameter(1, 30, None, N_("Minutes from one station to the next.")),
    "change": Parameter(0, 60, None, N_("Minutes to change lines.")),
    "stations": Parameter(1, VERTICES, None, N_("Stations in the supply.")),
    "tunnels": Parameter(3, 18, None, N_("Tunnels per line.")),
    "station_points": Parameter(0, 10, 1, N_("Points for each destination that a new station touches.")),
}
MOST_SEATS = 4
SEATS = (2, MOST_SEATS)
LINES = 2 * MOST_SEATS
TUNNELS = 18
"""More counters than this do not fit a line of the record."""
TYPES = 3
RESIDENTIAL, COMMERCIAL, ENTERTAINMENT = range(TYPES)
PLAIN, LAKE, PARK = -1, 3, 4
"""Kinds of triangles other than the three types of destination."""
LETTERS = 6
MARKERS = 2 * LETTERS
HIDDEN = 1 << MARKERS
"""One concealed marker of a hand: their number is in the bits above the set of visible markers."""
TRIPS = LETTERS + 1
LAST_TRIP = LETTERS
"""The seventh trip, from the lake to the park."""
COUNTERS = TRIANGLES + FRAMES
"""Triangles that can carry a counter: the city, then the frame."""
BEGINS, DIGS = 2 * FRAMES * 2, 2 * DIRECTIONS * 2 * (LETTERS + 1)
"""Ways to lay a counter: begins by line, frame triangle and side; digs by line, direction, side and letter (or none)."""
WORD = 60
"""Bits per word of a multi-word set, so that no word is negative."""
COUNTERS_A_TURN = 3
BAR_WORDS = -(-(BEGINS + DIGS) // WORD)
NONE = -1

# Setup; a counter each, and a station for each finish; a turn for each station; and at most three of every
# four turns are passes, because a player only passes without a line to continue, and when all pass the
# building has ended.
MAX_EVENTS = (
    2 * SECTORS
    + MARKERS
    + 1
    + LINES * (TUNNELS + 1)
    + VERTICES
    + 3 * (LINES * TUNNELS + VERTICES)
    + 2 * MOST_SEATS
)

# Phases.
LAYING, TURNING, DEALING, CHOOSING_FIRST, ACTING, DIGGING, FINISHED, OVER = range(8)
"""A piece, its rotation, markers, the first player; a turn, its second and third counter, a station for a finish, the end.
"""

# MM-27: why the building ended.
GOING_ON, BOTH_LINES, LAST_STATION, ENOUGH_LINES = range(4)


class Record(RecordBase):
    """A position of Metromania."""

    phase: Annotated[
        int, np.int8, (), "LAYING, TURNING, DEALING, CHOOSING_FIRST, ACTING, DIGGING, FINISHED or OVER"
    ]
    players: Annotated[int, np.int8, (), "number of seats"]
    turn: Annotated[int, np.int8, (), "seat whose turn it is; at the end the seat that had the last one"]
    dealt: Annotated[int, np.int8, (), "pieces laid, or markers dealt, so far in this phase"]
    laid: Annotated[int, np.int8, (), "counters laid in this turn"]
    covered: Annotated[int, np.int8, (), "1 if a destination was covered in this turn"]
    finishing: Annotated[int, np.int8, (), "line that was finished in this turn, NONE if none"]
    reason: Annotated[
        int, np.int8, (), "why the building ended: GOING_ON, BOTH_LINES, LAST_STATION or ENOUGH_LINES"
    ]
    turns_left: Annotated[
        int,
        np.int8,
        (),
        "last turns still to come; before the last round, with hidden markers, passes before the one that ends the game",
    ]
    supply: Annotated[int, np.int8, (), "stations that nobody has built"]
    kind: Annotated[Cells, np.int8, TRIANGLES, "destination type, LAKE, PARK or PLAIN of each city triangle"]
    sights: Annotated[Cells, np.int16, 2, "triangles of the lake and of the park, NONE before they are laid"]
    worth: Annotated[Cells, np.int8, VERTICES, "points of a new station on each vertex", DERIVED]
    station: Annotated[Cells, np.uint8, VERTICES, "1 on each vertex with a station"]
    lines: Annotated[Cells, np.uint8, VERTICES, "set of lines through each vertex"]
    shared: Annotated[Cells, np.uint8, EDGES, "set of lines along each edge"]
    counter: Annotated[Cells, np.int8, COUNTERS, "line whose counter lies on each triangle, NONE if none"]
    length: Annotated[Cells, np.int8, LINES, "counters of each line, both frame counters included"]
    vertex: Annotated[
        Cells, np.int8, (LINES, TUNNELS), "vertex that each counter leads to, NONE behind the line's end"
    ]
    triangle: Annotated[
        Cells,
        np.int16,
        (LINES, TUNNELS),
        "triangle of each counter (frame triangles from 150 on), NONE behind",
    ]
    heading: Annotated[Cells, np.int8, LINES, "direction of the last edge of each line"]
    start: Annotated[Cells, np.int8, LINES, "frame triangle where each line begins, NONE if not begun"]
    end: Annotated[Cells, np.int8, LINES, "frame triangle where each line ends, NONE if unfinished"]
    owned: Annotated[
        Cells, np.int16, MOST_SEATS, "set of markers dealt to each seat, plus HIDDEN for each concealed one"
    ]
    hand: Annotated[
        Cells,
        np.int16,
        MOST_SEATS,
        "set of markers that each seat still has to place, concealed ones as in owned",
    ]
    place: Annotated[Cells, np.int16, MARKERS, "triangle on which each marker lies, NONE if none"]
    points: Annotated[Cells, np.int16, MOST_SEATS, "station points of each seat"]
    cost: Annotated[
        Cells,
        np.int32,
        TRIPS,
        "minutes * 64 + changes of each test trip at the end, NONE if nobody can run it",
    ]
    runners: Annotated[Cells, np.uint8, TRIPS, "set of lines that take part in each test trip at the end"]
    # The city as data, the same during the whole game.
    pieces: Annotated[
        Cells, np.int8, (SECTORS, CELLS), "what each cell of each piece is, as in kind", DERIVED
    ]
    piece: Annotated[Cells, np.int8, SECTORS, "piece in each sector, NONE before it is laid"]
    rotation: Annotated[Cells, np.int8, SECTORS, "thirds by which each sector's piece is turned"]
    white: Annotated[int, np.int64, (), "set of frame triangles with a white arrow", DERIVED]
    black: Annotated[int, np.int64, (), "set of frame triangles with a black arrow", DERIVED]
    slot: Annotated[Cells, np.int8, LETTERS, "slot of each letter", DERIVED]
    letter: Annotated[Cells, np.int8, LETTERS, "letter of each slot", DERIVED]
    listed_first: Annotated[int, np.int16, (), "set of markers that stand first in the trip list", DERIVED]
    trip_points: Annotated[
        int, np.int16, (), "points that the players on a trip's fastest routes share", DERIVED
    ]
    station_points: Annotated[
        int, np.int8, (), "points for each destination that a new station touches", DERIVED
    ]
    unfinished_points: Annotated[int, np.int16, (), "points for an unfinished line", DERIVED]
    unplaced_points: Annotated[int, np.int16, (), "points for a marker not placed", DERIVED]
    impossible_points: Annotated[
        int, np.int16, (), "points for a placed marker of a trip that nobody can run", DERIVED
    ]
    hop: Annotated[int, np.int16, (), "minutes from station to next station", DERIVED]
    change: Annotated[int, np.int16, (), "minutes for a change of line", DERIVED]
    tunnels: Annotated[int, np.int8, (), "counters of a line", DERIVED]
    enough: Annotated[int, np.int8, (), "lines that end the building (MM-27)", DERIVED]
    version: Annotated[int, np.int8, (), "version of the rules", DERIVED]
    strict_dig: Annotated[int, np.int8, (), "option: 1 if as many counters must be laid as can be", DERIVED]
    hidden_markers: Annotated[
        int, np.int8, (), "option: 1 if only the owner sees the markers in a hand", DERIVED
    ]
    blank: Annotated[
        Cells, np.uint8, VERTICES, "plain triangles without a counter around each vertex, as bits", DERIVED
    ]
    goals: Annotated[
        Cells, np.uint8, VERTICES, "destinations without a counter around each vertex, as bits", DERIVED
    ]
    ahead: Annotated[
        Cells,
        np.uint8,
        LINES,
        "directions from the end of each unfinished line to city vertices that it does not touch, as bits",
        DERIVED,
    ]
    white_left: Annotated[int, np.int64, (), "set of white arrows without a counter", DERIVED]
    black_left: Annotated[int, np.int64, (), "set of black arrows without a counter", DERIVED]
    barred: Annotated[Cells, np.int64, BAR_WORDS, "set of counters that strict_dig forbids now", DERIVED]


def in_turn(s: Record, seat: int) -> bool:
    """Return whether a seat has to act now."""
    return bool(s.turn == seat and CHOOSING_FIRST < s.phase < OVER)
