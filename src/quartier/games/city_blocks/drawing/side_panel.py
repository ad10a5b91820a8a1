"""The side panel: the tokens that both seats hold, how many tiles they have, and which are still to come."""

from functools import cache, lru_cache

from quartier.core.drawing.key import explaining
from quartier.core.drawing.name_slots import name_slot
from quartier.core.drawing.pieces import icon, sign
from quartier.core.drawing.svg import Fragments, Svg, at, drawing, el, group, join, rect, text
from quartier.core.text.languages import Translator

from ..rules.state import MOST_SEATS, Record
from ..rules.tiles import SCHOOL, VALUES, merge_sets
from ..text.labels import SEAT_NAMES, money, tile_name, values_of
from .buildings import icon_name
from .hand import kinds_in
from .layout import COLUMN

_LINE = 24
PLACES_HEIGHT = MOST_SEATS * _LINE
_TILES = PLACES_HEIGHT + 8
"""Where the tiles still to come begin."""
_OUT_TOP, _OUT_HEIGHT = _TILES + 20 + MOST_SEATS * _LINE, 31
"""Where the tokens out of the game begin, and how high heading and tokens are."""


def draw_side_panel(s: Record, seat: int | None, t: Translator) -> Fragments:
    """Draw what is open to all, and what a viewer can conclude from it."""
    return drawing(
        COLUMN,
        _OUT_TOP + (_OUT_HEIGHT if s.gone else 0),
        t("Tokens and tiles"),
        *(
            _seat_row(player, s.won[player], s.held[player], s.stock[player], t)
            for player in range(MOST_SEATS)
        ),
        _heading(t),
        *(_unseen_tiles(s, player, seat, t) for player in range(MOST_SEATS)),
        _out_of_game(s.gone, t),
        class_="quartier aside",
        id="aside",
    )


@lru_cache(1024)
def _seat_row(seat: int, won: int, in_hand: int, in_pile: int, t: Translator) -> Svg:
    """The tokens that a seat has won, the lowest first; how many tiles in hand and pile."""
    tokens = values_of(won)
    step = min(37.0, 216 / max(1, len(tokens)))
    return at(
        0,
        seat * _LINE,
        sign(seat, 9, 13, 17),
        *(_token(value, 25 + step * i, step, t) for i, value in enumerate(tokens)),
        join() if tokens else text(26, 18, t("no tokens"), 13, "quiet"),
        _counts(in_hand, in_pile, t),
        _area(),
        id=f"place-{seat}",
        data_about=f"place-{seat}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=_spoken_seat_row(seat, tokens, in_hand, in_pile, t),
        **name_slot(seat, t(SEAT_NAMES[seat])),
    )


@cache
def _area() -> Svg:
    """A whole line can be pointed at."""
    return rect(0, 0, COLUMN, _LINE, class_="hit")


def _token(value: int, x: float, step: float, t: Translator) -> Svg:
    """A token in the hands of a seat; narrow ones do without the $."""
    name, wide = f"token-{value}", step > 33
    words = money(value, t) if wide else value
    token = group(
        rect(0, 2, step - 4, 22, 6, class_="card"),
        rect(0, 2, step - 4, 22, 6, class_="edge", stroke_width=1.5),
        text(step / 2 - 2, 18, words, 13, "middle bold"),
        id=name,
        data_piece=name,
    )
    return at(x, 0, token)


@lru_cache(256)
def _counts(in_hand: int, in_pile: int, t: Translator) -> Svg:
    """The number of tiles in the hand and in the pile."""
    words = f"{t('Hand')} {in_hand} · {t('Pile')} {in_pile}"
    return text(COLUMN - 2, 18, words, 13, "end quiet")


def _spoken_seat_row(seat: int, values: list[int], in_hand: int, in_pile: int, t: Translator) -> str:
    tokens = ", ".join(money(value, t) for value in values) or t("no tokens")
    tiles = f"{t('Hand')} {in_hand}, {t('Pile')} {in_pile}"
    return f"{t(SEAT_NAMES[seat])}: {money(sum(values), t)} ({tokens}), {tiles}"


@cache
def _heading(t: Translator) -> Svg:
    words = t("Tiles still to come")
    heading = text(1, _TILES + 12, words.upper(), 12, "bold quiet", letter_spacing=1.1)
    return explaining("to come", words, (0, _TILES - 4, COLUMN, 22), heading)


def _unseen_tiles(s: Record, player: int, viewer: int | None, t: Translator) -> Svg:
    own = player == viewer
    return _to_come(player, s.pile[player] if own else merge_sets(s.hand[player], s.pile[player]), own, t)


@lru_cache(1024)
def _to_come(player: int, tiles: int, own: bool, t: Translator) -> Svg:
    """A line of tiles that are still to come: numbers by kind of building, then the special buildings."""
    kinds = kinds_in(tiles)
    label = t("In your pile") if own else f"{t(SEAT_NAMES[player])}, {t('Hand and pile')}"
    special = [
        icon(icon_name(kind), 266 + 19 * i, 3, 19) for i, kind in enumerate(k for k in kinds if k >= SCHOOL)
    ]
    return at(
        0,
        _TILES + 19 + player * _LINE,
        sign(player, 9, 13, 17),
        *(_numbers(_among(kinds, first), first, 24 + 81 * i) for i, first in enumerate((0, 5, 10))),
        *special,
        _area(),
        data_about=f"tocome-{player}",
        class_=f"seat-{player}",
        role="img",
        aria_label=f"{label}: {', '.join(tile_name(kind, t) for kind in kinds)}",
        **name_slot(player, t(SEAT_NAMES[player])),
    )


def _among(kinds: list[int], first: int) -> tuple[int, ...]:
    """Those of the five kinds from `first` on."""
    return tuple(kind for kind in kinds if first <= kind < first + 5)


@lru_cache(1024)
def _numbers(left: tuple[int, ...], first: int, x: int) -> Svg:
    """The five values of one kind of building, a dot for each that is gone; a dash if all are."""
    marks = [_value(kind, 27 + 11 * i, kind in left) for i, kind in enumerate(range(first, first + 5))]
    none = text(25, 18, "–", 14, "quiet")
    return at(x, 0, icon(icon_name(first), 0, 2, 20), *(marks if left else [none]))


def _value(kind: int, x: int, left: bool) -> Svg:
    if left:
        return text(x, 18, int(VALUES[kind]), 14, "middle bold")
    return el("circle", cx=x, cy=13, r=1.6, class_="street")


@lru_cache(1024)
def _out_of_game(token_set: int, t: Translator) -> Svg:
    """The tokens out of the game (CB-6, CB-10, CB-20): public, and no longer important."""
    if not token_set:
        return join()
    values = values_of(token_set)
    step = min(34.0, (COLUMN - 4) / len(values))
    tokens = (at(step * i, 15, _small_token(value, step > 28, t)) for i, value in enumerate(values))
    heading = text(0, 0, t("Out of the game").upper(), 12, "bold quiet", letter_spacing=1.1)
    area = rect(-1, -13, COLUMN, _OUT_HEIGHT, class_="hit")
    named = f"{t('Out of the game')}: {', '.join(money(value, t) for value in values)}"
    return at(1, _OUT_TOP + 13, heading, *tokens, area, data_about="gone", role="img", aria_label=named)


def _small_token(value: int, wide: bool, t: Translator) -> Svg:
    name = f"token-{value}"
    return group(text(0, 0, money(value, t) if wide else value, 12, "quiet"), id=name, data_piece=name)
