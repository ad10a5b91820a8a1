"""Metromania once more, slowly, on coordinates: lines, stations and points of a record, with every rule checked anew.

Nothing here uses the tables or the rules of the game: vertices are points (q, r), triangles sets of three points, and a
city is laid out from the data file by the text of the rulebook.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from quartier import State

Point = tuple[int, int]
Triangle = frozenset[Point]

NAMES = ("E", "SE", "SW", "W", "NW", "NE")
STEPS = dict(zip(NAMES, ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)), strict=True))
TYPES = {"R": "residential", "C": "commercial", "E": "entertainment"}


def plus(point: Point, step: Point, times: int = 1) -> Point:
    """A point some steps further."""
    return point[0] + times * step[0], point[1] + times * step[1]


def step(direction: int) -> Point:
    """The step in a direction, counted around."""
    return STEPS[NAMES[direction % 6]]


def inside(point: Point) -> bool:
    """Whether a point is a vertex of the city."""
    q, r = point
    return max(abs(q), abs(r), abs(q + r)) <= 5


def triangle_beside(start: Point, way: str, side: str) -> Triangle:
    """The triangle to the right (+) or left (-) of a step."""
    turn = 1 if side == "+" else -1
    return frozenset((start, plus(start, STEPS[way]), plus(start, step(NAMES.index(way) + turn))))


def piece_cells(sector: int, turn: int) -> Iterator[tuple[tuple[int, int], Triangle]]:
    """The cells of a piece with the triangles on which they lie."""
    for i in range(5):
        for j in range(2 * i + 1):
            k = j // 2
            local = (
                [(i, k), (i + 1, k), (i + 1, k + 1)] if j % 2 == 0 else [(i, k), (i, k + 1), (i + 1, k + 1)]
            )
            yield (i, j), frozenset(in_sector(turn_corner(corner, turn), sector) for corner in local)


def turn_corner(corner: tuple[int, int], turn: int) -> tuple[int, int]:
    """A local corner after turning its piece by thirds."""
    a, b = corner
    triple = [5 - a, a - b, b]
    for _ in range(turn):
        triple = [triple[2], triple[0], triple[1]]
    return 5 - triple[0], triple[2]


def in_sector(corner: tuple[int, int], sector: int) -> Point:
    """A local corner on the map."""
    a, b = corner
    return plus(plus((0, 0), step(sector), a - b), step(sector + 1), b)


def frame(edge: int, triangle: int) -> tuple[Point, dict[str, Point]]:
    """The apex of a frame triangle and the vertices on which its sides a and b end."""
    first = plus(plus((0, 0), step(edge), 5), step(edge + 2), triangle)
    return plus(first, step(edge + 1)), {"a": first, "b": plus(first, step(edge + 2))}


@dataclass
class Line:
    """A line: its apex and vertices in order, and the triangles of its counters."""

    seat: int
    edge: int
    points: list[Point] = field(default_factory=list)
    counters: list[Any] = field(default_factory=list)
    done: bool = False

    @property
    def vertices(self) -> list[Point]:
        """The city vertices."""
        return [point for point in self.points if inside(point)]

    @property
    def edges(self) -> list[frozenset[Point]]:
        """The city edges, in order."""
        return [frozenset(pair) for pair in pairwise(self.points) if all(map(inside, pair))]


def way_of(start: Point, end: Point) -> int:
    """The direction of a step."""
    return list(STEPS.values()).index((end[0] - start[0], end[1] - start[1]))


class SlowGame:
    """A game replayed event by event."""

    def __init__(self, state: State) -> None:
        self.data = state.board.data
        self.kinds: dict[Triangle, str] = {}
        self.lines: dict[tuple[int, int], Line] = {}
        self.stations: set[Point] = set()
        self.points = [0] * state.seats
        self.letters: dict[Triangle, str] = {}
        self.supply = self.data["supply"]["stations"]
        self.sector = 0
        self.piece = ""
        self.turn: tuple[int, int] = (-1, 0)
        self.covered = 0

    def play(self, actor: Any, move: str, hand: set[str], turn: int) -> None:
        """One event. `hand`: the actor's markers before it, as "AR"; `turn` counts the turns of the game."""
        if turn != self.turn[1]:
            self.turn, self.covered = (0, turn), 0
        parts = move.split()
        handler = getattr(self, f"on_{parts[0]}", None)
        if handler:
            handler(actor, parts[1:], hand)

    # ----- the city -----

    def on_piece(self, actor: Any, parts: list[str], hand: set[str]) -> None:
        self.piece = parts[0]

    def on_rotate(self, actor: Any, parts: list[str], hand: set[str]) -> None:
        cells = dict(piece_cells(self.sector, int(parts[0])))
        for kind, offsets in self.data["pieces"][self.piece].items():
            for offset in offsets:
                self.kinds[cells[tuple(offset)]] = kind
        self.sector += 1

    # ----- counters -----

    def on_begin(self, seat: int, parts: list[str], hand: set[str]) -> None:
        edge, triangle, side = int(parts[1][0]), int(parts[1][2]), parts[1][3]
        apex, ends = frame(edge, triangle)
        assert self.data["arrows"][edge][triangle] == "white"
        line = self.lines[seat, int(parts[0])] = Line(seat, edge, [apex], [("frame", edge, triangle)])
        assert [other.counters[0] for other in self.lines.values()].count(line.counters[0]) == 1
        self.arrive(line, ends[side])

    def on_dig(self, seat: int, parts: list[str], hand: set[str]) -> None:
        line, way, side = self.lines[seat, int(parts[0])], parts[1][:-1], parts[1][-1]
        start = line.points[-1]
        self.check_way(line, plus(start, STEPS[way]))
        triangle = triangle_beside(start, way, side)
        self.check_triangle(triangle, parts[2][1:] if len(parts) > 2 else "", hand)
        end = plus(start, STEPS[way])
        self.leave(line, frozenset((start, end)))
        line.counters.append(triangle)
        self.arrive(line, end)

    def on_finish(self, seat: int, parts: list[str], hand: set[str]) -> None:
        line, edge, triangle = self.lines[seat, int(parts[0])], int(parts[1][0]), int(parts[1][2])
        apex, ends = frame(edge, triangle)
        assert self.data["arrows"][edge][triangle] == "black"
        assert line.points[-1] in ends.values()
        assert not any(("frame", edge, triangle) in other.counters for other in self.lines.values())
        self.check_bend(line, apex)
        self.leave(line, frozenset((line.points[-1], apex)))
        line.points.append(apex)
        line.counters.append(("frame", edge, triangle))
        line.done = True
        assert len(line.counters) <= 18

    def on_station(self, seat: int, parts: list[str], hand: set[str]) -> None:
        q, r = parts[0].split(",")
        self.build(seat, (int(q), int(r)))

    # ----- MM-13 to MM-18 -----

    def check_bend(self, line: Line, end: Point) -> None:
        """MM-13."""
        before, after = way_of(line.points[-2], line.points[-1]), way_of(line.points[-1], end)
        turn = (after - before) % 6
        assert turn != 3
        assert turn in (0, 1, 5) or line.points[-1] in self.stations

    def check_way(self, line: Line, end: Point) -> None:
        """MM-13, MM-14."""
        assert not line.done
        assert inside(end)
        assert end not in line.points
        self.check_bend(line, end)

    def check_triangle(self, triangle: Triangle, letter: str, hand: set[str]) -> None:
        """MM-15 to MM-18."""
        assert all(map(inside, triangle))
        assert not any(triangle in other.counters for other in self.lines.values())
        kind = self.kinds.get(triangle, "")
        assert kind not in ("lake", "park")
        assert bool(kind) == bool(letter)
        if letter:
            assert any(marker[0] == letter and TYPES[marker[1]] == kind for marker in hand)
            assert all(self.letters[other] != letter for other in self.letters if other & triangle)
            self.covered += 1
            assert self.covered == 1
            self.letters[triangle] = letter

    # ----- MM-21, MM-26, MM-27 -----

    def taken(self) -> set[Any]:
        """The triangles with a counter."""
        return {triangle for line in self.lines.values() for triangle in line.counters}

    def ways(
        self, line: Line, point: Point, way: int, hand: set[str], occupied: set[Any]
    ) -> Iterator[tuple[Point, int]]:
        """Where a line could be dug from a point to which it came on a way: points and ways."""
        for direction in range(6):
            end = plus(point, step(direction))
            if not inside(end) or end in line.points or not self.bends(point, way, direction):
                continue
            sides = (triangle_beside(point, NAMES[direction], side) for side in "+-")
            if any(self.coverable(triangle, hand) for triangle in sides if triangle not in occupied):
                yield end, direction

    def bends(self, point: Point, way: int, direction: int) -> bool:
        """MM-13."""
        turn = (direction - way) % 6
        return turn in (0, 1, 5) or (turn != 3 and point in self.stations)

    def coverable(self, triangle: Triangle, hand: set[str]) -> bool:
        """MM-15, MM-16, MM-18 for a triangle without a counter."""
        kind = self.kinds.get(triangle, "")
        if not all(map(inside, triangle)) or kind in ("lake", "park"):
            return False
        near = {letter for other, letter in self.letters.items() if other & triangle}
        return not kind or any(TYPES[marker[1]] == kind and marker[0] not in near for marker in hand)

    def arrows(self, occupied: set[Any]) -> dict[Point, list[int]]:
        """By point of the rim: the ways to free black arrows."""
        result: dict[Point, list[int]] = {}
        for edge, colours in enumerate(self.data["arrows"]):
            for index, colour in enumerate(colours):
                if colour == "black" and ("frame", edge, index) not in occupied:
                    apex, ends = frame(edge, index)
                    for point in ends.values():
                        result.setdefault(point, []).append(way_of(point, apex))
        return result

    def can_be_finished(self, line: Line, hand: set[str]) -> bool:
        """MM-27: whether any free black arrow is in reach: all points to which ever longer chains of steps lead."""
        occupied = self.taken()
        arrows = self.arrows(occupied)
        front = {(line.points[-1], way_of(line.points[-2], line.points[-1]))}
        for _ in range(self.data["supply"]["tunnels_per_line"] - len(line.counters)):
            if any(self.bends(point, way, out) for point, way in front for out in arrows.get(point, [])):
                return True
            front = {
                candidate for point, way in front for candidate in self.ways(line, point, way, hand, occupied)
            }
        return False

    def is_blocked(self, line: Line, hand: set[str]) -> bool:
        """MM-26."""
        if len(line.counters) == self.data["supply"]["tunnels_per_line"]:
            return True
        occupied, point = self.taken(), line.points[-1]
        way = way_of(line.points[-2], point)
        if any(self.bends(point, way, out) for out in self.arrows(occupied).get(point, [])):
            return False
        return not any(self.ways(line, point, way, hand, occupied))

    def end(self, seat: int, hands: list[set[str]], version: int, enough: int) -> str:
        """MM-27: why the building ends with a turn of a seat, "" if it goes on."""
        if sum(line.done for line in self.lines.values() if line.seat == seat) == 2:
            return "both lines"
        if self.supply == 0:
            return "last station"
        open_ = [line for line in self.lines.values() if not line.done]
        count = len(self.lines) - len(open_)
        for line in open_:
            hand = hands[line.seat]
            count += self.is_blocked(line, hand) if version == 1 else not self.can_be_finished(line, hand)
        return "enough lines" if count >= enough else ""

    # ----- MM-23 to MM-25 -----

    def others(self, line: Line) -> list[Line]:
        """All other lines."""
        return [other for other in self.lines.values() if other is not line]

    def leave(self, line: Line, new: frozenset[Point]) -> None:
        """A station where a parallel course ends."""
        previous = frozenset(line.points[-2:])
        if any(previous in other.edges and new not in other.edges for other in self.others(line)):
            self.build(line.seat, line.points[-1])

    def arrive(self, line: Line, end: Point) -> None:
        """A station where lines meet."""
        edge = frozenset((line.points[-1], end))
        if any(end in other.vertices and edge not in other.edges for other in self.others(line)):
            self.build(line.seat, end)
        line.points.append(end)

    def build(self, seat: int, point: Point) -> None:
        """A new station and its points."""
        if point in self.stations or self.supply == 0:
            return
        self.stations.add(point)
        self.supply -= 1
        self.points[seat] += sum(
            1 for triangle, kind in self.kinds.items() if point in triangle and kind in TYPES.values()
        )
