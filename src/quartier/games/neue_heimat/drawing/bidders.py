"""Everybody's place in an auction: a face, a paddle that rises with the bid, a pass, and the cheques in hand."""

from quartier.core.show.faces import face
from quartier.core.show.pieces import icon
from quartier.core.show.svg import Svg, at, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..names import SEAT_NAMES, millions
from ..rules import state
from ..rules.auction import highest_bid, highest_bidder
from ..rules.state import State
from .purses import cheques

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
"""In a place that is narrower, faces are smaller, and paddles closer to them."""


def bidders(s: State, width: float, t: Translator) -> Svg:
    """The places of all seats beside each other."""
    each = width / s.players
    return join(*(at(each * seat, 0, place(s, seat, each - 4, t)) for seat in range(s.players)))


def place(s: State, seat: int, width: float, t: Translator) -> Svg:
    """A seat: its face and its part in the auction, above its cheques in hand."""
    spoken, due = spoken_place(s, seat, t), is_due(s, seat)
    middle = width / 2
    return group(
        el("title", spoken),
        rect(0, 0, width, PANEL, 10, class_="wash" if due else "tint"),
        rect(1, 1, width - 2, PANEL - 2, 9, class_="edge", stroke_width=2) if due else join(),
        at(middle, 0, _share(s, seat, width < NARROW, t)),
        icon("cheque", middle - 21, 58, 16),
        text(middle - 3, 71, cheques(s, seat), 14, "bold"),
        id=f"place-{seat}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=spoken,
    )


def is_due(s: State, seat: int) -> bool:
    """Whether a seat is asked for something now."""
    return bool(state.in_turn(s, seat))


def _share(s: State, seat: int, narrow: bool, t: Translator) -> Svg:
    """The auctioneer with the hammer, a bidder with a paddle, who has passed, or three dots for who has not spoken."""
    size, aside = (24, 10) if narrow else (29, 17)
    if has_bid(s, seat):
        return join(_paddle(s, seat, aside), face(seat, -aside, EYES, size))
    if has_passed(s, seat):
        shown = group(face(seat, 0, EYES, size), class_="passed")
        return join(text(0, 21, t("passes"), 12, "middle quiet"), shown)
    return join(_waiting(s, seat), face(seat, 0, EYES, size))


def has_bid(s: State, seat: int) -> bool:
    """Whether a seat has bid in this auction."""
    return bool(s.phase != state.TURNING and s.bids[seat])


def has_passed(s: State, seat: int) -> bool:
    """Whether a seat has passed in this auction."""
    return bool(s.phase != state.TURNING and s.passed >> seat & 1)


def _waiting(s: State, seat: int) -> Svg:
    """Above a face that has neither bid nor passed: the hammer of the auctioneer, until it has fallen, or three dots."""
    if seat == s.auctioneer:
        return icon("gavel", -12, 3, 24) if s.phase < state.PLACING else join()
    if s.phase == state.TURNING:
        return join()
    return text(0, 20, "…", 26, "middle bold" if s.bidder == seat else "middle quiet")


def _paddle(s: State, seat: int, aside: int) -> Svg:
    """A bid on a paddle beside the face: the higher the bid, the higher; the highest one in the seat's colour."""
    best = seat == highest_bidder(s)
    y = TOP + RISE * (1 - int(s.bids[seat]) / int(highest_bid(s)))
    return at(
        aside,
        round(y, 1),
        path(f"M0 {PADDLE}v{STICK}", class_="paddle-stick"),
        el("circle", r=PADDLE, class_="seat outline" if best else "paddle"),
        text(0, 6, int(s.bids[seat]), 17, "middle heavy" + (" on-seat" if best else "")),
        id=f"bid-{seat}",
        class_="rises",
    )


def spoken_place(s: State, seat: int, t: Translator) -> str:
    """A seat's place in words."""
    hand = t("not shown") if s.hand[seat] < 0 else millions(s.hand[seat], t)
    said = [*_spoken_part(s, seat, t), t("in hand {money}").format(money=hand)]
    return f"{t(SEAT_NAMES[seat])}: " + ", ".join(said)


def _spoken_part(s: State, seat: int, t: Translator) -> list[str]:
    if seat == s.auctioneer:
        return [t("auctioneer")]
    if s.phase == state.TURNING:
        return []
    if s.bids[seat]:
        said = t("bids {money}").format(money=millions(s.bids[seat], t))
        return [said, t("the highest bid")] if seat == highest_bidder(s) else [said]
    return [t("passes") if s.passed >> seat & 1 else t("has not bid yet")]
