"""Action numbers and legal move generation."""

from typing import Any

import numpy as np

from quartier.core.engine.bits import below, list_bits, nth, popcount

from .state import ACTIVE, BUILDINGS, LOWEST_READING, MOST_SEATS, OVER, SIDES, STARTING, Record


def write(s: Record, seat: int, number: int, building: int) -> None:
    """BC-6, BC-8: put a number on a building."""
    s.empty[seat] &= ~(1 << building)
    s.wrote[seat, number] |= 1 << building
    s.near[seat, number] |= s.around[building]


def miss(s: Record, seat: int, building: int) -> None:
    """BC-7, BC-9: mark a miss; it neither counts as a neighbour nor bounds a number."""
    s.empty[seat] &= ~(1 << building)
    s.missed[seat] |= 1 << building


def writable(s: Record, seat: int, number: int) -> int:
    """Return the buildings on which a seat may write a number now (BC-3, BC-6 to BC-8), whatever the dice."""
    if number == 1 or s.phase == STARTING:
        return s.empty[seat]
    bounded = near_between(s, seat, 1, number)
    if s.reading == LOWEST_READING:
        return s.empty[seat] & bounded
    return s.empty[seat] & bounded & ~near_between(s, seat, number + 1, SIDES)


def near_between(s: Record, seat: int, low: int, high: int) -> int:
    """Return the neighbours of numbers from low to high."""
    result = 0
    for number in range(low, high + 1):
        result |= s.near[seat, number]
    return result


ROLLS = np.array([(a, b) for a in range(1, SIDES + 1) for b in range(a, SIDES + 1)], np.int64)
# The alphabet: a range of numbers for each kind of action.
WRITE = 0
MISS = WRITE + SIDES * BUILDINGS
PASS = MISS + SIDES * BUILDINGS
FIRST = PASS + 1
ROLL = FIRST + MOST_SEATS
ACTIONS = ROLL + len(ROLLS)


def legal(s: Record, actor: int, out: Any) -> int:
    """List every legal action of a seat."""
    if s.phase == OVER or not s.waiting >> actor & 1:
        return 0
    if s.phase == STARTING:
        return list_start(s, actor, out)
    if s.phase == ACTIVE:
        return list_active(s, actor, out)
    return list_passive(s, actor, out)


def list_start(s: Record, seat: int, out: Any) -> int:
    """BC-3: list any number on any building."""
    count = 0
    for number in range(SIDES):
        count = list_bits(number * BUILDINGS, s.empty[seat], out, count)
    return count


def list_active(s: Record, seat: int, out: Any) -> int:
    """BC-5, BC-9: list writing either die, or marking a miss with it."""
    count = 0
    for i in range(1 if s.dice[0] == s.dice[1] else 2):
        first = (s.dice[i] - 1) * BUILDINGS
        count = list_bits(WRITE + first, writable(s, seat, s.dice[i]), out, count)
        count = list_bits(MISS + first, s.empty[seat], out, count)
    return count


def list_passive(s: Record, seat: int, out: Any) -> int:
    """BC-10: list where the other die can be written, and passing; with the option also misses."""
    first = (s.other - 1) * BUILDINGS
    count = list_bits(WRITE + first, writable(s, seat, s.other), out, 0)
    count = list_bits(MISS + first, can_miss(s, seat), out, count)
    out[count] = PASS
    return count + 1


def can_miss(s: Record, seat: int) -> int:
    """BC-10: return the buildings on which a passive player may mark a miss: none without the option."""
    return s.empty[seat] if s.passive_miss else 0


def sample(s: Record, seat: int, rng: Any, out: Any) -> int:
    """Return a uniformly random legal action, without listing."""
    if s.phase == STARTING:
        return below(rng, SIDES) * BUILDINGS + nth(s.empty[seat], below(rng, popcount(s.empty[seat])))
    if s.phase == ACTIVE:
        return sample_active(s, seat, rng)
    return sample_passive(s, seat, rng)


def sample_passive(s: Record, seat: int, rng: Any) -> int:
    """Return a uniformly random legal action of a passive player."""
    spots, misses = writable(s, seat, s.other), can_miss(s, seat)
    writings, first = popcount(spots), (s.other - 1) * BUILDINGS
    pick = below(rng, writings + popcount(misses) + 1)
    if pick < writings:
        return WRITE + first + nth(spots, pick)
    pick -= writings
    return PASS if pick == popcount(misses) else MISS + first + nth(misses, pick)


def sample_active(s: Record, seat: int, rng: Any) -> int:
    """Return a uniformly random legal action of the active player."""
    empty, spots = popcount(s.empty[seat]), writable(s, seat, s.dice[0])
    here = popcount(spots) + empty
    others = writable(s, seat, s.dice[1]) if s.dice[0] != s.dice[1] else 0
    there = popcount(others) + empty if s.dice[0] != s.dice[1] else 0
    pick, die = below(rng, here + there), s.dice[0]
    if pick >= here:
        pick, die, spots = pick - here, s.dice[1], others
    first = (die - 1) * BUILDINGS
    if pick < empty:
        return MISS + first + nth(s.empty[seat], pick)
    return WRITE + first + nth(spots, pick - empty)
