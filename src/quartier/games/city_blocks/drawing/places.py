"""The players' places, and the tokens out of the game."""

from quartier.core.show.pieces import sign
from quartier.core.show.svg import Svg, at, group, join, rect, text
from quartier.core.text.languages import Translator

from ..rules.state import State
from ..words import SEAT_NAMES, values_of
from .layout import HEIGHT, PLACE_HEIGHT, PLACE_WIDTH, PLACES, held_corner, held_scale, place_corner
from .streets import money, price_tag


def draw_place(s: State, seat: int, t: Translator) -> Svg:
    """The tokens that a seat holds, the lowest first, and their sum; how many tiles in hand and pile."""
    held = values_of(s.won[seat])
    return at(
        place_corner(seat),
        PLACES,
        rect(1, 1, PLACE_WIDTH - 2, PLACE_HEIGHT - 2, 12, class_="plot"),
        rect(1, 1, PLACE_WIDTH - 2, PLACE_HEIGHT - 2, 12, class_="edge", stroke_width=2),
        sign(seat, 26, 28, 26),
        text(48, 40, money(sum(held)), 32, "bold"),
        _count(14, s.held[seat], False),
        _count(62, s.stock[seat], True),
        *(at(*held_corner(i, len(held)), _held_tag(value, len(held))) for i, value in enumerate(held)),
        id=f"place-{seat}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=_spoken_place(s, seat, t),
    )


def _count(x: int, count: int, pile: bool) -> Svg:
    """The number of tiles in the hand, beside one tile, or in the pile, beside a stack."""
    under = rect(4, 0, 15, 15, 3, class_="edge", stroke_width=1.5) if pile else join()
    top = rect(1, 3, 15, 15, 3, class_="wash")
    edge = rect(1, 3, 15, 15, 3, class_="edge", stroke_width=1.5)
    return at(x, 54, under, top, edge, text(22, 17, count, 17, "quiet"))


def _spoken_place(s: State, seat: int, t: Translator) -> str:
    held = values_of(s.won[seat])
    tokens = ", ".join(map(money, held)) or t("no tokens")
    tiles = f"{t('Hand')} {s.held[seat]}, {t('Pile')} {s.stock[seat]}"
    return f"{t(SEAT_NAMES[seat])}: {money(sum(held))} ({tokens}), {tiles}"


def _held_tag(value: int, count: int) -> Svg:
    return group(price_tag(value, True), transform=held_scale(count))


def out_of_game(s: State, t: Translator) -> Svg:
    """The tokens out of the game (CB-6, CB-10, CB-20): public, and no longer important."""
    if not s.gone:
        return join()
    tokens = (at(40 * i, 0, _spent(value)) for i, value in enumerate(values_of(s.gone)))
    return at(8, HEIGHT - 12, text(0, 0, t("Out of the game"), 17, "quiet"), at(190, 0, *tokens))


def _spent(value: int) -> Svg:
    return group(text(0, 0, money(value), 17, "quiet"), id=f"token-{value}", data_piece=f"token-{value}")
