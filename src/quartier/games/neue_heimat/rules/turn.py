"""The course of a turn: a cheque into the box, an offer, an auction, a use (NH-9 to NH-15)."""

from quartier.core.engine.contract import CHANCE

from .auction import bid, keep, sell, start_auction, take_cube, valued_roofs_left
from .building import change_limit, discard, put, remove
from .moves import (
    BID,
    CUBE,
    DISCARD,
    FIRST,
    KEEP,
    LENGTHEN,
    OFFER,
    OFFER_PERMIT,
    PASS,
    PUT,
    PUT_MAYOR,
    REMOVE,
    SELL,
    SHORTEN,
    TO_BOX,
    TURN_ROOF,
)
from .scoring import end_reason
from .setup import lay_cube
from .state import (
    CHOOSING_FIRST,
    GOING_ON,
    MOST_MONEY,
    NO_PIECE,
    OFFERING,
    OVER,
    PERMIT,
    ROOF,
    ROWS,
    TURNING,
    Record,
)


def to_act(s: Record) -> int:
    """Return CHANCE for cubes, the first player and a roof, else the seat to act."""
    if s.phase == OVER:
        return 0
    if s.phase <= CHOOSING_FIRST or s.phase == TURNING:
        return CHANCE
    return 1 << s.bidder


def end_triggered(s: Record) -> int:
    """NH-27: return whether this turn is certainly the last one."""
    return int(CHOOSING_FIRST < s.phase < OVER and valued_roofs_left(s) == 0)


def play(s: Record, actor: int, action: int) -> None:
    """Apply a legal action."""
    if actor == CHANCE:
        apply_outcome(s, action)
    elif action == TO_BOX:
        put_in_box(s, actor)
    elif action < BID:
        offer(s, action)
    elif action <= PASS:
        bid(s, actor, (action - BID + 1) % (MOST_MONEY + 1))
    elif action == SELL:
        sell(s)
    elif action == KEEP:
        keep(s)
    else:
        use(s, actor, action)


def apply_outcome(s: Record, action: int) -> None:
    """Apply an outcome of chance."""
    if action < FIRST:
        lay_cube(s, action - CUBE)
    elif action < TURN_ROOF:
        start_turn(s, action - FIRST)
    else:
        turn_roof(s, action - TURN_ROOF)


def start_turn(s: Record, seat: int) -> None:
    """NH-9, NH-10: start the next auctioneer's turn."""
    s.auctioneer, s.bidder, s.boxed = seat, seat, 0
    s.piece, s.piece_roof = NO_PIECE, 0
    s.phase = OFFERING


def put_in_box(s: Record, seat: int) -> None:
    """NH-9: put one cheque into the box for good."""
    s.hand[seat] -= 1
    s.box[seat] += 1
    s.boxed = 1


def offer(s: Record, what: int) -> None:
    """NH-10: offer a piece from the display or the supply; a roof is turned over first."""
    if what < OFFER_PERMIT:
        s.piece = take_cube(s, (what - OFFER) // 2, (what - OFFER) % 2)
    else:
        s.piece = PERMIT + what - OFFER_PERMIT
    if s.piece == ROOF:
        s.phase = TURNING
    else:
        start_auction(s)


def turn_roof(s: Record, value: int) -> None:
    """NH-10, NH-11: turn over a roof: one with a value is auctioned, a blank ends the turn."""
    s.roofs[value] -= 1
    s.piece_roof = value
    if value == 0:
        end_turn(s)
    else:
        start_auction(s)


def use(s: Record, seat: int, action: int) -> None:
    """NH-15: use the piece."""
    if action < PUT_MAYOR:
        put(s, seat, action - PUT)
    elif action < LENGTHEN:
        s.mayor = action - PUT_MAYOR
    elif action < REMOVE:
        change_limit(s, (action - LENGTHEN) % ROWS, 1 if action < SHORTEN else -1)
    elif action < DISCARD:
        remove(s, action - REMOVE)
    else:
        discard(s)
    end_turn(s)


def end_turn(s: Record) -> None:
    """NH-15, NH-27: end the game, or pass to the auctioneer's left neighbour."""
    s.reason = end_reason(s)
    if s.reason != GOING_ON:
        s.phase, s.piece = OVER, NO_PIECE
        return
    start_turn(s, (s.auctioneer + 1) % s.players)
