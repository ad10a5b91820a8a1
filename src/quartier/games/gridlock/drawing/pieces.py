"""Cars, cubes and cones on the map."""

from functools import cache, lru_cache, reduce
from operator import or_

from quartier.core.drawing.pieces import icon, sign
from quartier.core.drawing.svg import (
    Svg,
    at,
    el,
    group,
    join,
    rect,
)
from quartier.core.game.boards import Board

from ..rules.board import NONE
from ..rules.spaces import HALF
from ..rules.state import Record
from ..text.labels import LOOKS, destinations_of
from .layout import Point, at_space

DISC = 22
_CAR_SPOTS = ((46, -17), (-43, -6), (28, -46), (-14, -42))
"""Where cars stand at a destination, so that landmark and name stay visible: the first one on the right."""
_CONE_BESIDE = (-47, 4)
"""Where a cone stands at a destination, beside the landmark."""
_SHARED = ((-21, -12), (21, -12), (-21, 16), (21, 16))
"""Where they stand when several share another space."""


def look_of(s: Record, seat: int) -> int:
    return LOOKS[s.colour[seat]]


Colours = tuple[int, ...]
"""The colours of some cars, by seats."""


def draw_pieces(s: Record, visits: dict[int, Colours], viewer: int) -> list[Svg]:
    """Cubes, cones and cars."""
    board = s.board
    cubes = [_cubes(board, space, colours) for space, colours in visits.items()]
    cones = [_cone(board, space) for space in members(s.cone[0], s.cone[1])]
    cars = [
        _placed_car(board, s.car[seat], car_spot(s, seat), look_of(s, seat), seat, seat == viewer)
        for seat in range(s.players)
        if s.car[seat] != NONE
    ]
    return cubes + cones + cars


def visits_on(s: Record) -> dict[int, Colours]:
    """Return by space, in the order of the destinations, the colours of those who have visited it, the start included."""
    result: dict[int, Colours] = {}
    for destination in destinations_of(reduce(or_, s.opened)):
        visitors = (seat for seat in range(s.players) if s.opened[seat] >> destination & 1)
        result[s.place[destination]] = tuple(s.colour[seat] for seat in visitors)
    return result


def cars_on(s: Record) -> dict[int, Colours]:
    """Return the colours of the cars by the space on which they stand."""
    result: dict[int, Colours] = {}
    for seat in range(s.players):
        if s.car[seat] != NONE:
            result[s.car[seat]] = (*result.get(s.car[seat], ()), s.colour[seat])
    return result


def members(low: int, high: int) -> list[int]:
    """Return the spaces of a set."""
    result, left = [], low | high << HALF
    while left:
        result.append((left & -left).bit_length() - 1)
        left &= left - 1
    return result


@lru_cache(1024)
def _cubes(board: Board, space: int, colours: Colours) -> Svg:
    """The cubes of the visitors of a destination, side by side at its top left."""
    cubes = (at(-38 + 18 * i, -38, cube(LOOKS[colour])) for i, colour in enumerate(colours))
    return at_space(board, space, group(*cubes, class_="grow"), class_="unhit")


@lru_cache(1024)
def _cone(board: Board, space: int) -> Svg:
    return at_space(board, space, draw_cone(board, space), class_="unhit")


@cache
def cube(look: int) -> Svg:
    """Draw a cube of a look around (0, 0)."""
    box = rect(-9, -9, 18, 18, 4, class_="seat cube", stroke_width=2)
    return group(box, group(sign(look, 0, 0, 10), class_="on-seat"), class_=f"seat-{look}")


@lru_cache(1024)
def draw_cone(board: Board, space: int) -> Svg:
    """Draw a cone in the middle of its space, or beside the landmark that stands there."""
    x, y = _CONE_BESIDE if board.data["spaces"][space]["kind"] == "destination" else (0, 0)
    cone = icon("cone", x - 18, y - 22, 36)
    return group(group(cone, class_="grow"), class_="works", data_piece=f"cone-{space}")


@lru_cache(4096)
def _placed_car(board: Board, space: int, spot: Point, look: int, seat: int, own: bool) -> Svg:
    """A car on its space; the viewer's can be touched, the others let touches through."""
    touch = {"data_touch": "car", "data_about": "car"} if own else {"class_": "unhit"}
    car = at(*spot, draw_car(look, seat, own))
    return at_space(board, space, car, id=f"car-{seat}", aria_hidden="true", **touch)


def car_spot(s: Record, seat: int) -> Point:
    """Return where a car stands on its space: beside a landmark and beside other cars."""
    here = [other for other in range(s.players) if s.car[other] == s.car[seat]]
    if s.sight[s.car[seat]] != NONE:
        return _CAR_SPOTS[here.index(seat)]
    return _SHARED[here.index(seat)] if len(here) > 1 else (0, 0)


@cache
def draw_car(look: int, seat: int, own: bool) -> Svg:
    """Draw a car on a white disc, with the sign of its look; the viewer's own with a rim in its colour."""
    disc = el("circle", r=DISC, class_="disc own" if own else "disc", stroke_width=3.5 if own else 1.8)
    badge = at(0, -DISC + 1, el("circle", r=7.5, class_="badge"), sign(look, 0, 0, 11))
    body = group(disc, icon("car", -15.5, -14, 31), badge, class_="grow-car")
    return group(
        body,
        _touchable() if own else join(),
        class_=f"car lift seat-{look}",
        data_piece=f"car-{seat}",
        data_own="yes" if own else None,
    )


@cache
def _touchable() -> Svg:
    """What shows that a car can be touched, and the area.

    A phone comes near enough for the first area to be as large as a finger. It is larger than the one that is touched,
    which leaves the tile below the car free; so the hexes get 55 px, and the hand has a large card for the same car.
    """
    measure = rect(-35, -35, 70, 70, class_="hit measure")
    return join(el("circle", r=DISC + 4, class_="ring"), measure, el("circle", r=DISC + 2, class_="hit"))
