"""What stands on a ground with a number: a building with a row of windows for each point of its number."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from quartier.core.drawing.svg import (
    Svg,
    at,
    el,
    group,
    join,
    number,
    path,
    rect,
)

from ..rules.state import HOUSE, PARK, STORE
from .gardens import grove, yard
from .layout import GAP, UNIT, Plan, Room
from .lots import lot_name, lot_shape
from .marks import plaque
from .roofs import WIDE, roof_name, roof_shape

WINDOW, ROW = 18, 9
"""The pitch of the windows along a wall and upwards: one row for each point."""
PLINTH = 7
AWNING = 9


@dataclass(frozen=True)
class Site:
    """Where a building stands in its room, in units of a building: its wall's left end and foot.

    `emblem`: whether its roof bears the icon of its kind, besides the number.
    """

    left: int
    foot: float
    width: int
    depth: int
    height: int
    emblem: bool

    @property
    def eaves(self) -> float:
        """The lower edge of the roof."""
        return self.foot - self.height

    @property
    def plaque(self) -> tuple[float, float]:
        """The middle of the number's plaque: beside the icon on a wide roof, above it on a deep one."""
        x = self.left + (38 if self.emblem and self.width >= WIDE else self.width / 2)
        return x, self.eaves - (self.depth - 32 if self.depth > 90 and self.width < WIDE else self.depth / 2)


@cache
def site(kind: int, columns: int, rows: int, mark: int) -> Site:
    """Where a building with a number stands: at the front of its ground, on a deep one near the middle."""
    width = (UNIT * columns - 34) // WINDOW * WINDOW + 5
    depth = 48 if rows == 1 else 82 if kind == HOUSE else 98
    height = ROW * mark + PLINTH + (AWNING if kind == STORE else 0)
    below = (UNIT * rows - GAP - depth - height) / 2 + 8
    foot = UNIT * rows - GAP / 2 - (6 if rows == 1 else below)
    return Site(round((UNIT * columns - width) / 2), foot, width, depth, height, kind != HOUSE)


def definitions(plan: Plan) -> Svg:
    """The grounds and roofs that a plan needs, each kind and size once."""
    sizes = sorted(
        {(kind, room.columns, room.rows) for kind, room in zip(plan.kinds, plan.rooms, strict=True)}
    )
    return join(*_lots(plan), *(_roof(*size) for size in sizes if size[0] != PARK))


def _lots(plan: Plan) -> Iterable[Svg]:
    pairs = {lot_name(kind, room): (kind, room) for kind, room in zip(plan.kinds, plan.rooms, strict=True)}
    return (lot_shape(kind, room.columns, room.rows, name) for name, (kind, room) in pairs.items())


def _roof(kind: int, columns: int, rows: int) -> Svg:
    found = site(kind, columns, rows, 1)
    return roof_shape(kind, found.width, found.depth)


@lru_cache(maxsize=2048)
def standing(kind: int, room: Room, mark: int, lettering: float) -> Svg:
    """A building with its number, without its ground; a park with its trees."""
    if kind == PARK:
        x, y = room.middle[0], round(room.y + room.height * 0.46, 1)
        trees = group(grove(room.columns, room.rows, mark), transform=room.moved)
        return join(trees, plaque(mark, x, y, lettering))
    found = site(kind, room.columns, room.rows, mark)
    x, y = found.plaque
    scale = room.cell / UNIT
    return join(
        group(_front(kind, found, mark), transform=room.moved),
        plaque(mark, round(room.x + x * scale, 1), round(room.y + y * scale, 1), lettering),
    )


def _front(kind: int, found: Site, mark: int) -> Svg:
    """Shadow, wall with windows, door and roof. The pattern of the windows begins where the wall's group does."""
    roof = el(
        "use",
        href=f"#{roof_name(kind, found.width, found.depth)}",
        transform=f"translate({found.left} {number(found.eaves)})",
    )
    return join(
        at(
            found.left + 2.5,
            found.foot - 5,
            path(f"M{found.width - 2} 5l11 -9V{-found.height}h-11Z", class_="shadow"),
            rect(-2.5, 5 - found.height, found.width, found.height, class_="facade outline"),
            rect(0, -ROW * mark, found.width - 5, ROW * mark, fill="url(#bc-windows)"),
            rect(round(found.width / 2) - 8, -7, 12, 12, class_="seat outline"),
        ),
        roof,
    )


@lru_cache(maxsize=2048)
def garden(room: Room) -> Svg:
    """What grows around a building."""
    return group(yard(room.columns, room.rows), transform=room.moved)
