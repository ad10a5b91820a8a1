"""The viewer's tiles as cards, and what may still come."""

from quartier.core.show.pieces import icon, patterns, sign
from quartier.core.show.svg import Svg, at, el, group, picture, rect, text
from quartier.core.text.languages import Translator

from ..rules.state import MOST_SEATS, State
from ..rules.tiles import KINDS, SCHOOL, VALUES, merged
from ..words import tile_name
from .layout import CARD, HAND_HEIGHT, WIDTH
from .tiles import icon_name, kinds_in, piece_name, piece_names, tile_face


def draw_hand(s: State, seat: int, t: Translator) -> Svg:
    """The viewer's tiles as cards, the piles, and what may still come: the viewer's pile, the other's hand and pile."""
    return picture(
        WIDTH,
        HAND_HEIGHT,
        t("Your tiles"),
        patterns("hand-weave", MOST_SEATS),
        *_cards(s, seat, t),
        *_stacks(s, seat, t),
        _unseen(s.pile[seat], seat, 128, t("In your pile")),
        _unseen(
            merged(s.hand[1 - seat], s.pile[1 - seat]),
            1 - seat,
            170,
            t("Hand and pile"),
        ),
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


def _card(i: int, seat: int, kind: int, piece: str, t: Translator) -> Svg:
    name = tile_name(kind, t)
    return at(
        6 + 112 * i,
        10,
        el("title", name),
        group(
            group(tile_face(seat, kind, "hand-weave"), transform=f"scale({CARD})"),
            rect(-4, -4, 109, 109, 13, class_="ring"),
            id=f"tile-{piece}",
            data_piece=piece,
            class_="lift",
        ),
        rect(-6, -10, 112, 120, class_="hit"),
        id=f"card-{piece}",
        data_touch=f"hand-{KINDS[kind]}",
        class_=f"card seat-{seat}",
        role="img",
        aria_label=name,
    )


def _stacks(s: State, seat: int, t: Translator) -> list[Svg]:
    """Face-down tiles: the viewer's pile, the other's hand and pile, each with its number."""
    other = 1 - seat
    return [
        _stack(580, seat, s.stock[seat], t("Pile")),
        _stack(658, other, s.held[other], t("Hand")),
        _stack(732, other, s.stock[other], t("Pile")),
    ]


def _stack(x: int, seat: int, count: int, label: str) -> Svg:
    return at(
        x,
        10,
        rect(6, 0, 50, 50, 6, class_="plot"),
        rect(6, 0, 50, 50, 6, class_="edge", stroke_width=2),
        rect(2, 4, 50, 50, 6, fill=f"url(#hand-weave-{seat})"),
        rect(2, 4, 50, 50, 6, class_="edge", stroke_width=2),
        text(27, 38, count, 26, "middle bold"),
        text(28, 76, label, 17, "middle quiet"),
        sign(seat, 28, 92, 14),
        class_=f"seat-{seat}",
        role="img",
        aria_label=f"{label}: {count}",
    )


def _unseen(tiles: int, seat: int, y: int, label: str) -> Svg:
    """A line of tiles that are still to come: numbers by kind of building, then the special buildings."""
    kinds = kinds_in(tiles)
    numbers = [_numbers(kinds, first, 210 + 146 * i) for i, first in enumerate((0, 5, 10))]
    special = [
        icon(icon_name(kind), 652 + 30 * i, 0, 26) for i, kind in enumerate(k for k in kinds if k >= SCHOOL)
    ]
    spoken = ", ".join(KINDS[kind] for kind in kinds)
    return at(
        0, y, sign(seat, 12, 14, 16), text(28, 20, label, 17, "quiet"), *numbers, *special,
        class_=f"seat-{seat}", role="img", aria_label=f"{label}: {spoken}",
    )  # fmt: skip


def _numbers(kinds: list[int], first: int, x: int) -> Svg:
    """The five values of one kind of building, a dot for each that is gone."""
    marks = [
        text(39 + 20 * i, 21, int(VALUES[kind]), 20, "middle bold") if kind in kinds
        else el("circle", cx=39 + 20 * i, cy=14, r=2, class_="street")
        for i, kind in enumerate(range(first, first + 5))
    ]  # fmt: skip
    return at(x, 0, icon(icon_name(first), 0, 0, 26), *marks)
