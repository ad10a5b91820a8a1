"""Why a move is illegal: 10 * rule number + variant; each code has a message in text/violation_messages.py."""

from quartier.core.engine.bits import popcount
from quartier.core.engine.contract import CHANCE

from .board import EMPTY, NONE, SPACES
from .hand import holds
from .moves import CONE, END, FIRST, GOAL, REMOVE, START, STOP, TILE, TURN, UNCONE
from .roads import edges, flood, leads_to, wild
from .spaces import in_zone, within
from .state import (
    BUILDING,
    CHOOSING_FIRST,
    DEALING_GOALS,
    DEALING_TILES,
    DRIVING,
    OPENING,
    OVER,
    REFILLING,
    STARTING,
    Record,
)
from .tiles import CANONICAL, FACE_KIND, MASKS
from .turn import to_act

# Refusals: 10 * rule number + variant; each code has a message in text/violation_messages.py.
NO_SUCH_SPACE = 10
NOT_STARTING, GOAL_TAKEN, NOT_DEALING_GOALS = 60, 70, 71
ONLY_LAY_FIRST, NOT_A_SEAT, NOT_CHOOSING_FIRST = 80, 81, 82
NOT_IN_TURN, DRIVES_ALREADY, BUILDS_ALREADY = 90, 91, 92
NOT_EMPTY, NOT_BUILDABLE = 100, 101
NO_TILE_TO_TURN, SAME_ROTATION, NO_ROTATION = 110, 111, 112
NO_TILE_TO_REMOVE, CAR_ON_TILE = 120, 121
NO_CONE_LEFT, CONE_THERE, NO_CONE_THERE = 130, 131, 132
TURN_IN_ZONE, REMOVE_IN_ZONE = 140, 141
NOT_IN_HAND, TILE_NOT_IN_PILE, NOT_CHANCE, TILES_FIRST = 150, 151, 152, 153
NOT_CONNECTED, NO_ROAD, BEHIND_STOP, SAME_SPACE = 160, 180, 190, 200
GAME_OVER, NO_CONES_AT_ALL = 220, 240


def explain_illegal(s: Record, actor: int, action: int) -> int:
    """Return 0, or the reason why the action is illegal."""
    if s.phase == OVER:
        return GAME_OVER
    if actor == CHANCE:
        return check_outcome(s, action)
    if to_act(s) == CHANCE:
        return TILES_FIRST
    if s.turn != actor or action >= START:
        return NOT_IN_TURN
    if s.phase == OPENING and action >= TURN:
        return ONLY_LAY_FIRST
    if action == END:
        return 0
    if action % SPACES >= s.spaces:
        return NO_SUCH_SPACE
    return check_stop(s, actor, action - STOP) if action >= STOP else check_build(s, actor, action)


def check_build(s: Record, seat: int, action: int) -> int:
    """GL-9 to GL-14 for an action of a building turn."""
    space = action % SPACES
    if s.mode == DRIVING:
        return DRIVES_ALREADY
    if action < TURN:
        return check_lay(s, seat, FACE_KIND[action // SPACES], space)
    if action < REMOVE:
        return check_turn(s, seat, (action - TURN) // SPACES + 1, space)
    return check_removal(s, seat, space) if action < CONE else check_cone(s, action)


def check_lay(s: Record, seat: int, kind: int, space: int) -> int:
    """GL-10, GL-15 for a tile on a space."""
    if not holds(s, seat, kind):
        return NOT_IN_HAND
    if s.terrain[space] != EMPTY:
        return NOT_BUILDABLE
    return 0 if s.tile[space] == NONE else NOT_EMPTY


def check_turn(s: Record, seat: int, mask: int, space: int) -> int:
    """GL-11, GL-14 for a rotation."""
    if s.tile[space] == NONE:
        return NO_TILE_TO_TURN
    if in_zone(s, seat, space):
        return TURN_IN_ZONE
    if CANONICAL[mask] != MASKS[s.tile[space]]:
        return NO_ROTATION
    return 0 if mask != s.exits[space] else SAME_ROTATION


def check_removal(s: Record, seat: int, space: int) -> int:
    """GL-12, GL-14 for a tile."""
    if s.tile[space] == NONE:
        return NO_TILE_TO_REMOVE
    for other in range(s.players):
        if s.car[other] == space:
            return CAR_ON_TILE
    return REMOVE_IN_ZONE if in_zone(s, seat, space) else 0


def check_cone(s: Record, action: int) -> int:
    """GL-13, GL-24 for a cone."""
    if not s.with_cones:
        return NO_CONES_AT_ALL
    there = within(s.cone[0], s.cone[1], action % SPACES)
    if action >= UNCONE:
        return 0 if there else NO_CONE_THERE
    if there:
        return CONE_THERE
    return 0 if popcount(s.cone[0]) + popcount(s.cone[1]) < s.cones else NO_CONE_LEFT


def check_stop(s: Record, seat: int, space: int) -> int:
    """GL-16 to GL-20 for the end of a leg."""
    if s.mode == BUILDING:
        return BUILDS_ALREADY
    if space == s.car[seat]:
        return SAME_SPACE
    if edges(s, space, wild(s, seat)) == 0:
        return NO_ROAD
    if leads_to(s, seat, space):
        return 0
    low, high = flood(s, s.car[seat], wild(s, seat), 0, 0)
    return BEHIND_STOP if within(low, high, space) else NOT_CONNECTED


def check_outcome(s: Record, action: int) -> int:
    """GL-6 to GL-8, GL-15 for an outcome of chance."""
    if to_act(s) != CHANCE or action < START:
        return NOT_CHANCE
    if action < GOAL:
        return 0 if s.phase == STARTING and action - START < s.sights else NOT_STARTING
    if action < TILE:
        return check_goal(s, action - GOAL)
    if action >= FIRST:
        if s.phase != CHOOSING_FIRST:
            return NOT_CHOOSING_FIRST
        return 0 if action - FIRST < s.players else NOT_A_SEAT
    drawing = s.phase == DEALING_TILES or s.phase == REFILLING
    return 0 if drawing and s.pile[action - TILE] > 0 else TILE_NOT_IN_PILE


def check_goal(s: Record, destination: int) -> int:
    """GL-7 for a destination card."""
    if s.phase != DEALING_GOALS:
        return NOT_DEALING_GOALS
    dealt = s.goals[s.turn] | s.opened[s.turn]
    return 0 if destination < s.sights and not dealt >> destination & 1 else GOAL_TAKEN
