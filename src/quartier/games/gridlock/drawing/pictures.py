"""Pictures for the rulebooks of Gridlock: a corner of a city as it is drawn in play."""

from typing import Any

from quartier.core.play.boards import Board
from quartier.core.show.svg import Svg, at, el, picture, untouchable
from quartier.core.text.languages import Translator

from ..rules import board as city
from ..rules import state
from ..rules.roads import reach
from ..rules.setup import begin
from ..rules.spaces import within
from ..rules.state import State
from ..rules.tiles import CANONICAL, MASKS
from .board import street_map
from .layout import centre, map_size

# The booklet's example (GL-16): exits by space; a car stands on 1,3.
TILES = {
    (0, 2): 43, (1, 1): 21, (1, 3): 21, (1, 5): 54, (2, 0): 53, (2, 2): 40, (2, 4): 42, (2, 6): 34, (3, 3): 27,
}  # fmt: skip
OTHERS = {(0, 4): "park", (0, 6): "empty", (3, 1): "river", (3, 5): "destination"}
CAR = (1, 3)


def reached(t: Translator) -> Svg:
    """A car, the roads around it, and a mark on every space where it can stop."""
    s = example()
    low, high = reach(s, 0)
    marks = (_mark(s, space) for space in range(s.spaces) if within(low, high, space))
    # A rulebook may lie open beside the table: no id may be there twice.
    drawn = untouchable(street_map(s, -1, t, frozenset()), "kind-", "zone-").replace(
        "kind-", "rulebook-kind-"
    )
    return picture(
        *map_size(s), t("How far a car can drive"), Svg(drawn), *marks, class_="quartier gridlock", role="img"
    )


def _mark(s: State, space: int) -> Svg:
    return at(*centre(s, space), el("circle", cy=-24, r=9, class_="gain"))


def example() -> Any:
    """An opened record with the roads of the example."""
    data = {"name": "Example", "spaces": [_space(place) for place in (*TILES, *OTHERS)]}
    board = Board("Example", data, city.read_board(data))
    s = state.State.open(state.State.new(), board=board)
    begin(s, 1, [6, 0, 0, 0, 0, 0, 0, 0], board.numbers)
    for i, mask in enumerate(TILES.values()):
        s.tile[i], s.exits[i] = MASKS.tolist().index(CANONICAL[mask]), mask
    s.car[0] = list(TILES).index(CAR)
    return s


def _space(place: tuple[int, int]) -> dict[str, Any]:
    kind = OTHERS.get(place, "empty")
    named = {"name": "Aquarium"} if kind == "destination" else {}
    return {"col": place[0], "h": place[1], "kind": kind, **named}


PICTURES = {"reach": reached}
