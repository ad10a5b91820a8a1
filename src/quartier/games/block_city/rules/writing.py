"""Numbers and misses on a sheet, and where a number may stand (BC-3, BC-6 to BC-9)."""

from .state import LOWEST_READING, SIDES, STARTING, State


def write(s: State, seat: int, number: int, building: int) -> None:
    """BC-6, BC-8: put a number on a building."""
    s.empty[seat] &= ~(1 << building)
    s.wrote[seat, number] |= 1 << building
    s.near[seat, number] |= s.around[building]


def miss(s: State, seat: int, building: int) -> None:
    """BC-7, BC-9: mark a miss; it is no neighbour and no bound."""
    s.empty[seat] &= ~(1 << building)
    s.missed[seat] |= 1 << building


def writable(s: State, seat: int, number: int) -> int:
    """The buildings on which a seat may write a number now (BC-3, BC-6 to BC-8), whatever the dice."""
    if number == 1 or s.phase == STARTING:
        return s.empty[seat]
    bounded = near_between(s, seat, 1, number)
    if s.reading == LOWEST_READING:
        return s.empty[seat] & bounded
    return s.empty[seat] & bounded & ~near_between(s, seat, number + 1, SIDES)


def near_between(s: State, seat: int, low: int, high: int) -> int:
    """The buildings next to a number from low to high."""
    result = 0
    for number in range(low, high + 1):
        result |= s.near[seat, number]
    return result
