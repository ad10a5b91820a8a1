"""The ways of cars along the roads."""

from itertools import pairwise

from ..rules import moves
from ..rules.board import NONE
from ..rules.roads import forced, steps, wild
from ..rules.spaces import within
from ..rules.state import State
from .layout import Point, centre


def ways(before: State, seat: int, action: int) -> dict[str, list[Point]]:
    """GL-16: the way of the car in a leg, along the roads; no other move sends anything anywhere."""
    if not moves.STOP <= action < moves.END:
        return {}
    spaces = route(before, seat, action - moves.STOP)
    return {f"car-{seat}": [centre(before, space) for space in spaces]}


def route(s: State, seat: int, target: int) -> list[int]:
    """The spaces of a shortest way from the car to a space where the leg can end."""
    stops, terrain = forced(s, seat), wild(s, seat)
    came, queue = {s.car[seat]: s.car[seat]}, [s.car[seat]]
    for space in queue:
        if space == target:
            break
        if space != s.car[seat] and within(*stops, space):
            continue
        found = steps(s, space, terrain)
        fresh = [near for near in range(s.spaces) if within(*found, near) and near not in came]
        came.update(dict.fromkeys(fresh, space))
        queue += fresh
    way = [target]
    while way[-1] != s.car[seat]:
        way.append(came[way[-1]])
    return way[::-1]


def drawn_route(s: State, seat: int, target: int) -> list[list[Point]]:
    """The way to a space as lines that leave the car, landmarks and names free: they stop at the plazas."""
    lines: list[list[Point]] = []
    for here, there in pairwise(route(s, seat, target)):
        start, end = centre(s, here), centre(s, there)
        if not lines:
            lines.append([_toward(start, end, 0.27 if s.sight[here] == NONE else 0.8)])
        elif s.sight[here] != NONE:
            lines.append([_rim(start, end)])
        lines[-1].append(_rim(end, start) if s.sight[there] != NONE else end)
    return lines


def _rim(plaza: Point, near: Point) -> Point:
    """Where the road to a neighbouring space leaves a plaza, or from under its name plate."""
    return _toward(plaza, near, 0.67 if near[1] > plaza[1] else 0.42)


def _toward(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
