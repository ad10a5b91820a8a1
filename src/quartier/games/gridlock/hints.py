"""What a bot may know about Gridlock beyond its rules: how much building separates a car from its destinations.

A road is planned side by side of each hex, in rising order of cost: an empty space costs a tile, a tile that lies wrong
costs a turn, or a removal and a tile. The notebook fields of the record are all 0 before and after.
"""

from typing import Any

from quartier.core.bits import below, lowest, popcount
from quartier.games.gridlock.city import DESTINATION, EMPTY, NONE, SPACES, TUNNEL
from quartier.games.gridlock.roads import (
    edges,
    first_member,
    forced,
    high_bit,
    low_bit,
    member,
    opposite,
    reach,
    size,
    wild,
    within,
    zone,
)
from quartier.games.gridlock.rules import (
    END,
    HAND,
    LAY,
    OPENING,
    REMOVE,
    STOP,
    TURN,
    TURNING,
    faces_in_hand,
    kinds_in_hand,
    may_build,
    may_drive,
    nth_lay,
    removable,
)
from quartier.games.gridlock.tiles import ALL_SIDES, FACE_KIND, FACE_MASK, FIRST_FACE, MASKS, SIDES, TURNS

SEARCH = {
    "explore": 0.4, "prior_scale": 25.0, "width": 3.0, "widening": 0.0, "ripe": 30.0, "horizon": 200.0, "lead": 1000.0,
}  # fmt: skip
"""How the tree search goes about this title (`quartier.bots.settings`): few moves, each played on to the end of the game
many times, because one game says little about a move. The horizon is there for games that would never end."""

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
        found = popcount(spread(s, seat, cost))
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
    """Pass every space that is reached at this cost; return the set of wanted destinations among them."""
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
        if first:
            s.entry[space] = from_known(s, space, sides)
        s.arrived[space] |= sides
        if first and s.sight[space] != NONE:
            found |= s.goals[seat] & 1 << s.sight[space]
        delay = cost + STOP_COST * within(stop_low, stop_high, space)
        blocked = within(zone_low, zone_high, space)
        go_through(s, seat, space, sides, first, delay, blocked)
    return found


def from_known(s: Any, space: int, sides: int) -> int:
    """Those of the sides that lead back to a space which was reached before: no way back goes round in circles."""
    known = 0
    for side in range(SIDES):
        near = s.near[space, side]
        if sides >> side & 1 and near != NONE and s.arrived[near]:
            known |= 1 << side
    return known


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
        s.arrived[space] = s.entry[space] = 0
        for slot in range(RING):
            s.due[slot, space] = 0
    for slot in range(RING):
        s.front[slot, 0] = s.front[slot, 1] = 0


# ----- playouts -----


def choose(s: Any, seat: int, rng: Any, out: Any) -> int:
    """Visit what can be reached, else build the cheapest road to the next destination; else change the hand."""
    if s.phase != OPENING and may_drive(s):
        low, high = reach(s, seat)
        left = s.goals[seat]
        while left:
            place = s.place[lowest(left)]
            left &= left - 1
            if within(low, high, place):
                return STOP + place
        if not may_build(s):
            return END
    action = next_work(s, seat, out) if below(rng, SELDOM) else NONE
    return action if action != NONE else change_hand(s, seat, rng)


SELDOM = 16
"""One action in so many is a stray one, or two seats could turn the same tile for ever."""


def change_hand(s: Any, seat: int, rng: Any) -> int:
    """Lay a tile anywhere; without tiles in hand and pile remove one; else end the turn."""
    places = size(s.empty[0], s.empty[1])
    if s.held[seat] > 0 and places > 0:
        return nth_lay(s, seat, below(rng, faces_in_hand(s, seat) * places))
    if s.held[seat] == 0 and s.stock == 0 and s.phase == TURNING and s.done == 0:
        zone_low, zone_high = zone(s, seat)
        low, high = removable(s, zone_low, zone_high)
        if low | high:
            return REMOVE + member(low, high, below(rng, size(low, high)))
    return END


def next_work(s: Any, seat: int, out: Any) -> int:
    """A building action on the cheapest road to a destination that cannot be reached yet, NONE if there is none."""
    left, cost, found = s.goals[seat], 0, 0
    leave(s, seat)
    while left != 0 and found == 0 and cost < FARTHEST:
        found = spread(s, seat, cost)
        left &= ~found
        if cost == 0:
            found = 0
        cost += 1
    count, best, least = 0, NONE, 1e300
    if found:
        place = s.place[lowest(found)]
        count = list_work(s, seat, place, out)
        if count == 0 and may_drive(s):
            best = first_halt(s, seat, place)
    clear(s)
    for i in range(count):
        missing = roads_after(s, seat, out[i])
        if missing < least:
            best, least = out[i], missing
    return best


def first_halt(s: Any, seat: int, space: int) -> int:
    """GL-19: the stop that the road to a space forces first, as an action; NONE if it forces none."""
    low, high = forced(s, seat)
    halt = NONE
    for _ in range(s.spaces):
        space = step_back(s, seat, space)
        if space == NONE or space == s.car[seat]:
            break
        if within(low, high, space):
            halt = STOP + space
    return halt


def step_back(s: Any, seat: int, space: int) -> int:
    """The space before this one on the road from the car, NONE at its beginning."""
    if s.entry[space]:
        back: int = s.near[space, lowest(s.entry[space])]
        return back
    if s.terrain[space] != TUNNEL or space == s.car[seat]:
        return NONE
    low, high = s.tunnel[0], s.tunnel[1]
    while low | high:
        tunnel = first_member(low, high)
        low &= ~low_bit(tunnel)
        high &= ~high_bit(tunnel)
        if s.entry[tunnel]:
            return tunnel
    return NONE


def roads_after(s: Any, seat: int, action: int) -> float:
    """The roads missing once a tile is laid, turned or removed."""
    space = action % SPACES
    tile, exits = s.tile[space], s.exits[space]
    if action < TURN:
        s.tile[space], s.exits[space] = FACE_KIND[action // SPACES], FACE_MASK[action // SPACES]
    elif action < REMOVE:
        s.exits[space] = (action - TURN) // SPACES + 1
    else:
        s.tile[space], s.exits[space] = NONE, 0
    missing = roads_missing(s, seat)
    s.tile[space], s.exits[space] = tile, exits
    return missing


def list_work(s: Any, seat: int, space: int, out: Any) -> int:
    """Go back from a space to the car and list what the seat can do for the road; how many actions."""
    count, sides = 0, s.entry[space]
    zone_low, zone_high = zone(s, seat)
    for _ in range(s.spaces):
        needed = 1 << opposite(lowest(sides)) if sides else 0
        space = step_back(s, seat, space)
        if space == NONE:
            break
        sides = s.entry[space]
        needed |= 1 << lowest(sides) if sides else 0
        count = work_on(s, seat, space, needed, within(zone_low, zone_high, space), out, count)
    return count


def work_on(s: Any, seat: int, space: int, needed: int, blocked: int, out: Any, count: int) -> int:
    """Append what may open a space at these sides: tiles, turns, a removal; how many actions there are then."""
    if s.tile[space] == NONE:
        return list_lays_on(s, seat, space, out, count) if s.terrain[space] == EMPTY else count
    if s.exits[space] & needed == needed or blocked or s.phase == OPENING:
        return count
    before, kind = count, s.tile[space]
    for face in range(FIRST_FACE[kind], FIRST_FACE[kind] + TURNS[kind]):
        if FACE_MASK[face] & needed == needed:
            out[count] = TURN + (FACE_MASK[face] - 1) * SPACES + space
            count += 1
    if count == before and s.held[seat] > 0 and not has_car(s, space):
        out[count] = REMOVE + space
        count += 1
    return count


def list_lays_on(s: Any, seat: int, space: int, out: Any, count: int) -> int:
    """Append each way to lay a tile of the hand on a space."""
    for place in range(kinds_in_hand(s, seat)):
        kind = s.hand[seat, place]
        for face in range(FIRST_FACE[kind], FIRST_FACE[kind] + TURNS[kind]):
            out[count] = LAY + face * SPACES + space
            count += 1
    return count
