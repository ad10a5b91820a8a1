"""Sparse network features: the sheet building by building, what can still be written, and the pace of all seats.

Each group of features has a range of indices; every feature that is present has the value 1.
"""

from typing import Any

from quartier.core.engine.bits import lowest, popcount

from ..rules.moves import writable
from ..rules.scoring import group_of, numbered_buildings, spoiling
from ..rules.state import (
    BUILDINGS,
    CHOOSING_FIRST,
    MOST_SEATS,
    PARK,
    PASSIVE,
    PUBLIC,
    SIDES,
    STORE,
    Record,
)

_STATES, _SPOTS, _SIZES, _WAYS, _AROUND, _DONE, _LEADS, _MOMENTS = SIDES + 1, 16, 11, 4, 8, 4, 21, 5

CELL = 0
"""By building, its number, or that it is a miss."""
OPEN = CELL + BUILDINGS * _STATES
"""By empty building, the highest neighbouring number."""
FREE = OPEN + BUILDINGS * _STATES
"""By number, how many buildings can take it."""
GROUP = FREE + SIDES * _SPOTS
"""By number, size, and parks beside it that can take the number: the groups of parks."""
SHOP = GROUP + SIDES * _SIZES * _WAYS
"""By status and number of empty neighbours: the department stores."""
CIVIC = SHOP + 3 * _AROUND
"""By kind, how many public buildings have a number."""
MINE = CIVIC + len(PUBLIC) * _DONE
"""How many buildings are empty."""
THEIRS = MINE + BUILDINGS + 1
"""How many are on the fullest of the other sheets."""
AHEAD = THEIRS + BUILDINGS + 1
"""By how many more the seat's own sheet has."""
MOMENT = AHEAD + _LEADS
"""What the seat is waiting for."""
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
"""The groups by name, with the first index of each."""


def features(s: Record, seat: int, indices: Any, values: Any) -> int:
    """Extract the features of the sheet, of what can still be written, and of the pace."""
    count = append_buildings(s, seat, -1, indices, 0)
    count = append_freedom(s, seat, indices, count)
    count = append_parks(s, seat, indices, count)
    count = append_stores(s, seat, -1, indices, count)
    count = append_pace(s, seat, indices, count)
    for i in range(count):
        values[i] = 1
    return count


def append_buildings(s: Record, seat: int, among: int, indices: Any, count: int) -> int:
    """Append CELL, OPEN, of the buildings of a set."""
    count = append_set(s.missed[seat] & among, CELL + SIDES, indices, count)
    left = s.empty[seat] & among
    for number in range(SIDES, 0, -1):
        count = append_set(s.wrote[seat, number] & among, CELL + number - 1, indices, count)
        count = append_set(left & s.near[seat, number], OPEN + number, indices, count)
        left &= ~s.near[seat, number]
    return append_set(left, OPEN, indices, count)


def append_set(buildings: int, first: int, indices: Any, count: int) -> int:
    """Append one feature for each building of a set."""
    while buildings:
        indices[count] = first + lowest(buildings) * _STATES
        buildings &= buildings - 1
        count += 1
    return count


def append_freedom(s: Record, seat: int, indices: Any, count: int) -> int:
    """Append FREE."""
    for number in range(1, SIDES + 1):
        spots = min(_SPOTS - 1, popcount(writable(s, seat, number)))
        indices[count] = FREE + (number - 1) * _SPOTS + spots
        count += 1
    return count


def append_parks(s: Record, seat: int, indices: Any, count: int) -> int:
    """Append GROUP."""
    for number in range(1, SIDES + 1):
        free = writable(s, seat, number) & s.kinds[PARK]
        left = s.wrote[seat, number] & s.kinds[PARK]
        while left:
            group = group_of(s, lowest(left), left)
            left &= ~group
            ways = min(_WAYS - 1, popcount(free & neighbours_of(s, group)))
            size = min(_SIZES - 1, popcount(group))
            indices[count] = GROUP + ((number - 1) * _SIZES + size) * _WAYS + ways
            count += 1
    return count


def neighbours_of(s: Record, group: int) -> int:
    """Return the buildings around those of a set."""
    result = 0
    while group:
        result |= s.around[lowest(group)]
        group &= group - 1
    return result


def append_stores(s: Record, seat: int, among: int, indices: Any, count: int) -> int:
    """Append SHOP of the stores of a set: empty, still promising, or lost, each by its number of empty neighbours."""
    left = s.kinds[STORE] & among & ~s.missed[seat]
    while left:
        building = lowest(left)
        left &= left - 1
        around = min(_AROUND - 1, popcount(s.around[building] & s.empty[seat]))
        indices[count] = SHOP + store_state(s, seat, building) * _AROUND + around
        count += 1
    return count


def store_state(s: Record, seat: int, building: int) -> int:
    """Return 0 for an empty store, 1 for a numbered one, 2 for one that is spoiled or has its number beside it."""
    lost = s.around[building] & spoiling(s, seat)
    written = 0
    for number in range(1, SIDES + 1):
        if s.wrote[seat, number] >> building & 1:
            written = 1
            lost |= s.around[building] & s.wrote[seat, number]
    return 2 if lost else written


def append_pace(s: Record, seat: int, indices: Any, count: int) -> int:
    """Append CIVIC, MINE, THEIRS, AHEAD, MOMENT, TABLE."""
    done = numbered_buildings(s, seat)
    for i in range(len(PUBLIC)):
        indices[count] = CIVIC + _DONE * i + min(_DONE - 1, popcount(s.kinds[PUBLIC[i]] & done))
        count += 1
    mine = fewest = popcount(s.empty[seat])
    if s.players > 1:
        fewest = BUILDINGS
        for other in range(s.players):
            if other != seat:
                fewest = min(fewest, popcount(s.empty[other]))
    indices[count] = MINE + mine
    indices[count + 1] = THEIRS + fewest
    indices[count + 2] = AHEAD + min(_LEADS - 1, max(0, mine - fewest + _LEADS // 2))
    indices[count + 3] = MOMENT + moment(s, seat)
    indices[count + 4] = TABLE + s.players
    return count + 5


def moment(s: Record, seat: int) -> int:
    """Return 0 before the first turn, 1 or 2 before its own or another's turn, 3 or 4 once the seat has moved in it."""
    mine = 1 if s.active == seat else 0
    if s.phase <= CHOOSING_FIRST:
        return 0
    if s.phase != PASSIVE or s.waiting >> seat & 1:
        return 2 - mine
    return 4 - mine
