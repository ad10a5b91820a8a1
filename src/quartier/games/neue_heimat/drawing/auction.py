"""The auction in one place: the piece under the hammer, and the bidders beside it."""

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
from ..rules.auction import highest_bid
from ..rules.state import Record
from ..text.labels import piece_name
from .bidders import PANEL, bidders
from .layout import COLUMN
from .pieces import picture_of, piece_id

STAGE = 112
"""Width of the place for the piece on offer."""
CALL = 20
"""Height of the line below the piece that says how the auction stands."""


def draw_auction(s: Record, t: Translator) -> Fragments:
    """Draw the auction while there is one, else ()."""
    if s.piece == state.NO_PIECE:
        return ()
    return drawing(
        COLUMN,
        PANEL,
        t("An auction"),
        *stage(s, t),
        *group_fragments(*bidders(s, COLUMN - STAGE, t), transform=f"translate({STAGE} 0)"),
        class_="quartier hand",
        id="hand",
    )


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
