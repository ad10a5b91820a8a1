"""The course of the game: who acts, and what an action does (CB-8 to CB-15)."""

from quartier.core.engine.bits import lowest
from quartier.core.engine.contract import CHANCE

from .moves import BONUS, DRAW, LOT, REBUILD, STAY, SWAP, SWAPS
from .setup import deal, draw_lot, lay_bonus, take
from .state import BLOCKS, DEALING, DRAWING, OVER, PLACING, SWAPPING, Record
from .streets import award, column_of, row_of
from .tiles import COURTHOUSE, without_tile


def to_act(s: Record) -> int:
    """Return CHANCE in the setup and when a tile is drawn, else the seat to move."""
    if s.phase == OVER:
        return 0
    return 1 << s.turn if s.phase == PLACING or s.phase == SWAPPING else CHANCE


def end_triggered(s: Record) -> int:
    """CB-14: return whether only the swap of the last turn remains."""
    return int(s.phase == SWAPPING and s.empty == 0)


def play(s: Record, actor: int, action: int) -> None:
    """Apply a legal action."""
    if action < REBUILD:
        place(s, actor, action // BLOCKS, action % BLOCKS)
    elif action < SWAP:
        rebuild(s, actor, (action - REBUILD) // BLOCKS, (action - REBUILD) % BLOCKS)
    elif action < BONUS:
        if action != STAY:
            swap(s, SWAPS[action - SWAP, 0], SWAPS[action - SWAP, 1])
        finish_turn(s)
    else:
        apply_outcome(s, action)


def apply_outcome(s: Record, action: int) -> None:
    """Apply an outcome of chance."""
    if action < LOT:
        lay_bonus(s, action - BONUS + 1)
    elif action < DRAW:
        draw_lot(s, action - LOT + 1)
    elif s.phase == DEALING:
        deal(s, action - DRAW)
    else:
        take(s, s.turn, action - DRAW)
        pass_on(s)


def rebuild(s: Record, seat: int, kind: int, block: int) -> None:
    """CB-10, CB-14: pay, then replace the tile on one's own block; the old tile leaves the game."""
    pay(s, seat)
    place(s, seat, kind, block)


def place(s: Record, seat: int, kind: int, block: int) -> None:
    """CB-8: place a tile from the hand on a block."""
    s.hand[seat] = without_tile(s.hand[seat], kind)
    s.held[seat] -= 1
    s.tile[block], s.owner[block], s.block = kind, seat, block
    s.empty &= ~(1 << block)
    s.own[seat] |= 1 << block
    if kind == COURTHOUSE:
        s.phase = SWAPPING
    else:
        finish_turn(s)


def pay(s: Record, seat: int) -> None:
    """CB-10: discard the seat's lowest token."""
    value = lowest(s.won[seat])
    s.won[seat] &= ~(1 << value)
    s.gone |= 1 << value


def swap(s: Record, street: int, other: int) -> None:
    """CB-12: swap the tokens of two streets."""
    s.token[street], s.token[other] = s.token[other], s.token[street]


def finish_turn(s: Record) -> None:
    """CB-14: award the row, award the column, check for the end, draw."""
    award(s, row_of(s.block))
    award(s, column_of(s.block))
    if s.empty == 0:
        s.phase = OVER
    elif s.stock[s.turn] > 0:
        s.phase = DRAWING
    else:
        pass_on(s)


def pass_on(s: Record) -> None:
    """Pass the turn to the other seat.

    With fewer tiles than in the box (parameters), a seat without any misses its turns, and the game ends when
    neither has one.
    """
    s.phase = PLACING
    if s.held[1 - s.turn]:
        s.turn = 1 - s.turn
    elif not s.held[s.turn]:
        s.phase = OVER
