"""What a bot may know about Gridlock beyond its rules: how much building separates a car from its destinations.

A road is planned side by side of each hex, in rising order of cost: an empty space costs a tile, a tile that lies wrong
costs a turn, or a removal and a tile. The notebook fields of the record are all 0 before and after.
"""

from typing import Any

from quartier.core.bits import popcount
from quartier.games.gridlock.city import DESTINATION, EMPTY, NONE, TUNNEL
from quartier.games.gridlock.roads import (
    edges,
    first_member,
    forced,
    high_bit,
    low_bit,
    opposite,
    size,
    wild,
    within,
    zone,
)
from quartier.games.gridlock.rules import HAND
from quartier.games.gridlock.tiles import ALL_SIDES, MASKS, SIDES

SEARCH = {"explore": 0.5, "prior_scale": 10.0, "width": 4.0, "horizon": 0.0, "lead": 1000.0}
"""How the tree search goes about this title (`quartier.bots.settings`): it trusts the evaluation more than playouts."""

# Costs in quarters of a building turn: at most two tiles and four actions fit into one.
TILE_COST, TURN_COST, REPLACE_COST = 2, 1, 3
ZONE_COST, STOP_COST = 2, 1
RING = 8
"""No step costs more than this minus one."""
FARTHEST = 40

VISITED, WON = 1000.0, 1e6
NEAREST, NEXT = 8.0, 2.0
FRESH_TILE, STRAY_ACTION, CONE_LEFT = 0.4, 0.1, 0.05


def evaluate(s: Any, seat: int) -> float:
    """Destinations visited, less the cost of the roads to the others, the nearest one weighing most."""
    if s.winner != NONE:
        return WON if s.winner == seat else -WON
    value = VISITED * popcount(s.opened[seat]) - roads_missing(s, seat)
    # Tiles that are laid anywhere are replaced: that is how a hand that fits nowhere is changed.
    if s.stock > 0:
        value += FRESH_TILE * (HAND - s.held[seat])
    value -= CONE_LEFT * size(s.cone[0], s.cone[1])
    return value - (STRAY_ACTION * s.done if s.turn == seat else 0.0)


def roads_missing(s: Any, seat: int) -> float:
    """The weighed costs of the roads to all destinations still to be visited."""
    total, weight, left = 0.0, NEAREST, popcount(s.goals[seat])
    cost = 0
    leave(s, seat)
    while left > 0 and cost < FARTHEST:
        found = spread(s, seat, cost)
        for _ in range(found):
            total += weight * cost
            weight = NEXT
        left -= found
        cost += 1
    clear(s)
    return total + left * FARTHEST * NEXT


def leave(s: Any, seat: int) -> None:
    """The roads that lead away from the car; its tile may be turned, never removed."""
    here = s.car[seat]
    s.arrived[here] = ALL_SIDES
    sides = edges(s, here, wild(s, seat))
    for side in range(SIDES):
        if sides >> side & 1:
            emit(s, here, side, 0)
        elif s.tile[here] != NONE:
            emit(s, here, side, TURN_COST)
    if s.terrain[here] == TUNNEL:
        emit_tunnels(s, 0)


def spread(s: Any, seat: int, cost: int) -> int:
    """Pass every space that is reached at this cost; return how many wanted destinations are among them."""
    slot = cost % RING
    stop_low, stop_high = forced(s, seat)
    zone_low, zone_high = zone(s, seat)
    found = 0
    while s.front[slot, 0] | s.front[slot, 1]:
        space = first_member(s.front[slot, 0], s.front[slot, 1])
        s.front[slot, 0] &= ~low_bit(space)
        s.front[slot, 1] &= ~high_bit(space)
        sides = s.due[slot, space] & ~s.arrived[space]
        s.due[slot, space] = 0
        if sides == 0:
            continue
        first = s.arrived[space] == 0
        s.arrived[space] |= sides
        if first and s.sight[space] != NONE:
            found += s.goals[seat] >> s.sight[space] & 1
        delay = cost + STOP_COST * within(stop_low, stop_high, space)
        blocked = within(zone_low, zone_high, space)
        go_through(s, seat, space, sides, first, delay, blocked)
    return found


def go_through(s: Any, seat: int, space: int, sides: int, first: int, cost: int, blocked: int) -> None:
    """The roads that go on from a space which is reached at these sides."""
    if s.tile[space] != NONE:
        pass_tile(s, seat, space, sides, cost, blocked)
    elif s.terrain[space] == EMPTY:
        if first:
            emit_all(s, space, ALL_SIDES, cost + TILE_COST)
    elif s.terrain[space] == DESTINATION or edges(s, space, wild(s, seat)) == ALL_SIDES:
        if first:
            emit_all(s, space, ALL_SIDES, cost)
    elif s.terrain[space] == TUNNEL and sides & s.exits[space]:
        emit_all(s, space, s.exits[space], cost)
        emit_tunnels(s, cost)


def pass_tile(s: Any, seat: int, space: int, sides: int, cost: int, blocked: int) -> None:
    """The sides at which a tile is left: over its roads, after a turn, or over another tile in its place."""
    exits = s.exits[space]
    open_sides = exits if sides & exits else 0
    turnable = turned_sides(MASKS[s.tile[space]], sides) & ~open_sides
    more = ZONE_COST if blocked else 0
    emit_all(s, space, open_sides, cost)
    emit_all(s, space, turnable, cost + TURN_COST + more)
    if not has_car(s, space):
        emit_all(s, space, ALL_SIDES & ~open_sides & ~turnable, cost + REPLACE_COST + more)


def turned_sides(mask: int, sides: int) -> int:
    """The sides that some rotation of a tile connects with one of these sides."""
    found = 0
    for _ in range(SIDES):
        if mask & sides:
            found |= mask
        mask = (mask << 1 | mask >> SIDES - 1) & ALL_SIDES
    return found


def has_car(s: Any, space: int) -> bool:
    """Whether a car stands on a space, so that its tile cannot be removed."""
    here = 0
    for seat in range(s.players):
        here += 1 if s.car[seat] == space else 0
    return here > 0


def emit_all(s: Any, space: int, sides: int, cost: int) -> None:
    """A road leaves a space at these sides."""
    for side in range(SIDES):
        if sides >> side & 1:
            emit(s, space, side, cost)


def emit(s: Any, space: int, side: int, cost: int) -> None:
    """A road leaves a space at a side: the neighbour is reached at the side opposite, unless it is already."""
    near = s.near[space, side]
    if near != NONE:
        arrive(s, near, 1 << opposite(side), cost)


def emit_tunnels(s: Any, cost: int) -> None:
    """GL-17: from one tunnel to all the others."""
    low, high = s.tunnel[0], s.tunnel[1]
    while low | high:
        space = first_member(low, high)
        low &= ~low_bit(space)
        high &= ~high_bit(space)
        arrive(s, space, s.exits[space], cost)


def arrive(s: Any, space: int, sides: int, cost: int) -> None:
    """Write down that a space is reached at these sides at this cost."""
    if sides & ~s.arrived[space]:
        slot = cost % RING
        s.due[slot, space] |= sides
        s.front[slot, 0] |= low_bit(space)
        s.front[slot, 1] |= high_bit(space)


def clear(s: Any) -> None:
    """Leave the notebook empty."""
    for space in range(s.spaces):
        s.arrived[space] = 0
        for slot in range(RING):
            s.due[slot, space] = 0
    for slot in range(RING):
        s.front[slot, 0] = s.front[slot, 1] = 0
