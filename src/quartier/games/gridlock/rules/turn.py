"""The course of a turn: building or driving, then the hand is refilled (GL-9, GL-15, GL-20, GL-21)."""

from quartier.core.engine.contract import CHANCE

from .board import NONE, SPACES
from .hand import take, take_from_hand
from .moves import CONE, END, FIRST, GOAL, REMOVE, START, STOP, TILE, TURN, UNCONE
from .scoring import game_ends
from .setup import deal_goal, deal_tile, draw_start
from .spaces import add, drop, mark_zones
from .state import (
    BUILDING,
    DEALING_TILES,
    DRIVING,
    FREE,
    HAND,
    OPENING,
    OVER,
    REFILLING,
    SHORT_ACTIONS,
    TURNING,
    Record,
)
from .tiles import FACE_KIND, FACE_MASK, KINDS, TURNS


def lay(s: Record, seat: int, face: int, space: int) -> None:
    """GL-10: place a tile from the hand on an empty space."""
    kind = FACE_KIND[face]
    take_from_hand(s, seat, kind)
    s.tile[space], s.exits[space] = kind, FACE_MASK[face]
    drop(s.empty, space)
    if TURNS[kind] == 6:
        add(s.six, space)
    elif TURNS[kind] == 3:
        add(s.three, space)
    elif TURNS[kind] == 2:
        add(s.two, space)
    else:
        add(s.one, space)


def remove(s: Record, space: int) -> None:
    """GL-12: move a tile to the discard pile."""
    s.discard[s.tile[space]] += 1
    s.tile[space], s.exits[space] = NONE, 0
    add(s.empty, space)
    drop(s.six, space)
    drop(s.three, space)
    drop(s.two, space)
    drop(s.one, space)


def to_act(s: Record) -> int:
    """Return CHANCE in the setup and while tiles are drawn, else the seat to move."""
    if s.phase == OVER:
        return 0
    return 1 << s.turn if s.phase == OPENING or s.phase == TURNING else CHANCE


def end_triggered(s: Record) -> int:
    """GL-22: return whether the last turns have begun: after a win, or before the turn limit."""
    return int(last_turns(s) > 0)


def last_turns(s: Record) -> int:
    """GL-22: return how many turns are left, the present one included, if the last round has begun; else 0."""
    if s.winner != NONE:
        return s.last
    left = s.limit * s.players - s.turns if s.limit != 0 else 0
    return left if s.phase >= TURNING and 0 < left <= s.players else 0


def play(s: Record, actor: int, action: int) -> None:
    """Apply a legal action."""
    if action >= START:
        apply_outcome(s, action)
    elif action == END:
        end_turn(s)
    elif action >= STOP:
        stop(s, actor, action - STOP)
    else:
        build(s, actor, action)


def apply_outcome(s: Record, action: int) -> None:
    """Apply an outcome of chance."""
    if action < GOAL:
        draw_start(s, action - START)
    elif action < TILE:
        deal_goal(s, action - GOAL)
    elif action >= FIRST:
        s.first = s.turn = action - FIRST
        s.phase = OPENING
    elif s.phase == DEALING_TILES:
        deal_tile(s, action - TILE)
    else:
        take(s, s.turn, action - TILE)
        refill(s)


def build(s: Record, seat: int, action: int) -> None:
    """GL-9: apply one action of a building turn; it ends after the fourth, in the first round after the first."""
    if action < TURN:
        lay(s, seat, action // SPACES, action % SPACES)
    elif action < REMOVE:
        s.exits[(action - TURN) % SPACES] = (action - TURN) // SPACES + 1
    elif action < CONE:
        remove(s, action - REMOVE)
    elif action < UNCONE:
        add(s.cone, action - CONE)
        mark_zones(s)
    else:
        drop(s.cone, action - UNCONE)
        mark_zones(s)
    count_action(s, BUILDING, s.builds)


def count_action(s: Record, mode: int, most: int) -> None:
    """GL-9, GL-24: declare the turn with its first action, and end it when no further one is possible."""
    if not s.short_trip:
        s.mode = mode
    s.done += 1
    if s.phase == OPENING or s.done == (SHORT_ACTIONS if s.short_trip else most):
        end_turn(s)


def stop(s: Record, seat: int, space: int) -> None:
    """GL-20, GL-21: end a leg; the player's own destination card is opened."""
    s.car[seat] = space
    if s.sight[space] != NONE:
        visit(s, seat, 1 << s.sight[space])
    if s.winner == seat and not s.last_turns:
        s.phase = OVER
    elif s.winner == seat and s.last == s.players:
        end_turn(s)
    else:
        count_action(s, DRIVING, s.stops)


def visit(s: Record, seat: int, destination: int) -> None:
    """GL-21, GL-22: stop at a destination, given as a set of one."""
    if not s.goals[seat] & destination:
        s.refuted[seat] |= destination & ~s.opened[seat]
        return
    s.goals[seat] &= ~destination
    s.opened[seat] |= destination
    s.secret[seat] -= 1
    if s.secret[seat] == 0 and s.winner == NONE:
        s.winner, s.last = seat, s.players


def end_turn(s: Record) -> None:
    """GL-15: end the game, or refill the hand."""
    if s.phase == OPENING:
        s.opening -= 1
    else:
        s.turns += 1
    s.mode, s.done = FREE, 0
    if s.winner != NONE:
        s.last -= 1
    if game_ends(s):
        s.phase = OVER
    else:
        refill(s)


def refill(s: Record) -> None:
    """GL-15: draw up to two tiles; the discard pile replaces an empty pile only when a tile is due."""
    if s.held[s.turn] < HAND and s.stock == 0:
        shuffle_discard(s)
    if s.held[s.turn] < HAND and s.stock > 0:
        s.phase = REFILLING
    else:
        s.turn = (s.turn + 1) % s.players
        s.phase = OPENING if s.opening > 0 else TURNING


def shuffle_discard(s: Record) -> None:
    """GL-15: turn the discard pile into the pile."""
    for kind in range(KINDS):
        # Add rather than set: in a concealed position the pile also holds the tiles in the hands of others.
        s.pile[kind] += s.discard[kind]
        s.stock += s.discard[kind]
        s.pool[kind], s.discard[kind] = s.discard[kind], 0
        for seat in range(s.players):
            s.took[seat, kind] = 0
    for seat in range(s.players):
        s.fresh[seat] = 0
