"""What brings points in a city: one hedge around each group of parks, and dark badges with points."""

from functools import lru_cache

from quartier.core.show.svg import Svg, group, join, path

from ..rules.scoring import PARK_POINTS, group_of, numbered, store_scores
from ..rules.state import BUILDINGS, PARK, SIDES, STORE, State
from .layout import Plan
from .marks import badge


def draw_hedges(s: State, seat: int, plan: Plan) -> Svg:
    """The lawns of the parks with a number: one lawn and one hedge for neighbours with the same one (BC-15)."""
    return join(*(_hedge(plan, tuple(parks)) for parks in park_groups(s, seat)))


@lru_cache(maxsize=2048)
def _hedge(plan: Plan, parks: tuple[int, ...]) -> Svg:
    if len(parks) == 1:
        return plan.shape(parks[0], plan.gap / 2 - 2, class_="park hedge")
    cells = set().union(*(plan.cells[building] for building in parks))
    return path(plan.outline(cells, plan.gap / 2 - 2, plan.cell / 11), class_="park hedge")


def draw_badges(s: State, seat: int, plan: Plan) -> Svg:
    """The points of groups of parks (BC-15) and of stores whose neighbours all differ (BC-16)."""
    groups = (_badge(plan, parks[-1], int(PARK_POINTS[len(parks)])) for parks in park_groups(s, seat))
    stores = members_of(s.kinds[STORE] & numbered(s, seat))
    scoring = (_badge(plan, building, 10) for building in stores if store_scores(s, seat, building))
    return group(*groups, *scoring, id="badges", pointer_events="none")


@lru_cache(maxsize=2048)
def _badge(plan: Plan, building: int, points: int) -> Svg:
    """A badge in the lower right corner of a building."""
    room = plan.rooms[building]
    x, y = round(room.x + room.width, 1), round(room.y + room.height, 1)
    return badge(points, x, y, plan.lettering)


def park_groups(s: State, seat: int) -> list[list[int]]:
    """The parks of each group, from the top left."""
    found = []
    for written in range(1, SIDES + 1):
        left = s.wrote[seat, written] & s.kinds[PARK]
        while left:
            members = group_of(s, members_of(left)[0], left)
            left &= ~members
            found.append(members_of(members))
    return found


def members_of(buildings: int) -> list[int]:
    """The buildings of a set."""
    return [building for building in range(BUILDINGS) if buildings >> building & 1]
