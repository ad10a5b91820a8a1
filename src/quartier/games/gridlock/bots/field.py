"""What roads cost: a field that grows from the car, and again from every destination that it has come to.

Roads are planned side by side of each hex, in rising order of cost: an empty space costs a tile, a tile that lies wrong a
turn, or a removal and a tile. What the field knows stays true when it grows again: from a destination that is connected
roads cost nothing, and they are followed only where that makes them cheaper. So all destinations are connected, always the
nearest next (Prim's algorithm), for little more than one search over the city.

The field is an array of words: for each space what its sides cost; for each space the sides that are due, which roads have
reached but not yet passed; for each cost the set of spaces that have sides due at it.
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
from ..rules.state import State
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
"""What is farther away costs no more."""

_COSTS = FARTHEST + STOP_COST + ZONE_COST + REPLACE_COST + 1
_BITS, _NEVER = 6, 63
"""A side's cost takes so many bits. Written down is by how much it is below _NEVER, so that a field begins with zeros."""
_ALL_AT = sum(1 << _BITS * side for side in range(SIDES))
_FREE = _ALL_AT * _NEVER
_DUE = SPACES
_FRONT = 2 * SPACES
FIELD = _FRONT + 2 * _COSTS
"""So many words are a field."""

Spaces = tuple[int, int]
"""A set of spaces, as in roads."""


def _links() -> Any:
    """The sides that some rotation of a tile connects with one of a set of sides, int64, shape (kinds, sets)."""
    result = np.zeros((len(MASKS), ALL_SIDES + 1), np.int64)
    for kind, mask in enumerate(MASKS):
        for sides in range(ALL_SIDES + 1):
            for face in rotations(int(mask)):
                result[kind, sides] |= face if face & sides else 0
    return result


LINKS = _links()


# ----- where roads begin -----


def leave(s: State, field: Any, seat: int) -> None:
    """The roads that lead away from the car; its tile may be turned, never removed."""
    here = s.car[seat]
    field[here] = _FREE
    sides = edges(s, here, wild(s, seat))
    emit(s, field, here, sides, 0)
    if s.tile[here] != NONE:
        emit(s, field, here, ALL_SIDES & ~sides, TURN_COST)
    if s.terrain[here] == TUNNEL:
        emit_tunnels(s, field, 0)


def connect(s: State, field: Any, sights: int) -> None:
    """From now on roads lead away from these destinations too."""
    while sights:
        place = s.place[lowest(sights)]
        sights &= sights - 1
        field[place] = _FREE
        emit(s, field, place, ALL_SIDES, 0)


# ----- how they go on -----


def spread(s: State, field: Any, seat: int, cost: int, stops: Spaces, zones: Spaces) -> int:
    """Pass every space that is due at this cost; the destinations among them, as a set.

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


def pass_tile(s: State, field: Any, space: int, sides: int, cost: int, more: int) -> None:
    """A tile is left over its roads, after a turn, or over another tile in its place; these cost `more` in a zone."""
    exits = s.exits[space]
    open_sides = exits if sides & exits else 0
    turnable = LINKS[s.tile[space], sides] & ~open_sides
    emit(s, field, space, open_sides, cost)
    emit(s, field, space, turnable, cost + TURN_COST + more)
    if not has_car(s, space):
        emit(s, field, space, ALL_SIDES & ~open_sides & ~turnable, cost + REPLACE_COST + more)


def pass_ground(s: State, field: Any, space: int, cost: int, terrain: int) -> None:
    """A space without a tile is left at all sides, if it can be driven at all."""
    if s.terrain[space] == EMPTY:
        emit(s, field, space, ALL_SIDES, cost + TILE_COST)
    elif s.terrain[space] == DESTINATION or s.terrain[space] == terrain:
        emit(s, field, space, ALL_SIDES, cost)


def pass_tunnel(s: State, field: Any, space: int, sides: int, cost: int) -> None:
    """GL-17: a tunnel is left where it has exits, for any other too."""
    if sides & s.exits[space]:
        emit(s, field, space, s.exits[space], cost)
        emit_tunnels(s, field, cost)


def has_car(s: State, space: int) -> bool:
    """Whether a car stands on a space, so that its tile cannot be removed."""
    here = 0
    for seat in range(s.players):
        here += 1 if s.car[seat] == space else 0
    return here > 0


def emit(s: State, field: Any, space: int, sides: int, cost: int) -> None:
    """Roads leave a space at these sides."""
    while sides:
        side = lowest(sides)
        sides &= sides - 1
        near = s.near[space, side]
        if near != NONE:
            expect(field, near, opposite(side), cost)


def emit_tunnels(s: State, field: Any, cost: int) -> None:
    """GL-17: from one tunnel to all the others."""
    low, high = s.tunnel[0], s.tunnel[1]
    while low | high:
        space = first_member(low, high)
        low &= ~low_bit(space)
        high &= ~high_bit(space)
        expect(field, space, lowest(s.exits[space]), cost)


# ----- the notes -----


def expect(field: Any, space: int, side: int, cost: int) -> None:
    """Write down that a side costs so much, unless it costs no more already; no branch, for none could be foreseen."""
    better = max(0, _NEVER - cost - (field[space] >> _BITS * side & _NEVER))
    due, high = min(1, better), space // HALF
    field[space] += better << _BITS * side
    field[_DUE + space] |= due << side
    field[_FRONT + 2 * cost + high] |= due << space - HALF * high


def take_due(field: Any, space: int, cost: int) -> int:
    """The sides that are due at this cost, and not any more then; those that have become cheaper have been passed before."""
    left, result = field[_DUE + space], 0
    while left:
        side = lowest(left)
        left &= left - 1
        if _NEVER - (field[space] >> _BITS * side & _NEVER) == cost:
            result |= 1 << side
    field[_DUE + space] &= ~result
    return result
