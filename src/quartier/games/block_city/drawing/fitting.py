"""For whoever may write now: which dice fit where."""

from functools import cache, lru_cache

from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    el,
    group,
    grouped,
    rect,
    text,
)

from ..rules.derived import FITTING
from ..rules.state import ACTIVE, SIDES, State
from .layout import Plan
from .tallies import members_of


@cache
def small_dice() -> Svg:
    """All small dice with their numbers, which are used over and over."""
    return el("defs", *(small_die(die) for die in range(1, SIDES + 1)))


def small_die(die: int) -> Svg:
    """A small die with its number."""
    drawn = rect(0, 0, 26, 26, 6, class_="fit"), text(13, 20, die, 20, "middle bold")
    return group(*drawn, id=f"bc-fit-{die}", class_="quartier")


def draw_fitting(s: State, plan: Plan) -> Fragments:
    """For whoever may write now: in the corner of each building the dice that fit there (BC-5, BC-6, BC-10)."""
    low, high = s.derived[FITTING : FITTING + 2]
    if not low | high:
        return ()
    dice = ((s.dice[0], low), (s.dice[1], high)) if s.phase == ACTIVE else ((s.other, low), (0, 0))
    return grouped(*_placed(plan, *dice), id="fitting", pointer_events="none", aria_hidden="true")


def _placed(plan: Plan, one: tuple[int, int], other: tuple[int, int]) -> list[Svg]:
    """Two dice, each with the buildings where it fits; equal dice are shown once."""
    (die, spots), (second, more) = one, other
    more &= -(die != second)
    result = []
    for building in members_of(spots | more):
        both = spots >> building & 1
        result += [_fitting_die(plan, building, 0, die)] * both
        result += [_fitting_die(plan, building, both, second)] * (more >> building & 1)
    return result


@lru_cache(maxsize=4096)
def _fitting_die(plan: Plan, building: int, i: int, die: int) -> Svg:
    """The number of a die in the lower left corner of a building."""
    room = plan.rooms[building]
    x, y = room.x + plan.gap / 2 + 5 + 29 * i, room.y + room.height - plan.gap / 2 - 31
    return el("use", href=f"#bc-fit-{die}", x=round(x, 1), y=round(y, 1))
