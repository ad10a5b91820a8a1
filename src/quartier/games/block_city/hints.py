"""What a bot may know about BlockCity beyond its rules: how promising a sheet is.

The weights were found by random search over games of the one-step bot against itself and against random players; Small
changes matter, because many placements are nearly equal: 1.22 instead of 1.23 for the second of FILLABLE costs ten points.
"""

from typing import Any

import numpy as np

from quartier.core.engine.bits import lowest, popcount

from .rules.scoring import group_of, numbered, score, spoiling
from .rules.state import (
    BUILDINGS,
    CHOOSING_FIRST,
    HOUSE,
    MOST_SEATS,
    PARK,
    PASSIVE,
    PUBLIC,
    SIDES,
    STORE,
    State,
)
from .rules.writing import writable

SEARCH = {"explore": 0.6, "prior_scale": 3.0, "width": 6.0, "horizon": 20.0, "greedy": 1.0, "lead": 20.0}
"""How the tree search goes about this title (`quartier.bots.settings`): all play on as the one-step bot would."""
LEARNED = {"explore": 0.6, "prior_scale": 1.5, "width": 6.0, "horizon": 0.0, "lead": 12.0}
"""How it does with the network: the position itself says what it is worth."""

# How likely an empty building still gets a number, by the highest number around it (0: none).
FILLABLE = np.array([1.15, 1.23, 1.16, 0.96, 1.03, 0.97, 0.77])
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
    return float(FILLABLE[high] * PUBLIC_VALUE)


def store_promise(s: State, seat: int, building: int) -> float:
    """BC-16: a store beside a miss brings nothing with the option."""
    return SPOILED_STORE if s.around[building] & spoiling(s, seat) else STORE_VALUE


def park_promise(s: State, seat: int, building: int, high: int) -> float:
    """A park that can take the number of a park beside it lengthens that group; a 1 always can."""
    beside = s.kinds[PARK] & s.around[building]
    best = FREE_PARK if beside & s.empty[seat] else LONE_PARK
    for number in range(1, SIDES + 1):
        same = popcount(s.wrote[seat, number] & beside)
        if same and (number >= high or number == 1):
            best = max(best, JOINED_PARK[number] + SECOND_JOIN * (same - 1))
    return best


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
    return value


def freedom(s: State, seat: int) -> float:
    """The numbers that can be written somewhere; a miss is what remains when none can."""
    value = 0.0
    for number in range(1, SIDES + 1):
        value += WRITABLE[number] * (1.0 - NO_PLACE[popcount(writable(s, seat, number))])
    return value


# ----- what the network is told: a range of numbers for each group of features -----

_STATES, _SPOTS, _SIZES, _WAYS, _AROUND, _DONE, _LEADS, _MOMENTS = SIDES + 1, 16, 11, 4, 8, 4, 21, 5

CELL = 0
"""By building, the number on it or that it is a miss."""
OPEN = CELL + BUILDINGS * _STATES
"""By empty building, the highest number around it."""
FREE = OPEN + BUILDINGS * _STATES
"""By number, on how many buildings it can be written."""
GROUP = FREE + SIDES * _SPOTS
"""By number, size, and parks beside it that can take the number: the groups of parks."""
SHOP = GROUP + SIDES * _SIZES * _WAYS
"""By what has become of it, and the empty buildings around it: the department stores."""
CIVIC = SHOP + 3 * _AROUND
"""By kind, how many public buildings have a number."""
MINE = CIVIC + len(PUBLIC) * _DONE
"""How many buildings are empty."""
THEIRS = MINE + BUILDINGS + 1
"""How many are on the fullest of the other sheets."""
AHEAD = THEIRS + BUILDINGS + 1
"""How many more than there."""
MOMENT = AHEAD + _LEADS
"""What the seat waits for."""
TABLE = MOMENT + _MOMENTS
"""The number of seats."""
FEATURES = TABLE + MOST_SEATS + 1
GROUPS = {
    "buildings": CELL,
    "bounds": OPEN,
    "freedom": FREE,
    "parks": GROUP,
    "stores": SHOP,
    "public buildings": CIVIC,
    "pace": MINE,
    "moment": MOMENT,
    "seats": TABLE,
}
"""The groups by name, with the first number of each."""


def features(s: State, seat: int, places: Any, amounts: Any) -> int:
    """The sheet building by building, what can still be written, parks, stores, public buildings, and the pace of all."""
    count = tell_buildings(s, seat, places)
    count = tell_freedom(s, seat, places, count)
    count = tell_parks(s, seat, places, count)
    count = tell_stores(s, seat, places, count)
    count = tell_pace(s, seat, places, count)
    for i in range(count):
        amounts[i] = 1
    return count


def tell_buildings(s: State, seat: int, places: Any) -> int:
    """CELL, OPEN."""
    count = tell_set(s.missed[seat], CELL + SIDES, places, 0)
    left = s.empty[seat]
    for number in range(SIDES, 0, -1):
        count = tell_set(s.wrote[seat, number], CELL + number - 1, places, count)
        count = tell_set(left & s.near[seat, number], OPEN + number, places, count)
        left &= ~s.near[seat, number]
    return tell_set(left, OPEN, places, count)


def tell_set(buildings: int, first: int, places: Any, count: int) -> int:
    """One feature for each building of a set."""
    while buildings:
        places[count] = first + lowest(buildings) * _STATES
        buildings &= buildings - 1
        count += 1
    return count


def tell_freedom(s: State, seat: int, places: Any, count: int) -> int:
    """FREE."""
    for number in range(1, SIDES + 1):
        spots = min(_SPOTS - 1, popcount(writable(s, seat, number)))
        places[count] = FREE + (number - 1) * _SPOTS + spots
        count += 1
    return count


def tell_parks(s: State, seat: int, places: Any, count: int) -> int:
    """GROUP."""
    for number in range(1, SIDES + 1):
        free = writable(s, seat, number) & s.kinds[PARK]
        left = s.wrote[seat, number] & s.kinds[PARK]
        while left:
            group = group_of(s, lowest(left), left)
            left &= ~group
            ways = min(_WAYS - 1, popcount(free & beside(s, group)))
            size = min(_SIZES - 1, popcount(group))
            places[count] = GROUP + ((number - 1) * _SIZES + size) * _WAYS + ways
            count += 1
    return count


def beside(s: State, group: int) -> int:
    """The buildings around those of a set."""
    found = 0
    while group:
        found |= s.around[lowest(group)]
        group &= group - 1
    return found


def tell_stores(s: State, seat: int, places: Any, count: int) -> int:
    """SHOP: empty, still promising, or lost, each by the empty buildings around it."""
    left = s.kinds[STORE] & ~s.missed[seat]
    while left:
        building = lowest(left)
        left &= left - 1
        around = min(_AROUND - 1, popcount(s.around[building] & s.empty[seat]))
        places[count] = SHOP + store_state(s, seat, building) * _AROUND + around
        count += 1
    return count


def store_state(s: State, seat: int, building: int) -> int:
    """0 for an empty store, 1 for one with a number, 2 for one that is spoiled or has its number beside it."""
    lost = s.around[building] & spoiling(s, seat)
    written = 0
    for number in range(1, SIDES + 1):
        if s.wrote[seat, number] >> building & 1:
            written = 1
            lost |= s.around[building] & s.wrote[seat, number]
    return 2 if lost else written


def tell_pace(s: State, seat: int, places: Any, count: int) -> int:
    """CIVIC, MINE, THEIRS, AHEAD, MOMENT, TABLE."""
    done = numbered(s, seat)
    for i in range(len(PUBLIC)):
        places[count] = CIVIC + _DONE * i + min(_DONE - 1, popcount(s.kinds[PUBLIC[i]] & done))
        count += 1
    mine = fewest = popcount(s.empty[seat])
    if s.players > 1:
        fewest = BUILDINGS
        for other in range(s.players):
            if other != seat:
                fewest = min(fewest, popcount(s.empty[other]))
    places[count] = MINE + mine
    places[count + 1] = THEIRS + fewest
    places[count + 2] = AHEAD + min(_LEADS - 1, max(0, mine - fewest + _LEADS // 2))
    places[count + 3] = MOMENT + moment(s, seat)
    places[count + 4] = TABLE + s.players
    return count + 5


def moment(s: State, seat: int) -> int:
    """0 before the first turn, 1 or 2 if its own turn or another's is to come, 3 or 4 after its part in such a turn."""
    mine = 1 if s.active == seat else 0
    if s.phase <= CHOOSING_FIRST:
        return 0
    if s.phase != PASSIVE or s.waiting >> seat & 1:
        return 2 - mine
    return 4 - mine
