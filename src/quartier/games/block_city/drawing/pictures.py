"""Pictures for the rulebooks of BlockCity: a small filled city as it is drawn in play."""

from functools import cache
from typing import Any

from quartier.core.play.boards import Board
from quartier.core.show.svg import Svg, picture, untouchable
from quartier.core.text.languages import Translator

from .. import rules
from ..rules.board import building_ids
from ..rules.state import OVER
from ..rules.writing import miss, write
from . import parts
from .layout import SCORES_HEIGHT, WIDTH, plan_of

EXAMPLE = {
    "name": "Example",
    "rows": ["P1 P2 K1 K1 H1 T1", "P3 H2 K1 K1 H3 F1", "P4 H4 H5 P5 K2 S1"],
    "kinds": {
        "P": "park",
        "K": "department_store",
        "H": "house",
        "S": "school",
        "F": "fire_station",
        "T": "town_hall",
    },
}
MARKS = "P1=3 P2=3 P3=3 P4=1 P5=4 K1=2 K2=4 H1=5 H2=4 H3=5 H4=4 H5=4 T1=5 S1=6 F1=X"


def points(t: Translator) -> Svg:
    """A filled city of fifteen buildings with the points that it brings."""
    s = filled()
    height = plan_of(s.board).height + SCORES_HEIGHT + 10
    # A rulebook may lie open beside the table: what has a name there has none here.
    board = untouchable(parts(s, None, t)["board"])
    size = f'<svg width="{WIDTH}" height="{height}"'
    return picture(
        WIDTH, height, t("A city that scores points"), Svg(board.replace("<svg", size, 1)), role="img"
    )


@cache
def example() -> Board:
    """The sheet of the picture."""
    return Board(str(EXAMPLE["name"]), EXAMPLE, rules.read_board(EXAMPLE))


def filled() -> Any:
    """An opened record of one player whose small city is full."""
    s = rules.State.open(rules.State.new(), board=example())
    rules.begin(s, 1, [0], example().numbers)
    names = building_ids(EXAMPLE)
    for word in MARKS.split():
        name, _, mark = word.partition("=")
        if mark == "X":
            miss(s, 0, names.index(name))
        else:
            write(s, 0, int(mark), names.index(name))
    s.phase = OVER
    return s


PICTURES = {"points": points}
