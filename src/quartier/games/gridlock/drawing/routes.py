"""The ways of cars along the roads."""

from ..rules import moves
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
