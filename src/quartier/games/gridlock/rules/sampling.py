"""Uniform random legal actions without listing them: by counting, most of the speed of a random game."""

from typing import Any

from quartier.core.engine.bits import below

from .board import SPACES
from .hand import faces_in_hand
from .moves import (
    CONE,
    END,
    LAY,
    REMOVE,
    STOP,
    UNCONE,
    may_build,
    may_drive,
    may_put_cone,
    removable,
    turn_action,
)
from .roads import reach
from .spaces import member, size, zone
from .state import OPENING, Record, in_turn
from .tiles import FIRST_FACE, TURNS


def sample(s: Record, seat: int, rng: Any, out: Any) -> int:
    """Return a uniformly random legal action."""
    lays = faces_in_hand(s, seat) * size(s.empty[0], s.empty[1])
    if s.phase == OPENING:
        return nth_lay(s, seat, below(rng, lays))
    low, high = 0, 0
    if may_drive(s):
        low, high = reach(s, seat)
    stops = size(low, high)
    if not may_build(s):
        return pick_drive(low, high, stops, below(rng, stops + 1))
    zone_low, zone_high = zone(s, seat)
    others = count_changes(s, zone_low, zone_high)
    pick = below(rng, stops + 1 + lays + others)
    if pick <= stops:
        return pick_drive(low, high, stops, pick)
    pick -= stops + 1
    return nth_lay(s, seat, pick) if pick < lays else nth_change(s, zone_low, zone_high, pick - lays)


def decides(s: Record, seat: int, out: Any) -> int:
    """Whether there is more to do than to end the turn; in the first round, whether the tile can be laid in several ways."""
    if not in_turn(s, seat):
        return 0
    lays = faces_in_hand(s, seat) * size(s.empty[0], s.empty[1])
    if s.phase == OPENING:
        return 1 if lays > 1 else 0
    if may_build(s):
        low, high = zone(s, seat)
        if lays + count_changes(s, low, high):
            return 1
    if may_drive(s):
        low, high = reach(s, seat)
        return 1 if low | high else 0
    return 0


def pick_drive(low: int, high: int, stops: int, pick: int) -> int:
    """Return a stop, or the end of the turn for the last number."""
    return STOP + member(low, high, pick) if pick < stops else END


def nth_lay(s: Record, seat: int, n: int) -> int:
    """Return the n-th way to lay a tile."""
    spots = size(s.empty[0], s.empty[1])
    face, space = n // spots, member(s.empty[0], s.empty[1], n % spots)
    kind = s.hand[seat, 0]
    if face >= TURNS[kind]:
        face, kind = face - TURNS[kind], s.hand[seat, 1]
    return int(LAY + (FIRST_FACE[kind] + face) * SPACES + space)


def count_changes(s: Record, zone_low: int, zone_high: int) -> int:
    """Return how many actions there are that turn, remove, or move a cone."""
    low, high = removable(s, zone_low, zone_high)
    return count_turns(s, ~zone_low, ~zone_high) + size(low, high) + count_cones(s)


def count_turns(s: Record, free_low: int, free_high: int) -> int:
    """Return how many other rotations the tiles among these spaces have."""
    six = size(s.six[0] & free_low, s.six[1] & free_high)
    three = size(s.three[0] & free_low, s.three[1] & free_high)
    return 5 * six + 2 * three + size(s.two[0] & free_low, s.two[1] & free_high)


def count_cones(s: Record) -> int:
    """Return how many ways there are to put a cone or take one off."""
    cones = size(s.cone[0], s.cone[1])
    return cones + (s.spaces - cones if may_put_cone(s) else 0)


def nth_change(s: Record, zone_low: int, zone_high: int, n: int) -> int:
    """Return the n-th of those actions."""
    turns = count_turns(s, ~zone_low, ~zone_high)
    if n < turns:
        return nth_turn(s, ~zone_low, ~zone_high, n)
    n -= turns
    low, high = removable(s, zone_low, zone_high)
    if n < size(low, high):
        return REMOVE + member(low, high, n)
    n -= size(low, high)
    cones = size(s.cone[0], s.cone[1])
    if n < cones:
        return UNCONE + member(s.cone[0], s.cone[1], n)
    return CONE + member(s.city[0] & ~s.cone[0], s.city[1] & ~s.cone[1], n - cones)


def nth_turn(s: Record, free_low: int, free_high: int, n: int) -> int:
    """Return the n-th other rotation of a tile among these spaces."""
    six = 5 * size(s.six[0] & free_low, s.six[1] & free_high)
    if n < six:
        return turn_action(s, member(s.six[0] & free_low, s.six[1] & free_high, n // 5), n % 5)
    n -= six
    three = 2 * size(s.three[0] & free_low, s.three[1] & free_high)
    if n < three:
        return turn_action(s, member(s.three[0] & free_low, s.three[1] & free_high, n // 2), n % 2)
    return turn_action(s, member(s.two[0] & free_low, s.two[1] & free_high, n - three), 0)
