"""Construction zones: where no tile may be turned or removed (GL-14, GL-27)."""

from .board import NONE
from .spaces import first_member, high_bit, low_bit, within
from .state import State
from .tiles import SIDES


def zone_at(s: State, space: int) -> tuple[int, int]:
    """GL-14: a space and all its neighbours."""
    low, high = low_bit(space), high_bit(space)
    for side in range(SIDES):
        near = s.near[space, side]
        if near != NONE:
            low |= low_bit(near)
            high |= high_bit(near)
    return low, high


def zone(s: State, seat: int) -> tuple[int, int]:
    """The spaces on which a seat may not turn or remove tiles: around the cones, and around another's yellow car."""
    low, high = s.zone[0], s.zone[1]
    if s.specials and s.yellow >= 0 and s.yellow != seat:
        near_low, near_high = zone_at(s, s.car[s.yellow])
        low |= near_low
        high |= near_high
    return low, high


def mark_zones(s: State) -> None:
    """GL-14: the zones of the cones on the board."""
    cone_low, cone_high = s.cone[0], s.cone[1]
    s.zone[0] = s.zone[1] = 0
    while cone_low | cone_high:
        space = first_member(cone_low, cone_high)
        low, high = zone_at(s, space)
        s.zone[0] |= low
        s.zone[1] |= high
        cone_low &= ~low_bit(space)
        cone_high &= ~high_bit(space)


def in_zone(s: State, seat: int, space: int) -> bool:
    """GL-14, GL-27: whether a cone, or another's yellow car, stands on the space or next to it."""
    if stands_cone(s, seat, space):
        return True
    for side in range(SIDES):
        if s.near[space, side] != NONE and stands_cone(s, seat, s.near[space, side]):
            return True
    return False


def stands_cone(s: State, seat: int, space: int) -> bool:
    """Whether a cone stands on a space, or the yellow car of somebody else in its place."""
    if within(s.cone[0], s.cone[1], space):
        return True
    return s.specials != 0 and s.yellow >= 0 and s.yellow != seat and s.car[s.yellow] == space
