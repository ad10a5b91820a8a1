"""What moves use, for the balance lab: kinds of moves, tiles by what becomes of them, and where cars stop."""

from typing import Any

from .board import NONE, SPACES
from .moves import (
    CONE,
    END,
    REMOVE,
    STOP,
    TURN,
    UNCONE,
)
from .state import State
from .tiles import FACE_KIND, KINDS

# The lists, one after the other, as `tallies` names them; the destinations come last, as many as the city has.
MOVES, LAID = 0, 7
TURNED = LAID + KINDS
REMOVED = TURNED + KINDS
STOPS = REMOVED + KINDS
PLACES = STOPS + 3
LAYING, TURNING, REMOVING, CONING, UNCONING, DRIVING, ENDING = range(7)
OWN, OTHER, CROSSING = range(3)


def count_stats(s: State, seat: int, action: int, out: Any) -> int:
    """A kind of move; of an action on a tile also its kind, of a drive where it stops."""
    if action < TURN:
        out[0], out[1] = MOVES + LAYING, LAID + FACE_KIND[action // SPACES]
        return 2
    if action < CONE:
        kind = s.tile[(action - TURN) % SPACES]
        out[0] = MOVES + (TURNING if action < REMOVE else REMOVING)
        out[1] = (TURNED if action < REMOVE else REMOVED) + kind
        return 2
    if STOP <= action < END:
        return stop_uses(s, seat, action - STOP, out)
    out[0] = MOVES + (ENDING if action >= END else CONING if action < UNCONE else UNCONING)
    return 1


def stop_uses(s: State, seat: int, space: int, out: Any) -> int:
    """A drive to a destination of one's own hand, to another one, or to a crossing."""
    sight = s.sight[space]
    out[0] = MOVES + DRIVING
    if sight == NONE:
        out[1] = STOPS + CROSSING
        return 2
    out[1] = STOPS + (OWN if s.goals[seat] >> sight & 1 else OTHER)
    out[2] = PLACES + sight
    return 3
