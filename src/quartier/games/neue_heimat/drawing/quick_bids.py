"""Bids that are one touch away: the least, the next ones, the one that surely wins, and everything."""

from collections.abc import Iterator
from functools import lru_cache

from quartier.core.drawing.svg import (
    Svg,
    at,
    el,
    group,
    join,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules.auction import highest_bid, lowest_bid
from ..rules.state import State
from ..text.names import millions
from .layout import COLUMN

QUICK, GAP = 56, 6
"""Height of the row of bids with the gap above it, and the gap between two."""
TOUCH = 54
"""Height of a bid's touch area; column and phone show it smaller than a pixel a unit."""
WIDEST = 120
"""Where few are offered, none is wider."""
STEPS = 3
"""So many of the lowest bids are always offered."""


def quick_bids(s: State, seat: int, t: Translator) -> list[Svg]:
    """A row of bids for a seat that can bid now; each is one move."""
    offered = list(amounts(s, seat))
    width = min(WIDEST, COLUMN / len(offered))
    words = [caption(s, seat, amount, t) for amount in offered]
    return [_quick(amount, words[i], width, width * i, t) for i, amount in enumerate(offered)]


def amounts(s: State, seat: int) -> list[int]:
    """The bids offered to a seat, in millions, rising: none but everything beyond the one that surely wins."""
    low, purse, sure = int(lowest_bid(s)), int(s.hand[seat]), sure_bid(s, seat)
    found = {*range(low, low + STEPS), low if sure is None else sure, purse}
    return sorted(each for each in found if each <= purse and (sure is None or each <= sure or each == purse))


def sure_bid(s: State, seat: int) -> int | None:
    """NH-12, NH-14: the least bid that nobody behind can top and that the auctioneer cannot pay; None if unknown."""
    behind = [int(s.hand[each]) for each in still_to_bid(s, seat)]
    keeper = int(s.hand[s.auctioneer])
    if min([keeper, *behind]) < 0:
        return None
    return max(keeper + 1, int(lowest_bid(s)), *behind, 0)


def still_to_bid(s: State, seat: int) -> Iterator[int]:
    """The seats that bid after a seat (NH-12)."""
    after = (seat + 1) % s.players
    while after != s.auctioneer:
        yield after
        after = (after + 1) % s.players


def caption(s: State, seat: int, amount: int, t: Translator) -> str:
    """What is special about a bid."""
    if amount == sure_bid(s, seat):
        return t("wins it")
    if amount == s.hand[seat]:
        return t("all")
    high = int(highest_bid(s))
    return t("least") if amount == lowest_bid(s) else (f"+{amount - high}" if high else "")


@lru_cache(4096)
def _quick(amount: int, words: str, width: float, x: float, t: Translator) -> Svg:
    name = f"number-bid-{amount}"
    spoken = ": ".join([f"{amount} {words}".strip(), t("Bid {money}").format(money=millions(amount, t))])
    middle = width / 2
    drawn = group(
        el("title", spoken),
        rect(GAP / 2, 4, width - GAP, TOUCH - 8, 10, class_="quick"),
        rect(GAP / 2, 4, width - GAP, TOUCH - 8, 10, class_="ring"),
        text(middle, 28 if words else 35, amount, 22, "middle heavy"),
        text(middle, 43, words, 12, "middle quiet") if words else join(),
        rect(0, 0, width, TOUCH, class_="hit"),
        id=name,
        data_touch=name,
        role="img",
        aria_label=spoken,
    )
    return at(x, QUICK - TOUCH, drawn)
