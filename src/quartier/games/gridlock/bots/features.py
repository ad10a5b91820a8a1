"""What the network is told of a position: the roads that the seat still needs, how far others can drive, and the moment.

Amounts are told as ladders: of so many rungs all up to the amount are there, so what is learned of three helps with four.
Where the destinations of others lie nobody knows; told is how many of them a car can be expected to reach.
"""

from typing import Any

from quartier.core.engine.bits import popcount, scratch

from ..rules.board import NONE
from ..rules.roads import forced
from ..rules.spaces import size
from ..rules.state import (
    BUILDS,
    CONES,
    DRIVING,
    HAND,
    MOST_GOALS,
    MOST_SEATS,
    OVER,
    TURNING,
    State,
)
from ..rules.zones import zone
from .evaluation import lead, nearest_of
from .field import (
    FIELD,
    connect,
    leave,
    spread,
)

_TOTAL, _COST = 32, 12
"""Costs of all roads and of one, so far or farther."""
_PARTS, _RANGES = 4, 3
"""A destination that a rival may reach is told in so many parts; ranges: for nothing, for a tile, for two."""

ROADS = 0
"""A ladder: what the roads to all destinations cost."""
NEAREST = ROADS + _TOTAL
"""A ladder: what the nearest of them costs."""
FARTHEST = NEAREST + _COST
"""A ladder: what the dearest of them costs."""
OPEN = FARTHEST + _COST
"""A ladder: how many destinations the car reaches without building."""
LEFT = OPEN + MOST_GOALS
"""How many destinations are left."""
RIVAL = LEFT + MOST_GOALS + 1
"""A ladder: how many a rival has left."""
THREAT = RIVAL + MOST_GOALS
"""Ladders by range: how many of them its car can be expected to reach."""
CONE = THREAT + _RANGES * _PARTS * MOST_GOALS
"""A ladder: cones on the board."""
LAID = CONE + CONES
"""A ladder: tiles that the hand lacks, which are drawn when the turn ends."""
MOMENT = LAID + HAND
"""Waiting, building with so many actions done, or driving."""
READY = MOMENT + BUILDS + 1
"""How many destinations the car reaches without building: in the middle of a drive."""
TABLE = READY + MOST_GOALS + 1
"""The number of seats."""
FEATURES = TABLE + MOST_SEATS + 1
GROUPS = {"roads": ROADS, "race": RIVAL, "rivals": THREAT, "tiles": CONE, "moment": MOMENT, "seats": TABLE}
"""The groups by name, with the first number of each."""

WON, EACH = 16, 3
"""What a win counts in points, and a visited destination more than the best of the others."""


def points_so_far(s: State, seat: int) -> int:
    """The lead in visited destinations; in the end the win counts too."""
    more = lead(s, seat)
    if s.winner != NONE:
        return EACH * more + (WON if s.winner == seat else -WON)
    ahead = 1 if more > 0 else -1 if more < 0 else 0
    return EACH * more + (WON * ahead if s.phase == OVER else 0)


def features(s: State, seat: int, places: Any, amounts: Any) -> int:
    """Roads, rivals, tiles and the moment."""
    count = 0
    if s.car[seat] != NONE:
        count = tell_roads(s, seat, places, count)
    for other in range(s.players):
        if other != seat and s.car[other] != NONE:
            count = tell_rival(s, other, places, count)
    count = ladder(places, count, CONE, size(s.cone[0], s.cone[1]), CONES)
    count = tell_moment(s, seat, places, count)
    count = tell(places, count, TABLE + s.players)
    for i in range(count):
        amounts[i] = 1
    return count


def tell(places: Any, count: int, place: int) -> int:
    """Write a feature down; how many there are then."""
    places[count] = place
    return count + 1


def ladder(places: Any, count: int, first: int, amount: int, rungs: int) -> int:
    """Write down the rungs of a ladder up to an amount."""
    for rung in range(min(amount, rungs)):
        places[count + rung] = first + rung
    return count + min(amount, rungs)


def tell_roads(s: State, seat: int, places: Any, count: int) -> int:
    """ROADS, NEAREST, FARTHEST, OPEN, LEFT, READY."""
    left, total, nearest, farthest, open_ = s.goals[seat], 0, NONE, 0, 0
    field, stops, zones = scratch(FIELD), forced(s, seat), zone(s, seat)
    leave(s, field, seat)
    while left:
        cost, found = nearest_of(s, field, seat, left, stops, zones)
        nearest = cost if nearest == NONE else nearest
        farthest = max(farthest, cost)
        total += cost * popcount(found)
        open_ += popcount(found) if cost == 0 else 0
        left &= ~found
        connect(s, field, found)
    count = ladder(places, count, ROADS, total, _TOTAL)
    count = ladder(places, count, NEAREST, max(0, nearest), _COST)
    count = ladder(places, count, FARTHEST, farthest, _COST)
    count = ladder(places, count, OPEN, open_, MOST_GOALS)
    if s.phase == TURNING and s.turn == seat and s.mode == DRIVING:
        count = tell(places, count, READY + open_)
    return tell(places, count, LEFT + popcount(s.goals[seat]))


def tell_rival(s: State, other: int, places: Any, count: int) -> int:
    """RIVAL, THREAT."""
    left, maybe = s.secret[other], ((1 << s.sights) - 1) & ~(s.opened[other] | s.refuted[other])
    count = ladder(places, count, RIVAL, left, MOST_GOALS)
    field, stops, zones, found = scratch(FIELD), forced(s, other), zone(s, other), 0
    leave(s, field, other)
    for cost in range(2 * _RANGES - 1):
        found |= spread(s, field, other, cost, stops, zones) & maybe
        if cost & 1 == 0:
            expected = _PARTS * left * popcount(found) // max(1, popcount(maybe))
            first = THREAT + cost // 2 * _PARTS * MOST_GOALS
            count = ladder(places, count, first, expected, _PARTS * MOST_GOALS)
    return count


def tell_moment(s: State, seat: int, places: Any, count: int) -> int:
    """LAID, MOMENT."""
    if s.phase != TURNING or s.turn != seat:
        return tell(places, count, MOMENT)
    count = ladder(places, count, LAID, HAND - s.held[seat], HAND)
    return tell(places, count, MOMENT + (BUILDS if s.mode == DRIVING else min(s.done, BUILDS - 1)))
