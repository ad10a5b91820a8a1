"""The viewer's money and colours."""

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, picture, text
from quartier.core.text.languages import Translator

from ..rules import state
from ..rules.auction import highest_bid
from ..rules.state import State
from .layout import HAND_HEIGHT, WIDTH
from .pieces import LETTERS, swatch


def draw_hand(s: State, seat: int, t: Translator) -> Svg:
    """The viewer's cheques as a row of slips, the box, the colours; in an auction what selling and keeping mean."""
    return picture(
        WIDTH,
        HAND_HEIGHT,
        t("Your money and colours"),
        sign(seat, 24, 24, 28),
        at(50, 4, icon("cheque", 0, 0, 40), text(46, 32, s.hand[seat], 34, "bold")),
        at(160, 4, icon("cash box", 0, 0, 40), text(46, 32, s.box[seat], 34, "bold")),
        at(276, 4, *(_outcomes(s, seat, t) or _own_colours(s, seat, t))),
        class_=f"quartier hand seat-{seat}",
        id="hand",
    )


def _own_colours(s: State, seat: int, t: Translator) -> list[Svg]:
    owned = [colour for colour in range(state.COLOURS) if s.owner[colour] == seat]
    if not owned:
        return [text(0, 28, t("no colour yet"), 23, "quiet")]
    return [at(72 * i, 0, swatch(colour, 40, t(LETTERS[colour]))) for i, colour in enumerate(owned)]


def _outcomes(s: State, seat: int, t: Translator) -> list[Svg]:
    """What selling and keeping would leave in hand, for the auctioneer who decides."""
    if s.phase != state.DECIDING or s.auctioneer != seat:
        return []
    price = int(highest_bid(s))
    return [
        text(0, 16, t("Sell: then {more} in hand.").format(more=s.hand[seat] + price), 22),
        text(0, 40, t("Keep: then {less}, and the piece.").format(less=s.hand[seat] - price), 22),
    ]
