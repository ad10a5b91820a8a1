"""What moves use, for the balance lab: kinds of moves, lines, trips, stations, and the sides where lines begin and end."""

from typing import Any

from .geometry import CITY_EDGES, FRAMES, SIDE
from .moves import (
    DECLINE,
    DIG,
    FINISH,
    PASS,
    STATION,
    dig_letter,
    dig_line,
)
from .state import LETTERS, NONE, State

# The lists, one after the other, as `tallies` names them.
MOVES, LINES = 0, 7
TRIPS = LINES + 2
STATIONS = TRIPS + LETTERS
MOST_WORTH = 6
BEGINS = STATIONS + MOST_WORTH + 1
ENDS = BEGINS + CITY_EDGES
BEGINNING, DIGGING, COVERING, STATIONING, FINISHING, DECLINING, PASSING = range(7)


def count_stats(s: State, seat: int, action: int, out: Any) -> int:
    """A kind of move, and what it is about: a line, a trip's marker, a station, a side of the city."""
    if action < DIG:
        return begin_uses(action, out)
    if action < STATION:
        return dig_uses(action - DIG, out)
    if action < FINISH:
        out[0] = MOVES + STATIONING
        out[1] = STATIONS + s.worth[action - STATION]
        return 2
    if action < DECLINE:
        frame = action - FINISH
        out[0], out[1], out[2] = MOVES + FINISHING, LINES + frame // FRAMES, ENDS + frame % FRAMES // SIDE
        return 3
    out[0] = MOVES + (PASSING if action == PASS else DECLINING)
    return 1


def begin_uses(action: int, out: Any) -> int:
    """A begin: its line, and the side of the city."""
    out[0], out[1] = MOVES + BEGINNING, LINES + action // (2 * FRAMES)
    out[2] = BEGINS + action // 2 % FRAMES // SIDE
    return 3


def dig_uses(code: int, out: Any) -> int:
    """A dig: its line, and the trip whose marker it places."""
    letter = dig_letter(code)
    out[0], out[1] = MOVES + (DIGGING if letter == NONE else COVERING), LINES + dig_line(0, code)
    out[2] = TRIPS + letter
    return 2 if letter == NONE else 3
