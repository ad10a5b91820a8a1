"""The board: three rows of houses at evening, one below the other."""

from quartier.core.drawing.memo import kept
from quartier.core.drawing.svg import (
    Fragments,
    beyond,
    drawing,
    group,
)
from quartier.core.text.languages import Translator

from ..rules import state
from ..rules.derived import DERIVED_SIZE
from ..rules.state import State
from .evening import above, definitions
from .layout import HEIGHT, WIDTH, pitch
from .streets import row_of_houses


@kept(
    *("phase", "piece", "cubes", "roof", "built", "limit", "permit", "sign", "mayor", "mayor_factor"),
    derived=slice(DERIVED_SIZE),
)
def draw_board(s: State, t: Translator, last: frozenset[str]) -> Fragments:
    apart = pitch(s)
    return drawing(
        WIDTH,
        HEIGHT,
        t("Three rows of houses"),
        definitions(),
        beyond(WIDTH, HEIGHT, "night-sky"),
        above(),
        *(part for row in range(state.ROWS) for part in row_of_houses(s, row, apart, t, last)),
        group(id="ghost"),
        class_="quartier board",
        id="board",
    )
