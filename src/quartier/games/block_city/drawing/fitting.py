"""For whoever may write now: which dice fit where."""

from quartier.core.show.svg import Svg, group, join, rect, text

from ..rules.state import ACTIVE, PASSIVE, State
from ..rules.writing import writable
from .honours import members_of
from .layout import Box, Plan


def draw_fitting(s: State, seat: int, plan: Plan) -> Svg:
    """For whoever may write now: in the corner of each building the dice that fit there (BC-5, BC-6, BC-10)."""
    if s.phase not in (ACTIVE, PASSIVE) or not s.waiting >> seat & 1:
        return join()
    dice = sorted(set(s.dice)) if s.phase == ACTIVE else [s.other]
    spots = {die: writable(s, seat, die) for die in dice}
    found = []
    for building in members_of(s.empty[seat]):
        fitting = [die for die in dice if spots[die] >> building & 1]
        found += [_small_die(plan, plan.rooms[building], i, die) for i, die in enumerate(fitting)]
    return group(*found, id="fitting", pointer_events="none", aria_hidden="true")


def _small_die(plan: Plan, room: Box, i: int, die: int) -> Svg:
    """The number of a die in the lower left corner of a building."""
    size = plan.cell * 0.25
    x, y = room.x + plan.cell * 0.08 + i * size * 1.1, room.y + room.height - plan.cell * 0.08 - size
    return join(
        rect(round(x, 1), round(y, 1), round(size, 1), round(size, 1), 5, class_="tag"),
        text(round(x + size / 2, 1), round(y + size * 0.8, 1), die, round(size * 0.85), "middle"),
    )
