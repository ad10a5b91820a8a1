"""The triangular lattice of Metromania (MM-1, MM-2, MM-4) as static tables: vertices, edges, triangles, frame.

Vertices are numbered row by row from the top left, city triangles sector * 25 + cell, frame triangles
city edge * 5 + place. All tables are int64; -1 means "there is none". Directions are 0 E, 1 SE, 2 SW, 3 W, 4 NW,
5 NE, clockwise as drawn.

The six triangles around a vertex, each between a direction and the next one::

        NW    NE
          \\ 4 /
         3 \\ / 5
       W ---*--- E
         2 / \\ 0
          / 1 \\
        SW    SE
"""

from typing import Any

import numpy as np

Axial = tuple[int, int]

SIDE = 5
DIRECTIONS = 6
DIRECTION_STEPS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
SECTORS, TURNS, CELLS = 6, 3, SIDE * SIDE
TRIANGLES = SECTORS * CELLS
CITY_EDGES = 6
FRAMES = CITY_EDGES * SIDE
RIGHT, LEFT = 0, 1
"""The two sides of a way, `+` and `-`."""


def _plus(vertex: Axial, *steps: Axial) -> Axial:
    return vertex[0] + sum(q for q, _ in steps), vertex[1] + sum(r for _, r in steps)


def _times(number: int, step: Axial) -> Axial:
    return number * step[0], number * step[1]


def _towards(direction: int) -> Axial:
    return DIRECTION_STEPS[direction % DIRECTIONS]


def _inside(vertex: Axial) -> bool:
    q, r = vertex
    return max(abs(q), abs(r), abs(q + r)) <= SIDE


VERTEX_COORDINATES: tuple[Axial, ...] = tuple(
    (q, r) for r in range(-SIDE, SIDE + 1) for q in range(-SIDE, SIDE + 1) if _inside((q, r))
)
"""Axial coordinates (q, r) by vertex."""
VERTICES = len(VERTEX_COORDINATES)
_NUMBER = {coordinates: number for number, coordinates in enumerate(VERTEX_COORDINATES)}


def vertex_at(coordinates: Axial) -> int:
    """Return the number of the vertex at (q, r), -1 outside the city."""
    return _NUMBER.get(coordinates, -1)


def _steps() -> Any:
    return np.array(
        [
            [vertex_at(_plus(coordinates, step)) for step in DIRECTION_STEPS]
            for coordinates in VERTEX_COORDINATES
        ],
        np.int64,
    )


STEP = _steps()
"""(91, 6): the next vertex in a direction."""


def _edge_pairs() -> list[tuple[int, int]]:
    return [(v, int(STEP[v, d])) for v in range(VERTICES) for d in range(3) if STEP[v, d] >= 0]


EDGE_ENDS = np.array(_edge_pairs(), np.int64)
"""(240, 2): the two vertices of an edge."""
EDGES = len(EDGE_ENDS)


def _edges() -> Any:
    number = {frozenset(pair): i for i, pair in enumerate(_edge_pairs())}
    return np.array(
        [[number.get(frozenset((v, int(other))), -1) for other in STEP[v]] for v in range(VERTICES)], np.int64
    )


EDGE = _edges()
"""(91, 6): the edge that leaves a vertex in a direction."""


# ----- triangles: a sector is a piece of 25 cells with its apex at the centre of the city -----


def cell_number(row: int, column: int) -> int:
    """Cell (i, j) of a piece as a number: row i has 2 i + 1 cells."""
    return row * row + column


def cell_place(cell: int) -> tuple[int, int]:
    """Return row and column of a cell."""
    row = int(cell**0.5)
    return row, cell - row * row


def cell_corners(cell: int) -> tuple[Axial, Axial, Axial]:
    """Return the corners of a cell in the local coordinates (a, b) of its piece."""
    i, j = cell_place(cell)
    k = j // 2
    if j % 2 == 0:
        return (i, k), (i + 1, k), (i + 1, k + 1)
    return (i, k), (i, k + 1), (i + 1, k + 1)


def _turn_corner(corner: Axial, turn: int) -> Axial:
    """Return a local vertex after the piece has been turned `turn` times by a third."""
    a, b = corner
    triple = [SIDE - a, a - b, b]
    triple = triple[-turn:] + triple[:-turn] if turn else triple
    return SIDE - triple[0], triple[2]


def _in_sector(corner: Axial, sector: int) -> int:
    a, b = corner
    return vertex_at(_plus(_times(a - b, _towards(sector)), _times(b, _towards(sector + 1))))


def _corners(sector: int, cell: int, turn: int) -> list[int]:
    return [_in_sector(_turn_corner(corner, turn), sector) for corner in cell_corners(cell)]


CORNERS = np.array([_corners(s, c, 0) for s in range(SECTORS) for c in range(CELLS)], np.int64)
"""(150, 3): the vertices of a city triangle."""
_TRIANGLE = {frozenset(int(v) for v in corners): number for number, corners in enumerate(CORNERS)}


def _triangle_at(sector: int, turn: int, cell: int) -> int:
    return _TRIANGLE[frozenset(_corners(sector, cell, turn))]


LANDED = np.array(
    [[[_triangle_at(s, t, c) for c in range(CELLS)] for t in range(TURNS)] for s in range(SECTORS)], np.int64
)
"""(6, 3, 25): the triangle that a cell of a piece covers, by sector and turn."""


def _between(vertex: int, direction: int) -> int:
    """Return the triangle between a direction and the next one clockwise."""
    first, second = int(STEP[vertex, direction]), int(STEP[vertex, (direction + 1) % DIRECTIONS])
    return _TRIANGLE.get(frozenset((vertex, first, second)), -1)


AROUND = np.array([[_between(v, d) for d in range(DIRECTIONS)] for v in range(VERTICES)], np.int64)
"""(91, 6): the triangles that touch a vertex, each between a direction and the next one."""

EDGE_TRIANGLES = np.stack([AROUND, np.roll(AROUND, 1, axis=1)], axis=2)
"""(91, 6, 2): the triangles to the right and to the left of the edge that leaves a vertex in a direction."""
# On the rim the direction that leaves the city has no edge, but there may be a city triangle beside it.
EDGE_TRIANGLES[STEP < 0] = -1


def _bits(flags: Any) -> Any:
    """Pack flags into sets: the last dimension becomes bits."""
    return (np.asarray(flags, np.int64) << np.arange(np.shape(flags)[-1])).sum(axis=-1)


INSIDE = _bits(STEP >= 0)
"""(91,): the directions that lead from a vertex to another one of the city, as bits."""
TOUCHING = _bits(AROUND >= 0)
"""(91,): the places around a vertex that have a triangle, as bits: each between a direction and the next one."""
PLACE_BIT = np.array(
    [
        [1 << AROUND[vertex].tolist().index(triangle) for vertex in CORNERS[triangle]]
        for triangle in range(TRIANGLES)
    ],
    np.int64,
)
"""(150, 3): the place of a triangle around each of its corners, as a bit."""
DOUBLED = np.array(
    [sum(1 << 2 * bit for bit in range(DIRECTIONS) if bits >> bit & 1) for bits in range(64)], np.int64
)
"""(64,): a set of directions as the set of the ways along their right sides: 2 * direction + side."""


def neighbours(triangle: int, other: int) -> bool:
    """MM-18: return whether two triangles share a vertex."""
    for i in range(3):
        for j in range(3):
            if CORNERS[triangle, i] == CORNERS[other, j]:
                return True
    return False


# ----- the frame (MM-4) -----


def rim(edge: int, i: int) -> Axial:
    """Return border vertex v_i of a city edge, i = 0..5."""
    return _plus(_times(SIDE, _towards(edge)), _times(i, _towards(edge + 2)))


def apex(frame: int) -> Axial:
    """Return the outer corner w_i of a frame triangle; it is not a vertex of the city."""
    edge, i = divmod(frame, SIDE)
    return _plus(rim(edge, i), _towards(edge + 1))


def _frame_ends(frame: int) -> list[int]:
    edge, i = divmod(frame, SIDE)
    return [vertex_at(rim(edge, i)), vertex_at(rim(edge, i + 1))]


FRAME_END = np.array([_frame_ends(frame) for frame in range(FRAMES)], np.int64)
"""(30, 2): the rim vertex on which side a or b of a frame triangle ends."""
INWARD = np.array([[(f // SIDE + 4) % 6, (f // SIDE + 3) % 6] for f in range(FRAMES)], np.int64)
"""(30, 2): the direction from the apex along side a or b into the city."""


def _exits() -> Any:
    exits = np.full((VERTICES, 2), -1, np.int64)
    for frame in range(FRAMES):
        for side in range(2):
            exits[FRAME_END[frame, side], side] = frame
    return exits


EXIT = _exits()
"""(91, 2): the frame triangle whose side a or b ends on a vertex."""


# ----- bends (MM-13) -----

FREE, SHARP, BACK = 0, 1, 2
BEND = np.array(
    [[(FREE, FREE, SHARP, BACK, SHARP, FREE)[(e - d) % 6] for e in range(6)] for d in range(6)], np.int64
)
"""(6, 6): the kind of bend from one direction to another."""


BENDS = np.stack([_bits(BEND == FREE), _bits(BEND != BACK)])
"""(2, 6): the directions in which a line may continue from a direction, as bits: without a station, and with one."""


def _apart(one: int, other: int) -> int:
    return min((one - other) % CITY_EDGES, (other - one) % CITY_EDGES)


APART = np.array([[_apart(one, other) for other in range(CITY_EDGES)] for one in range(CITY_EDGES)], np.int64)
"""(6, 6): how many corners there are between two city edges, 0 to 3 (MM-11, MM-21)."""
