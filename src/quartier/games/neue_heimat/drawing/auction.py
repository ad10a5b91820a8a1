"""The auction: what is on offer, who bids what and who can pay."""

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, el, group, join, rect, text
from quartier.core.text.languages import Translator

from ..names import SEAT_NAMES, millions, piece_name
from ..rules import state
from ..rules.auction import highest_bidder
from ..rules.state import State
from .layout import PANEL, STAGE, place_corner
from .pieces import picture_of, piece_id


def panel(s: State, t: Translator) -> Svg:
    """The piece on offer, and a place for each seat in clockwise order."""
    return join(stage(s, t), *(place(s, seat, t) for seat in range(s.players)))


def stage(s: State, t: Translator, named: bool = True) -> Svg:
    """The piece on offer, large; `named` if it is to be followed when it moves."""
    board = rect(1, 1, STAGE - 6, PANEL - 2, 12, class_="news" if s.piece != state.NO_PIECE else "plot")
    if s.piece == state.NO_PIECE:
        return join(board, icon("gavel", 38, 33, 50))
    spoken = t("On offer: {piece}").format(piece=piece_name(s.piece, s.piece_roof, t))
    return group(el("title", spoken), board, _offered(s, named), role="img", aria_label=spoken)


_SIZES = {
    "cube": (1.75, 18, 12),
    "permit": (1.8, 13, 28),
    "blank": (1.8, 13, 28),
    "mayor": (1.6, 15, 9),
    "roof": (1.55, 6, 33),
}
"""By kind of piece: its scale on the stage, and its corner."""


def _offered(s: State, named: bool) -> Svg:
    name = roof_id(s) if s.piece == state.ROOF else piece_id(s.piece)
    scale, x, y = _SIZES[name.split("-")[0]]
    drawn = group(picture_of(s.piece, s.piece_roof), transform=f"scale({scale})")
    return at(x, y, group(drawn, id=name, data_piece=name) if named else drawn)


def roof_id(s: State) -> str:
    """The name of the roof on offer, as `facades.roof_name` will call it if it comes after its equal."""
    equal = sum(s.roof[spot] == s.piece_roof for spot in range(state.SPOTS))
    return f"roof-{s.piece_roof}-{equal}"


def place(s: State, seat: int, t: Translator) -> Svg:
    """A seat: its sign, its part in the auction, its cheques in hand and in the box."""
    x, width = place_corner(s, seat)
    spoken = spoken_place(s, seat, t)
    look = "news" if is_due(s, seat) else "plot"
    return at(
        x,
        0,
        el("title", spoken),
        rect(1, 1, width - 2, PANEL - 2, 12, class_=look),
        rect(1, 1, width - 2, 8, 4, class_="seat"),
        sign(seat, 24, 37, 28),
        _share(s, seat, width, t),
        money(s, seat, width),
        id=f"place-{seat}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=spoken,
    )


def is_due(s: State, seat: int) -> bool:
    """Whether a seat is asked for something now."""
    return bool(state.in_turn(s, seat))


def _share(s: State, seat: int, width: int, t: Translator) -> Svg:
    """The auctioneer's hammer, a bid, a pass, or three dots for whoever has not spoken yet."""
    if s.phase < state.OFFERING or s.phase == state.OVER:
        return join()
    if seat == s.auctioneer:
        return icon("gavel", width - 50, 18, 38)
    if s.piece == state.NO_PIECE or s.phase == state.TURNING:
        return join()
    if s.bids[seat]:
        best = " accent" if seat == highest_bidder(s) else " quiet"
        return text(width - 12, 56, s.bids[seat], 48, f"end bold{best}")
    if s.passed >> seat & 1:
        return text(width - 10, 47, t("passes"), 22, "end quiet")
    return text(width - 14, 48, "…", 40, "end bold" if s.bidder == seat else "end quiet")


def money(s: State, seat: int, width: int) -> Svg:
    """Cheques in hand ("?" if they are not shown) and in the box."""
    hand = "?" if s.hand[seat] < 0 else s.hand[seat]
    return join(
        *(
            at((3, width - 59)[i], 74, icon(name, 0, 5, 26), text(28, 27, count, 26, "bold"))
            for i, (name, count) in enumerate((("cheque", hand), ("cash box", s.box[seat])))
        )
    )


def spoken_place(s: State, seat: int, t: Translator) -> str:
    """A seat's place in words."""
    hand = t("not shown") if s.hand[seat] < 0 else millions(s.hand[seat], t)
    said = [
        t("in hand {money}").format(money=hand),
        t("in the box {money}").format(money=millions(s.box[seat], t)),
    ]
    return f"{t(SEAT_NAMES[seat])}: " + ", ".join([*_spoken_part(s, seat, t), *said])


def _spoken_part(s: State, seat: int, t: Translator) -> list[str]:
    if seat == s.auctioneer and state.OFFERING <= s.phase < state.OVER:
        return [t("auctioneer")]
    if s.piece == state.NO_PIECE or s.phase == state.TURNING:
        return []
    if s.bids[seat]:
        return [t("bids {money}").format(money=millions(s.bids[seat], t))]
    return [t("passes") if s.passed >> seat & 1 else t("has not bid yet")]
