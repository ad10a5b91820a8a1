"""Bot styles for one-step bots: what each of them likes to do at auctions."""

from ..rules.moves import (
    BID,
    DISCARD,
    LENGTHEN,
    OFFER_BLANK,
    OFFER_PERMIT,
    PASS,
    SELL,
)
from ..rules.state import Record

SEARCH = {"explore": 1.0, "prior_scale": 3.0, "horizon": 12.0, "greedy": 1.0, "lead": 20.0}
"""Tree search settings for this title (`quartier.bots.settings`): it plays on greedily for about a row."""
LEARNED = {"explore": 0.5, "prior_scale": 3.0, "horizon": 0.0, "lead": 20.0}
"""Settings with the network: the position is evaluated directly."""
COMPATIBLE_OPTIONS = {"show_money": (False,)}
"""Option values that a network may play without training on them: a search samples hidden money."""


STYLES = ("bids", "sells", "permits")
"""Style numbers, from 1."""
_BIDS, _SELLS = 1, 2
_POINTS = 4


def style_bonus(s: Record, seat: int, action: int, style: int) -> int:
    """Return the bonus for each unit of a bid, a sale, or a permit that is offered or used."""
    if style == _BIDS:
        return action - BID + 1 if BID <= action < PASS else 0
    if style == _SELLS:
        return _POINTS if action == SELL else 0
    return _POINTS if OFFER_PERMIT <= action < OFFER_BLANK or LENGTHEN <= action < DISCARD else 0
