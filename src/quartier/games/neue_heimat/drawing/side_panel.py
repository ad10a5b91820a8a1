"""The table beside the board: what can still be sold, and what everybody has."""

from functools import lru_cache

from quartier.core.drawing.memo import kept
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    drawing,
    grouped,
    join,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules.state import State
from .display import display, display_height, lines_left
from .layout import COLUMN
from .purses import (
    LEGEND,
    purses,
    purses_height,
    purses_legend,
)

HEAD, GAP = 20, 6
SIGN = 22
"""Height of the line that says what a sign on the board means."""


def aside_height(s: State) -> int:
    return _signs_top(s) + SIGN * (_mayor_stands(s) + _permit_stands(s))


def _signs_top(s: State) -> int:
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
        at(0, _signs_top(s), _signs(s.mayor_factor if _mayor_stands(s) else None, _permit_stands(s), t)),
        class_="quartier aside",
        id="aside",
    )


@kept("laid", "display", "left", "right", "permit", "blank", "mayor", "roofs", "piece")
def _display(s: State, t: Translator, last: frozenset[str]) -> Fragments:
    """What can still be sold, below its heading."""
    roofs = t("{count} roofs, {blanks} blank").format(count=sum(s.roofs), blanks=s.roofs[0])
    head = text(COLUMN - 2, 13 - HEAD, roofs, 12, "end quiet") if sum(s.roofs) else join()
    return grouped(head, *display(s, t, last), transform=f"translate(0 {HEAD})")


# ----- signs on the board -----


def _mayor_stands(s: State) -> bool:
    return s.mayor >= 0


def _permit_stands(s: State) -> bool:
    return any(row >= 0 for row in s.permit)


@lru_cache(64)
def _signs(mayor: int | None, permit: bool, t: Translator) -> Svg:
    """What the mayor, by his factor, and a permit mean that stand on the board; there is no room for words beside them."""
    found = []
    if mayor is not None:
        found.append((f"×{mayor}", t("mayor: row counts {times} times").format(times=mayor)))
    found += [("±I", t("permit: so many lots more or fewer"))] * permit
    return join(*(at(0, SIGN * i, _sign(*each)) for i, each in enumerate(found)))


def _sign(mark: str, words: str) -> Svg:
    drawn = rect(0, 3, 26, 17, 5, class_="tint"), text(13, 16, mark, 12, "middle bold")
    return join(*drawn, text(33, 16, words, 12, "quiet"))
