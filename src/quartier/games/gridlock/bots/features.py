"""Sparse network features: the roads that the seat still needs, how far others can drive, and the phase.

Counts use thermometer encoding: all levels up to the count are present, so that what is learned for three
also helps with four. The destinations of others are hidden; the feature is how many of them a car is expected
to reach.
"""

from typing import Any

from quartier.core.engine.bits import popcount, scratch

from ..rules.board import NONE
from ..rules.roads import forced_stops
from ..rules.spaces import size, zone
from ..rules.state import (
    BUILDS,
    CONES,
    DRIVING,
    HAND,
    MOST_GOALS,
    MOST_SEATS,
    OVER,
    TURNING,
    Record,
)
from .evaluation import lead, nearest_of
from .field import (
    FIELD,
    connect,
    leave,
    spread,
)

_TOTAL, _COST = 32, 12
"""Caps of the cost of all roads, and of one."""
_PARTS, _RANGES = 4, 3
"""Levels for each destination that a rival may reach; ranges: at no cost, for one tile, for two."""

ROADS = 0
"""Thermometer: the cost of the roads to all destinations."""
NEAREST = ROADS + _TOTAL
"""Thermometer: the cost of the nearest of them."""
FARTHEST = NEAREST + _COST
"""Thermometer: the cost of the most expensive of them."""
OPEN = FARTHEST + _COST
"""Thermometer: how many destinations the car reaches without building."""
LEFT = OPEN + MOST_GOALS
"""How many destinations are left."""
RIVAL = LEFT + MOST_GOALS + 1
"""Thermometer: how many a rival has left."""
THREAT = RIVAL + MOST_GOALS
"""Thermometers by range: how many of them its car is expected to reach."""
CONE = THREAT + _RANGES * _PARTS * MOST_GOALS
"""Thermometer: cones on the board."""
LAID = CONE + CONES
"""Thermometer: tiles missing from the hand, which are drawn when the turn ends."""
MOMENT = LAID + HAND
"""Waiting, building with this number of actions done, or driving."""
READY = MOMENT + BUILDS + 1
"""How many destinations the car reaches without building: in the middle of a drive."""
TABLE = READY + MOST_GOALS + 1
"""The number of seats."""
FEATURES = TABLE + MOST_SEATS + 1
GROUPS = {"roads": ROADS, "race": RIVAL, "rivals": THREAT, "tiles": CONE, "moment": MOMENT, "seats": TABLE}
"""The groups by name, with the first index of each."""

WON, PER_VISIT = 16, 3
"""The value in points of a win, and of each visited destination ahead of the best other seat."""


def points_so_far(s: Record, seat: int) -> int:
    """Return the lead in visited destinations; at the end the win counts too."""
    more = lead(s, seat)
    if s.winner != NONE:
        return PER_VISIT * more + (WON if s.winner == seat else -WON)
    ahead = 1 if more > 0 else -1 if more < 0 else 0
    return PER_VISIT * more + (WON * ahead if s.phase == OVER else 0)


def features(s: Record, seat: int, indices: Any, values: Any) -> int:
    """Extract the features of roads, rivals, tiles and the phase."""
    count = 0
    if s.car[seat] != NONE:
        count = append_roads(s, seat, indices, count)
    for other in range(s.players):
        if other != seat and s.car[other] != NONE:
            count = append_rival(s, other, indices, count)
    count = append_thermometer(indices, count, CONE, size(s.cone[0], s.cone[1]), CONES)
    count = append_moment(s, seat, indices, count)
    count = append_feature(indices, count, TABLE + s.players)
    for i in range(count):
        values[i] = 1
    return count


def append_feature(indices: Any, count: int, index: int) -> int:
    """Append a feature; return the new count."""
    indices[count] = index
    return count + 1


def append_thermometer(indices: Any, count: int, first: int, value: int, levels: int) -> int:
    """Append a count in thermometer encoding: all levels up to it, at most `levels`; return the new count."""
    for i in range(min(value, levels)):
        indices[count + i] = first + i
    return count + min(value, levels)


def append_roads(s: Record, seat: int, indices: Any, count: int) -> int:
    """Append ROADS, NEAREST, FARTHEST, OPEN, LEFT, READY."""
    left, total, nearest, farthest, open_ = s.goals[seat], 0, NONE, 0, 0
    field, stops, zones = scratch(FIELD), forced_stops(s, seat), zone(s, seat)
    leave(s, field, seat)
    while left:
        cost, nearest_goals = nearest_of(s, field, seat, left, stops, zones)
        nearest = cost if nearest == NONE else nearest
        farthest = max(farthest, cost)
        total += cost * popcount(nearest_goals)
        open_ += popcount(nearest_goals) if cost == 0 else 0
        left &= ~nearest_goals
        connect(s, field, nearest_goals)
    count = append_thermometer(indices, count, ROADS, total, _TOTAL)
    count = append_thermometer(indices, count, NEAREST, max(0, nearest), _COST)
    count = append_thermometer(indices, count, FARTHEST, farthest, _COST)
    count = append_thermometer(indices, count, OPEN, open_, MOST_GOALS)
    if s.phase == TURNING and s.turn == seat and s.mode == DRIVING:
        count = append_feature(indices, count, READY + open_)
    return append_feature(indices, count, LEFT + popcount(s.goals[seat]))


def append_rival(s: Record, other: int, indices: Any, count: int) -> int:
    """Append RIVAL, THREAT."""
    left, maybe = s.secret[other], ((1 << s.sights) - 1) & ~(s.opened[other] | s.refuted[other])
    count = append_thermometer(indices, count, RIVAL, left, MOST_GOALS)
    field, stops, zones, reachable = scratch(FIELD), forced_stops(s, other), zone(s, other), 0
    leave(s, field, other)
    for cost in range(2 * _RANGES - 1):
        reachable |= spread(s, field, other, cost, stops, zones) & maybe
        if cost & 1 == 0:
            expected = _PARTS * left * popcount(reachable) // max(1, popcount(maybe))
            first = THREAT + cost // 2 * _PARTS * MOST_GOALS
            count = append_thermometer(indices, count, first, expected, _PARTS * MOST_GOALS)
    return count


def append_moment(s: Record, seat: int, indices: Any, count: int) -> int:
    """Append LAID, MOMENT."""
    if s.phase != TURNING or s.turn != seat:
        return append_feature(indices, count, MOMENT)
    count = append_thermometer(indices, count, LAID, HAND - s.held[seat], HAND)
    return append_feature(indices, count, MOMENT + (BUILDS if s.mode == DRIVING else min(s.done, BUILDS - 1)))
