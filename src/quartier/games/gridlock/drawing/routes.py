"""The routes of cars along the roads."""

from functools import cache
from itertools import pairwise

from quartier.core.drawing.svg import Svg, el, group, join, path
from quartier.core.game.boards import Board

from ..rules import moves, tiles
from ..rules.derived import BITS, CAME, PACKED
from ..rules.state import Record
from .landmarks import houses
from .layout import EDGE, HALF_ROW, Point, centre, hexagon, toward

KERB, ASPHALT, LANE = 27, 22, 2.2


@cache
def tile(kind: int, prefix: str) -> Svg:
    """Draw a tile in canonical rotation, for `<use>`: houses, roads to its edges, centre lines, perhaps a rotary."""
    mask = int(tiles.MASKS[kind])
    sides = [side for side in range(6) if mask >> side & 1]
    start = 20 if kind >= tiles.ROTARY else 7 if len(sides) > 2 else 0
    return group(
        path(hexagon(EDGE - 0.7), class_="ground"),
        houses(mask),
        asphalt(_spokes(sides, 0), _spokes(sides, start)),
        _rotary() if kind >= tiles.ROTARY else join(),
        id=f"{prefix}-{tiles.NAMES[kind]}",
        # Styles reach into a `<use>` only from inside it.
        class_="quartier",
    )


def _spokes(sides: list[int], start: float) -> str:
    """Lines from the middle to the middles of sides."""
    return "".join(
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*toward(60 * side, start), *toward(60 * side, HALF_ROW))
        for side in sides
    )


def asphalt(roads: str, lanes: str) -> Svg:
    """Roads from the centre of a hex, with a kerb and centre lines."""
    return join(
        path(roads, class_="kerb", stroke_width=KERB),
        el("circle", r=KERB / 2, class_="kerb-fill"),
        path(roads, class_="asphalt", stroke_width=ASPHALT),
        el("circle", r=ASPHALT / 2, class_="asphalt-fill"),
        path(lanes, class_="lane", stroke_width=LANE),
    )


def _rotary() -> Svg:
    circles = ((24, "kerb-fill"), (21.5, "asphalt-fill"), (14.5, "lane-ring"), (8, "park"))
    return join(*(el("circle", r=radius, class_=look) for radius, look in circles))


def lying(kind: int, mask: int) -> Svg:
    """Draw a tile with these exits."""
    steps = next(n for n in range(6) if tiles.rotate(int(tiles.MASKS[kind]), n) == mask)
    turn = f"rotate({60 * steps})" if steps else None
    return el("use", href=f"#kind-{tiles.NAMES[kind]}", transform=turn)


def motion_paths(before: Record, seat: int, action: int) -> dict[str, list[Point]]:
    """GL-16: return the way of the car in a leg, along the roads; no other move sends anything anywhere."""
    if not moves.STOP <= action < moves.END:
        return {}
    return {f"car-{seat}": [centre(before.board, space) for space in route(before, action - moves.STOP)]}


def route(s: Record, target: int) -> tuple[int, ...]:
    """Return the spaces of a shortest way of the car in turn to a space where its leg can end."""
    start, way = s.car[s.turn], [target]
    while way[-1] != start:
        way.append(_came(s.derived, way[-1]))
    return tuple(way[::-1])


def _came(derived: list[int], space: int) -> int:
    """From where the way comes to a space."""
    return derived[CAME + space // PACKED] >> space % PACKED * BITS & (1 << BITS) - 1


def draw_route(board: Board, route: tuple[int, ...]) -> list[list[Point]]:
    """Return a way as lines that leave the car, landmarks and names free: they stop at the plazas."""
    is_destination = [space["kind"] == "destination" for space in board.data["spaces"]]
    lines: list[list[Point]] = []
    for here, there in pairwise(route):
        start, end = centre(board, here), centre(board, there)
        if not lines:
            lines.append([_toward(start, end, 0.8 if is_destination[here] else 0.27)])
        elif is_destination[here]:
            lines.append([_rim(start, end)])
        lines[-1].append(_rim(end, start) if is_destination[there] else end)
    return lines


def _rim(plaza: Point, near: Point) -> Point:
    """Where the road to a neighbouring space leaves a plaza, or from under its name plate."""
    return _toward(plaza, near, 0.67 if near[1] > plaza[1] else 0.42)


def _toward(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
