"""The setup: bonus tokens, lots and the first tiles (CB-5 to CB-7)."""

from typing import Any

from .state import ALL_BLOCKS, ALL_VALUES, BLOCKS, DEALING, EMPTY, HAND, LOTS, OPEN, PLACING, STREETS, State
from .tiles import ALL_TILES, TILES, with_tile, without_tile


def begin(s: State, seats: int, options: Any, board: Any) -> None:
    """The empty district, before the first token is laid."""
    s.block = -1
    s.empty, s.unseen = ALL_BLOCKS, ALL_VALUES
    for block in range(BLOCKS):
        s.tile[block] = s.owner[block] = EMPTY
    for street in range(STREETS):
        s.award[street] = OPEN
    for seat in range(2):
        s.pile[seat], s.stock[seat] = ALL_TILES, TILES


def lay_bonus(s: State, value: int) -> None:
    """CB-5: one token at the next street."""
    s.unseen &= ~(1 << value)
    s.token[s.dealt] = value
    s.dealt += 1
    if s.dealt == STREETS:
        s.phase, s.dealt = LOTS, 0


def draw_lot(s: State, value: int) -> None:
    """CB-6: a starting draw; the token leaves the game, like the two that nobody draws."""
    s.unseen &= ~(1 << value)
    s.lot[s.dealt] = value
    s.dealt += 1
    if s.dealt == 2:
        s.gone, s.unseen = s.unseen | 1 << s.lot[0] | 1 << s.lot[1], 0
        s.phase, s.dealt, s.turn = DEALING, 0, 0


def deal(s: State, kind: int) -> None:
    """CB-7: five tiles for seat 0, then five for seat 1; the higher lot starts."""
    take(s, s.turn, kind)
    s.dealt += 1
    s.turn = s.dealt // HAND
    if s.dealt == 2 * HAND:
        s.phase, s.turn = PLACING, 1 if s.lot[1] > s.lot[0] else 0


def take(s: State, seat: int, kind: int) -> None:
    """A tile goes from the pile to the hand."""
    s.pile[seat] = without_tile(s.pile[seat], kind)
    s.hand[seat] = with_tile(s.hand[seat], kind)
    s.held[seat] += 1
    s.stock[seat] -= 1
