"""Why a move is refused: its rule's number times ten, plus a variant; each has its sentence in words."""

from quartier.core.engine.bits import popcount
from quartier.core.engine.contract import CHANCE

from .board import EMPTY, NONE, SPACES
from .hand import holds
from .moves import (
    CONE,
    END,
    FIRST,
    GOAL,
    REMOVE,
    START,
    STOP,
    TILE,
    TURN,
    UNCONE,
)
from .roads import (
    edges,
    flood,
    leads_to,
    wild,
)
from .spaces import within
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
    State,
)
from .tiles import CANONICAL, FACE_KIND, MASKS
from .turn import to_act
from .zones import in_zone

# Refusals: 10 * rule number + variant; each has its sentence in words.py.
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


def explain_illegal(s: State, actor: int, action: int) -> int:
    """0, or why the action is illegal."""
    if s.phase == OVER:
        return GAME_OVER
    if actor == CHANCE:
        return forbid_outcome(s, action)
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
    return forbid_stop(s, actor, action - STOP) if action >= STOP else forbid_build(s, actor, action)


def forbid_build(s: State, seat: int, action: int) -> int:
    """GL-9 to GL-14 for an action of a building turn."""
    space = action % SPACES
    if s.mode == DRIVING:
        return DRIVES_ALREADY
    if action < TURN:
        return forbid_lay(s, seat, FACE_KIND[action // SPACES], space)
    if action < REMOVE:
        return forbid_turn(s, seat, (action - TURN) // SPACES + 1, space)
    return forbid_removal(s, seat, space) if action < CONE else forbid_cone(s, action)


def forbid_lay(s: State, seat: int, kind: int, space: int) -> int:
    """GL-10, GL-15 for a tile on a space."""
    if not holds(s, seat, kind):
        return NOT_IN_HAND
    if s.terrain[space] != EMPTY:
        return NOT_BUILDABLE
    return 0 if s.tile[space] == NONE else NOT_EMPTY


def forbid_turn(s: State, seat: int, mask: int, space: int) -> int:
    """GL-11, GL-14 for a rotation."""
    if s.tile[space] == NONE:
        return NO_TILE_TO_TURN
    if in_zone(s, seat, space):
        return TURN_IN_ZONE
    if CANONICAL[mask] != MASKS[s.tile[space]]:
        return NO_ROTATION
    return 0 if mask != s.exits[space] else SAME_ROTATION


def forbid_removal(s: State, seat: int, space: int) -> int:
    """GL-12, GL-14 for a tile."""
    if s.tile[space] == NONE:
        return NO_TILE_TO_REMOVE
    for other in range(s.players):
        if s.car[other] == space:
            return CAR_ON_TILE
    return REMOVE_IN_ZONE if in_zone(s, seat, space) else 0


def forbid_cone(s: State, action: int) -> int:
    """GL-13, GL-24 for a cone."""
    if not s.with_cones:
        return NO_CONES_AT_ALL
    there = within(s.cone[0], s.cone[1], action % SPACES)
    if action >= UNCONE:
        return 0 if there else NO_CONE_THERE
    if there:
        return CONE_THERE
    return 0 if popcount(s.cone[0]) + popcount(s.cone[1]) < s.cones else NO_CONE_LEFT


def forbid_stop(s: State, seat: int, space: int) -> int:
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


def forbid_outcome(s: State, action: int) -> int:
    """GL-6 to GL-8, GL-15 for an outcome of chance."""
    if to_act(s) != CHANCE or action < START:
        return NOT_CHANCE
    if action < GOAL:
        return 0 if s.phase == STARTING and action - START < s.sights else NOT_STARTING
    if action < TILE:
        return forbid_goal(s, action - GOAL)
    if action >= FIRST:
        if s.phase != CHOOSING_FIRST:
            return NOT_CHOOSING_FIRST
        return 0 if action - FIRST < s.players else NOT_A_SEAT
    drawing = s.phase == DEALING_TILES or s.phase == REFILLING
    return 0 if drawing and s.pile[action - TILE] > 0 else TILE_NOT_IN_PILE


def forbid_goal(s: State, sight: int) -> int:
    """GL-7 for a destination card."""
    if s.phase != DEALING_GOALS:
        return NOT_DEALING_GOALS
    taken = s.goals[s.turn] | s.opened[s.turn]
    return 0 if sight < s.sights and not taken >> sight & 1 else GOAL_TAKEN
