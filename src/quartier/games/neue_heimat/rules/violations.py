"""Why a move is illegal: 10 * rule number + variant; each code has a message in text/violation_messages.py."""

from quartier.core.engine.contract import CHANCE

from .auction import has_place, highest_bid, is_available, outer_cube, valued_roofs_left
from .building import count_unroofed, is_built, may_remove, top_of, value_of
from .moves import (
    BID,
    CUBE,
    DISCARD,
    FIRST,
    KEEP,
    LENGTHEN,
    OFFER,
    OFFER_PERMIT,
    OFFER_ROOF,
    PASS,
    PUT,
    PUT_MAYOR,
    REMOVE,
    SHORTEN,
    TO_BOX,
    TURN_ROOF,
)
from .state import (
    BIDDING,
    BLANK,
    CHOOSING_FIRST,
    DECIDING,
    FENCED,
    LAST_LIMIT,
    LAYING,
    LOTS,
    MAYOR,
    OFFERING,
    OVER,
    PERMIT,
    PLACING,
    ROOF,
    ROWS,
    TURNING,
    Record,
    in_turn,
)
from .turn import to_act

# Refusals: 10 * rule number + variant; each code has a message in text/violation_messages.py.
GAME_OVER, NOT_IN_TURN = 270, 150
NOT_OFFERING, NOT_BIDDING, NOT_DECIDING, NOT_PLACING = 101, 120, 130, 151
NO_CHEQUE, BOXED_ALREADY = 90, 91
ROW_EMPTY, ONLY_LEFT, NO_PLACE, PIECE_GONE, NO_HOUSE_TO_ROOF, NO_ROOF_LEFT = 102, 103, 104, 105, 106, 107
TOO_LOW, TOO_MUCH, BELOW_LEAST = 121, 122, 123
NOT_NEXT_LOT, BEYOND_LIMIT = 160, 161
NOT_LOWER, ROOFED, FENCE = 170, 171, 20
NOT_A_HOUSE, ROOFED_ALREADY = 200, 201
MUST_BUILD, WRONG_USE = 190, 152
LIMIT_RANGE, BELOW_BUILT = 230, 240
PERMIT_NOT_PLACED, REMOVAL_TOO_SHORT = 250, 251
NOT_CHANCE, CUBE_GONE, NOT_A_SEAT, ROOF_GONE = 153, 70, 80, 40


def explain_illegal(s: Record, actor: int, action: int) -> int:
    """Return 0, or the reason why the action is illegal."""
    if s.phase == OVER:
        return GAME_OVER
    if actor == CHANCE:
        return check_outcome(s, action)
    if not in_turn(s, actor) or action >= CUBE:
        return NOT_IN_TURN
    if action < BID:
        return check_opening(s, actor, action)
    if action <= PASS:
        return check_bid(s, actor, action)
    if action <= KEEP:
        return 0 if s.phase == DECIDING else NOT_DECIDING
    return check_use(s, action) if s.phase == PLACING else NOT_PLACING


def check_opening(s: Record, seat: int, action: int) -> int:
    """NH-9, NH-10 for the box or an offer."""
    if s.phase != OFFERING:
        return NOT_OFFERING
    if action != TO_BOX:
        return check_offer(s, action)
    if s.boxed:
        return BOXED_ALREADY
    return 0 if s.hand[seat] > 0 else NO_CHEQUE


def check_offer(s: Record, what: int) -> int:
    """NH-10 for a piece."""
    if what < OFFER_PERMIT:
        return check_cube_offer(s, (what - OFFER) // 2, (what - OFFER) % 2)
    if what == OFFER_ROOF:
        return check_roof_offer(s)
    return 0 if is_available(s, PERMIT + what - OFFER_PERMIT) else PIECE_GONE


def check_cube_offer(s: Record, row: int, from_right: int) -> int:
    """NH-10 for an outer cube of a display row; the row's last cube counts as its left one."""
    count = s.right[row] - s.left[row]
    if count == 0:
        return ROW_EMPTY
    if count == 1 and from_right:
        return ONLY_LEFT
    return 0 if has_place(s, outer_cube(s, row, from_right)) else NO_PLACE


def check_roof_offer(s: Record) -> int:
    """NH-10 for a roof."""
    if count_unroofed(s) == 0:
        return NO_HOUSE_TO_ROOF
    return 0 if valued_roofs_left(s) + s.roofs[0] > 0 else NO_ROOF_LEFT


def check_bid(s: Record, seat: int, action: int) -> int:
    """NH-12 for a bid or a pass."""
    if s.phase != BIDDING:
        return NOT_BIDDING
    if action == PASS:
        return 0
    amount = action - BID + 1
    if amount <= highest_bid(s):
        return TOO_LOW
    if amount < s.least_bid:
        return BELOW_LEAST
    return 0 if amount <= s.hand[seat] else TOO_MUCH


def check_use(s: Record, action: int) -> int:
    """NH-16 to NH-25 for a use of the piece."""
    if action < PUT_MAYOR:
        return check_put(s, action - PUT)
    if is_built(s.piece):
        return MUST_BUILD if action == DISCARD else WRONG_USE
    if action == DISCARD:
        return 0
    if action < LENGTHEN:
        return 0 if s.piece == MAYOR else WRONG_USE
    if action < REMOVE:
        return check_permit(s, (action - LENGTHEN) % ROWS, 1 if action < SHORTEN else -1)
    return check_removal(s, action - REMOVE)


def check_put(s: Record, spot: int) -> int:
    """NH-16 to NH-20 for a lot."""
    if s.piece == ROOF:
        if s.cubes[spot] == 0:
            return NOT_A_HOUSE
        return 0 if s.roof[spot] == 0 else ROOFED_ALREADY
    if s.piece >= PERMIT:
        return WRONG_USE
    if s.cubes[spot]:
        return check_stack(s, spot)
    row = spot // LOTS
    if spot % LOTS >= s.limit[row]:
        return BEYOND_LIMIT
    return 0 if spot % LOTS == s.built[row] else NOT_NEXT_LOT


def check_stack(s: Record, spot: int) -> int:
    """NH-2, NH-17 for a house."""
    if s.roof[spot]:
        return ROOFED
    if FENCED >> spot & 1:
        return FENCE
    return 0 if value_of(top_of(s, spot)) > value_of(s.piece) else NOT_LOWER


def check_permit(s: Record, row: int, sign: int) -> int:
    """NH-22 to NH-24 for a row."""
    if not PERMIT <= s.piece < BLANK:
        return WRONG_USE
    limit = s.limit[row] + sign * (s.piece - PERMIT + 1)
    if not 1 <= limit <= LAST_LIMIT:
        return LIMIT_RANGE
    return 0 if limit >= s.built[row] else BELOW_BUILT


def check_removal(s: Record, permit: int) -> int:
    """NH-25 for a permit."""
    if s.piece != BLANK:
        return WRONG_USE
    if s.permit[permit] < 0:
        return PERMIT_NOT_PLACED
    return 0 if may_remove(s, permit) else REMOVAL_TOO_SHORT


def check_outcome(s: Record, action: int) -> int:
    """NH-4, NH-7, NH-8 for an outcome of chance."""
    if to_act(s) != CHANCE or action < CUBE:
        return NOT_CHANCE
    if action < FIRST:
        return 0 if s.phase == LAYING and s.unseen >> (action - CUBE) & 1 else CUBE_GONE
    if action < TURN_ROOF:
        return 0 if s.phase == CHOOSING_FIRST and action - FIRST < s.players else NOT_A_SEAT
    return 0 if s.phase == TURNING and s.roofs[action - TURN_ROOF] else ROOF_GONE
