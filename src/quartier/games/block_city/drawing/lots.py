"""Grounds on which nothing stands: waiting for a number, or given up as a miss."""

from functools import cache, lru_cache

from quartier.core.drawing.pieces import icon
from quartier.core.drawing.svg import (
    Svg,
    el,
    group,
    join,
    number,
    path,
    rect,
)

from ..rules.state import PARK
from .gardens import lawn
from .layout import UNIT, Plan, Room
from .marks import plate

ICONS = ("park", "store", "house", "school", "fire station", "town hall")
"""By kind of building."""
LOW = 70
"""A ground of less than this height, in drawing units, has no room for a plate."""


def lot_name(kind: int, room: Room) -> str:
    """The name under which a ground of a kind and size is defined."""
    return f"bc-lot-{kind}-{room.columns}x{room.rows}"


@lru_cache(maxsize=2048)
def lot(kind: int, room: Room) -> Svg:
    """A ground that waits for a number, in its room."""
    return el("use", href=f"#{lot_name(kind, room)}", transform=room.moved)


@cache
def lot_shape(kind: int, columns: int, rows: int, name: str) -> Svg:
    """What a ground shows before anything is built: foundations and what they are for; a park has a lawn."""
    if kind == PARK:
        return group(lawn(columns, rows), id=name, class_="quartier")
    return group(
        _foundations(UNIT * columns, UNIT * rows),
        _sketch(kind, columns, rows),
        id=name,
        class_=f"quartier kind-{kind}",
    )


def _foundations(width: int, height: int) -> Svg:
    """A dashed rectangle with a post at each corner."""
    left, top, right, bottom = 16, 16, width - 16, height - 16
    posts = "".join(f"M{x - 3} {y - 3}h6v6h-6Z" for x in (left, right) for y in (top, bottom))
    line = rect(left, top, right - left, bottom - top, class_="foundation")
    return join(line, path(posts, class_="post"))


def _sketch(kind: int, columns: int, rows: int) -> Svg:
    """The icon of the kind, faint; larger on a large ground."""
    size = 54 if min(columns, rows) == 1 else 84
    x, y = UNIT * columns / 2 - size / 2, UNIT * rows / 2 - size / 2
    return group(icon(ICONS[kind], x, y, size), class_="faint")


@lru_cache(maxsize=2048)
def missed(plan: Plan, building: int, cost: str) -> Svg:
    """A ground given up: gravel behind a fence, a grey cross, and what it costs."""
    room, inset = plan.rooms[building], plan.gap / 2 + 8 * plan.scale
    x, middle = room.middle
    ground = (
        plan.shape(building, plan.gap / 2, fill="url(#bc-gravel)"),
        plan.shape(building, inset, class_="rail"),
        plan.shape(building, inset, class_="fence"),
    )
    if room.height < LOW:
        return join(*ground, _cross(x, middle, plan.scale))
    y = round(
        room.y + plan.gap / 2 + 19 * plan.lettering, 1
    )  # the next building's roof reaches over the lower edge
    return join(*ground, _cross(x, middle + 10 * plan.scale, plan.scale), plate(cost, x, y, plan.lettering))


def _cross(x: float, y: float, scale: float) -> Svg:
    """The cross of a miss around (x, y)."""
    reach = 20 * scale
    left, right, top, bottom = _n(x - reach), _n(x + reach), _n(y - reach), _n(y + reach)
    d = f"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"
    return path(d, class_="cross", stroke_width=_n(9 * scale))


def _n(value: float) -> str:
    return number(round(value, 1))
