"""Around the buildings: ways and trees."""

from quartier.core.show.svg import Svg, el, group, number, path, rect

from .layout import GAP, Box, Plan


def way_to_door(room: Box, size: float) -> Svg:
    """From the door down to the street."""
    (x, y), width = room.middle, size * 0.2
    top, bottom = y + size * 0.3, room.y + room.height - GAP / 2
    return rect(
        round(x - width / 2, 1), round(top, 1), round(width, 1), round(bottom - top, 1), class_="street"
    )


def park_ways(plan: Plan, room: Box) -> Svg:
    """Two ways that meet in a park."""
    x, y = room.x + GAP / 2, room.y + GAP / 2
    wide, high = room.width - GAP, room.height - GAP
    d = (
        f"M{_n(x)} {_n(y + high * 0.7)}q{_n(wide * 0.3)} {_n(high * 0.25)} {_n(wide)} {_n(high * 0.02)}"
        f"M{_n(x + wide * 0.72)} {_n(y)}q{_n(wide * 0.2)} {_n(high * 0.4)} {_n(-wide * 0.12)} {_n(high * 0.82)}"
    )
    return path(d, class_="ripple", stroke_width=_n(plan.cell * 0.05), opacity=0.7)


def _n(value: float) -> str:
    return number(round(value, 1))


def tree_places(plan: Plan, room: Box, building: int) -> list[tuple[float, float]]:
    """Corners with trees, a little different from building to building; long buildings have more."""
    inset = plan.cell * 0.2
    left, right = room.x + inset, room.x + room.width - inset
    top, bottom = room.y + inset, room.y + room.height - inset
    corners = [(left, top), (right, bottom), (right, top), (left, bottom)]
    first = building % 4
    long = max(room.width, room.height) > 1.5 * room.side
    return [corners[(first + i) % 4] for i in range(4 if long else 1 + building * 7 % 2)]


def tree(plan: Plan, x: float, y: float) -> Svg:
    """A tree from above: a large crown and a small one beside it."""
    large, small = plan.cell * 0.085, plan.cell * 0.06
    crowns = ((x, y, large), (x + plan.cell * 0.06, y + plan.cell * 0.06, small))
    return group(
        *(el("circle", cx=_n(cx), cy=_n(cy), r=_n(r)) for cx, cy, r in crowns),
        fill="var(--seat-2)",
        opacity=0.55,
    )
