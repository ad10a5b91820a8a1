"""The panels of all seats in an auction: a face, a paddle that rises with the bid, a pass, and the cheques in hand."""

from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from quartier.core.drawing.faces import face
from quartier.core.drawing.name_slots import name_slot
from quartier.core.drawing.pieces import icon
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    el,
    group,
    group_fragments,
    join,
    number,
    path,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules import state
from ..rules.auction import highest_bid, highest_bidder
from ..rules.state import Record
from ..text.labels import SEAT_NAMES, millions
from .pieces import swatch
from .side_panel import Purse, cheques, purse_of, spoken_purse

PANEL = 78
"""Height of the panel."""
EYES = 42
"""How far down the middle of a face is."""
PADDLE = 13
"""Radius of a paddle."""
STICK = 22
TOP, RISE = 16, 9
"""How far down the highest bid's paddle is, and by how much a bid of next to nothing stays below it."""
NARROW = 56
"""In a place that is narrower, faces are smaller, paddles closer to them, and there is no room for the slush fund."""
ROOMY, WIDEST = 70, 96
"""In a place that is narrower than that, the signs of money are smaller; it spreads over no more than this."""
SWATCH = 11
"""Size of a seat's colours, in the corner of its place."""


class Bidder(NamedTuple):
    """A seat in an auction; `hand` is negative if it is not shown."""

    seat: int
    hand: int
    box: int
    """Cheques in the slush fund."""
    colours: tuple[int, ...]
    due: bool
    """Whether it is asked for something now."""
    bid: int
    passed: bool
    sells: bool
    bidding: bool


class Bids(NamedTuple):
    """How an auction stands: its phase, the highest bid and whose it is."""

    phase: int
    highest: int
    best: int


def bidders(s: Record, width: float, t: Translator) -> Fragments:
    """Draw the panels of all seats beside each other."""
    seat_width, bids = width / s.players, Bids(s.phase, highest_bid(s), highest_bidder(s))
    panels = (seat_panel(bidder_of(s, seat), bids, seat_width, t) for seat in range(s.players))
    return tuple(chain.from_iterable(panels))


def bidder_of(s: Record, seat: int) -> Bidder:
    """Return what a seat does in the auction."""
    turning = s.phase == state.TURNING
    bid, passed = (0, False) if turning else (s.bids[seat], s.passed >> seat & 1 > 0)
    due = bool(state.in_turn(s, seat))
    _, hand, box, colours = purse_of(s, seat)
    return Bidder(seat, hand, box, colours, due, bid, passed, seat == s.auctioneer, seat == s.bidder)


@lru_cache(4096)
def seat_panel(bidder: Bidder, bids: Bids, seat_width: float, t: Translator) -> Fragments:
    """Draw a seat: its face and its part in the auction, above its cheques in hand."""
    spoken, seat, width = spoken_bidder(bidder, bids, t), bidder.seat, seat_width - 4
    middle = width / 2
    placed = group_fragments(
        el("title", spoken),
        _ground(width, bidder.due),
        *(
            at(4 + i // 3 * 12, 4 + i % 3 * 12, swatch(colour, SWATCH))
            for i, colour in enumerate(bidder.colours)
        ),
        at(middle, 0, _share(bidder, bids, width < NARROW, t)),
        at(middle, 71, _money(bidder, width)),
        id=f"place-{seat}",
        data_about=f"place-{seat}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=spoken,
        **name_slot(seat, t(SEAT_NAMES[seat])),
    )
    return group_fragments(*placed, transform=f"translate({number(seat_width * seat)} 0)")


@cache
def _ground(width: float, due: bool) -> Svg:
    """The ground of a place, lit up while the seat is asked for something."""
    edge = rect(1, 1, width - 2, PANEL - 2, 9, class_="edge", stroke_width=2) if due else join()
    return join(rect(0, 0, width, PANEL, 10, class_="wash" if due else "tint"), edge)


def _money(bidder: Bidder, width: float) -> Svg:
    """The cheques in hand and, where there is room, those in the slush fund, each behind its sign."""
    hand, left = cheques(bidder.hand), -min(width, WIDEST) / 2
    if width < NARROW:
        return join(icon("cheque", -18, -13, 16), text(1, 0, hand, 13, "bold"))
    size = 15 if width >= ROOMY else 11
    return join(
        join(icon("cheque", left + 1, -size + 2, size), text(left + size + 3, 0, hand, 13, "bold")),
        join(icon("cash box", 4, -size + 2, size), text(size + 6, 0, bidder.box, 13, "bold")),
    )


def _share(bidder: Bidder, bids: Bids, narrow: bool, t: Translator) -> Svg:
    """The auctioneer with the hammer, a bidder with a paddle, who has passed, or three dots for who has not spoken."""
    size, aside = (24, 10) if narrow else (29, 17)
    if bidder.bid:
        return join(_paddle(bidder, bids, aside), face(bidder.seat, -aside, EYES, size))
    if bidder.passed:
        portrait = group(face(bidder.seat, 0, EYES, size), class_="passed")
        return join(text(0, 21, t("passes"), 12, "middle quiet"), portrait)
    return join(_waiting(bidder, bids.phase), face(bidder.seat, 0, EYES, size))


def _waiting(bidder: Bidder, phase: int) -> Svg:
    """Above a face that has neither bid nor passed: the hammer of the auctioneer, until it has fallen, or three dots."""
    if bidder.sells:
        return icon("gavel", -12, 3, 24) if phase < state.PLACING else join()
    if phase == state.TURNING:
        return join()
    return text(0, 20, "…", 26, "middle bold" if bidder.bidding else "middle quiet")


def _paddle(bidder: Bidder, bids: Bids, aside: int) -> Svg:
    """A bid on a paddle beside the face: the higher the bid, the higher; the highest one in the seat's colour."""
    best = bidder.seat == bids.best
    y = TOP + RISE * (1 - bidder.bid / bids.highest)
    return at(
        aside,
        round(y, 1),
        path(f"M0 {PADDLE}v{STICK}", class_="paddle-stick"),
        el("circle", r=PADDLE, class_="seat outline" if best else "paddle"),
        text(0, 6, bidder.bid, 17, "middle heavy" + (" on-seat" if best else "")),
        id=f"bid-{bidder.seat}",
        class_="rises",
    )


def spoken_bidder(bidder: Bidder, bids: Bids, t: Translator) -> str:
    """Describe a seat's panel in words."""
    purse = spoken_purse(Purse(bidder.seat, bidder.hand, bidder.box, bidder.colours), t)
    return f"{t(SEAT_NAMES[bidder.seat])}: " + ", ".join([*_spoken_part(bidder, bids, t), purse])


def _spoken_part(bidder: Bidder, bids: Bids, t: Translator) -> list[str]:
    if bidder.sells:
        return [t("auctioneer")]
    if bids.phase == state.TURNING:
        return []
    if bidder.bid:
        bid = t("bids {money}").format(money=millions(bidder.bid, t))
        return [bid, t("the highest bid")] if bidder.seat == bids.best else [bid]
    return [t("passes") if bidder.passed else t("hasn’t bid yet")]
