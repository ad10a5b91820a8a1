"""Lots and the houses on them: floors, roofs, fences, and whose each house is."""

from functools import cache

from quartier.core.show.pieces import sign
from quartier.core.show.svg import Svg, at, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..names import SEAT_NAMES, cube_code, cube_name, lot_name
from ..rules import state
from ..rules.building import colour_of, top_of
from ..rules.scoring import house_points
from ..rules.state import State
from ..views import stack
from .layout import FLOOR, GROUND, HOUSE, INSET, LOT, SKY, floor_height, lot_corner, lot_width, roofline
from .pieces import cube, roof


def plot(s: State, spot: int, t: Translator, last: frozenset[str]) -> Svg:
    name, spoken = f"lot-{lot_name(spot)}", _spoken_lot(s, spot, t)
    top = min(roofline(s, spot), SKY - FLOOR) - 5
    return at(
        *lot_corner(spot),
        el("title", spoken),
        _free_lot(s, spot) if not s.cubes[spot] else house(s, spot, t),
        _fence() if state.FENCED >> spot & 1 and _buildable(s, spot) else join(),
        rect(0, top, LOT, SKY + GROUND - top, 6, class_="ring"),
        rect(0, 0, lot_width(spot), SKY + GROUND, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def _buildable(s: State, spot: int) -> bool:
    return bool(spot % state.LOTS < s.limit[spot // state.LOTS])


def _free_lot(s: State, spot: int) -> Svg:
    """An empty plot with its number, if it may be built at all."""
    if not _buildable(s, spot):
        return join()
    return join(
        rect(INSET + 1, SKY - FLOOR, HOUSE - 2, FLOOR, 3, class_="quiet-line dashed", stroke_width=1.5),
        text(LOT / 2, SKY + 24, spot % state.LOTS + 1, 23, "middle"),
    )


def house(s: State, spot: int, t: Translator) -> Svg:
    """A house: its cubes from the ground up, its roof, and in front of it whose it is and what it is worth."""
    cubes = stack(s, spot)
    height = floor_height(len(cubes))
    floors = [at(INSET, SKY - height * (i + 1), floor(number, height)) for i, number in enumerate(cubes)]
    value = s.roof[spot]
    name = f"roof-{lot_name(spot)}"
    top = (
        at(0, roofline(s, spot), group(roof(value), id=name, data_piece=roof_name(s, spot), class_="lift"))
        if value
        else join()
    )
    return join(*floors, top, nameplate(s, spot))


def floor(number: int, height: int) -> Svg:
    """A cube that has its name as a piece."""
    name = f"cube-{cube_code(number)}"
    return group(cube(number, HOUSE, height), id=name, data_piece=name, class_="lift")


def roof_name(s: State, spot: int) -> str:
    """The physical roof on a lot: two bear each value, told apart by the order of their lots."""
    value = s.roof[spot]
    return f"roof-{value}-{sum(s.roof[other] == value for other in range(spot))}"


def nameplate(s: State, spot: int) -> Svg:
    """On the pavement: the sign of the seat for which a house counts, and its points."""
    owner, points = owner_of(s, spot), int(house_points(s, spot))
    return at(
        0,
        SKY,
        rect(INSET, 3, HOUSE, 27, 5, class_="plot"),
        sign(owner, 22, 17, 20),
        text(51, 26, points, 25, "middle bold"),
    )


def owner_of(s: State, spot: int) -> int:
    """The seat for which a house counts."""
    return int(s.owner[colour_of(top_of(s, spot))])


@cache
def _fence() -> Svg:
    """White pickets around a lot that carries one cube only."""
    ground = SKY + 1
    pickets = "".join(
        f"M{x} {ground}V{ground - 17}L{x + 2.5} {ground - 21}L{x + 5} {ground - 17}V{ground}Z"
        for x in (-5, 1, 68, 74)
    )
    rail = rect(-5, ground - 8, LOT + 10, 4, 1, class_="fence")
    return join(rail, path(pickets, class_="fence"))


def _spoken_lot(s: State, spot: int, t: Translator) -> str:
    fence = [t("fenced")] * (state.FENCED >> spot & 1)
    if not s.cubes[spot]:
        place = t("empty") if _buildable(s, spot) else t("beyond the limit")
        return ", ".join([lot_name(spot), place, *fence])
    cubes = t(", on it ").join(cube_name(number, t) for number in stack(s, spot))
    top = [t("roof {value}").format(value=s.roof[spot])] if s.roof[spot] else [t("no roof")]
    worth = t("{points} for {name}").format(
        points=int(house_points(s, spot)), name=t(SEAT_NAMES[owner_of(s, spot)])
    )
    return ", ".join([lot_name(spot), cubes, *top, worth, *fence])
