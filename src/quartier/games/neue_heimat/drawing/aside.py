"""The table beside the board: what can still be sold, and what everybody has."""

from quartier.core.show.kept import kept
from quartier.core.show.svg import Fragments, at, drawing, grouped, join, text
from quartier.core.text.languages import Translator

from ..rules.state import State
from .display import display, display_height, lines_left
from .layout import COLUMN
from .purses import LEGEND, purses, purses_height, purses_legend

HEAD, GAP = 20, 6


def aside_height(s: State) -> int:
    return purses_top(s) + purses_height(s.players)


def purses_top(s: State) -> int:
    """Where what everybody has begins: below the display, while anything lies there."""
    return LEGEND + (HEAD + display_height(s) + GAP if lines_left(s) else 0)


def draw_aside(s: State, t: Translator, last: frozenset[str]) -> Fragments:
    return drawing(
        COLUMN,
        aside_height(s),
        t("Pieces on offer"),
        text(0, 13, t("Still to be sold"), 12, "heading") if lines_left(s) else join(),
        *_display(s, t, last),
        at(0, purses_top(s) - LEGEND, purses_legend(t)),
        *grouped(*purses(s, t), transform=f"translate(0 {purses_top(s)})"),
        class_="quartier aside",
        id="aside",
    )


@kept("laid", "display", "left", "right", "permit", "blank", "mayor", "roofs", "piece")
def _display(s: State, t: Translator, last: frozenset[str]) -> Fragments:
    """What can still be sold, below its heading."""
    roofs = t("{count} roofs, {blanks} blank").format(count=sum(s.roofs), blanks=s.roofs[0])
    head = text(COLUMN - 2, 13 - HEAD, roofs, 12, "end quiet") if sum(s.roofs) else join()
    return grouped(head, *display(s, t, last), transform=f"translate(0 {HEAD})")
