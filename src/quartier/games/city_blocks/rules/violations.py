"""Why a move is illegal: 10 * rule number + variant; each code has a message in text/violation_messages.py."""

from quartier.core.engine.contract import CHANCE

from .moves import (
    BONUS,
    DRAW,
    LOT,
    REBUILD,
    STAY,
    SWAP,
    SWAPS,
)
from .state import (
    BLOCKS,
    DEALING,
    DRAWING,
    EMPTY,
    LAYING,
    LOTS,
    OPEN,
    OVER,
    SWAPPING,
    Record,
    in_turn,
)
from .tiles import has
from .turn import to_act

NOT_IN_TURN, NOT_IN_HAND = 80, 81
NOT_ON_BOARD = 10
BLOCK_BUILT = 90
NO_TOKEN, NOT_YOURS_TO_REBUILD = 100, 101
NO_COURTHOUSE, TOKEN_AWARDED = 120, 121
SWAP_FIRST = 140
TOKEN_LAID, LOT_TAKEN, TILE_NOT_IN_PILE = 50, 60, 150
NOT_CHANCE, GAME_OVER = 151, 220


def explain_illegal(s: Record, actor: int, action: int) -> int:
    """Return 0, or the reason why the action is illegal."""
    if s.phase == OVER:
        return GAME_OVER
    if actor == CHANCE:
        return check_outcome(s, action)
    if not in_turn(s, actor) or action >= BONUS:
        return NOT_IN_TURN
    if action >= SWAP:
        return check_swap(s, action)
    if s.phase == SWAPPING:
        return SWAP_FIRST
    return check_placement(s, actor, action)


def check_placement(s: Record, seat: int, action: int) -> int:
    """CB-8 to CB-10 for a develop or a rebuild."""
    kind, block = action % REBUILD // BLOCKS, action % BLOCKS
    if not has(s.hand[seat], kind):
        return NOT_IN_HAND
    if action < REBUILD:
        return 0 if s.empty >> block & 1 else NOT_ON_BOARD if s.owner[block] == EMPTY else BLOCK_BUILT
    if s.owner[block] != seat:
        return NOT_YOURS_TO_REBUILD
    return 0 if s.won[seat] else NO_TOKEN


def check_swap(s: Record, action: int) -> int:
    """CB-12 for a swap or for declining it."""
    if s.phase != SWAPPING:
        return NO_COURTHOUSE
    if action == STAY:
        return 0
    street, other = SWAPS[action - SWAP, 0], SWAPS[action - SWAP, 1]
    return 0 if s.award[street] == OPEN and s.award[other] == OPEN else TOKEN_AWARDED


def check_outcome(s: Record, action: int) -> int:
    """CB-5 to CB-7, CB-15 for an outcome of chance."""
    if to_act(s) != CHANCE or action < BONUS:
        return NOT_CHANCE
    if action < LOT:
        return 0 if s.phase == LAYING and s.unseen >> (action - BONUS + 1) & 1 else TOKEN_LAID
    if action < DRAW:
        return 0 if s.phase == LOTS and s.unseen >> (action - LOT + 1) & 1 else LOT_TAKEN
    if s.phase != DEALING and s.phase != DRAWING:
        return TILE_NOT_IN_PILE
    return 0 if has(s.pile[s.turn], action - DRAW) else TILE_NOT_IN_PILE
