"""Distance field of road costs (Dijkstra with buckets), from the car and again from every destination that it has reached.

Roads are planned side by side of each hex, in increasing order of cost: an empty space costs a tile, a tile
with the wrong exits a rotation, or a removal and a tile. The field remains valid when it is extended: roads
from a connected destination cost nothing, and they are followed only where that is cheaper. So all
destinations are connected, always the nearest next (Prim's algorithm), for little more than the cost of one
search over the city.

The field is an array of words: for each space the costs of its sides; for each space its due sides, which
roads have reached but not yet passed; for each cost the set of spaces with sides due at that cost.
"""

from typing import Any

import numpy as np

from quartier.core.engine.bits import lowest

from ..rules.board import (
    DESTINATION,
    EMPTY,
    NONE,
    SPACES,
    TUNNEL,
)
from ..rules.roads import edges, opposite, wild
from ..rules.spaces import (
    HALF,
    first_member,
    high_bit,
    low_bit,
    within,
)
from ..rules.state import Record
from ..rules.tiles import (
    ALL_SIDES,
    MASKS,
    SIDES,
    rotations,
)

# Costs in quarters of a building turn: at most two tiles and four actions fit into one.
TILE_COST, TURN_COST, REPLACE_COST = 2, 1, 3
ZONE_COST, STOP_COST = 2, 2
FARTHEST = 40
"""Costs are capped here."""

_COSTS = FARTHEST + STOP_COST + ZONE_COST + REPLACE_COST + 1
_BITS, _NEVER = 6, 63
"""Bits per side's cost. Stored as _NEVER minus the cost, so that a field starts as zeros."""
_ALL_AT = sum(1 << _BITS * side for side in range(SIDES))
_FREE = _ALL_AT * _NEVER
_DUE = SPACES
_FRONT = 2 * SPACES
FIELD = _FRONT + 2 * _COSTS
"""Size of a field in words."""

Spaces = tuple[int, int]
"""A set of spaces, as in roads."""


def _links() -> Any:
    """Return the sides that some rotation of a tile connects with one of a set of sides, int64, shape (kinds, sets)."""
    result = np.zeros((len(MASKS), ALL_SIDES + 1), np.int64)
    for kind, mask in enumerate(MASKS):
        for sides in range(ALL_SIDES + 1):
            for face in rotations(int(mask)):
                result[kind, sides] |= face if face & sides else 0
    return result


LINKS = _links()


# ----- starting points -----


def leave(s: Record, field: Any, seat: int) -> None:
    """Start roads from the car; its tile may be turned, never removed."""
    here = s.car[seat]
    field[here] = _FREE
    sides = edges(s, here, wild(s, seat))
    emit(s, field, here, sides, 0)
    if s.tile[here] != NONE:
        emit(s, field, here, ALL_SIDES & ~sides, TURN_COST)
    if s.terrain[here] == TUNNEL:
        emit_tunnels(s, field, 0)


def connect(s: Record, field: Any, goals: int) -> None:
    """Start roads from these destinations too."""
    while goals:
        space = s.place[lowest(goals)]
        goals &= goals - 1
        field[space] = _FREE
        emit(s, field, space, ALL_SIDES, 0)


# ----- expanding -----


def spread(s: Record, field: Any, seat: int, cost: int, stops: Spaces, zones: Spaces) -> int:
    """Expand every space that is due at this cost; return the destinations among them, as a set.

    `stops`: the spaces that force a stop; `zones`: those where no tile is turned or removed.
    """
    front, terrain, result = _FRONT + 2 * cost, wild(s, seat), 0
    while field[front] | field[front + 1]:
        space = first_member(field[front], field[front + 1])
        field[front] &= ~low_bit(space)
        field[front + 1] &= ~high_bit(space)
        sides = take_due(field, space, cost)
        if sides:
            later = cost + STOP_COST * within(stops[0], stops[1], space)
            if s.tile[space] != NONE:
                pass_tile(s, field, space, sides, later, ZONE_COST * within(zones[0], zones[1], space))
            elif s.terrain[space] == TUNNEL:
                pass_tunnel(s, field, space, sides, later)
            else:
                field[space] = _ALL_AT * (_NEVER - cost)
                pass_ground(s, field, space, later, terrain)
            if s.sight[space] != NONE:
                result |= 1 << s.sight[space]
    return result


def pass_tile(s: Record, field: Any, space: int, sides: int, cost: int, more: int) -> None:
    """Expand a tile: along its roads, or rotated or replaced, which costs `more` in a zone."""
    exits = s.exits[space]
    open_sides = exits if sides & exits else 0
    turnable = LINKS[s.tile[space], sides] & ~open_sides
    emit(s, field, space, open_sides, cost)
    emit(s, field, space, turnable, cost + TURN_COST + more)
    if not has_car(s, space):
        emit(s, field, space, ALL_SIDES & ~open_sides & ~turnable, cost + REPLACE_COST + more)


def pass_ground(s: Record, field: Any, space: int, cost: int, terrain: int) -> None:
    """Expand a space without a tile to all sides, if it can be driven on."""
    if s.terrain[space] == EMPTY:
        emit(s, field, space, ALL_SIDES, cost + TILE_COST)
    elif s.terrain[space] == DESTINATION or s.terrain[space] == terrain:
        emit(s, field, space, ALL_SIDES, cost)


def pass_tunnel(s: Record, field: Any, space: int, sides: int, cost: int) -> None:
    """GL-17: expand a tunnel to its exits and to all other tunnels."""
    if sides & s.exits[space]:
        emit(s, field, space, s.exits[space], cost)
        emit_tunnels(s, field, cost)


def has_car(s: Record, space: int) -> bool:
    """Return whether a car is on a space, so that its tile cannot be removed."""
    here = 0
    for seat in range(s.players):
        here += 1 if s.car[seat] == space else 0
    return here > 0


def emit(s: Record, field: Any, space: int, sides: int, cost: int) -> None:
    """Let roads leave a space at these sides."""
    while sides:
        side = lowest(sides)
        sides &= sides - 1
        near = s.near[space, side]
        if near != NONE:
            expect(field, near, opposite(side), cost)


def emit_tunnels(s: Record, field: Any, cost: int) -> None:
    """GL-17: let roads go from one tunnel to all the others."""
    low, high = s.tunnel[0], s.tunnel[1]
    while low | high:
        space = first_member(low, high)
        low &= ~low_bit(space)
        high &= ~high_bit(space)
        expect(field, space, lowest(s.exits[space]), cost)


# ----- costs -----


def expect(field: Any, space: int, side: int, cost: int) -> None:
    """Lower a side's cost to this, if it is higher; branch-free, because the branch would be unpredictable."""
    better = max(0, _NEVER - cost - (field[space] >> _BITS * side & _NEVER))
    due, high = min(1, better), space // HALF
    field[space] += better << _BITS * side
    field[_DUE + space] |= due << side
    field[_FRONT + 2 * cost + high] |= due << space - HALF * high


def take_due(field: Any, space: int, cost: int) -> int:
    """Take and return the sides that are due at this cost; sides that have become cheaper were already expanded."""
    left, result = field[_DUE + space], 0
    while left:
        side = lowest(left)
        left &= left - 1
        if _NEVER - (field[space] >> _BITS * side & _NEVER) == cost:
            result |= 1 << side
    field[_DUE + space] &= ~result
    return result
