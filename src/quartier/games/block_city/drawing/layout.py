"""Where the buildings of a sheet stand in the drawing: cells, outlines and middles, in drawing units."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from quartier.core.drawing.svg import (
    Svg,
    number,
    path,
    rect,
)
from quartier.core.game.boards import Board

from ..rules.board import building_ids, read_grid
from ..rules.state import KINDS

Cell = tuple[int, int]
"""Row and column of a cell, both from 0."""
Point = tuple[float, float]

UNIT = 118
"""A cell in the units in which single buildings are drawn, whatever the size of the board's cells."""
MOST_WIDTH, MOST_HEIGHT = 944, 826
"""The most room that the cells of a board get, in drawing units."""
MARGIN, TOP = 14, 28
"""Around the cells: the street at the edge; above it also room for towers and flags."""
GAP = 10
"""Between two buildings: the street, in units of a building."""
ROW_BELOW = 56
"""How far below the city the river begins: a window has to be higher than the city to show it."""
COLUMN = 360
"""The width of the hand and of what stands beside the board."""


@dataclass(frozen=True)
class Room:
    """A rectangle of cells, its top left corner and the size of a cell in drawing units."""

    x: float
    y: float
    columns: int
    rows: int
    cell: float

    @property
    def width(self) -> float:
        """From edge to edge of the cells."""
        return self.columns * self.cell

    @property
    def height(self) -> float:
        """From edge to edge of the cells."""
        return self.rows * self.cell

    @property
    def middle(self) -> Point:
        """The centre."""
        return round(self.x + self.width / 2, 1), round(self.y + self.height / 2, 1)

    def holds(self, point: Point) -> bool:
        """Whether a point lies in the rectangle."""
        x, y = point
        return 0 < x - self.x < self.width and 0 < y - self.y < self.height

    def inside(self, inset: float) -> tuple[float, float, float, float]:
        """x, y, width and height of the rectangle drawn inwards."""
        return self.x + inset, self.y + inset, self.width - 2 * inset, self.height - 2 * inset

    @property
    def moved(self) -> str:
        """The transformation from units of a building, whose cell has UNIT of them, to drawing units."""
        scale = "" if self.cell == UNIT else f" scale({self.cell / UNIT:.3f})"
        return f"translate({number(self.x)} {number(self.y)}){scale}"


class Plan:
    """The ground plan of one sheet: `rows` x `columns` cells of `cell` drawing units.

    `scale`: of what stands on the cells; `lettering`: of numbers and badges, which never become as small.
    """

    def __init__(self, board: Board) -> None:
        self.grid = read_grid(board.data)
        self.names = building_ids(board.data)
        self.touches = [f"building-{name}" for name in self.names]
        self.rows, self.columns = len(self.grid), len(self.grid[0])
        self.cell = round(min(UNIT, MOST_WIDTH / self.columns, MOST_HEIGHT / self.rows), 1)
        self.scale = self.cell / UNIT
        self.lettering = max(0.78, self.scale)
        self.gap = max(6.0, round(GAP * self.scale, 1))
        self.kinds = [KINDS.index(board.data["kinds"][name[0]]) for name in self.names]
        self.cells: list[set[Cell]] = [set() for _ in self.names]
        for row, line in enumerate(self.grid):
            for column, name in enumerate(line):
                self.cells[self.names.index(name)].add((row, column))

    @property
    def width(self) -> int:
        """Of the whole drawing: the sheet with the street around it."""
        return round(self.columns * self.cell) + 2 * MARGIN

    @property
    def height(self) -> int:
        """Of the whole drawing."""
        return round(self.rows * self.cell) + TOP + MARGIN

    @cached_property
    def rooms(self) -> list[Room]:
        """By building: the largest rectangle inside it, where the building stands."""
        return [self.room(*_largest_rectangle(cells)) for cells in self.cells]

    def room(self, first: Cell, last: Cell) -> Room:
        """The rectangle of cells from the top left one to the bottom right one."""
        (top, left), (bottom, right) = first, last
        columns, rows = right - left + 1, bottom - top + 1
        return Room(
            round(MARGIN + left * self.cell, 1), round(TOP + top * self.cell, 1), columns, rows, self.cell
        )

    def shape(self, building: int, inset: float, **attributes: str | float | None) -> Svg:
        """The outline of a building, `inset` units inside its cells; a plain rectangle if it is one."""
        room, cells, radius = self.rooms[building], self.cells[building], round(self.cell / 11, 1)
        if room.columns * room.rows != len(cells):
            return path(self.outline(cells, inset, radius), **attributes)
        x, y, width, height = (round(value, 1) for value in room.inside(inset))
        return rect(x, y, width, height, radius, **attributes)

    def middle(self, cell: Cell) -> Point:
        """The centre of a cell."""
        row, column = cell
        return MARGIN + (column + 0.5) * self.cell, TOP + (row + 0.5) * self.cell

    def outline(self, cells: set[Cell], inset: float, radius: float) -> str:
        """The path around a set of cells, drawn inwards by `inset`, with rounded corners."""
        return "".join(_rounded(self._inset(loop, inset), radius) for loop in _loops(cells))

    def _inset(self, loop: list[Cell], inset: float) -> list[Point]:
        """The corners of a loop in drawing units, moved inwards from both edges that meet there."""
        result = []
        for i, (row, column) in enumerate(loop):
            before, after = loop[i - 1], loop[(i + 1) % len(loop)]
            a, b = _direction(before, (row, column)), _direction((row, column), after)
            # Inside is to the right of the way; rows grow downwards.
            x = MARGIN + column * self.cell - inset * (a[0] + b[0])
            y = TOP + row * self.cell + inset * (a[1] + b[1])
            result.append((x, y))
        return result


@lru_cache(maxsize=32)
def plan_of(board: Board) -> Plan:
    """The plan of a board."""
    return Plan(board)


def _largest_rectangle(cells: set[Cell]) -> tuple[Cell, Cell]:
    """The top left and bottom right cell of the largest rectangle in a set of cells."""

    def area(corners: tuple[Cell, Cell]) -> int:
        (top, left), (bottom, right) = corners
        inside = {(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)}
        return len(inside) if inside <= cells else 0

    ordered = sorted(cells)
    return max(((one, other) for one in ordered for other in ordered), key=area)


def _loops(cells: set[Cell]) -> Iterator[list[Cell]]:
    """The closed ways around a set of cells with it on their right, each as its corners (row, column)."""
    ways: dict[Cell, list[Cell]] = {}
    for start, end in _edges(cells):
        ways.setdefault(start, []).append(end)
    while ways:
        at = min(ways)
        loop: list[Cell] = []
        while at in ways:
            following = _rightmost(loop, at, ways[at])
            ways[at].remove(following)
            if not ways[at]:
                del ways[at]
            loop.append(at)
            at = following
        yield [corner for i, corner in enumerate(loop) if _turns(loop, i)]


def _edges(cells: set[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """The edges between the set and its outside."""
    for row, column in sorted(cells):
        if (row - 1, column) not in cells:
            yield (row, column), (row, column + 1)
        if (row, column + 1) not in cells:
            yield (row, column + 1), (row + 1, column + 1)
        if (row + 1, column) not in cells:
            yield (row + 1, column + 1), (row + 1, column)
        if (row, column - 1) not in cells:
            yield (row + 1, column), (row, column)


def _rightmost(loop: list[Cell], at: Cell, ends: list[Cell]) -> Cell:
    """Where two cells touch at a corner only, the way stays with its own cell."""
    if len(ends) == 1 or not loop:
        return ends[0]
    a = _direction(loop[-1], at)
    return next(end for end in ends if _direction(at, end) == (a[1], -a[0]))


def _turns(loop: list[Cell], i: int) -> bool:
    corner, after = loop[i], loop[(i + 1) % len(loop)]
    return _direction(loop[i - 1], corner) != _direction(corner, after)


def _direction(one: Cell, other: Cell) -> tuple[int, int]:
    """One step of the way, as signs (down, right)."""
    return _sign(other[0] - one[0]), _sign(other[1] - one[1])


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _rounded(corners: list[Point], radius: float) -> str:
    """A closed path with rounded corners."""
    steps = []
    for i, corner in enumerate(corners):
        before, after = corners[i - 1], corners[(i + 1) % len(corners)]
        start, end = _towards(corner, before, radius), _towards(corner, after, radius)
        steps.append(f"{'L' if i else 'M'}{_at(start)}Q{_at(corner)} {_at(end)}")
    return "".join(steps) + "Z"


def _towards(point: Point, other: Point, distance: float) -> Point:
    """Along an edge, which is level or upright; never beyond its middle."""
    step = min(distance, (abs(other[0] - point[0]) + abs(other[1] - point[1])) / 2)
    dx, dy = other[0] - point[0], other[1] - point[1]
    return point[0] + step * ((dx > 0) - (dx < 0)), point[1] + step * ((dy > 0) - (dy < 0))


def _at(point: Point) -> str:
    return f"{number(round(point[0], 1))} {number(round(point[1], 1))}"
