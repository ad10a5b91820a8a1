"""Derived numbers of Metromania: of a position for drawings, of a move for the balance lab."""

from typing import Any

from quartier.core.engine.bits import scratch

from .endings import done_lines
from .geometry import CITY_EDGES, FRAMES, SIDE
from .moves import DECLINE, DIG, FINISH, PASS, STATION, dig_letter, dig_line
from .state import LETTERS, NONE, TRIPS, Record
from .trips import LIST, best_route, cost_of, lines_of, list_stops

DONE = 2 * TRIPS
DERIVED_SIZE = DONE + 1


def derive(s: Record, seat: int, out: Any) -> None:
    """By trip, its cost (NONE if no one can run it); by trip, the set of lines that take part; how many lines are done."""
    stops = scratch(LIST)
    list_stops(s, stops)
    for trip in range(TRIPS):
        route = best_route(s, trip, stops)
        out[trip], out[TRIPS + trip] = cost_of(route), lines_of(route)
    out[DONE] = done_lines(s)


# The lists are concatenated in the order of `tallies`.
MOVES, LINES = 0, 7
TRIPS_AT = LINES + 2
STATIONS = TRIPS_AT + LETTERS
MOST_WORTH = 6
BEGINS = STATIONS + MOST_WORTH + 1
ENDS = BEGINS + CITY_EDGES
BEGINNING, DIGGING, COVERING, STATIONING, FINISHING, DECLINING, PASSING = range(7)


def count_stats(s: Record, seat: int, action: int, out: Any) -> int:
    """Count the kind of move and its object: a line, a trip's marker, a station, a side of the city."""
    if action < DIG:
        return begin_uses(action, out)
    if action < STATION:
        return dig_uses(action - DIG, out)
    if action < FINISH:
        out[0] = MOVES + STATIONING
        out[1] = STATIONS + s.worth[action - STATION] // max(1, s.station_points)
        return 2
    if action < DECLINE:
        frame = action - FINISH
        out[0], out[1], out[2] = MOVES + FINISHING, LINES + frame // FRAMES, ENDS + frame % FRAMES // SIDE
        return 3
    out[0] = MOVES + (PASSING if action == PASS else DECLINING)
    return 1


def begin_uses(action: int, out: Any) -> int:
    """Count a begin: its line, and the side of the city."""
    out[0], out[1] = MOVES + BEGINNING, LINES + action // (2 * FRAMES)
    out[2] = BEGINS + action // 2 % FRAMES // SIDE
    return 3


def dig_uses(code: int, out: Any) -> int:
    """Count a dig: its line, and the trip whose marker it places."""
    letter = dig_letter(code)
    out[0], out[1] = MOVES + (DIGGING if letter == NONE else COVERING), LINES + dig_line(0, code)
    out[2] = TRIPS_AT + letter
    return 2 if letter == NONE else 3
