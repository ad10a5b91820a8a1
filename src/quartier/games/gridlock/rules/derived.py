"""What the map shows beside the tiles: construction zones, goals within reach, and the ways of a car (GL-14 to GL-20)."""

from typing import Any

from .board import NONE, SPACES
from .moves import may_drive
from .roads import (
    forced,
    reach,
    steps,
    wild,
)
from .spaces import (
    first_member,
    high_bit,
    low_bit,
    within,
)
from .state import TURNING, State
from .zones import zone

ZONE = 0
GOALS = ZONE + 2
CAME = GOALS + 1
PACKED, BITS = 8, 7
"""So many spaces stand in one number, each in so many bits."""
DERIVED_SIZE = CAME + SPACES // PACKED


def derive(s: State, seat: int, out: Any) -> None:
    """ZONE: two words, where the viewer may not turn or remove tiles; GOALS: the own goals that the car can reach now.

    From CAME on, while the seat in turn may drive, and packed: from where a shortest way of its car comes to each space.
    """
    placed = seat >= 0 and s.car[seat] != NONE
    out[ZONE], out[ZONE + 1] = zone(s, seat) if placed else (s.zone[0], s.zone[1])
    if placed and s.goals[seat]:
        out[GOALS] = reached(s, seat)
    if s.phase == TURNING and may_drive(s):
        spread(s, s.turn, out)


def reached(s: State, seat: int) -> int:
    """The own goals at which the car of a seat could arrive in one leg, as a set."""
    return within_reach(s, seat) & s.goals[seat]


def within_reach(s: State, seat: int) -> int:
    """The destinations, whoever looks for them, at which the car of a seat could arrive in one leg, as a set."""
    low, high = reach(s, seat)
    result = 0
    for sight in range(s.sights):
        result |= within(low, high, s.place[sight]) << sight
    return result


def spread(s: State, seat: int, out: Any) -> None:
    """GL-16 to GL-20: all ways of a car, one step further from it in each round; no further than forced stops."""
    stop_low, stop_high = forced(s, seat)
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
