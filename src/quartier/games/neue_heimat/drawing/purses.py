"""What each seat has: cheques in hand, cheques in the box, colours."""

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, el, group, join, rect, text
from quartier.core.text.languages import Translator

from ..names import COLOUR_NAMES, SEAT_NAMES, millions
from ..rules import state
from ..rules.state import State
from .layout import COLUMN
from .pieces import swatch

LINE = 27
"""Height of a line; up to three seats have one each, more share one."""
ALONE = 3


def purses_height(players: int) -> int:
    return LINE * (players if players <= ALONE else (players + 1) // 2)


def purses(s: State, t: Translator) -> Svg:
    """A place for each seat."""
    columns = 1 if s.players <= ALONE else 2
    return join(
        *(
            at(seat % columns * COLUMN / 2, seat // columns * LINE, _purse(s, seat, COLUMN // columns, t))
            for seat in range(s.players)
        )
    )


def _purse(s: State, seat: int, width: int, t: Translator) -> Svg:
    spoken, wide = spoken_purse(s, seat, t), width == COLUMN
    box, colours = (94, 156) if wide else (68, 112)
    return group(
        el("title", spoken),
        rect(0, 1, width - (0 if wide else 4), LINE - 3, 7, class_="tint"),
        sign(seat, 13, LINE // 2, 15),
        icon("cheque", 25, 4, 19),
        text(46, 18.5, cheques(s, seat), 14, "bold"),
        icon("cash box", box, 3, 19),
        text(box + 21, 18.5, int(s.box[seat]), 14, "bold"),
        *_colours(s, seat, colours, width - colours - 10),
        id=f"purse-{seat}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=spoken,
    )


def cheques(s: State, seat: int) -> str:
    """Cheques in hand; "?" if they are not shown."""
    return "?" if s.hand[seat] < 0 else str(s.hand[seat])


def colours_of(s: State, seat: int) -> list[int]:
    """The colours that a seat has taken."""
    return [colour for colour in range(state.COLOURS) if s.owner[colour] == seat]


def _colours(s: State, seat: int, x: int, room: int) -> list[Svg]:
    """Small cubes, closer together where there are many."""
    owned = colours_of(s, seat)
    step = min(24, (room - 18) / max(1, len(owned) - 1))
    return [at(x + step * i, 4, swatch(colour, 18)) for i, colour in enumerate(owned)]


def spoken_purse(s: State, seat: int, t: Translator) -> str:
    """What a seat has, in words."""
    hand = t("not shown") if s.hand[seat] < 0 else millions(s.hand[seat], t)
    owned = [t(COLOUR_NAMES[colour]) for colour in colours_of(s, seat)]
    said = [
        t("in hand {money}").format(money=hand),
        t("in the box {money}").format(money=millions(s.box[seat], t)),
        t("colours {colours}").format(colours=", ".join(owned)) if owned else t("no colour yet"),
    ]
    return f"{t(SEAT_NAMES[seat])}: " + ", ".join(said)
