"""The whole board: the auction, three streets at evening, the six colours, and the display below them."""

from quartier.core.show.pieces import sign
from quartier.core.show.svg import Svg, at, el, group, join, picture, text
from quartier.core.text.languages import Translator

from ..names import COLOUR_NAMES, SEAT_NAMES
from ..rules import state
from ..rules.state import State
from .auction import panel
from .display import display
from .layout import DISPLAY, HEIGHT, LEGEND, STREETS, WIDTH
from .pieces import LETTERS, swatch
from .streets import row_of_houses


def draw_board(s: State, t: Translator, last: frozenset[str]) -> Svg:
    return picture(
        WIDTH,
        HEIGHT,
        t("The auction, three streets and the display"),
        panel(s, t),
        at(0, STREETS, *(row_of_houses(s, row, t, last) for row in range(state.ROWS))),
        at(0, LEGEND, legend(s, t)),
        at(0, DISPLAY, display(s, t, last)),
        group(id="ghost"),
        class_="quartier board",
        id="board",
    )


def legend(s: State, t: Translator) -> Svg:
    """The six colours with their letters and windows, and whose each one is."""
    return join(*(at(8 + 132 * colour, 0, _colour(s, colour, t)) for colour in range(state.COLOURS)))


def _colour(s: State, colour: int, t: Translator) -> Svg:
    owner = s.owner[colour]
    name = t(SEAT_NAMES[owner]) if owner != state.NO_SEAT else t("nobody yet")
    mark = sign(owner, 78, 18, 24) if owner != state.NO_SEAT else text(70, 27, "–", 26, "quiet")
    spoken = f"{t(COLOUR_NAMES[colour])}: {name}"
    return group(
        el("title", spoken),
        at(0, 1, swatch(colour, 34, t(LETTERS[colour]))),
        mark,
        role="img",
        aria_label=spoken,
    )
