"""What each seat has: cheques in hand, cheques in the box, colours."""

from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from quartier.core.drawing.name_slots import called
from quartier.core.drawing.pieces import icon, sign
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    el,
    group,
    grouped,
    join,
    number,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules.state import State
from ..text.names import COLOUR_NAMES, SEAT_NAMES, millions
from .layout import COLUMN
from .pieces import swatch

LINE = 27
"""Height of a line; two seats have one each, more share one, so that a phone shows them all below the display."""
ALONE = 2


def purses_height(players: int) -> int:
    return LINE * (players if players <= ALONE else (players + 1) // 2)


LEGEND = 22
"""Height of the line that says what the signs are."""


@cache
def purses_legend(t: Translator) -> Svg:
    """What the signs of a line are."""
    return join(
        group(icon("cheque", 1, 2, 16), icon("cash box", 122, 1, 16), class_="seat-5"),
        text(20, 14, t("in hand"), 12, "quiet"),
        text(142, 14, t("in the box"), 12, "quiet"),
        at(247, 2, swatch(1, 14)),
        text(266, 14, t("colours"), 12, "quiet"),
    )


class Purse(NamedTuple):
    """What a seat has: cheques in hand (negative if they are not shown), cheques in the box, colours."""

    seat: int
    hand: int
    box: int
    colours: tuple[int, ...]


def purses(s: State, t: Translator) -> Fragments:
    """A place for each seat."""
    columns = 1 if s.players <= ALONE else 2
    return tuple(chain.from_iterable(_purse(purse_of(s, seat), columns, t) for seat in range(s.players)))


def purse_of(s: State, seat: int) -> Purse:
    """What a seat has."""
    colours = tuple(colour for colour, owner in enumerate(s.owner) if owner == seat)
    return Purse(seat, s.hand[seat], s.box[seat], colours)


@lru_cache(4096)
def _purse(purse: Purse, columns: int, t: Translator) -> Fragments:
    spoken, wide, width, seat = spoken_purse(purse, t), columns == 1, COLUMN // columns, purse.seat
    box, colours = (94, 156) if wide else (68, 112)
    drawn = grouped(
        el("title", spoken),
        join(
            rect(0, 1, width - (0 if wide else 4), LINE - 3, 7, class_="tint"), sign(seat, 13, LINE // 2, 15)
        ),
        join(icon("cheque", 25, 4, 19), text(46, 18.5, cheques(purse.hand), 14, "bold")),
        join(icon("cash box", box, 3, 19), text(box + 21, 18.5, purse.box, 14, "bold")),
        join(*_colours(purse.colours, colours, width - colours - 10)),
        id=f"purse-{seat}",
        data_about=f"purse-{seat}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=spoken,
        **called(seat, t(SEAT_NAMES[seat])),
    )
    x, y = seat % columns * COLUMN / 2, seat // columns * LINE
    return grouped(*drawn, transform=f"translate({number(x)} {y})")


def cheques(hand: int) -> str:
    """Cheques in hand; "?" if they are not shown."""
    return "?" if hand < 0 else str(hand)


def _colours(owned: tuple[int, ...], x: int, room: int) -> list[Svg]:
    """Small cubes, closer together where there are many."""
    step = min(24, (room - 18) / max(1, len(owned) - 1))
    return [at(x + step * i, 4, swatch(colour, 18)) for i, colour in enumerate(owned)]


def spoken_purse(purse: Purse, t: Translator) -> str:
    """What a seat has, in words."""
    hand = t("not shown") if purse.hand < 0 else millions(purse.hand, t)
    owned = [t(COLOUR_NAMES[colour]) for colour in purse.colours]
    said = [
        t("in hand {money}").format(money=hand),
        t("in the box {money}").format(money=millions(purse.box, t)),
        t("colours {colours}").format(colours=", ".join(owned)) if owned else t("no colour yet"),
    ]
    return f"{t(SEAT_NAMES[purse.seat])}: " + ", ".join(said)
