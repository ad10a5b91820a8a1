"""The auction in one place: the piece under the hammer, the bidders beside it, and bids that are one touch away."""

from collections.abc import Iterator
from functools import lru_cache

from quartier.core.drawing.pieces import icon
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    drawing,
    el,
    group,
    group_fragments,
    join,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules import state
from ..rules.auction import highest_bid, lowest_bid
from ..rules.state import Record
from ..text.labels import millions, piece_name
from .bidders import PANEL, bidders
from .layout import COLUMN
from .pieces import picture_of, piece_id

QUICK_HEIGHT, GAP = 56, 6
"""Height of the row of bids with the gap above it, and the gap between two."""
TOUCH = 54
"""Height of a bid's touch area; column and phone show it smaller than a pixel a unit."""
WIDEST = 120
"""Where few are offered, none is wider."""
STEPS = 3
"""So many of the lowest bids are always offered."""


def quick_bids(s: Record, seat: int, t: Translator) -> list[Svg]:
    """Draw a row of bids for a seat that can bid now; each is one move."""
    offered = list(amounts(s, seat))
    width = min(WIDEST, COLUMN / len(offered))
    words = [caption(s, seat, amount, t) for amount in offered]
    return [_quick(amount, words[i], width, width * i, t) for i, amount in enumerate(offered)]


def amounts(s: Record, seat: int) -> list[int]:
    """Return the bids offered to a seat, in millions, rising: none but everything beyond the one that surely wins."""
    low, purse, winning_bid = int(lowest_bid(s)), int(s.hand[seat]), sure_bid(s, seat)
    candidates = {*range(low, low + STEPS), low if winning_bid is None else winning_bid, purse}
    return sorted(
        bid
        for bid in candidates
        if bid <= purse and (winning_bid is None or bid <= winning_bid or bid == purse)
    )


def sure_bid(s: Record, seat: int) -> int | None:
    """NH-12, NH-14: return the least bid that no one behind can top and that the auctioneer cannot pay; None if unknown."""
    behind = [int(s.hand[other]) for other in still_to_bid(s, seat)]
    keeper = int(s.hand[s.auctioneer])
    if min([keeper, *behind]) < 0:
        return None
    return max(keeper + 1, int(lowest_bid(s)), *behind, 0)


def still_to_bid(s: Record, seat: int) -> Iterator[int]:
    """Return the seats that bid after a seat (NH-12)."""
    after = (seat + 1) % s.players
    while after != s.auctioneer:
        yield after
        after = (after + 1) % s.players


def caption(s: Record, seat: int, amount: int, t: Translator) -> str:
    """Return what is special about a bid."""
    if amount == sure_bid(s, seat):
        return t("wins it")
    if amount == s.hand[seat]:
        return t("all in")
    high = int(highest_bid(s))
    return t("minimum") if amount == lowest_bid(s) else (f"+{amount - high}" if high else "")


@lru_cache(4096)
def _quick(amount: int, words: str, width: float, x: float, t: Translator) -> Svg:
    name = f"number-bid-{amount}"
    spoken = ": ".join([f"{amount} {words}".strip(), t("Bid {money}").format(money=millions(amount, t))])
    middle = width / 2
    button = group(
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
    return at(x, QUICK_HEIGHT - TOUCH, button)


STAGE = 112
"""Width of the place for the piece on offer."""
CALL = 20
"""Height of the line below the piece that says how the auction stands."""
OUTCOMES = 24
"""Height of the line for an auctioneer who decides."""


def draw_auction(s: Record, seat: int | None, t: Translator) -> Fragments:
    """Draw the hand of a viewer (None: a spectator): the auction while there is one, else ()."""
    if s.piece == state.NO_PIECE:
        return ()
    return drawing(
        COLUMN,
        auction_height(s, seat),
        t("An auction"),
        *stage(s, t),
        *group_fragments(*bidders(s, COLUMN - STAGE, t), transform=f"translate({STAGE} 0)"),
        *group_fragments(*_below(s, seat, t), transform=f"translate(0 {PANEL})"),
        class_="quartier hand",
        id="hand",
    )


def auction_height(s: Record, seat: int | None) -> int:
    if decides(s, seat):
        return PANEL + OUTCOMES
    return PANEL + (QUICK_HEIGHT if bids(s, seat) else 0)


def decides(s: Record, seat: int | None) -> bool:
    """Return whether a viewer is the auctioneer who sells or keeps now."""
    return bool(s.phase == state.DECIDING and s.auctioneer == seat)


def bids(s: Record, seat: int | None) -> bool:
    """Return whether a viewer can bid now; who has too little money can only pass."""
    return (
        seat is not None and s.phase == state.BIDDING and s.bidder == seat and s.hand[seat] >= lowest_bid(s)
    )


def _below(s: Record, seat: int | None, t: Translator) -> list[Svg]:
    """What stands below the panel for the one who is asked, and for nobody else."""
    if seat is not None and bids(s, seat):
        return quick_bids(s, seat, t)
    return [_outcomes(s.hand[seat], highest_bid(s), t)] if seat is not None and decides(s, seat) else []


def stage(s: Record, t: Translator) -> Fragments:
    """Draw the piece on offer, large, the state of the auction, and the hammer once it has fallen."""
    name = roof_id(s) if s.piece == state.ROOF else piece_id(s.piece)
    return _stage(s.piece, s.piece_roof, name, call_of(s, t), s.phase == state.PLACING, t)


@lru_cache(4096)
def _stage(piece: int, roof: int, name: str, call: str, fallen: bool, t: Translator) -> Fragments:
    spoken = t("Up for auction: {piece}").format(piece=piece_name(piece, roof, t))
    return group_fragments(
        el("title", spoken),
        rect(0, 0, STAGE - 6, PANEL, 10, class_="evening"),
        group(in_frame(piece, roof, STAGE - 6, PANEL - CALL), id=name, data_piece=name),
        text((STAGE - 6) / 2, PANEL - 8, call, 12, "middle bold on-sky"),
        _hammer() if fallen else join(),
        data_about="piece",
        role="img",
        aria_label=f"{spoken}, {call}" if call else spoken,
    )


def call_of(s: Record, t: Translator) -> str:
    """Return how the auction stands: the highest bid, the price that is asked about, or the price."""
    price = int(highest_bid(s))
    if s.phase == state.TURNING:
        return ""
    if s.phase == state.BIDDING:
        return t("highest: {amount}").format(amount=price) if price else t("no bid yet")
    if s.phase == state.DECIDING:
        return t("going for {amount}?").format(amount=price)
    return t("gone for {amount}").format(amount=price) if price else t("for free")


def _hammer() -> Svg:
    """The hammer falls beside the piece when the auction is over; it is a new one each time."""
    return at(STAGE - 40, 2, group(icon("gavel", 0, 0, 30), id="hammer", class_="hammer falls"))


@lru_cache(1024)
def in_frame(piece: int, value: int, width: int, height: int) -> Svg:
    """Draw a piece on offer in the middle of a frame, as large as it fits; `value` is that of a roof."""
    picture, wide, high = picture_of(piece, value)
    scale = min((width - 20) / wide, (height - 10) / high, 1.4)
    x, y = (width - wide * scale) / 2, (height - high * scale) / 2 + 2
    return group(picture, transform=f"translate({x:.1f} {y:.1f}) scale({scale:.2f})")


def roof_id(s: Record) -> str:
    """Return the name of the roof on offer, as `facades.roof_name` will call it if it comes after its equal."""
    equal = sum(s.roof[spot] == s.piece_roof for spot in range(state.SPOTS))
    return f"roof-{s.piece_roof}-{equal}"


@lru_cache(1024)
def _outcomes(hand: int, price: int, t: Translator) -> Svg:
    """What selling and keeping would leave in hand, for the auctioneer who decides."""
    form = t("In hand afterwards: {more} (sell), {less} (keep)")
    return at(2, 18, text(0, 0, form.format(more=hand + price, less=hand - price), 13.5))
