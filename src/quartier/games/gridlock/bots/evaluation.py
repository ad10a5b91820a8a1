"""Handwritten heuristic evaluation: how many turns of building and driving a seat still needs."""

from typing import Any

from quartier.core.engine.bits import popcount, scratch

from ..rules.board import NONE
from ..rules.roads import forced_stops
from ..rules.scoring import score
from ..rules.spaces import size, zone
from ..rules.state import (
    BUILDING,
    DRIVING,
    HAND,
    SHORT_ACTIONS,
    Record,
)
from .field import (
    FARTHEST,
    FIELD,
    TILE_COST,
    Spaces,
    connect,
    leave,
    spread,
)

WHOLE_TURN = 4
"""All costs are in quarters of a turn."""
WON = 1e6
PAIRS = 0.75
"""The fraction of a whole drive that an odd destination costs, rather than half of one."""
TEMPO = 0.5
"""The value of the rest of the turn: less than its length, because it is rarely all useful."""
NEAREST, DELAY, VISITED = 0.1, 0.1, 2.75
"""Weights: build the nearest road first, prefer a visit now to a later one, and count what is visited as safe.

VISITED exceeds CUT_OFF, or the last reachable destination would never be visited.
"""
CUT_OFF = 2.0
"""The extra cost of reaching no destination: a turn is for building or for driving, so a drive has to wait."""
VISIT_GROWTH_ROUNDS = 8.0
"""Rounds after which a visit gains another quarter: the longer rivals undo roads, the less it pays to wait."""
RIVALRY, TIRED, PEACE = 0.4, 20, 60
"""The weight of a rival's roads relative to one's own; rounds after which it begins to fall, and reaches 0."""
HASTE = 0.2
"""Points deducted per quarter of a turn and destination of lead; each destination counts as a turn's drive."""
FRESH_TILE, STRAY_ACTION, CONE_LEFT = 0.4, 0.05, 0.05


def evaluate(s: Record, seat: int) -> float:
    """Return minus the quarters of a turn that a seat still needs: to build all its roads, then to drive them."""
    if s.winner != NONE:
        return WON if s.winner == seat else -WON
    nearest, roads = roads_missing(s, seat)
    waits = CUT_OFF if nearest > 0 and not s.short_trip else 0.0
    value = (
        -roads - NEAREST * nearest - waits - drives_missing(s, seat, nearest) - TEMPO * turn_progress(s, seat)
    )
    value += (VISITED + s.turns / (VISIT_GROWTH_ROUNDS * s.players)) * popcount(s.opened[seat])
    # Any tile that is placed is replaced by a new one, which is how a hand that fits nowhere is changed.
    if s.stock > 0:
        value += FRESH_TILE * (HAND - s.held[seat])
    value -= CONE_LEFT * size(s.cone[0], s.cone[1])
    return value - (STRAY_ACTION * s.done if s.turn == seat else 0.0)


def rival_weight(s: Record) -> float:
    """Return the penalty for leaving a rival its roads: a tile turned under its car costs it a turn.

    It fades with time: without a turn limit two seats that do nothing else would never arrive.
    """
    rounds = s.turns / s.players
    return RIVALRY if s.limit > 0 else RIVALRY * max(0.0, min(1.0, (PEACE - rounds) / (PEACE - TIRED)))


def progress_penalty(s: Record, seat: int) -> float:
    """Return the penalty for a leading seat's missing roads and drives, so that it converts its lead."""
    ahead = lead(s, seat)
    if ahead <= 0:
        return 0.0
    return HASTE * ahead * (roads_missing(s, seat)[1] + WHOLE_TURN * popcount(s.goals[seat]))


def lead(s: Record, seat: int) -> int:
    """Return how many destinations more than the best of the others a seat has visited."""
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, score(s, other))
    return score(s, seat) - best


def drives_missing(s: Record, seat: int, nearest: int) -> float:
    """Return the number of driving turns: one per two destinations, minus the current drive's planned stop."""
    left = popcount(s.goals[seat])
    if s.short_trip:
        return WHOLE_TURN / SHORT_ACTIONS * left
    delay = 0.0
    if s.turn == seat and s.mode == DRIVING and nearest == 0:
        left, delay = left - 1, DELAY
    return WHOLE_TURN * (PAIRS * ((left + 1) // 2) + (1.0 - PAIRS) * 0.5 * left) + delay


def turn_progress(s: Record, seat: int) -> float:
    """Return how much of the turn is over: all of it while waiting, and in a drive, whose last stop is already planned.

    A turn that has ended counts as not begun while tiles are drawn; otherwise any stray action would look
    better than ending.
    """
    if s.turn != seat or s.mode == DRIVING:
        return WHOLE_TURN
    if s.short_trip:
        return WHOLE_TURN / SHORT_ACTIONS * s.done
    return max(s.done, TILE_COST * (HAND - s.held[seat])) if s.mode == BUILDING else 0


def roads_missing(s: Record, seat: int) -> tuple[int, int]:
    """Return the cost of the road to the nearest destination, and of roads that connect all of them and the car.

    Connects one destination after another, always the cheapest (Prim's algorithm).
    """
    left, total, nearest = s.goals[seat], 0, NONE
    if left == 0:  # and before the cars are placed there are no roads to search
        return 0, 0
    field, stops, zones = scratch(FIELD), forced_stops(s, seat), zone(s, seat)
    leave(s, field, seat)
    while left:
        cost, reached = nearest_of(s, field, seat, left, stops, zones)
        nearest = cost if nearest == NONE else nearest
        total += cost * popcount(reached)
        left &= ~reached
        connect(s, field, reached)
    return nearest, total


def nearest_of(s: Record, field: Any, seat: int, left: int, stops: Spaces, zones: Spaces) -> tuple[int, int]:
    """Return the cost of the nearest of some destinations not yet connected, and the set of all with that cost."""
    for cost in range(FARTHEST + 1):
        nearest = spread(s, field, seat, cost, stops, zones) & left
        if nearest:
            return cost, nearest
    return FARTHEST, left
