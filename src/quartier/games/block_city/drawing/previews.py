"""What a move would change, drawn over the board."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from quartier.core.show.signals import pill
from quartier.core.show.svg import Fragments, Svg, group, join
from quartier.core.text.languages import Translator

from ..rules.moves import MISS, PASS
from ..rules.state import BUILDINGS, State
from ..words import number_of
from .board import content
from .layout import Plan, plan_of
from .tallies import score_of


def ghost(before: State, after: State, seat: int, action: int, t: Translator) -> Fragments:
    """What a move changes, in board coordinates: the building as it would stand, and the points it brings."""
    if action >= PASS:
        return ()
    mark, points = (
        "X" if action >= MISS else number_of(action),
        score_of(after, seat) - score_of(before, seat),
    )
    return (_built(plan_of(before.board), action % BUILDINGS, mark, points),)


def shows(
    before: State, seat: int, actions: NDArray[np.int64], facts: NDArray[np.int64]
) -> NDArray[np.int64]:
    """What the labels and previews of moves show of the position beside their points: nothing."""
    return np.zeros_like(actions)


@lru_cache(maxsize=8192)
def _built(plan: Plan, building: int, mark: int | str, points: int) -> Svg:
    """A building with its mark; the plate of a miss says already what a miss costs."""
    said = points and not (mark == "X" and points == -2)
    return group(
        plan.shape(building, plan.gap / 2 - 1, class_="staged-ground"),
        content(plan, building, mark),
        _gain(plan, building, points) if said else join(),
        class_=f"kind-{plan.kinds[building]}",
        pointer_events="none",
    )


def _gain(plan: Plan, building: int, points: int) -> Svg:
    """The points of a move at the lower edge of the building: its number stands above."""
    room = plan.rooms[building]
    said = f"{points:+d}".replace("-", "−")
    return pill(room.middle[0], round(room.y + room.height - 10), said)
