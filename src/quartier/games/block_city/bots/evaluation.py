"""Handwritten heuristic evaluation: how promising a sheet is.

The weights were tuned by random search over games of the one-step bot against itself and against random
players. Small changes matter, because many placements are nearly equal: 1.22 instead of 1.23 for the second
of FILLABLE costs ten points.
"""

import numpy as np

from quartier.core.engine.bits import lowest, popcount

from ..rules.moves import writable
from ..rules.scoring import score, spoiling
from ..rules.state import (
    BUILDINGS,
    HOUSE,
    PARK,
    PARK_POINTS,
    SIDES,
    STORE,
    Record,
)

# How likely an empty building still gets a number, by the highest neighbouring number (0: none).
FILLABLE = np.array([1.15, 1.23, 1.16, 0.96, 1.03, 0.97, 0.77])
# The points for which the values of stores and public buildings were tuned; they scale in proportion for
# others.
STORE_POINTS, SET_POINTS = 10, 30
# As for parks: the total points of the groups up to this size.
USUAL_GROUP = 5
GROUP_POINTS = sum(PARK_POINTS[:USUAL_GROUP])
# The value of a house: a base, and an increment for each step of the highest neighbouring number.
HOUSE_VALUE, HOUSE_STEP = 6.16, 0.4
PUBLIC_VALUE, STORE_VALUE = 2.17, 10.9
# A park that cannot join a group, one between empty parks, and one that joins a group of each number.
LONE_PARK, FREE_PARK = 0.33, 5.67
JOINED_PARK = np.array([0.0, 6.75, 5.54, 9.09, 2.19, 4.36, 1.8])
SECOND_JOIN = 1.22
# A department store spoiled by a miss: just a place for any number.
SPOILED_STORE = 0.33
# A numbered department store with empty neighbours.
WAITING_STORE = 8.37
# Powers come from tables: compiled and interpreted code differ in the last bits of a power.
STORE_GROWTH = 1.08 ** np.arange(BUILDINGS + 1)
# The value of being able to write a number at all, and how fast further places lose value.
WRITABLE = np.array([0.0, 0.73, 3.05, 0.93, -1.86, 2.04, 2.93])
NO_PLACE = 0.43 ** np.arange(BUILDINGS + 1)
# How many buildings a seat may lag behind the fastest before the game ends too early for it.
HEAD_START, LAG = 1.58, 0.24


def evaluate(s: Record, seat: int) -> float:
    """Sum the points now, what each empty building may bring, and how many numbers can still be written."""
    hope = 0.0
    left = s.empty[seat]
    while left:
        hope += promise(s, seat, lowest(left))
        left &= left - 1
    return score(s, seat) + hope * pace(s, seat) + waiting_stores(s, seat) + freedom(s, seat)


def pace(s: Record, seat: int) -> float:
    """Return the fraction of the empty buildings that will be filled before another seat ends the game."""
    mine = popcount(s.empty[seat])
    fewest = mine
    for other in range(s.players):
        fewest = min(fewest, popcount(s.empty[other]))
    return min(1.0, (fewest + HEAD_START) / max(1.0, mine + LAG))


def bound(s: Record, seat: int, building: int) -> int:
    """Return the highest neighbouring number of a building, 0 if there is none."""
    for number in range(SIDES, 0, -1):
        if s.near[seat, number] >> building & 1:
            return number
    return 0


def promise(s: Record, seat: int, building: int) -> float:
    """Return what an empty building may bring."""
    high = bound(s, seat, building)
    if s.kinds[HOUSE] >> building & 1:
        return float(FILLABLE[high] * (HOUSE_VALUE + HOUSE_STEP * high))
    if s.kinds[PARK] >> building & 1:
        return float(FILLABLE[high] * park_promise(s, seat, building, high))
    if s.kinds[STORE] >> building & 1:
        return float(FILLABLE[high] * store_promise(s, seat, building))
    return float(FILLABLE[high] * (PUBLIC_VALUE * (s.set_points / SET_POINTS)))


def store_promise(s: Record, seat: int, building: int) -> float:
    """BC-16: return what a store may bring; nothing beside a miss if the option spoils it."""
    return (
        SPOILED_STORE
        if s.around[building] & spoiling(s, seat)
        else STORE_VALUE * (s.store_points / STORE_POINTS)
    )


def park_promise(s: Record, seat: int, building: int, high: int) -> float:
    """BC-15: return what a park may bring: one that can take the neighbouring number joins that group; a 1 always can."""
    neighbours = s.kinds[PARK] & s.around[building]
    best = FREE_PARK if neighbours & s.empty[seat] else LONE_PARK
    for number in range(1, SIDES + 1):
        same = popcount(s.wrote[seat, number] & neighbours)
        if same and (number >= high or number == 1):
            best = max(best, JOINED_PARK[number] + SECOND_JOIN * (same - 1))
    return best * (group_points(s) / GROUP_POINTS)


def group_points(s: Record) -> int:
    """BC-15: return the total points of the usual group sizes."""
    total = 0
    for size in range(1, USUAL_GROUP + 1):
        total += s.park_points[size]
    return total


def waiting_stores(s: Record, seat: int) -> float:
    """Return the value of numbered department stores that score if no empty neighbour takes the same number."""
    value = 0.0
    for number in range(1, SIDES + 1):
        left = s.wrote[seat, number] & s.kinds[STORE]
        while left:
            around = s.around[lowest(left)]
            left &= left - 1
            if around & s.empty[seat] and not around & (s.wrote[seat, number] | spoiling(s, seat)):
                value += WAITING_STORE * STORE_GROWTH[popcount(around & s.empty[seat])]
    return value * (s.store_points / STORE_POINTS)


def freedom(s: Record, seat: int) -> float:
    """Return the value of the numbers that can still be written; a number with no place left means a miss."""
    value = 0.0
    for number in range(1, SIDES + 1):
        value += WRITABLE[number] * (1.0 - NO_PLACE[popcount(writable(s, seat, number))])
    return value
