"""For whoever may write now: which dice fit where."""

from functools import lru_cache

from quartier.core.show.svg import Svg, at, group, join, rect, text

from ..rules.state import ACTIVE, PASSIVE, State
from ..rules.writing import writable
from .honours import members_of
from .layout import Plan, Room


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


def _small_die(plan: Plan, room: Room, i: int, die: int) -> Svg:
    """The number of a die in the lower left corner of a building."""
    x, y = room.x + plan.gap / 2 + 5 + 29 * i, room.y + room.height - plan.gap / 2 - 31
    return _fitting_die(die, round(x, 1), round(y, 1))


@lru_cache(maxsize=2048)
def _fitting_die(die: int, x: float, y: float) -> Svg:
    """A small die with its number."""
    return at(x, y, rect(0, 0, 26, 26, 6, class_="fit"), text(13, 20, die, 20, "middle bold"))
