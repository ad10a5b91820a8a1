"""What brings points in the viewer's city: outlines around groups of parks, and badges."""

from quartier.core.show.svg import Svg, at, group, number, path, rect, text

from ..rules.scoring import PARK_POINTS, group_of, numbered, store_scores
from ..rules.state import BUILDINGS, PARK, SIDES, STORE, State
from .layout import LARGEST_CELL, Box, Plan


def draw_honours(s: State, seat: int, plan: Plan) -> list[Svg]:
    """Outlines around park groups (BC-15) and the points of parks and department stores (BC-16)."""
    drawn = []
    for parks in _park_groups(s, seat):
        cells = set().union(*(plan.cells[building] for building in parks))
        points = int(PARK_POINTS[len(parks)])
        drawn.append(path(plan.outline(cells, 3, plan.cell / 7), class_="seat-2 edge", stroke_width=4))
        drawn.append(_badge(plan, plan.rooms[parks[-1]], points))
    for building in members_of(s.kinds[STORE] & numbered(s, seat)):
        if store_scores(s, seat, building):
            drawn.append(_badge(plan, plan.rooms[building], 10))
    return drawn


def _park_groups(s: State, seat: int) -> list[list[int]]:
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


def _badge(plan: Plan, room: Box, points: int) -> Svg:
    """Points that a building or a group brings, in the lower right corner of a building."""
    scale = plan.cell / LARGEST_CELL
    width = 20 + 12 * len(str(points))
    return at(
        room.x + room.width - scale * (width - 6),
        room.y + room.height - scale * 27,
        group(
            rect(0, 0, width, 28, 14, class_="tag"),
            text(width / 2, 21, points, 20, "middle bold"),
            transform=f"scale({number(scale)})",
        ),
    )
