"""What brings points in a city: one hedge around each group of parks, and dark badges with points."""

from functools import lru_cache

from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    grouped,
    path,
)

from ..rules.board import MOST_PARKS
from ..rules.derived import GROUPS, SCORING
from ..rules.state import State
from .layout import Plan
from .marks import badge
from .tallies import members_of


def draw_hedges(s: State, plan: Plan) -> list[Svg]:
    """The lawns of the parks with a number: one lawn and one hedge for neighbours with the same one (BC-15)."""
    return [_hedge(plan, parks) for parks in _groups(s)]


def _groups(s: State) -> list[int]:
    """The groups of parks, each as a set."""
    return [parks for parks in s.derived[GROUPS : GROUPS + MOST_PARKS] if parks]


@lru_cache(maxsize=2048)
def _hedge(plan: Plan, group: int) -> Svg:
    parks = members_of(group)
    if len(parks) == 1:
        return plan.shape(parks[0], plan.gap / 2 - 2, class_="park hedge")
    cells = set().union(*(plan.cells[building] for building in parks))
    return path(plan.outline(cells, plan.gap / 2 - 2, plan.cell / 11), class_="park hedge")


def draw_badges(s: State, plan: Plan) -> Fragments:
    """The points of groups of parks (BC-15) and of stores whose neighbours all differ (BC-16)."""
    groups = (_badge(plan, parks.bit_length() - 1, s.park_points[parks.bit_count()]) for parks in _groups(s))
    stores = (_badge(plan, store, s.store_points) for store in members_of(s.derived[SCORING]))
    return grouped(*groups, *stores, id="badges", pointer_events="none")


@lru_cache(maxsize=2048)
def _badge(plan: Plan, building: int, points: int) -> Svg:
    """A badge in the lower right corner of a building."""
    room = plan.rooms[building]
    x, y = round(room.x + room.width, 1), round(room.y + room.height, 1)
    return badge(points, x, y, plan.lettering)
