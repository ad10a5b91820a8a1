"""The side panel: what can still be sold, and what all seats have."""

from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from quartier.core.drawing.key import explaining
from quartier.core.drawing.memo import memoize
from quartier.core.drawing.name_slots import name_slot
from quartier.core.drawing.pieces import icon, sign
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    drawing,
    el,
    group,
    group_fragments,
    join,
    number,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules.state import NO_PIECE, Record
from ..text.labels import COLOUR_NAMES, SEAT_NAMES, blanks_name, millions, roofs_name
from .display import display, display_height, lines_left
from .layout import COLUMN
from .pieces import swatch

LINE, COLUMNS = 27, 2
"""Height of a line, and how many seats share one, so that a phone shows them all below the display."""


def purses_height(s: Record) -> int:
    return LINE * ((s.players + 1) // COLUMNS)


LEGEND = 22
"""Height of the line that says what the signs are."""


@cache
def purses_legend(t: Translator) -> Svg:
    """Draw what the signs of a line are, and what the money is for (NH-12, NH-30)."""
    words = t("hand: bids"), t("slush fund: points"), t("colours")
    signs = (
        group(icon("cheque", 1, 2, 16), icon("cash box", 118, 1, 16), class_="seat-5"),
        text(20, 14, words[0], 12, "quiet"),
        text(138, 14, words[1], 12, "quiet"),
        at(288, 2, swatch(1, 14)),
        text(306, 14, words[2], 12, "quiet"),
    )
    spoken = ", ".join(words)
    return explaining("purse", spoken, (0, 0, COLUMN, LEGEND), *signs)


class Purse(NamedTuple):
    """What a seat has: cheques in hand (negative if they are not shown), cheques in the box, colours."""

    seat: int
    hand: int
    box: int
    colours: tuple[int, ...]


def purses(s: Record, t: Translator) -> Fragments:
    """Draw the money and the colours of each seat."""
    return tuple(chain.from_iterable(_purse(purse_of(s, seat), t) for seat in range(s.players)))


def purse_of(s: Record, seat: int) -> Purse:
    """Return what a seat has."""
    colours = tuple(colour for colour, owner in enumerate(s.owner) if owner == seat)
    return Purse(seat, s.hand[seat], s.box[seat], colours)


@lru_cache(4096)
def _purse(purse: Purse, t: Translator) -> Fragments:
    width, seat = COLUMN // COLUMNS, purse.seat
    spoken = f"{t(SEAT_NAMES[seat])}: {spoken_purse(purse, t)}"
    box, colours = 68, 112
    row = group_fragments(
        el("title", spoken),
        join(rect(0, 1, width - 4, LINE - 3, 7, class_="tint"), sign(seat, 13, LINE // 2, 15)),
        join(icon("cheque", 25, 4, 19), text(46, 18.5, cheques(purse.hand), 14, "bold")),
        join(icon("cash box", box, 3, 19), text(box + 21, 18.5, purse.box, 14, "bold")),
        join(*_colours(purse.colours, colours, width - colours - 10)),
        id=f"purse-{seat}",
        data_about=f"purse-{seat}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=spoken,
        **name_slot(seat, t(SEAT_NAMES[seat])),
    )
    x, y = seat % COLUMNS * width, seat // COLUMNS * LINE
    return group_fragments(*row, transform=f"translate({number(x)} {y})")


def cheques(hand: int) -> str:
    """Cheques in hand; "?" if they are not shown."""
    return "?" if hand < 0 else str(hand)


def _colours(owned: tuple[int, ...], x: int, room: int) -> list[Svg]:
    """Small cubes, closer together where there are many."""
    step = min(24, (room - 18) / max(1, len(owned) - 1))
    return [at(x + step * i, 4, swatch(colour, 18)) for i, colour in enumerate(owned)]


def spoken_purse(purse: Purse, t: Translator) -> str:
    """Return what a seat has, in words, without its name."""
    owned = [t(COLOUR_NAMES[colour]) for colour in purse.colours]
    phrases = [
        t("hand hidden") if purse.hand < 0 else t("{money} in hand").format(money=millions(purse.hand, t)),
        t("{money} in the slush fund").format(money=millions(purse.box, t)),
        t("owns {colours}").format(colours=", ".join(owned)) if owned else t("owns no colour yet"),
    ]
    return ", ".join(phrases)


HEAD, GAP = 20, 6
SIGN = 22
"""Height of the line that says what a sign on the board means."""


def side_panel_height(s: Record) -> int:
    """During an auction, the hand shows what all seats have; on a phone, all that is for sale must have room beside it."""
    if s.piece != NO_PIECE:
        return _market_height(s)
    return _signs_top(s) + SIGN * (_mayor_stands(s) + _permit_stands(s))


def _market_height(s: Record) -> int:
    return HEAD + display_height(s) if lines_left(s) else 0


def _signs_top(s: Record) -> int:
    return purses_top(s) + purses_height(s) + LEGEND


def purses_top(s: Record) -> int:
    """Return where the list of what all seats have begins: below the display, while anything lies there."""
    return _market_height(s) + GAP


def draw_side_panel(s: Record, t: Translator, last: frozenset[str]) -> Fragments:
    return drawing(
        COLUMN,
        side_panel_height(s),
        t("Pieces still for sale"),
        _heading(t) if lines_left(s) else join(),
        *_display(s, t, last),
        *(_possessions(s, t) if s.piece == NO_PIECE else ()),
        class_="quartier aside" if s.piece == NO_PIECE else "quartier aside fits",
        id="aside",
    )


def _possessions(s: Record, t: Translator) -> Fragments:
    """What all seats have, and what the signs there and on the board mean."""
    top = purses_top(s)
    return (
        *group_fragments(*purses(s, t), transform=f"translate(0 {top})"),
        at(0, top + purses_height(s), purses_legend(t)),
        at(0, _signs_top(s), _signs(s.mayor_factor if _mayor_stands(s) else None, _permit_stands(s), t)),
    )


@cache
def _heading(t: Translator) -> Svg:
    words = t("Still for sale")
    return explaining("sale", words, (0, 0, COLUMN / 2, HEAD), text(0, 13, words, 12, "heading"))


@memoize("laid", "display", "left", "right", "permit", "blank", "mayor", "roofs", "piece")
def _display(s: Record, t: Translator, last: frozenset[str]) -> Fragments:
    """What can still be sold, below its heading."""
    blanks, all_roofs = int(s.roofs[0]), int(sum(s.roofs))
    roofs = f"{roofs_name(all_roofs, t)} ({blanks_name(blanks, t)})"
    head = (
        text(COLUMN - 2, 13 - HEAD, roofs, 12, "end quiet")
        if sum(s.roofs) and s.piece == NO_PIECE
        else join()
    )
    return group_fragments(head, *display(s, t, last), transform=f"translate(0 {HEAD})")


def _mayor_stands(s: Record) -> bool:
    return s.mayor >= 0


def _permit_stands(s: Record) -> bool:
    return any(row >= 0 for row in s.permit)


@lru_cache(64)
def _signs(mayor: int | None, permit: bool, t: Translator) -> Svg:
    """What the mayor, by his factor, and a permit mean that stand on the board; there is no room for words beside them."""
    signs = []
    if mayor is not None:
        signs.append(("mayor", f"×{mayor}", t("mayor: everything in the row ×{times}").format(times=mayor)))
    signs += [("permit", "±I", t("permit: row that much longer or shorter"))] * permit
    return join(*(at(0, SIGN * i, _sign(*entry)) for i, entry in enumerate(signs)))


def _sign(kind: str, mark: str, words: str) -> Svg:
    badge = rect(0, 3, 26, 17, 5, class_="tint"), text(13, 16, mark, 12, "middle bold")
    return explaining(kind, words, (0, 0, COLUMN, SIGN), *badge, text(33, 16, words, 12, "quiet"))
