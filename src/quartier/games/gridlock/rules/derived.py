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
"""How many spaces are packed into one number, and the bits of each."""
DERIVED_SIZE = CAME + SPACES // PACKED


def derive(s: Record, seat: int, out: Any) -> None:
    """ZONE: two words, where the viewer may not turn or remove tiles; GOALS: the viewer's goals that the car can reach now.

    From CAME on, while the seat to move may drive, packed: the predecessor of each space on a shortest path
    of its car.
    """
    placed = seat >= 0 and s.car[seat] != NONE
    out[ZONE], out[ZONE + 1] = zone(s, seat) if placed else (s.zone[0], s.zone[1])
    if placed and s.goals[seat]:
        out[GOALS] = reachable_goals(s, seat)
    if s.phase == TURNING and may_drive(s):
        spread(s, s.turn, out)


def reachable_goals(s: Record, seat: int) -> int:
    """Return the seat's own goals that its car can reach in one leg, as a set."""
    return within_reach(s, seat) & s.goals[seat]


def within_reach(s: Record, seat: int) -> int:
    """Return all destinations, of any seat, that the seat's car can reach in one leg, as a set."""
    low, high = reach(s, seat)
    result = 0
    for destination in range(s.sights):
        result |= within(low, high, s.place[destination]) << destination
    return result


def spread(s: Record, seat: int, out: Any) -> None:
    """GL-16 to GL-20: search breadth first for shortest paths of a car; forced stops are not passed."""
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
    """Record the predecessor of each space of a set."""
    while low | high:
        space = first_member(low, high)
        low, high = low & ~low_bit(space), high & ~high_bit(space)
        out[CAME + space // PACKED] |= origin << space % PACKED * BITS


# The lists are concatenated in the order of `tallies`; destinations come last because their number depends on
# the city.
MOVES, LAID = 0, 7
TURNED = LAID + KINDS
REMOVED = TURNED + KINDS
STOPS = REMOVED + KINDS
EACH_DESTINATION = STOPS + 3
LAYING, ROTATING, REMOVING, CONING, UNCONING, DRIVING, END_OF_TURN = range(7)
OWN, OTHER, CROSSING = range(3)


def count_stats(s: Record, seat: int, action: int, out: Any) -> int:
    """Count the kind of move; for an action on a tile also its kind, for a drive where it stops."""
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
    """Count a drive to one of the player's own goals, to another destination, or to an intersection."""
    destination = s.sight[space]
    out[0] = MOVES + DRIVING
    if destination == NONE:
        out[1] = STOPS + CROSSING
        return 2
    out[1] = STOPS + (OWN if s.goals[seat] >> destination & 1 else OTHER)
    out[2] = EACH_DESTINATION + destination
    return 3
