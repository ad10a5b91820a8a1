"""Action numbers and legal move generation."""

from typing import Any

from quartier.core.engine.bits import below

from .board import DESTINATIONS, SPACES
from .hand import faces_in_hand, kinds_in_hand
from .roads import reach
from .spaces import first_member, high_bit, low_bit, member, size, zone
from .state import BUILDING, DRIVING, MOST_SEATS, OPENING, Record, in_turn
from .tiles import FACE_MASK, FACES, FIRST_FACE, KINDS, ROTATION_INDEX, TURNS

# The alphabet of actions.
LAY = 0
TURN = LAY + FACES * SPACES
REMOVE = TURN + 63 * SPACES
CONE = REMOVE + SPACES
UNCONE = CONE + SPACES
STOP = UNCONE + SPACES
END = STOP + SPACES
START = END + 1
GOAL = START + DESTINATIONS
TILE = GOAL + DESTINATIONS
FIRST = TILE + KINDS
ACTIONS = FIRST + MOST_SEATS


def legal(s: Record, actor: int, out: Any) -> int:
    """List every legal action of the seat in turn."""
    if not in_turn(s, actor):
        return 0
    if s.phase == OPENING:
        return list_lays(s, actor, out, 0)
    count = 0
    if may_build(s):
        count = list_builds(s, actor, out)
    if may_drive(s):
        low, high = reach(s, actor)
        count = list_spaces(STOP, low, high, out, count)
    out[count] = END
    return count + 1


def may_build(s: Record) -> bool:
    """GL-9, GL-24: return whether the seat may still build in this turn."""
    return s.mode != DRIVING


def may_drive(s: Record) -> bool:
    """GL-9, GL-24: return whether the seat may still drive in this turn."""
    return s.mode != BUILDING


def list_builds(s: Record, seat: int, out: Any) -> int:
    """GL-9: list every action of a building turn."""
    low, high = zone(s, seat)
    count = list_lays(s, seat, out, 0)
    count = list_turns(s, ~low, ~high, out, count)
    free_low, free_high = removable(s, low, high)
    count = list_spaces(REMOVE, free_low, free_high, out, count)
    if may_put_cone(s):
        count = list_spaces(CONE, s.city[0] & ~s.cone[0], s.city[1] & ~s.cone[1], out, count)
    return list_spaces(UNCONE, s.cone[0], s.cone[1], out, count)


def list_lays(s: Record, seat: int, out: Any, count: int) -> int:
    """GL-10: list each face of each kind in hand on each empty space."""
    for i in range(kinds_in_hand(s, seat)):
        kind = s.hand[seat, i]
        for face in range(FIRST_FACE[kind], FIRST_FACE[kind] + TURNS[kind]):
            count = list_spaces(LAY + face * SPACES, s.empty[0], s.empty[1], out, count)
    return count


def list_turns(s: Record, free_low: int, free_high: int, out: Any, count: int) -> int:
    """GL-11: list each other rotation of each tile among these spaces."""
    low = (s.six[0] | s.three[0] | s.two[0]) & free_low
    high = (s.six[1] | s.three[1] | s.two[1]) & free_high
    while low | high:
        space = first_member(low, high)
        low &= ~low_bit(space)
        high &= ~high_bit(space)
        for turn in range(TURNS[s.tile[space]] - 1):
            out[count] = turn_action(s, space, turn)
            count += 1
    return count


def list_spaces(first: int, low: int, high: int, out: Any, count: int) -> int:
    """List `first` plus each space of a set."""
    while low | high:
        space = first_member(low, high)
        low &= ~low_bit(space)
        high &= ~high_bit(space)
        out[count] = first + space
        count += 1
    return count


def turn_action(s: Record, space: int, n: int) -> int:
    """GL-11: return the action that turns a tile to the n-th of its other rotations."""
    face = FIRST_FACE[s.tile[space]] + n + (1 if n >= ROTATION_INDEX[s.exits[space]] else 0)
    return int(TURN + (FACE_MASK[face] - 1) * SPACES + space)


def removable(s: Record, zone_low: int, zone_high: int) -> tuple[int, int]:
    """GL-12, GL-14: return the tiles outside every zone and without a car."""
    low = (s.six[0] | s.three[0] | s.two[0] | s.one[0]) & ~zone_low
    high = (s.six[1] | s.three[1] | s.two[1] | s.one[1]) & ~zone_high
    for seat in range(s.players):
        low &= ~low_bit(s.car[seat])
        high &= ~high_bit(s.car[seat])
    return low, high


def may_put_cone(s: Record) -> bool:
    """GL-13, GL-24: return whether the game is played with cones and one is still in the supply."""
    return s.with_cones != 0 and size(s.cone[0], s.cone[1]) < s.cones


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
    """Return whether there is more to do than end the turn; in the first round, whether there are several placements."""
    if not in_turn(s, seat):
        return 0
    if s.phase == OPENING:
        return 1 if faces_in_hand(s, seat) * size(s.empty[0], s.empty[1]) > 1 else 0
    return 1 if can_build(s, seat) or can_drive(s, seat) else 0


def can_build(s: Record, seat: int) -> bool:
    """Return whether there is anything that the seat may build, rotate or remove now."""
    if not may_build(s):
        return False
    low, high = zone(s, seat)
    return bool(faces_in_hand(s, seat) * size(s.empty[0], s.empty[1]) + count_changes(s, low, high))


def can_drive(s: Record, seat: int) -> bool:
    """Return whether there is a space to which the seat may drive now."""
    if not may_drive(s):
        return False
    low, high = reach(s, seat)
    return bool(low | high)


def pick_drive(low: int, high: int, stops: int, pick: int) -> int:
    """Return a stop; the last number ends the turn."""
    return STOP + member(low, high, pick) if pick < stops else END


def nth_lay(s: Record, seat: int, n: int) -> int:
    """Return the n-th placement of a tile."""
    spots = size(s.empty[0], s.empty[1])
    face, space = n // spots, member(s.empty[0], s.empty[1], n % spots)
    kind = s.hand[seat, 0]
    if face >= TURNS[kind]:
        face, kind = face - TURNS[kind], s.hand[seat, 1]
    return int(LAY + (FIRST_FACE[kind] + face) * SPACES + space)


def count_changes(s: Record, zone_low: int, zone_high: int) -> int:
    """Return the number of actions this turn that turn, remove, or move a cone."""
    low, high = removable(s, zone_low, zone_high)
    return count_turns(s, ~zone_low, ~zone_high) + size(low, high) + count_cones(s)


def count_turns(s: Record, free_low: int, free_high: int) -> int:
    """Return the total number of other rotations of the tiles on these spaces."""
    six = size(s.six[0] & free_low, s.six[1] & free_high)
    three = size(s.three[0] & free_low, s.three[1] & free_high)
    return 5 * six + 2 * three + size(s.two[0] & free_low, s.two[1] & free_high)


def count_cones(s: Record) -> int:
    """Return the number of ways to place or remove a cone."""
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
