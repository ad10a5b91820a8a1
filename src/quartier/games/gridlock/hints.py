"""What a bot may know about Gridlock beyond its rules: how many turns of building and driving a seat still needs.

A road is planned side by side of each hex, in rising order of cost: an empty space costs a tile, a tile that lies wrong
costs a turn, or a removal and a tile. A plan is written into a notebook of one word for each space, which is thrown away
at the end: the sides that are reached, and the sides that will be at each of the next costs.
"""

from typing import Any

import numpy as np

from quartier.core.engine.bits import lowest, popcount, scratch

from .rules.board import DESTINATION, EMPTY, NONE, SPACES, TUNNEL
from .rules.roads import edges, forced, opposite, wild
from .rules.spaces import HALF, first_member, high_bit, low_bit, size, within
from .rules.state import BUILDING, DRIVING, HAND, SHORT_ACTIONS, State
from .rules.tiles import ALL_SIDES, MASKS, SIDES, rotations
from .rules.zones import zone

SEARCH = {
    "explore": 4.0, "untried": 0.0, "prior_scale": 2.0, "width": 16.0, "widening": 0.25, "ripe": 100.0, "horizon": 0.0,
    "lead": 5.0,
}  # fmt: skip
"""How the tree search goes about this title (`quartier.bots.settings`): hundreds of moves make priors dear, so only
positions that are looked at often get children; the evaluation takes the place of playouts."""

Spaces = tuple[int, int]
"""A set of spaces, as in roads."""

# Costs in quarters of a building turn: at most two tiles and four actions fit into one.
WHOLE_TURN = 4
TILE_COST, TURN_COST, REPLACE_COST = 2, 1, 3
ZONE_COST, STOP_COST = 2, 2
RING = 8
"""No step costs more than this minus one. A power of two: a cost's slot in the notebook is its last bits."""
FARTHEST = 40

# The notebook: a word for each space, then for each cost (modulo RING) the set of spaces that have sides due at it.
FRONT = SPACES
NOTEBOOK = SPACES + 2 * RING
REACHED = SIDES * RING
"""Where the sides that are reached stand in a space's word, behind those that are due."""

WON = 1e6
PAIRS = 0.75
"""How far an odd destination costs a whole drive, and not half of one."""
TEMPO = 0.5
"""What the part of the turn that is still to come is worth: less than its length, for seldom all of it is useful."""
NEAREST, DELAY, VISITED = 0.1, 0.1, 0.75
"""The nearest road is built first, a visit now is better than one with the next stop, and what is visited is safe."""
PATIENCE = 8.0
"""Rounds after which a visit is worth a quarter by itself: the longer rivals undo roads, the less it pays to wait."""
FRESH_TILE, STRAY_ACTION, CONE_LEFT = 0.4, 0.05, 0.05


def _links() -> Any:
    """The sides that some rotation of a tile connects with one of a set of sides, int64, shape (kinds, sets)."""
    found = np.zeros((len(MASKS), ALL_SIDES + 1), np.int64)
    for kind, mask in enumerate(MASKS):
        for sides in range(ALL_SIDES + 1):
            for face in rotations(int(mask)):
                found[kind, sides] |= face if face & sides else 0
    return found


LINKS = _links()


def evaluate(s: State, seat: int) -> float:
    """How many quarters of a turn a seat still needs, with a minus: to build all its roads, then to drive them."""
    if s.winner != NONE:
        return WON if s.winner == seat else -WON
    nearest, roads = roads_missing(s, seat)
    value = -roads - NEAREST * nearest - drives_missing(s, seat, nearest) - TEMPO * spent(s, seat)
    value += (VISITED + s.turns / (PATIENCE * s.players)) * popcount(s.opened[seat])
    # Tiles that are laid anywhere are replaced: that is how a hand that fits nowhere is changed.
    if s.stock > 0:
        value += FRESH_TILE * (HAND - s.held[seat])
    value -= CONE_LEFT * size(s.cone[0], s.cone[1])
    return value - (STRAY_ACTION * s.done if s.turn == seat else 0.0)


def drives_missing(s: State, seat: int, nearest: int) -> float:
    """The turns of driving: one for two destinations, less the stop that a drive begun is about to make."""
    left = popcount(s.goals[seat])
    if s.short_trip:
        return WHOLE_TURN / SHORT_ACTIONS * left
    delay = 0.0
    if s.turn == seat and s.mode == DRIVING and nearest == 0:
        left, delay = left - 1, DELAY
    return WHOLE_TURN * (PAIRS * ((left + 1) // 2) + (1.0 - PAIRS) * 0.5 * left) + delay


def spent(s: State, seat: int) -> float:
    """How much of the turn is over: all of it for those who wait, and for a drive, whose last stop is planned already.

    A turn that has ended counts as not begun while tiles are drawn, or any stray action would look better than its end.
    """
    if s.turn != seat or s.mode == DRIVING:
        return WHOLE_TURN
    if s.short_trip:
        return WHOLE_TURN / SHORT_ACTIONS * s.done
    return max(s.done, TILE_COST * (HAND - s.held[seat])) if s.mode == BUILDING else 0


def roads_missing(s: State, seat: int) -> tuple[int, float]:
    """The cost of the road to the nearest destination, and of roads that connect all of them and the car.

    Destination by destination joins what is connected, always the one that costs least (Prim's algorithm).
    """
    left, linked, total, nearest = s.goals[seat], 0, 0.0, 0
    if left == 0:  # and before the cars stand anywhere, nothing can be asked of their roads
        return 0, 0.0
    stops, zones = forced(s, seat), zone(s, seat)
    while left:
        notes = scratch(NOTEBOOK)
        depart(s, notes, seat, linked)
        found, cost = 0, -1
        while found == 0 and cost < FARTHEST:
            cost += 1
            found = spread(s, notes, seat, cost, stops, zones) & left
        if found == 0:
            found = left
        nearest = cost if linked == 0 else nearest
        total += cost * popcount(found)
        linked |= found
        left &= ~found
    return nearest, total


def depart(s: State, notes: Any, seat: int, linked: int) -> None:
    """The roads that lead away from the car and from a set of destinations."""
    leave(s, notes, seat)
    while linked:
        place = s.place[lowest(linked)]
        linked &= linked - 1
        arrive(notes, place, ALL_SIDES)
        emit_all(s, notes, place, ALL_SIDES, 0)


def leave(s: State, notes: Any, seat: int) -> None:
    """The roads that lead away from the car; its tile may be turned, never removed."""
    here = s.car[seat]
    arrive(notes, here, ALL_SIDES)
    sides = edges(s, here, wild(s, seat))
    for side in range(SIDES):
        if sides >> side & 1:
            emit(s, notes, here, side, 0)
        elif s.tile[here] != NONE:
            emit(s, notes, here, side, TURN_COST)
    if s.terrain[here] == TUNNEL:
        emit_tunnels(s, notes, 0)


def spread(s: State, notes: Any, seat: int, cost: int, stops: Spaces, zones: Spaces) -> int:
    """Pass every space that is reached at this cost; return the set of wanted destinations among them.

    `stops`: the spaces that force a stop; `zones`: those where no tile is turned or removed.
    """
    slot = cost & RING - 1
    front = FRONT + 2 * slot
    found = 0
    while notes[front] | notes[front + 1]:
        space = first_member(notes[front], notes[front + 1])
        notes[front] &= ~low_bit(space)
        notes[front + 1] &= ~high_bit(space)
        sides = take_due(notes, space, slot) & ~reached(notes, space)
        if sides == 0:
            continue
        first = reached(notes, space) == 0
        arrive(notes, space, sides)
        if first and s.sight[space] != NONE:
            found |= s.goals[seat] & 1 << s.sight[space]
        delay = cost + STOP_COST * within(stops[0], stops[1], space)
        blocked = within(zones[0], zones[1], space)
        go_through(s, notes, seat, space, sides, first, delay, blocked)
    return found


def go_through(
    s: State, notes: Any, seat: int, space: int, sides: int, first: int, cost: int, blocked: int
) -> None:
    """The roads that go on from a space which is reached at these sides."""
    if s.tile[space] != NONE:
        pass_tile(s, notes, seat, space, sides, cost, blocked)
    elif s.terrain[space] == EMPTY:
        if first:
            emit_all(s, notes, space, ALL_SIDES, cost + TILE_COST)
    elif s.terrain[space] == DESTINATION or edges(s, space, wild(s, seat)) == ALL_SIDES:
        if first:
            emit_all(s, notes, space, ALL_SIDES, cost)
    elif s.terrain[space] == TUNNEL and sides & s.exits[space]:
        emit_all(s, notes, space, s.exits[space], cost)
        emit_tunnels(s, notes, cost)


def pass_tile(s: State, notes: Any, seat: int, space: int, sides: int, cost: int, blocked: int) -> None:
    """The sides at which a tile is left: over its roads, after a turn, or over another tile in its place."""
    exits = s.exits[space]
    open_sides = exits if sides & exits else 0
    turnable = LINKS[s.tile[space], sides] & ~open_sides
    more = ZONE_COST if blocked else 0
    emit_all(s, notes, space, open_sides, cost)
    emit_all(s, notes, space, turnable, cost + TURN_COST + more)
    if not has_car(s, space):
        emit_all(s, notes, space, ALL_SIDES & ~open_sides & ~turnable, cost + REPLACE_COST + more)


def has_car(s: State, space: int) -> bool:
    """Whether a car stands on a space, so that its tile cannot be removed."""
    here = 0
    for seat in range(s.players):
        here += 1 if s.car[seat] == space else 0
    return here > 0


def emit_all(s: State, notes: Any, space: int, sides: int, cost: int) -> None:
    """A road leaves a space at these sides."""
    while sides:
        emit(s, notes, space, lowest(sides), cost)
        sides &= sides - 1


def emit(s: State, notes: Any, space: int, side: int, cost: int) -> None:
    """A road leaves a space at a side: the neighbour is reached at the side opposite, unless it is already."""
    near = s.near[space, side]
    if near != NONE:
        expect(notes, near, 1 << opposite(side), cost)


def emit_tunnels(s: State, notes: Any, cost: int) -> None:
    """GL-17: from one tunnel to all the others."""
    low, high = s.tunnel[0], s.tunnel[1]
    while low | high:
        space = first_member(low, high)
        low &= ~low_bit(space)
        high &= ~high_bit(space)
        expect(notes, space, s.exits[space], cost)


# ----- the notebook -----


def reached(notes: Any, space: int) -> int:
    """The sides at which a space is reached."""
    sides: int = notes[space] >> REACHED
    return sides


def arrive(notes: Any, space: int, sides: int) -> None:
    """A space is reached at these sides."""
    notes[space] |= sides << REACHED


def take_due(notes: Any, space: int, slot: int) -> int:
    """The sides at which a space is to be reached at the cost of this slot; they are no longer due then."""
    sides: int = notes[space] >> SIDES * slot & ALL_SIDES
    notes[space] ^= sides << SIDES * slot
    return sides


def expect(notes: Any, space: int, sides: int, cost: int) -> None:
    """Write down that a space will be reached at these sides at this cost."""
    if sides & ~reached(notes, space):
        slot = cost & RING - 1
        notes[space] |= sides << SIDES * slot
        high = 1 if space >= HALF else 0
        notes[FRONT + 2 * slot + high] |= 1 << space - HALF * high
