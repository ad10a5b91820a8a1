"""The ways of cars along the roads."""

from itertools import pairwise

from quartier.core.game.boards import Board

from ..rules import moves
from ..rules.derived import BITS, CAME, PACKED
from ..rules.state import State
from .layout import Point, centre


def motion_paths(before: State, seat: int, action: int) -> dict[str, list[Point]]:
    """GL-16: the way of the car in a leg, along the roads; no other move sends anything anywhere."""
    if not moves.STOP <= action < moves.END:
        return {}
    return {f"car-{seat}": [centre(before.board, space) for space in route(before, action - moves.STOP)]}


def route(s: State, target: int) -> tuple[int, ...]:
    """The spaces of a shortest way of the car in turn to a space where its leg can end."""
    start, way = s.car[s.turn], [target]
    while way[-1] != start:
        way.append(_came(s.derived, way[-1]))
    return tuple(way[::-1])


def _came(derived: list[int], space: int) -> int:
    """From where the way comes to a space."""
    return derived[CAME + space // PACKED] >> space % PACKED * BITS & (1 << BITS) - 1


def drawn_route(board: Board, way: tuple[int, ...]) -> list[list[Point]]:
    """A way as lines that leave the car, landmarks and names free: they stop at the plazas."""
    sights = [space["kind"] == "destination" for space in board.data["spaces"]]
    lines: list[list[Point]] = []
    for here, there in pairwise(way):
        start, end = centre(board, here), centre(board, there)
        if not lines:
            lines.append([_toward(start, end, 0.8 if sights[here] else 0.27)])
        elif sights[here]:
            lines.append([_rim(start, end)])
        lines[-1].append(_rim(end, start) if sights[there] else end)
    return lines


def _rim(plaza: Point, near: Point) -> Point:
    """Where the road to a neighbouring space leaves a plaza, or from under its name plate."""
    return _toward(plaza, near, 0.67 if near[1] > plaza[1] else 0.42)


def _toward(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
