"""Derived numbers of BlockCity: of a position for drawings, of a move for the balance lab."""

from typing import Any

from quartier.core.engine.bits import lowest

from .board import MOST_PARKS
from .moves import MISS, PASS, writable
from .scoring import group_of, houses, misses, numbered_buildings, parks, public, store_scores, stores
from .state import ACTIVE, BUILDINGS, KIND_COUNT, MOST_SEATS, PARK, PASSIVE, SIDES, STORE, Record

CATEGORIES = 6
"""Parks, stores, public sets, houses, misses, full city: points by seat and category."""
GROUPS = MOST_SEATS * CATEGORIES
SCORING = GROUPS + MOST_PARKS
FITTING = SCORING + 1
DERIVED_SIZE = FITTING + 2


def derive(s: Record, seat: int, out: Any) -> None:
    """Write the points of all seats, then sets of buildings of the viewer's city.

    From GROUPS on: its park groups, padded with 0. SCORING: its stores that score. From FITTING on: where
    each of the viewer's dice fits now, the lower one first.
    """
    for player in range(s.players):
        count_points(s, player, player * CATEGORIES, out)
    own = max(seat, 0)
    list_groups(s, own, out)
    list_stores(s, own, out)
    if seat >= 0 and s.waiting >> seat & 1:
        list_fitting(s, seat, out)


def count_points(s: Record, seat: int, at: int, out: Any) -> None:
    """BC-13 to BC-18: write the points of a seat by category."""
    out[at], out[at + 1], out[at + 2] = parks(s, seat), stores(s, seat), public(s, seat)
    out[at + 3], out[at + 4] = houses(s, seat), -misses(s, seat)
    out[at + 5] = s.full_points if s.empty[seat] == 0 else 0


def list_groups(s: Record, seat: int, out: Any) -> None:
    """BC-15: write the park groups in order of their numbers."""
    count = 0
    for number in range(1, SIDES + 1):
        left = s.wrote[seat, number] & s.kinds[PARK]
        while left:
            out[GROUPS + count] = group_of(s, lowest(left), left)
            left &= ~out[GROUPS + count]
            count += 1


def list_stores(s: Record, seat: int, out: Any) -> None:
    """BC-16: write the stores whose neighbours all show other numbers."""
    left = s.kinds[STORE] & numbered_buildings(s, seat)
    while left:
        if store_scores(s, seat, lowest(left)):
            out[SCORING] |= 1 << lowest(left)
        left &= left - 1


def list_fitting(s: Record, seat: int, out: Any) -> None:
    """BC-5, BC-6, BC-10: write where each of this turn's dice, or the remaining one, can be written."""
    if s.phase == ACTIVE:
        for i in range(2):
            out[FITTING + i] = writable(s, seat, s.dice[i])
    elif s.phase == PASSIVE:
        out[FITTING] = writable(s, seat, s.other)


# The lists are concatenated in the order of `tallies`; buildings come last because their number depends on
# the sheet.
MOVES, NUMBERS = 0, 3
KINDS = NUMBERS + SIDES
EACH_BUILDING = KINDS + KIND_COUNT
WRITING, MISSING, PASSING = range(3)


def count_stats(s: Record, seat: int, action: int, out: Any) -> int:
    """Count the kind of move; for a written number also the number, and the building with its kind."""
    if action >= PASS:
        out[0] = MOVES + PASSING
        return 1
    if action >= MISS:
        out[0] = MOVES + MISSING
        return 1
    out[0] = MOVES + WRITING
    out[1] = NUMBERS + action // BUILDINGS
    out[2] = KINDS + kind_at(s, action % BUILDINGS)
    out[3] = EACH_BUILDING + action % BUILDINGS
    return 4


def kind_at(s: Record, building: int) -> int:
    """BC-1: return the kind of a building."""
    kinds = 0
    for kind in range(KIND_COUNT):
        kinds |= (s.kinds[kind] >> building & 1) << kind
    return lowest(kinds)
