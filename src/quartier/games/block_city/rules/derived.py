"""What the table shows of the cities: points by category, what brings them, and which dice fit where (BC-5 to BC-18)."""

from typing import Any

from quartier.core.engine.bits import lowest

from .board import MOST_PARKS
from .scoring import (
    group_of,
    houses,
    misses,
    numbered,
    parks,
    public,
    store_scores,
    stores,
)
from .state import (
    ACTIVE,
    MOST_SEATS,
    PARK,
    PASSIVE,
    SIDES,
    STORE,
    State,
)
from .writing import writable

CATEGORIES = 6
"""Parks, stores, public sets, houses, misses, the filled city: by seat, points of each."""
GROUPS = MOST_SEATS * CATEGORIES
SCORING = GROUPS + MOST_PARKS
FITTING = SCORING + 1
DERIVED_SIZE = FITTING + 2


def derive(s: State, seat: int, out: Any) -> None:
    """First the points of all seats; then of the city that the viewer sees, as sets of buildings:

    from GROUPS on its groups of parks, the last ones 0; SCORING: its stores that score; and from FITTING on where the dice
    fit that the viewer may write now, the lower one first.
    """
    for player in range(s.players):
        count_points(s, player, player * CATEGORIES, out)
    own = max(seat, 0)
    list_groups(s, own, out)
    list_stores(s, own, out)
    if seat >= 0 and s.waiting >> seat & 1:
        list_fitting(s, seat, out)


def count_points(s: State, seat: int, at: int, out: Any) -> None:
    """BC-13 to BC-18: the points of a seat by category."""
    out[at], out[at + 1], out[at + 2] = parks(s, seat), stores(s, seat), public(s, seat)
    out[at + 3], out[at + 4] = houses(s, seat), -misses(s, seat)
    out[at + 5] = s.full_points if s.empty[seat] == 0 else 0


def list_groups(s: State, seat: int, out: Any) -> None:
    """BC-15: the groups of parks by their numbers."""
    count = 0
    for number in range(1, SIDES + 1):
        left = s.wrote[seat, number] & s.kinds[PARK]
        while left:
            out[GROUPS + count] = group_of(s, lowest(left), left)
            left &= ~out[GROUPS + count]
            count += 1


def list_stores(s: State, seat: int, out: Any) -> None:
    """BC-16: the stores whose neighbours all show other numbers."""
    left = s.kinds[STORE] & numbered(s, seat)
    while left:
        if store_scores(s, seat, lowest(left)):
            out[SCORING] |= 1 << lowest(left)
        left &= left - 1


def list_fitting(s: State, seat: int, out: Any) -> None:
    """BC-5, BC-6, BC-10: where the dice of this turn, or the other one, can be written."""
    if s.phase == ACTIVE:
        for i in range(2):
            out[FITTING + i] = writable(s, seat, s.dice[i])
    elif s.phase == PASSIVE:
        out[FITTING] = writable(s, seat, s.other)
