"""What a move would change, drawn over the board."""

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from quartier.core.drawing.preview_style import pill
from quartier.core.drawing.svg import Fragments, Svg, group, join
from quartier.core.text.languages import Translator

from ..rules.derived import CATEGORIES
from ..rules.moves import MISS, PASS
from ..rules.state import BUILDINGS, Record
from ..text.effects import waits
from ..text.notation import number_of
from .board import content
from .layout import Plan, plan_of
from .tallies import Miss, points_of, score_of

Numbers: TypeAlias = NDArray[np.int64]


def preview(before: Record, after: Record, seat: int, action: int, t: Translator) -> Fragments:
    """Draw what a move changes, in board coordinates: the building as it would stand, and the points it brings."""
    if action >= PASS:
        return ()
    mark = Miss(before.miss_points) if action >= MISS else number_of(action)
    points = score_of(after, seat) - score_of(before, seat)
    return (_preview_building(plan_of(before.board), action % BUILDINGS, mark, points),)


def preview_keys(before: Record, seat: int, actions: Numbers, derived: Numbers) -> Numbers:
    """Return what moves show of the position beside their points: what they bring by category, or what they wait for."""
    changed = derived[:, seat * CATEGORIES : (seat + 1) * CATEGORIES] - np.array(points_of(before, seat))
    result = np.zeros_like(actions)
    for change in changed.T:
        result = result * CHANGES_MOST + change + CHANGES_MOST // 2
    result *= WAITS_MOST
    for i in np.flatnonzero(~changed.any(axis=1)).tolist():
        result[i] += waits(before, seat, int(actions[i])) + 1
    return result


CHANGES_MOST, WAITS_MOST = 256, 128
"""Numbers of changes of a category, and of what a building may wait for: none of them is reached."""


@lru_cache(maxsize=8192)
def _preview_building(plan: Plan, building: int, mark: int | Miss, points: int) -> Svg:
    """A building with its mark; the plate of a miss says already what a miss costs."""
    has_gain = points and not (isinstance(mark, Miss) and points == -mark.cost)
    return group(
        plan.shape(building, plan.gap / 2 - 1, class_="staged-ground"),
        content(plan, building, mark),
        _gain(plan, building, points) if has_gain else join(),
        class_=f"kind-{plan.kinds[building]}",
        pointer_events="none",
    )


def _gain(plan: Plan, building: int, points: int) -> Svg:
    """The points of a move at the lower edge of the building: its number stands above."""
    room = plan.rooms[building]
    label = f"{points:+d}".replace("-", "−")
    return pill(room.middle[0], round(room.y + room.height - 10), label)
