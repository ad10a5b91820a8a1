"""What the network is told of a position: the sheet building by building, what can still be written, and the pace of all.

Each group of features has a range of numbers.
"""

from typing import Any

from quartier.core.engine.bits import lowest, popcount

from ..rules.scoring import group_of, numbered, spoiling
from ..rules.state import (
    BUILDINGS,
    CHOOSING_FIRST,
    MOST_SEATS,
    PARK,
    PASSIVE,
    PUBLIC,
    SIDES,
    STORE,
    State,
)
from ..rules.writing import writable

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
    count = tell_buildings(s, seat, -1, places, 0)
    count = tell_freedom(s, seat, places, count)
    count = tell_parks(s, seat, places, count)
    count = tell_stores(s, seat, -1, places, count)
    count = tell_pace(s, seat, places, count)
    for i in range(count):
        amounts[i] = 1
    return count


def tell_buildings(s: State, seat: int, among: int, places: Any, count: int) -> int:
    """CELL, OPEN, of the buildings of a set."""
    count = tell_set(s.missed[seat] & among, CELL + SIDES, places, count)
    left = s.empty[seat] & among
    for number in range(SIDES, 0, -1):
        count = tell_set(s.wrote[seat, number] & among, CELL + number - 1, places, count)
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
    result = 0
    while group:
        result |= s.around[lowest(group)]
        group &= group - 1
    return result


def tell_stores(s: State, seat: int, among: int, places: Any, count: int) -> int:
    """SHOP: empty, still promising, or lost, each by the empty buildings around it; the stores of a set."""
    left = s.kinds[STORE] & among & ~s.missed[seat]
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
