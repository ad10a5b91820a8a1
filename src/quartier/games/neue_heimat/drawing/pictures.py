"""Pictures for the rulebooks of Neue Heimat: rows as they are drawn in play."""

from typing import Any

from quartier.core.show.svg import Svg, group, picture, untouchable
from quartier.core.text.languages import Translator

from ..names import COLOUR_LETTERS
from ..rules import state
from ..rules.setup import begin
from ..rules.state import State
from .layout import PITCH, WIDTH
from .streets import row_of_houses

# The rulebook's example: houses from the street on, cubes from the ground up, ^ the roof. Row A is finished.
ROWS = ("R5^4 B6Y2^1 W4K3B1^6 Y3^2", "K6W5B3^3 R2 G4^5")
OWNERS = {"B": 0, "W": 0, "R": 1, "Y": 1, "K": 2, "G": 2}


def scored(t: Translator) -> Svg:
    """A finished row, and an unfinished one in front of which the mayor stands."""
    s = example()
    rows = (row_of_houses(s, row, t, frozenset()) for row in range(len(ROWS)))
    return picture(
        WIDTH,
        len(ROWS) * PITCH,
        t("Two rows, one finished and one not"),
        # A rulebook may lie open beside the table: there must be one lot A1 only.
        untouchable(group(*rows)),
        class_="quartier",
        role="img",
    )


def example() -> Any:
    """An opened record with the two rows of the example."""
    s = state.State.open(state.State.new())
    begin(s, 3, (1,), None)
    for letter, seat in OWNERS.items():
        s.owner[COLOUR_LETTERS.index(letter)] = seat
    for row, houses in enumerate(ROWS):
        for lot, text in enumerate(houses.split()):
            _build(s, row * state.LOTS + lot, *text.partition("^")[::2])
    s.mayor = 1
    return s


def _build(s: State, spot: int, cubes: str, roof: str) -> None:
    for colour, value in zip(cubes[::2], cubes[1::2], strict=True):
        s.cubes[spot] |= 1 << COLOUR_LETTERS.index(colour) * state.VALUES + int(value) - 1
    s.roof[spot] = int(roof or 0)
    s.built[spot // state.LOTS] += 1


PICTURES = {"scored": scored}
