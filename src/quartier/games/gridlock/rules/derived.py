"""Derived numbers of Gridlock: of a position for drawings, of a move for the balance lab."""

from typing import Any

from .board import NONE, SPACES
from .moves import CONE, END, REMOVE, STOP, TURN, UNCONE, may_drive
from .roads import forced_stops, reach, steps, wild
from .spaces import first_member, high_bit, low_bit, within, zone
from .state import TURNING, Record
from .tiles import FACE_KIND, KINDS

ZONE = 0
GOALS = ZONE + 2
CAME = GOALS + 1
PACKED, BITS = 8, 7
"""So many spaces stand in one number, each in so many bits."""
DERIVED_SIZE = CAME + SPACES // PACKED


def derive(s: Record, seat: int, out: Any) -> None:
    """ZONE: two words, where the viewer may not turn or remove tiles; GOALS: the own goals that the car can reach now.

    From CAME on, while the seat in turn may drive, and packed: from where a shortest way of its car comes to each space.
    """
    placed = seat >= 0 and s.car[seat] != NONE
    out[ZONE], out[ZONE + 1] = zone(s, seat) if placed else (s.zone[0], s.zone[1])
    if placed and s.goals[seat]:
        out[GOALS] = reachable_goals(s, seat)
    if s.phase == TURNING and may_drive(s):
        spread(s, s.turn, out)


def reachable_goals(s: Record, seat: int) -> int:
    """Return the own goals at which the car of a seat could arrive in one leg, as a set."""
    return within_reach(s, seat) & s.goals[seat]


def within_reach(s: Record, seat: int) -> int:
    """Return all destinations, of any seat, at which the car of a seat could arrive in one leg, as a set."""
    low, high = reach(s, seat)
    result = 0
    for destination in range(s.sights):
        result |= within(low, high, s.place[destination]) << destination
    return result


def spread(s: Record, seat: int, out: Any) -> None:
    """GL-16 to GL-20: all ways of a car, one step further from it in each round; no further than forced stops."""
    stop_low, stop_high = forced_stops(s, seat)
    terrain = wild(s, seat)
    low, high = todo_low, todo_high = low_bit(s.car[seat]), high_bit(s.car[seat])
    while todo_low | todo_high:
        next_low, next_high = 0, 0
        while todo_low | todo_high:
            space = first_member(todo_low, todo_high)
            todo_low, todo_high = todo_low & ~low_bit(space), todo_high & ~high_bit(space)
            found_low, found_high = steps(s, space, terrain)
            found_low, found_high = found_low & ~low, found_high & ~high
            low, high = low | found_low, high | found_high
            next_low, next_high = next_low | found_low, next_high | found_high
            come(out, space, found_low, found_high)
        todo_low, todo_high = next_low & ~stop_low, next_high & ~stop_high


def come(out: Any, origin: int, low: int, high: int) -> None:
    """Write down from where the way comes to each space of a set."""
    while low | high:
        space = first_member(low, high)
        low, high = low & ~low_bit(space), high & ~high_bit(space)
        out[CAME + space // PACKED] |= origin << space % PACKED * BITS


# The lists, one after the other, as `tallies` names them; the destinations come last, as many as the city has.
MOVES, LAID = 0, 7
TURNED = LAID + KINDS
REMOVED = TURNED + KINDS
STOPS = REMOVED + KINDS
EACH_DESTINATION = STOPS + 3
LAYING, ROTATING, REMOVING, CONING, UNCONING, DRIVING, END_OF_TURN = range(7)
OWN, OTHER, CROSSING = range(3)


def count_stats(s: Record, seat: int, action: int, out: Any) -> int:
    """Write a kind of move; of an action on a tile also its kind, of a drive where it stops."""
    if action < TURN:
        out[0], out[1] = MOVES + LAYING, LAID + FACE_KIND[action // SPACES]
        return 2
    if action < CONE:
        kind = s.tile[(action - TURN) % SPACES]
        out[0] = MOVES + (ROTATING if action < REMOVE else REMOVING)
        out[1] = (TURNED if action < REMOVE else REMOVED) + kind
        return 2
    if STOP <= action < END:
        return stop_uses(s, seat, action - STOP, out)
    out[0] = MOVES + (END_OF_TURN if action >= END else CONING if action < UNCONE else UNCONING)
    return 1


def stop_uses(s: Record, seat: int, space: int, out: Any) -> int:
    """Write a drive to a destination of one's own hand, to another one, or to a crossing."""
    destination = s.sight[space]
    out[0] = MOVES + DRIVING
    if destination == NONE:
        out[1] = STOPS + CROSSING
        return 2
    out[1] = STOPS + (OWN if s.goals[seat] >> destination & 1 else OTHER)
    out[2] = EACH_DESTINATION + destination
    return 3
