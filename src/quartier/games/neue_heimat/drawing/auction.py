"""The auction in one place: the piece under the hammer, the bidders beside it, and bids that are one touch away."""

from functools import lru_cache

from quartier.core.drawing.pieces import icon
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    drawing,
    el,
    group,
    grouped,
    join,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules import state
from ..rules.auction import highest_bid, lowest_bid
from ..rules.state import State
from ..text.names import piece_name
from .bidders import PANEL, bidders
from .layout import COLUMN
from .pieces import picture_of, piece_id
from .quick_bids import QUICK, quick_bids

STAGE = 112
"""Width of the place for the piece on offer."""
CALL = 20
"""Height of the line below the piece that says how the auction stands."""
OUTCOMES = 40
"""Height of the two lines for an auctioneer who decides."""


def draw_auction(s: State, seat: int | None, t: Translator) -> Fragments:
    """The hand of a viewer (None: a spectator): the auction while there is one, else ()."""
    if s.piece == state.NO_PIECE:
        return ()
    return drawing(
        COLUMN,
        auction_height(s, seat),
        t("An auction"),
        *stage(s, t),
        *grouped(*bidders(s, COLUMN - STAGE, t), transform=f"translate({STAGE} 0)"),
        *grouped(*_below(s, seat, t), transform=f"translate(0 {PANEL})"),
        class_="quartier hand",
        id="hand",
    )


def auction_height(s: State, seat: int | None) -> int:
    if decides(s, seat):
        return PANEL + OUTCOMES
    return PANEL + (QUICK if bids(s, seat) else 0)


def decides(s: State, seat: int | None) -> bool:
    """Whether a viewer is the auctioneer who sells or keeps now."""
    return bool(s.phase == state.DECIDING and s.auctioneer == seat)


def bids(s: State, seat: int | None) -> bool:
    """Whether a viewer can bid now; who has too little money can only pass."""
    return (
        seat is not None and s.phase == state.BIDDING and s.bidder == seat and s.hand[seat] >= lowest_bid(s)
    )


def _below(s: State, seat: int | None, t: Translator) -> list[Svg]:
    """What stands below the panel for the one who is asked, and for nobody else."""
    if seat is not None and bids(s, seat):
        return quick_bids(s, seat, t)
    return [_outcomes(s.hand[seat], highest_bid(s), t)] if seat is not None and decides(s, seat) else []


def stage(s: State, t: Translator) -> Fragments:
    """The piece on offer, large, how the auction stands, and the hammer once it has fallen."""
    name = roof_id(s) if s.piece == state.ROOF else piece_id(s.piece)
    return _stage(s.piece, s.piece_roof, name, call_of(s, t), s.phase == state.PLACING, t)


@lru_cache(4096)
def _stage(piece: int, roof: int, name: str, call: str, fallen: bool, t: Translator) -> Fragments:
    spoken = t("On offer: {piece}").format(piece=piece_name(piece, roof, t))
    return grouped(
        el("title", spoken),
        rect(0, 0, STAGE - 6, PANEL, 10, class_="evening"),
        group(in_frame(piece, roof, STAGE - 6, PANEL - CALL), id=name, data_piece=name),
        text((STAGE - 6) / 2, PANEL - 8, call, 12, "middle bold on-sky"),
        _hammer() if fallen else join(),
        data_about="piece",
        role="img",
        aria_label=f"{spoken}, {call}" if call else spoken,
    )


def call_of(s: State, t: Translator) -> str:
    """What the auctioneer would call out: the highest bid, the last call, the hammer."""
    price = int(highest_bid(s))
    if s.phase == state.TURNING:
        return ""
    if s.phase == state.BIDDING:
        if (s.bidder + 1) % s.players == s.auctioneer:
            return t("last call")
        return t("highest: {amount}").format(amount=price) if price else t("no bid yet")
    if s.phase == state.DECIDING:
        return t("going for {amount}?").format(amount=price)
    return t("gone for {amount}").format(amount=price) if price else t("for nothing")


def _hammer() -> Svg:
    """The hammer falls beside the piece when the auction is over; it is a new one each time."""
    return at(STAGE - 40, 2, group(icon("gavel", 0, 0, 30), id="hammer", class_="hammer falls"))


@lru_cache(1024)
def in_frame(piece: int, value: int, width: int, height: int) -> Svg:
    """A piece on offer in the middle of a frame, as large as it fits; `value` is that of a roof."""
    drawn, wide, high = picture_of(piece, value)
    scale = min((width - 20) / wide, (height - 10) / high, 1.4)
    x, y = (width - wide * scale) / 2, (height - high * scale) / 2 + 2
    return group(drawn, transform=f"translate({x:.1f} {y:.1f}) scale({scale:.2f})")


def roof_id(s: State) -> str:
    """The name of the roof on offer, as `facades.roof_name` will call it if it comes after its equal."""
    equal = sum(s.roof[spot] == s.piece_roof for spot in range(state.SPOTS))
    return f"roof-{s.piece_roof}-{equal}"


@lru_cache(1024)
def _outcomes(hand: int, price: int, t: Translator) -> Svg:
    """What selling and keeping would leave in hand, for the auctioneer who decides."""
    return at(
        2,
        18,
        text(0, 0, t("Sell: then {more} in hand.").format(more=hand + price), 13.5),
        text(0, 19, t("Keep: then {less}, and the piece.").format(less=hand - price), 13.5),
    )
