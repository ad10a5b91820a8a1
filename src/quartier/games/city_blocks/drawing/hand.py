"""The viewer's tiles as cards."""

from collections.abc import Iterable
from functools import lru_cache

from quartier.core.drawing.memo import memoize
from quartier.core.drawing.pieces import roofs
from quartier.core.drawing.svg import Fragments, Svg, at, drawing, el, group, join, rect, text
from quartier.core.text.languages import Translator

from ..rules.state import BLOCKS, EMPTY, MOST_SEATS, Record
from ..rules.tiles import COPIES, KINDS
from ..text.labels import card_name, tile_name, tiles_of
from .buildings import FOOT, building
from .layout import CARD_PITCH, CARD_WIDTH, COLUMN, HAND_HEIGHT, LOT_WIDTH


def kinds_in(tiles: int) -> list[int]:
    """Return the kinds in a set of tiles, both schools if there are two."""
    return [KINDS.index(code) for code in tiles_of(tiles)]


@memoize("owner", "tile")
def piece_names(s: Record) -> dict[int, str]:
    """Return the physical tile on each block. The second school of a seat is called SC-2."""
    names: dict[int, str] = {}
    for block in range(BLOCKS):
        if s.owner[block] != EMPTY:
            names[block] = piece_name(s.owner[block], s.tile[block], names.values())
    return names


def piece_name(seat: int, kind: int, used: Iterable[str]) -> str:
    """Return the name of a further tile of a seat, beside those that are taken."""
    name = f"{seat}-{KINDS[kind]}"
    names = (name, *(f"{name}-{copy}" for copy in range(2, COPIES + 1)))
    return next((free for free in names if free not in used), name)


_SCALE = 0.58
_GROUND = 85
"""Where a building stands on its card."""


def draw_hand(s: Record, seat: int, t: Translator) -> Fragments:
    """Draw the viewer's tiles, sorted by kind."""
    return drawing(
        COLUMN,
        HAND_HEIGHT,
        t("Your tiles"),
        roofs("hand-roof", MOST_SEATS),
        *_cards(s, seat, t),
        class_="quartier hand",
        id="hand",
    )


def _cards(s: Record, seat: int, t: Translator) -> list[Svg]:
    used = list(piece_names(s).values())
    cards = []
    for i, kind in enumerate(kinds_in(s.hand[seat])):
        piece = piece_name(seat, kind, used)
        used.append(piece)
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


def _on_card(picture: Svg) -> Svg:
    x, y = (CARD_WIDTH - LOT_WIDTH * _SCALE) / 2, _GROUND - FOOT * _SCALE
    return group(picture, transform=f"translate({x:.1f} {y:.1f}) scale({_SCALE})")


def _name(name: str) -> Svg:
    """The name of a building, long ones in two lines."""
    lines = name.split("\n")
    top = 102 if len(lines) == 1 else 97
    return join(*(text(CARD_WIDTH / 2, top + 12 * i, line, 12, "middle") for i, line in enumerate(lines)))
