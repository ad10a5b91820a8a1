"""Lots and the houses on them: floors, roofs, fences, free sites, and whose each house is."""

from functools import cache, lru_cache
from typing import NamedTuple

from quartier.core.drawing.name_slots import name_slot
from quartier.core.drawing.pieces import sign
from quartier.core.drawing.svg import (
    Svg,
    at,
    el,
    group,
    join,
    path,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules import state
from ..rules.derived import FINISHED, HOUSES, ROW
from ..rules.state import Record
from ..text.labels import SEAT_NAMES, cube_code, cube_name, lot_code, lot_name
from ..text.notation import cube_numbers
from .evening import crane
from .layout import (
    BAND,
    FLOOR,
    GROUND,
    WIDTH,
    floor_height,
    house_left,
    house_width,
    lot_left,
    roofline,
)
from .pieces import floor, roof

PLATE_TOP, PLATE = GROUND + 6, 31
"""Where a name plate begins, and how high it is: the row's line lies below it on a phone, too."""


class House(NamedTuple):
    """What stands on a lot: a set of cubes and a roof, and what they are worth to whom."""

    cubes: int
    roof: int
    roof_name: str
    points: int
    owner: int
    lit: bool
    """Whether its row is finished: then all windows are lit."""

    @property
    def top(self) -> int:
        """The top of the house, below the top of its band."""
        return roofline(len(cube_numbers(self.cubes)), self.roof)


def house_of(s: Record, spot: int) -> House | None:
    """Return the house on a lot."""
    if not s.cubes[spot]:
        return None
    roof = s.roof[spot]
    points, owner = s.derived[HOUSES + 2 * spot : HOUSES + 2 * spot + 2]
    lit = s.derived[spot // state.LOTS * ROW + FINISHED] > 0
    return House(s.cubes[spot], roof, roof_name(s, spot) if roof else "", points, owner, lit)


def plot(s: Record, spot: int, apart: int, t: Translator, last: frozenset[str]) -> Svg:
    """Draw a lot with all that stands on it, in its band; behind the limit only what explains why nothing may."""
    row, lot = divmod(spot, state.LOTS)
    house, limit = house_of(s, spot), s.limit[row]
    following = s.phase == state.PLACING and not house.roof if house else lot == s.built[row]
    position = (lot_left(apart, lot), apart) if lot < limit else _in_river(apart, limit, lot)
    return _plot(spot, apart, position, lot < limit, house, following, _NAMES[spot] in last, t)


_NAMES = tuple(f"lot-{lot_code(spot)}" for spot in range(state.SPOTS))


@lru_cache(4096)
def _plot(
    spot: int,
    apart: int,
    position: tuple[int, int],
    buildable: bool,
    house: House | None,
    following: bool,
    ringed: bool,
    t: Translator,
) -> Svg:
    """`position`: the left edge of a lot and its width; `following`: whether it may be built on next."""
    name, spoken = _NAMES[spot], _spoken_lot(spot, buildable, house, t)
    x, width = position
    return at(
        x,
        0,
        el("title", spoken),
        draw_house(spot, house, apart) if house else _site(spot, following, apart) if buildable else join(),
        _fence(apart) if state.FENCED >> spot & 1 and buildable else join(),
        _ring(house, apart, following and not ringed),
        rect(0, 0, width, BAND, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if ringed else None,
        role="img",
        aria_label=spoken,
        **(name_slot(house.owner, t(SEAT_NAMES[house.owner])) if house else {}),
    )


def _in_river(apart: int, limit: int, lot: int) -> tuple[int, int]:
    """The left edge of a lot behind the limit and its width: they share what is left of the board."""
    end = lot_left(apart, limit)
    lot_width = (WIDTH - end) // (state.LOTS - limit)
    return end + lot_width * (lot - limit), lot_width


def _ring(house: House | None, apart: int, growing: bool) -> Svg:
    """A ring around the place of the next floor or roof where one may come now, else around the house."""
    left, width = house_left(apart), house_width(apart)
    top = house.top if house else GROUND
    if house and not growing:
        return rect(left - 8, top - 5, width + 16, GROUND - top + 6, 6, class_="ring")
    return rect(left - 4, top - FLOOR - 1, width + 8, FLOOR, 6, class_="ring")


def _site(spot: int, following: bool, apart: int) -> Svg:
    """A free lot; where the row continues a crane stands beside it, its jib over the site."""
    return join(at(apart, GROUND, crane()) if following else join(), _free(apart, lot_code(spot)))


@cache
def _free(apart: int, code: str) -> Svg:
    """A free lot with its name, which says the row even where the row's letter is out of sight."""
    top = GROUND - FLOOR
    return join(
        rect(house_left(apart), top, house_width(apart), FLOOR, 5, class_="site"),
        text(apart / 2, top + FLOOR / 2 + 8, code, 22, "middle bold on-sky"),
    )


def draw_house(spot: int, house: House, apart: int) -> Svg:
    """Draw a house: its cubes from the ground up, its roof, and in front of it whose it is and what it is worth."""
    cubes = cube_numbers(house.cubes)
    floors = [
        group(floor, id=f"cube-{cube_code(number)}", data_piece=f"cube-{cube_code(number)}", class_="lift")
        for number, floor in zip(cubes, floors_of(cubes, apart, house.lit), strict=True)
    ]
    return join(*floors, _roof(spot, house, apart), at(apart / 2, 0, nameplate(house.owner, house.points)))


@lru_cache(maxsize=512)
def floors_of(cubes: tuple[int, ...], apart: int, all_lit: bool = False) -> tuple[Svg, ...]:
    """Return the floors of a house from the ground up, where they stand on their lot."""
    height, left = floor_height(len(cubes)), house_left(apart)
    return tuple(
        at(left, GROUND - height * (i + 1), floor(number, house_width(apart), height, all_lit))
        for i, number in enumerate(cubes)
    )


def _roof(spot: int, house: House, apart: int) -> Svg:
    if not house.roof:
        return join()
    roof_shape = at(house_left(apart), house.top, roof(house.roof, house_width(apart)))
    return group(roof_shape, id=f"roof-{lot_code(spot)}", data_piece=house.roof_name, class_="lift")


def roof_name(s: Record, spot: int) -> str:
    """Return the physical roof on a lot: two bear each value, distinguished by the order of their lots."""
    value = s.roof[spot]
    return f"roof-{value}-{sum(s.roof[other] == value for other in range(spot))}"


@cache
def nameplate(owner: int, points: int) -> Svg:
    """On the pavement around x = 0: the sign of the seat for which a house counts, and its points."""
    return join(
        rect(-36, PLATE_TOP, 72, PLATE, 9, class_="plate"),
        sign(owner, -18, PLATE_TOP + PLATE // 2, 18),
        at(
            12,
            PLATE_TOP + PLATE / 2 + 9,
            group(text(0, 0, points, 26, "middle heavy"), data_lettering=26, data_rank=1),
        ),
    )


@cache
def _fence(apart: int) -> Svg:
    """White pickets on both sides of a lot that carries one cube only."""
    left, foot = house_left(apart), GROUND + 2
    right = left + house_width(apart)
    pickets = "".join(
        f"M{x} {foot}V{foot - 19}L{x + 3} {foot - 24}L{x + 6} {foot - 19}V{foot}Z"
        for x in (left - 9, left - 2, left + 5, right - 11, right - 4, right + 3)
    )
    rails = "".join(f"M{x} {foot - 10}H{x + 22}" for x in (left - 10, right - 12))
    return join(path(rails, class_="rail"), path(pickets, class_="fence"))


def _spoken_lot(spot: int, buildable: bool, house: House | None, t: Translator) -> str:
    fence = [t("fenced")] * (state.FENCED >> spot & 1)
    if not house and buildable:
        return ", ".join(
            [lot_code(spot), lot_name(spot, t), t("empty"), *fence]
        )  # the code stands there to be read
    if not house:
        return ", ".join([lot_name(spot, t), t("beyond the limit"), *fence])
    cubes = t(" under ").join(cube_name(number, t) for number in cube_numbers(house.cubes))
    top = t("roof {value}").format(value=house.roof) if house.roof else t("no roof")
    # Whether its row is finished, and so whether the house adds or subtracts, is said of the row.
    worth = t("worth {points}, owned by {name}").format(points=house.points, name=t(SEAT_NAMES[house.owner]))
    return ", ".join([lot_name(spot, t), cubes, top, worth, *fence])
