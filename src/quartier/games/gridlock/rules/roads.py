"""Roads: forced stops, and how far a car can go (GL-16 to GL-20, GL-25 to GL-27)."""

from quartier.core.engine.bits import lowest

from .board import NONE, PARK, RIVER, TUNNEL
from .spaces import first_member, high_bit, low_bit, within
from .state import BLUE, GREEN, RED, Record
from .tiles import ALL_SIDES


def opposite(side: int) -> int:
    """Return the opposite side: the one by which the neighbour at this side touches the space."""
    return side + 3 if side < 3 else side - 3


def forced_stops(s: Record, seat: int) -> tuple[int, int]:
    """Return the spaces where a seat is forced to stop."""
    low, high = s.cone[0], s.cone[1]
    if s.specials and s.colour[seat] == RED:
        return 0, 0
    if s.congestion:
        jam_low, jam_high = congested_spaces(s)
        low |= jam_low
        high |= jam_high
    for other in range(s.players):
        if other != seat and (s.traffic or (s.specials and other == s.yellow)):
            low |= low_bit(s.car[other])
            high |= high_bit(s.car[other])
    return low, high


def cubes(s: Record, seat: int) -> int:
    """GL-21, GL-23: return the destinations with a cube of a seat; with seven cards there is none on the start."""
    return s.opened[seat] & ~(1 << s.start[seat]) if s.cards == 7 else s.opened[seat]


def congested_spaces(s: Record) -> tuple[int, int]:
    """GL-25: return the destinations with two or more cubes."""
    once, twice = 0, 0
    for seat in range(s.players):
        twice |= once & cubes(s, seat)
        once |= cubes(s, seat)
    low, high = 0, 0
    while twice:
        space = s.place[lowest(twice)]
        twice &= twice - 1
        low |= low_bit(space)
        high |= high_bit(space)
    return low, high


def wild(s: Record, seat: int) -> int:
    """GL-27: return the terrain that only this car can drive on: river for blue, park for green, else NONE."""
    if not s.specials:
        return NONE
    if s.colour[seat] == BLUE:
        return RIVER
    return PARK if s.colour[seat] == GREEN else NONE


def edges(s: Record, space: int, terrain: int) -> int:
    """GL-16: return the open edges of a space for a car that can drive on this `wild` terrain."""
    return ALL_SIDES if s.terrain[space] == terrain else s.exits[space]


def steps(s: Record, space: int, terrain: int) -> tuple[int, int]:
    """GL-16, GL-17: return the spaces connected to a space."""
    low, high = 0, 0
    if s.terrain[space] == TUNNEL:
        low, high = s.tunnel[0], s.tunnel[1]
    ways = edges(s, space, terrain)
    while ways:
        side = lowest(ways)
        ways &= ways - 1
        near = s.near[space, side]
        if near != NONE and edges(s, near, terrain) >> opposite(side) & 1:
            low |= low_bit(near)
            high |= high_bit(near)
    return low, high


def reach(s: Record, seat: int) -> tuple[int, int]:
    """GL-16 to GL-20: return the spaces where a leg of a seat can end."""
    stop_low, stop_high = forced_stops(s, seat)
    return flood(s, s.car[seat], wild(s, seat), stop_low, stop_high)


def flood(s: Record, start: int, terrain: int, stop_low: int, stop_high: int) -> tuple[int, int]:
    """Return all spaces connected to `start`, excluding it, without passing the given stops."""
    start_low, start_high = low_bit(start), high_bit(start)
    low, high = todo_low, todo_high = start_low, start_high
    while todo_low | todo_high:
        space = first_member(todo_low, todo_high)
        next_low, next_high = steps(s, space, terrain)
        fresh_low, fresh_high = next_low & ~low, next_high & ~high
        low |= fresh_low
        high |= fresh_high
        todo_low = todo_low & ~low_bit(space) | fresh_low & ~stop_low
        todo_high = todo_high & ~high_bit(space) | fresh_high & ~stop_high
    return low & ~start_low, high & ~start_high


def leads_to(s: Record, seat: int, target: int) -> bool:
    """Return whether a leg of a seat can end on `target`, by searching backwards from there to the car."""
    stop_low, stop_high = forced_stops(s, seat)
    start, terrain = s.car[seat], wild(s, seat)
    low, high = todo_low, todo_high = low_bit(target), high_bit(target)
    while todo_low | todo_high:
        space = first_member(todo_low, todo_high)
        next_low, next_high = steps(s, space, terrain)
        if within(next_low, next_high, start):
            return True
        # Only the target itself may be a space that forces a stop.
        fresh_low, fresh_high = next_low & ~low & ~stop_low, next_high & ~high & ~stop_high
        low |= fresh_low
        high |= fresh_high
        todo_low = todo_low & ~low_bit(space) | fresh_low
        todo_high = todo_high & ~high_bit(space) | fresh_high
    return False
