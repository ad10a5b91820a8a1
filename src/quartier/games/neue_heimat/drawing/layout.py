"""Where everything lies on the board, and how large it is, in drawing units; a unit is about a pixel on a desk."""

from ..rules import state
from ..rules.building import limit_allowed
from ..rules.state import Record

WIDTH, BAND = 900, 294
"""The three rows are bands over the whole width, one below the other."""
HEIGHT = BAND * state.ROWS
GROUND = 219
"""Where the houses stand, below the top of their band; then come kerb, name plates and the row's line."""
LEFT, RIGHT = 100, 110
"""Room for the street with letter and mayor, and for the permits behind the longest row."""
MIN_ROW_LOTS = 6
"""Rows are drawn as if at least one of them had so many lots."""
FLOOR, TALLEST = 54, 176
"""A floor is FLOOR high; the floors of a high house share TALLEST."""
ROOF = 44
SIGN, SIGNS_APART = 40, 56
"""Height of a permit's road sign, and from one to the next above it."""
COLUMN = 360
"""Width of what is drawn beside and below the board; a unit is about a pixel there."""


def pitch(s: Record) -> int:
    """From one lot to the next: as much as the longest row leaves, also after the permit that is being placed."""
    return (WIDTH - LEFT - RIGHT) // max(MIN_ROW_LOTS, *(longest(s, row) for row in range(state.ROWS)))


def longest(s: Record, row: int) -> int:
    """Return the lots that a row has, or will have if the permit that is being placed makes it longer."""
    steps = steps_of(s)
    return int(s.limit[row]) + (steps if steps and limit_allowed(s, row, s.limit[row] + steps) else 0)


def steps_of(s: Record) -> int:
    """Return by how much the permit that is being placed changes a row; 0 if none is."""
    placing = s.phase == state.PLACING and state.PERMIT <= s.piece < state.BLANK
    return int(s.piece) - state.PERMIT + 1 if placing else 0


def house_width(apart: int) -> int:
    """Width of a house where lots are so far apart."""
    return apart - max(12, apart // 6)


def house_left(apart: int) -> int:
    """Return where a house begins on its lot."""
    return (apart - house_width(apart)) // 2


def band_top(row: int) -> int:
    return BAND * row


def lot_left(apart: int, lot: int) -> int:
    return LEFT + apart * lot


def shore(s: Record, row: int, apart: int) -> int:
    """Return where the river begins: behind the last lot that may be built."""
    return lot_left(apart, int(s.limit[row]))


def floor_height(count: int) -> int:
    """Height of each of `count` floors."""
    return min(FLOOR, TALLEST // max(count, 1))


def roofline(count: int, roof: int) -> int:
    """Return the top of a house of `count` floors, below the top of its band; `roof`: its value, 0 without one."""
    return GROUND - count * floor_height(count) - (ROOF if roof else 0)
