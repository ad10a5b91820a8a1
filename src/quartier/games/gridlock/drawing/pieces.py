"""Cars, cubes and cones on the map."""

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, el, group, join, rect
from quartier.core.text.languages import Translator

from ..rules.board import NONE
from ..rules.spaces import within
from ..rules.state import State
from ..words import LOOKS, SEAT_NAMES
from .layout import at_space, toward


def look_of(s: State, seat: int) -> int:
    return LOOKS[s.colour[seat]]


def colour_name(s: State, seat: int, t: Translator) -> str:
    return t(SEAT_NAMES[s.colour[seat]])


def pieces_on_map(s: State, viewer: int) -> list[Svg]:
    cubes = [
        at_space(s, s.place[sight], _cube(s, seat), class_="unhit")
        for sight in range(s.sights)
        for seat in visitors(s, sight)
    ]
    cones = [
        at_space(s, space, draw_cone(space), class_="unhit")
        for space in range(s.spaces)
        if within(s.cone[0], s.cone[1], space)
    ]
    cars = [_placed_car(s, seat, seat == viewer) for seat in range(s.players) if s.car[seat] != NONE]
    return cubes + cones + cars


def visitors(s: State, sight: int) -> list[int]:
    """The seats that have visited a destination, the start included."""
    return [seat for seat in range(s.players) if s.opened[seat] >> sight & 1]


def _cube(s: State, seat: int) -> Svg:
    """A cube at the corner of a destination that belongs to the seat."""
    x, y = toward((272, 88, 302, 58)[seat], 41)
    look = look_of(s, seat)
    return at(
        round(x, 1),
        round(y, 1),
        rect(-8.5, -8.5, 17, 17, 3, class_="wash"),
        rect(-8.5, -8.5, 17, 17, 3, class_="edge", stroke_width=2),
        sign(look, 0, 0, 10),
        class_=f"seat-{look}",
    )


def draw_cone(space: int) -> Svg:
    return group(icon("cone", -2, 4, 32), class_="seat-1", data_piece=f"cone-{space}")


def _placed_car(s: State, seat: int, own: bool) -> Svg:
    """A car on its space; the viewer's can be touched, the others let touches through."""
    car = at(0, 4, draw_car(s, seat, own))
    if _crowded(s, seat):
        x, y = ((-25, -16), (25, -16), (-25, 14), (25, 14))[seat]
        car = at(x, y, group(draw_car(s, seat, own), transform="scale(.82)"))
    touch = {"data_touch": "car"} if own else {"class_": "unhit"}
    return at_space(s, s.car[seat], car, id=f"car-{seat}", aria_hidden="true", **touch)


def _crowded(s: State, seat: int) -> bool:
    """Whether the car must make room: for another car or for a landmark."""
    shared = any(other != seat and s.car[other] == s.car[seat] for other in range(s.players))
    return shared or s.sight[s.car[seat]] != NONE


def draw_car(s: State, seat: int, own: bool) -> Svg:
    look = look_of(s, seat)
    shadow = el("ellipse", cx=0, cy=14, rx=21, ry=5, class_="shade")
    halo = el("circle", r=25, class_="halo") if own else join()
    ring = el("circle", r=25, class_="ring") if own else join()
    body = group(
        icon("car", -21, -22, 42), at(0, -17, el("circle", r=8.5, class_="plot"), sign(look, 0, 0, 12))
    )
    return group(halo, shadow, body, ring, class_=f"car lift seat-{look}", data_piece=f"car-{seat}")
