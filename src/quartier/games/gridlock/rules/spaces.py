"""Sets of spaces: two int64 words, spaces below HALF in the low one, the others in the high one."""

from typing import Any

from quartier.core.engine.bits import lowest, nth, popcount

from .board import NONE
from .state import Record
from .tiles import SIDES

HALF = 48


def low_bit(space: int) -> int:
    """Return the low word of the set of one space."""
    return 1 << space if space < HALF else 0


def high_bit(space: int) -> int:
    """Return the high word of the set of one space."""
    return 1 << space - HALF if space >= HALF else 0


def within(low: int, high: int, space: int) -> int:
    """Return 1 if a set has the space."""
    return (low >> space if space < HALF else high >> space - HALF) & 1


def size(low: int, high: int) -> int:
    """Return how many spaces a set has."""
    return popcount(low) + popcount(high)


def member(low: int, high: int, n: int) -> int:
    """Return the n-th space of a set, counted from 0."""
    below_half = popcount(low)
    return nth(low, n) if n < below_half else HALF + nth(high, n - below_half)


def first_member(low: int, high: int) -> int:
    """Return the first space of a set that is not empty."""
    return lowest(low) if low else HALF + lowest(high)


def add(spaces: Any, space: int) -> None:
    """Add a space to a set of the record."""
    spaces[0] |= low_bit(space)
    spaces[1] |= high_bit(space)


def drop(spaces: Any, space: int) -> None:
    """Remove a space from a set of the record."""
    spaces[0] &= ~low_bit(space)
    spaces[1] &= ~high_bit(space)


def zone_at(s: Record, space: int) -> tuple[int, int]:
    """GL-14: return a space and all its neighbours."""
    low, high = low_bit(space), high_bit(space)
    for side in range(SIDES):
        near = s.near[space, side]
        if near != NONE:
            low |= low_bit(near)
            high |= high_bit(near)
    return low, high


def zone(s: Record, seat: int) -> tuple[int, int]:
    """Return where a seat may not turn or remove tiles: around cones, and around another player's yellow car."""
    low, high = s.zone[0], s.zone[1]
    if s.specials and s.yellow >= 0 and s.yellow != seat:
        near_low, near_high = zone_at(s, s.car[s.yellow])
        low |= near_low
        high |= near_high
    return low, high


def mark_zones(s: Record) -> None:
    """GL-14: return the zones of the cones on the board."""
    cone_low, cone_high = s.cone[0], s.cone[1]
    s.zone[0] = s.zone[1] = 0
    while cone_low | cone_high:
        space = first_member(cone_low, cone_high)
        low, high = zone_at(s, space)
        s.zone[0] |= low
        s.zone[1] |= high
        cone_low &= ~low_bit(space)
        cone_high &= ~high_bit(space)


def in_zone(s: Record, seat: int, space: int) -> bool:
    """GL-14, GL-27: return whether a cone, or another player's yellow car, is on the space or next to it."""
    if stands_cone(s, seat, space):
        return True
    for side in range(SIDES):
        if s.near[space, side] != NONE and stands_cone(s, seat, s.near[space, side]):
            return True
    return False


def stands_cone(s: Record, seat: int, space: int) -> bool:
    """Return whether a cone is on a space, or another player's yellow car, which acts as one."""
    if within(s.cone[0], s.cone[1], space):
        return True
    return s.specials != 0 and s.yellow >= 0 and s.yellow != seat and s.car[s.yellow] == space
