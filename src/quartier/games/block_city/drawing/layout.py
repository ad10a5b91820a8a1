"""Where the buildings of a sheet stand in the drawing: cells, outlines and middles, in drawing units."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from quartier.core.play.boards import Board
from quartier.core.show.svg import number

from ..rules.board import building_ids, read_grid

Cell = tuple[int, int]
"""Row and column of a cell, both from 0."""
Point = tuple[float, float]

WIDTH = 800
MARGIN = 16
LARGEST_CELL = 96
GAP = 9
"""Between two buildings: the street."""
SCORES_HEIGHT = 66
HAND_HEIGHT = 112
DIE = 84


@dataclass(frozen=True)
class Box:
    """A rectangle in drawing units."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        """The centre."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def side(self) -> float:
        """The shorter side."""
        return min(self.width, self.height)


class Plan:
    """The ground plan of one sheet: `rows` x `columns` cells of `cell` units, centred in the drawing's width."""

    def __init__(self, board: Board) -> None:
        self.grid = read_grid(board.data)
        self.names = building_ids(board.data)
        self.rows, self.columns = len(self.grid), len(self.grid[0])
        self.cell = min(LARGEST_CELL, (WIDTH - 2 * MARGIN) / self.columns)
        self.left = (WIDTH - self.cell * self.columns) / 2
        self.cells: list[set[Cell]] = [set() for _ in self.names]
        for row, line in enumerate(self.grid):
            for column, name in enumerate(line):
                self.cells[self.names.index(name)].add((row, column))

    @property
    def height(self) -> int:
        """Of the sheet with the street around it."""
        return round(self.rows * self.cell + 2 * MARGIN)

    @cached_property
    def rooms(self) -> list[Box]:
        """By building: the largest rectangle inside it, where icon and number stand."""
        return [self.box(*_largest_rectangle(cells)) for cells in self.cells]

    def box(self, first: Cell, last: Cell) -> Box:
        """The rectangle of cells from the top left one to the bottom right one."""
        (top, left), (bottom, right) = first, last
        return Box(
            self.left + left * self.cell,
            MARGIN + top * self.cell,
            (right - left + 1) * self.cell,
            (bottom - top + 1) * self.cell,
        )

    def outline(self, cells: set[Cell], inset: float, radius: float) -> str:
        """The path around a set of cells, drawn inwards by `inset`, with rounded corners."""
        return "".join(_rounded(self._inset(loop, inset), radius) for loop in _loops(cells))

    def _inset(self, loop: list[Cell], inset: float) -> list[Point]:
        """The corners of a loop in drawing units, moved inwards from both edges that meet there."""
        found = []
        for i, (row, column) in enumerate(loop):
            before, after = loop[i - 1], loop[(i + 1) % len(loop)]
            a, b = _direction(before, (row, column)), _direction((row, column), after)
            # Inside is to the right of the way; rows grow downwards.
            x = self.left + column * self.cell - inset * (a[0] + b[0])
            y = MARGIN + row * self.cell + inset * (a[1] + b[1])
            found.append((x, y))
        return found

    def streets(self) -> str:
        """The path along all edges between different buildings."""
        found = []
        for row, column in ((r, c) for r in range(self.rows) for c in range(self.columns)):
            x, y = self.left + column * self.cell, MARGIN + row * self.cell
            if column and self.grid[row][column - 1] != self.grid[row][column]:
                found.append(f"M{number(x)} {number(y)}v{number(self.cell)}")
            if row and self.grid[row - 1][column] != self.grid[row][column]:
                found.append(f"M{number(x)} {number(y)}h{number(self.cell)}")
        return "".join(found)


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
