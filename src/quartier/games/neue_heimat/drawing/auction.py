"""The auction in one place: the piece on offer, who bids what, and who could pay how much."""

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, el, group, join, picture, rect, text
from quartier.core.text.languages import Translator

from ..names import SEAT_NAMES, millions, piece_name
from ..rules import state
from ..rules.auction import highest_bid, highest_bidder
from ..rules.state import State
from .layout import COLUMN
from .pieces import picture_of, piece_id
from .purses import cheques

STAGE = 116
"""Width of the place for the piece on offer."""
PANEL = 82
OUTCOMES = 40
"""Height of the two lines for an auctioneer who decides."""


def draw_auction(s: State, seat: int | None, t: Translator) -> Svg:
    """The hand of a viewer (None: a spectator): the auction while there is one, else ""."""
    if s.piece == state.NO_PIECE:
        return join()
    outcomes = _outcomes(s, seat, t)
    return picture(
        COLUMN,
        auction_height(s, seat),
        t("An auction"),
        stage(s, t),
        *(place(s, each, t) for each in range(s.players)),
        at(2, PANEL + 18, *outcomes),
        class_="quartier hand",
        id="hand",
    )


def auction_height(s: State, seat: int | None) -> int:
    decides = s.phase == state.DECIDING and s.auctioneer == seat
    return PANEL + (OUTCOMES if decides else 0)


def stage(s: State, t: Translator) -> Svg:
    """The piece on offer, large."""
    spoken = t("On offer: {piece}").format(piece=piece_name(s.piece, s.piece_roof, t))
    name = roof_id(s) if s.piece == state.ROOF else piece_id(s.piece)
    return group(
        el("title", spoken),
        rect(0, 0, STAGE - 6, PANEL, 10, class_="evening"),
        group(in_frame(s, STAGE - 6, PANEL), id=name, data_piece=name),
        role="img",
        aria_label=spoken,
    )


def in_frame(s: State, width: int, height: int) -> Svg:
    """The piece on offer in the middle of a frame, as large as it fits."""
    drawn, wide, high = picture_of(int(s.piece), int(s.piece_roof))
    scale = min((width - 22) / wide, (height - 16) / high, 1.3)
    x, y = (width - wide * scale) / 2, (height - high * scale) / 2
    return group(drawn, transform=f"translate({x:.1f} {y:.1f}) scale({scale:.2f})")


def roof_id(s: State) -> str:
    """The name of the roof on offer, as `facades.roof_name` will call it if it comes after its equal."""
    equal = sum(s.roof[spot] == s.piece_roof for spot in range(state.SPOTS))
    return f"roof-{s.piece_roof}-{equal}"


def place(s: State, seat: int, t: Translator) -> Svg:
    """A seat: its sign, its part in the auction, its cheques in hand."""
    width = (COLUMN - STAGE) / s.players
    spoken = spoken_place(s, seat, t)
    middle = (width - 4) / 2
    return at(
        STAGE + width * seat,
        0,
        el("title", spoken),
        rect(0, 0, width - 4, PANEL, 10, class_="wash" if is_due(s, seat) else "tint"),
        rect(1, 1, width - 6, PANEL - 2, 9, class_="edge", stroke_width=2) if is_due(s, seat) else join(),
        sign(seat, middle, 15, 17),
        at(middle, 0, _share(s, seat, t)),
        icon("cheque", middle - 21, 61, 16),
        text(middle - 3, 74, cheques(s, seat), 14, "bold"),
        id=f"place-{seat}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=spoken,
    )


def is_due(s: State, seat: int) -> bool:
    """Whether a seat is asked for something now."""
    return bool(state.in_turn(s, seat))


def _share(s: State, seat: int, t: Translator) -> Svg:
    """The auctioneer's hammer, a bid, a pass, or three dots for whoever has not spoken yet."""
    if seat == s.auctioneer:
        return icon("gavel", -14, 28, 28)
    if s.phase == state.TURNING:
        return join()
    if s.bids[seat]:
        return text(
            0, 53, int(s.bids[seat]), 28, "middle heavy" if seat == highest_bidder(s) else "middle quiet"
        )
    if s.passed >> seat & 1:
        return text(0, 48, t("passes"), 12, "middle quiet")
    return text(0, 48, "…", 26, "middle bold" if s.bidder == seat else "middle quiet")


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
        return [t("bids {money}").format(money=millions(s.bids[seat], t))]
    return [t("passes") if s.passed >> seat & 1 else t("has not bid yet")]


def _outcomes(s: State, seat: int | None, t: Translator) -> list[Svg]:
    """What selling and keeping would leave in hand, for the auctioneer who decides."""
    if s.phase != state.DECIDING or s.auctioneer != seat:
        return []
    price = int(highest_bid(s))
    return [
        text(0, 0, t("Sell: then {more} in hand.").format(more=s.hand[seat] + price), 13.5),
        text(0, 19, t("Keep: then {less}, and the piece.").format(less=s.hand[seat] - price), 13.5),
    ]
