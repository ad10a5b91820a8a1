"""What the events of Neue Heimat sound like."""

from ..rules.moves import (
    BID,
    CUBE,
    DISCARD,
    FIRST,
    OFFER,
    PASS,
    PUT,
    PUT_MAYOR,
)
from ..rules.state import BIDDING, State


def sound(before: State, after: State, actor: int, action: int) -> str:
    """Pieces are offered, bids are made until the hammer falls, and what was won is built or put down."""
    if action < PASS:
        return "bid" if action >= BID else "tile" if action >= OFFER else ""
    if action < PUT:
        return "hammer" if before.phase != BIDDING or after.phase != BIDDING else ""
    if action <= DISCARD:
        return "build" if action < PUT_MAYOR else "mark"
    return "card" if CUBE <= action < FIRST else ""
