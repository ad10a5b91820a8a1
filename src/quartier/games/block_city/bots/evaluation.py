"""How promising a sheet is: the evaluation written by hand.

The weights were found by random search over games of the one-step bot against itself and against random players. Small
changes matter, because many placements are nearly equal: 1.22 instead of 1.23 for the second of FILLABLE costs ten points.
"""

import numpy as np

from quartier.core.engine.bits import lowest, popcount

from ..rules.scoring import score, spoiling
from ..rules.state import (
    BUILDINGS,
    HOUSE,
    PARK,
    PARK_POINTS,
    SIDES,
    STORE,
    State,
)
from ..rules.writing import writable

# How likely an empty building still gets a number, by the highest number around it (0: none).
FILLABLE = np.array([1.15, 1.23, 1.16, 0.96, 1.03, 0.97, 0.77])
# The points for which the values of stores and public buildings were found; for others they are in proportion.
STORE_POINTS, SET_POINTS = 10, 30
# As for parks: the points of a group of each size up to so many, together.
USUAL_GROUP = 5
GROUP_POINTS = sum(PARK_POINTS[:USUAL_GROUP])
# What a house brings then: so much, and more for each step of the highest number around it.
HOUSE_VALUE, HOUSE_STEP = 6.16, 0.4
PUBLIC_VALUE, STORE_VALUE = 2.17, 10.9
# A park that cannot join a group, one between empty parks, and one that joins a group of each number.
LONE_PARK, FREE_PARK = 0.33, 5.67
JOINED_PARK = np.array([0.0, 6.75, 5.54, 9.09, 2.19, 4.36, 1.8])
SECOND_JOIN = 1.22
# A department store that a miss has spoiled: a place for any number.
SPOILED_STORE = 0.33
# A numbered department store with empty neighbours.
WAITING_STORE = 8.37
# Powers stand in tables: compiled and interpreted code raise a number to a power with different last bits.
PATIENCE = 1.08 ** np.arange(BUILDINGS + 1)
# What it is worth that a number can be written at all, and how fast a second place adds less.
WRITABLE = np.array([0.0, 0.73, 3.05, 0.93, -1.86, 2.04, 2.93])
NO_PLACE = 0.43 ** np.arange(BUILDINGS + 1)
# How many buildings one may lag behind the fastest before the end of the game comes too early.
HEAD_START, LAG = 1.58, 0.24


def evaluate(s: State, seat: int) -> float:
    """Points now, what each empty building may bring, and how many numbers can still be written."""
    hope = 0.0
    left = s.empty[seat]
    while left:
        hope += promise(s, seat, lowest(left))
        left &= left - 1
    return score(s, seat) + hope * pace(s, seat) + waiting_stores(s, seat) + freedom(s, seat)


def pace(s: State, seat: int) -> float:
    """The part of the empty buildings that will be filled before somebody else ends the game."""
    mine = popcount(s.empty[seat])
    fewest = mine
    for other in range(s.players):
        fewest = min(fewest, popcount(s.empty[other]))
    return min(1.0, (fewest + HEAD_START) / max(1.0, mine + LAG))


def bound(s: State, seat: int, building: int) -> int:
    """The highest number around a building, 0 if there is none."""
    for number in range(SIDES, 0, -1):
        if s.near[seat, number] >> building & 1:
            return number
    return 0


def promise(s: State, seat: int, building: int) -> float:
    """What an empty building may bring."""
    high = bound(s, seat, building)
    if s.kinds[HOUSE] >> building & 1:
        return float(FILLABLE[high] * (HOUSE_VALUE + HOUSE_STEP * high))
    if s.kinds[PARK] >> building & 1:
        return float(FILLABLE[high] * park_promise(s, seat, building, high))
    if s.kinds[STORE] >> building & 1:
        return float(FILLABLE[high] * store_promise(s, seat, building))
    return float(FILLABLE[high] * (PUBLIC_VALUE * (s.set_points / SET_POINTS)))


def store_promise(s: State, seat: int, building: int) -> float:
    """BC-16: a store beside a miss brings nothing with the option."""
    return (
        SPOILED_STORE
        if s.around[building] & spoiling(s, seat)
        else STORE_VALUE * (s.store_points / STORE_POINTS)
    )


def park_promise(s: State, seat: int, building: int, high: int) -> float:
    """BC-15: a park that can take the number of a park beside it lengthens that group; a 1 always can."""
    beside = s.kinds[PARK] & s.around[building]
    best = FREE_PARK if beside & s.empty[seat] else LONE_PARK
    for number in range(1, SIDES + 1):
        same = popcount(s.wrote[seat, number] & beside)
        if same and (number >= high or number == 1):
            best = max(best, JOINED_PARK[number] + SECOND_JOIN * (same - 1))
    return best * (group_points(s) / GROUP_POINTS)


def group_points(s: State) -> int:
    """BC-15: what groups of the usual sizes bring together."""
    total = 0
    for size in range(1, USUAL_GROUP + 1):
        total += s.park_points[size]
    return total


def waiting_stores(s: State, seat: int) -> float:
    """Department stores with a number that score if no empty neighbour takes the same one."""
    value = 0.0
    for number in range(1, SIDES + 1):
        left = s.wrote[seat, number] & s.kinds[STORE]
        while left:
            around = s.around[lowest(left)]
            left &= left - 1
            if around & s.empty[seat] and not around & (s.wrote[seat, number] | spoiling(s, seat)):
                value += WAITING_STORE * PATIENCE[popcount(around & s.empty[seat])]
    return value * (s.store_points / STORE_POINTS)


def freedom(s: State, seat: int) -> float:
    """The numbers that can be written somewhere; a miss is what remains when none can."""
    value = 0.0
    for number in range(1, SIDES + 1):
        value += WRITABLE[number] * (1.0 - NO_PLACE[popcount(writable(s, seat, number))])
    return value
