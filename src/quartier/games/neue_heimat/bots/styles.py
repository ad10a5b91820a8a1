"""The styles of bots that look one move ahead: what each of them likes to do at auctions."""

from ..rules.moves import (
    BID,
    DISCARD,
    LENGTHEN,
    OFFER_BLANK,
    OFFER_PERMIT,
    PASS,
    SELL,
)
from ..rules.state import State

STYLES = ("bids", "sells", "permits")
"""By number, from 1."""
_BIDS, _SELLS = 1, 2
_POINTS = 4


def style_bonus(s: State, seat: int, action: int, style: int) -> int:
    """Each unit of a bid, a sale, or a permit that is offered or used."""
    if style == _BIDS:
        return action - BID + 1 if BID <= action < PASS else 0
    if style == _SELLS:
        return _POINTS if action == SELL else 0
    return _POINTS if OFFER_PERMIT <= action < OFFER_BLANK or LENGTHEN <= action < DISCARD else 0
