"""Lots and the houses on them: floors, roofs, fences, free sites, and whose each house is."""

from functools import cache, lru_cache

from quartier.core.show.pieces import sign
from quartier.core.show.svg import Svg, at, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..names import SEAT_NAMES, cube_code, cube_name, lot_code, lot_name
from ..rules import state
from ..rules.building import colour_of, next_lot, top_of
from ..rules.scoring import finished, house_points
from ..rules.state import State
from ..views import stack
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
    shore,
)
from .pieces import floor, roof

PLATE = 32
"""Height of a name plate."""


def plot(s: State, spot: int, apart: int, t: Translator, last: frozenset[str]) -> Svg:
    """A lot with all that stands on it, in its band; behind the limit only what explains why nothing may."""
    name, spoken = f"lot-{lot_code(spot)}", _spoken_lot(s, spot, t)
    x, width = _place(s, spot, apart)
    built = bool(s.cubes[spot])
    return at(
        x,
        0,
        el("title", spoken),
        house(s, spot, apart) if built else _site(s, spot, apart),
        _fence(apart) if state.FENCED >> spot & 1 and _buildable(s, spot) else join(),
        _ring(s, spot, apart, name in last),
        rect(0, 0, width, BAND, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def _buildable(s: State, spot: int) -> bool:
    return bool(spot % state.LOTS < s.limit[spot // state.LOTS])


def _place(s: State, spot: int, apart: int) -> tuple[int, int]:
    """The left edge of a lot and its width; the lots in the river share what is left of the board."""
    row, lot = divmod(spot, state.LOTS)
    if _buildable(s, spot):
        return lot_left(apart, lot), apart
    end = shore(s, row, apart)
    each = (WIDTH - end) // (state.LOTS - s.limit[row])
    return end + each * (lot - s.limit[row]), each


def _ring(s: State, spot: int, apart: int, is_last: bool) -> Svg:
    """A ring around the place of the next floor or roof; around the house if it has just been built on."""
    left, width = house_left(apart), house_width(apart)
    top = roofline(s, spot)
    if is_last or s.roof[spot]:
        return rect(left - 8, top - 5, width + 16, GROUND - top + 6, 6, class_="ring")
    return rect(left - 4, top - FLOOR - 1, width + 8, FLOOR, 6, class_="ring")


def _site(s: State, spot: int, apart: int) -> Svg:
    """A free lot with its number, if it may be built at all; a crane stands where the row goes on."""
    if not _buildable(s, spot):
        return join()
    row, lot = divmod(spot, state.LOTS)
    tower = _tower(apart, lot) if spot == next_lot(s, row) else join()
    return join(tower, _free(apart, lot + 1))


@cache
def _tower(apart: int, lot: int) -> Svg:
    """A crane behind a site; on the first lot it turns away from the row's letter."""
    return at(round(apart * (0.7 if lot else 0.31)), GROUND, crane(1 if lot else -1))


@cache
def _free(apart: int, number: int) -> Svg:
    top = GROUND - FLOOR
    return join(
        rect(house_left(apart), top, house_width(apart), FLOOR, 5, class_="site"),
        text(apart / 2, top + FLOOR / 2 + 8, number, 22, "middle bold on-sky"),
    )


def house(s: State, spot: int, apart: int) -> Svg:
    """A house: its cubes from the ground up, its roof, and in front of it whose it is and what it is worth."""
    cubes, all_lit = stack(s, spot), bool(finished(s, spot // state.LOTS))
    floors = [
        group(drawn, id=f"cube-{cube_code(number)}", data_piece=f"cube-{cube_code(number)}", class_="lift")
        for number, drawn in zip(cubes, floors_of(tuple(cubes), apart, all_lit), strict=True)
    ]
    return join(*floors, _roof(s, spot, apart), at(apart / 2, 0, nameplate(s, spot)))


@lru_cache(maxsize=512)
def floors_of(cubes: tuple[int, ...], apart: int, all_lit: bool = False) -> tuple[Svg, ...]:
    """The floors of a house from the ground up, where they stand on their lot."""
    height, left = floor_height(len(cubes)), house_left(apart)
    return tuple(
        at(left, GROUND - height * (i + 1), floor(number, house_width(apart), height, all_lit))
        for i, number in enumerate(cubes)
    )


def _roof(s: State, spot: int, apart: int) -> Svg:
    if not s.roof[spot]:
        return join()
    name = f"roof-{lot_code(spot)}"
    drawn = at(house_left(apart), roofline(s, spot), roof(int(s.roof[spot]), house_width(apart)))
    return group(drawn, id=name, data_piece=roof_name(s, spot), class_="lift")


def roof_name(s: State, spot: int) -> str:
    """The physical roof on a lot: two bear each value, told apart by the order of their lots."""
    value = s.roof[spot]
    return f"roof-{value}-{sum(s.roof[other] == value for other in range(spot))}"


def nameplate(s: State, spot: int) -> Svg:
    """On the pavement around x = 0: the sign of the seat for which a house counts, and its points."""
    return _plate(owner_of(s, spot), int(house_points(s, spot)))


@cache
def _plate(owner: int, points: int) -> Svg:
    return join(
        rect(-36, GROUND + 10, 72, PLATE, 9, class_="plate"),
        sign(owner, -18, GROUND + 10 + PLATE // 2, 18),
        text(12, GROUND + 10 + PLATE / 2 + 9, points, 26, "middle heavy"),
    )


def owner_of(s: State, spot: int) -> int:
    """The seat for which a house counts."""
    return int(s.owner[colour_of(top_of(s, spot))])


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


def _spoken_lot(s: State, spot: int, t: Translator) -> str:
    fence = [t("fenced")] * (state.FENCED >> spot & 1)
    if not s.cubes[spot]:
        place = t("empty") if _buildable(s, spot) else t("beyond the limit")
        return ", ".join([lot_name(spot, t), place, *fence])
    cubes = t(", on it ").join(cube_name(number, t) for number in stack(s, spot))
    top = [t("roof {value}").format(value=s.roof[spot])] if s.roof[spot] else [t("no roof")]
    worth = t("{points} for {name}").format(
        points=int(house_points(s, spot)), name=t(SEAT_NAMES[owner_of(s, spot)])
    )
    return ", ".join([lot_name(spot, t), cubes, *top, worth, *fence])
