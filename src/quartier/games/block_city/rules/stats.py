"""What moves use, for the balance lab: kinds of moves, numbers, kinds of buildings, and each building of the sheet."""

from typing import Any

from quartier.core.engine.bits import lowest

from .moves import MISS, PASS
from .state import (
    BUILDINGS,
    KIND_COUNT,
    SIDES,
    State,
)

# The lists, one after the other, as `tallies` names them; the buildings come last, as many as the sheet has.
MOVES, NUMBERS = 0, 3
KINDS = NUMBERS + SIDES
PLACES = KINDS + KIND_COUNT
WRITING, MISSING, PASSING = range(3)


def count_stats(s: State, seat: int, action: int, out: Any) -> int:
    """A kind of move; of a writing also its number, and the building with its kind."""
    if action >= PASS:
        out[0] = MOVES + PASSING
        return 1
    if action >= MISS:
        out[0] = MOVES + MISSING
        return 1
    out[0] = MOVES + WRITING
    out[1] = NUMBERS + action // BUILDINGS
    out[2] = KINDS + kind_at(s, action % BUILDINGS)
    out[3] = PLACES + action % BUILDINGS
    return 4


def kind_at(s: State, building: int) -> int:
    """BC-1: the kind of a building."""
    found = 0
    for kind in range(KIND_COUNT):
        found |= (s.kinds[kind] >> building & 1) << kind
    return lowest(found)
