"""The viewer's tiles as cards."""

from functools import lru_cache

from quartier.core.drawing.pieces import roofs
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    drawing,
    el,
    group,
    join,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules.state import MOST_SEATS, State
from ..rules.tiles import KINDS
from ..text.words import card_name, tile_name
from .buildings import FOOT, building
from .layout import CARD_PITCH, CARD_WIDTH, COLUMN, HAND_HEIGHT, LOT_WIDTH
from .tiles import kinds_in, piece_name, piece_names

_SCALE = 0.58
_GROUND = 85
"""Where a building stands on its card."""


def draw_hand(s: State, seat: int, t: Translator) -> Fragments:
    """The viewer's tiles, sorted by kind."""
    return drawing(
        COLUMN,
        HAND_HEIGHT,
        t("Your tiles"),
        roofs("hand-roof", MOST_SEATS),
        *_cards(s, seat, t),
        class_="quartier hand",
        id="hand",
    )


def _cards(s: State, seat: int, t: Translator) -> list[Svg]:
    taken = list(piece_names(s).values())
    cards = []
    for i, kind in enumerate(kinds_in(s.hand[seat])):
        piece = piece_name(seat, kind, taken)
        taken.append(piece)
        cards.append(_card(i, seat, kind, piece, t))
    return cards


@lru_cache(1024)
def _card(i: int, seat: int, kind: int, piece: str, t: Translator) -> Svg:
    name = tile_name(kind, t)
    return at(
        2 + CARD_PITCH * i,
        2,
        el("title", name),
        group(
            rect(0, 0, CARD_WIDTH, HAND_HEIGHT - 4, 11, class_="card-ground"),
            _on_card(building(seat, kind, "hand-roof")),
            _name(card_name(kind, t)),
            rect(0, 0, CARD_WIDTH, HAND_HEIGHT - 4, 11, class_="ring"),
            id=f"tile-{piece}",
            data_piece=piece,
            class_="lift",
        ),
        rect(-2, -2, CARD_PITCH, HAND_HEIGHT, class_="hit"),
        id=f"card-{piece}",
        data_touch=f"hand-{KINDS[kind]}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=name,
    )


def _on_card(drawn: Svg) -> Svg:
    x, y = (CARD_WIDTH - LOT_WIDTH * _SCALE) / 2, _GROUND - FOOT * _SCALE
    return group(drawn, transform=f"translate({x:.1f} {y:.1f}) scale({_SCALE})")


def _name(name: str) -> Svg:
    """The name of a building, long ones in two lines."""
    lines = name.split("\n")
    top = 102 if len(lines) == 1 else 97
    return join(*(text(CARD_WIDTH / 2, top + 12 * i, line, 12, "middle") for i, line in enumerate(lines)))
