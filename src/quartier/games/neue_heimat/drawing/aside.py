"""The table beside the board: what can still be sold, and what everybody has."""

from quartier.core.show.svg import Svg, at, picture, text
from quartier.core.text.languages import Translator

from ..rules.state import State
from .display import DISPLAY_HEIGHT, display
from .layout import COLUMN
from .purses import purses, purses_height

HEAD = 20


def aside_height(players: int) -> int:
    return HEAD + DISPLAY_HEIGHT + 6 + purses_height(players)


def draw_aside(s: State, t: Translator, last: frozenset[str]) -> Svg:
    return picture(
        COLUMN,
        aside_height(s.players),
        t("Pieces on offer"),
        text(0, 13, t("Still to be sold"), 12, "heading"),
        at(0, HEAD, display(s, t, last)),
        at(0, HEAD + DISPLAY_HEIGHT + 6, purses(s, t)),
        class_="quartier aside",
        id="aside",
    )
