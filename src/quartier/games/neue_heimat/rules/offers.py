"""What can be offered: the outer cubes of the display, and the supply beside it (NH-7, NH-10, NH-11)."""

from .building import may_put_cube, unroofed
from .state import AVAILABLE, BLANK, DISPLAY, DISPLAY_ROWS, MAYOR, PERMIT, ROOF, SPOTS, VALUES, State


def outer_cube(s: State, row: int, from_right: int) -> int:
    """NH-10: the cube at the left or right end of a display row that is not empty."""
    return s.display[row * DISPLAY + (s.right[row] - 1 if from_right else s.left[row])]


def take_cube(s: State, row: int, from_right: int) -> int:
    """The outer cube of a display row."""
    cube = outer_cube(s, row, from_right)
    if from_right:
        s.right[row] -= 1
    else:
        s.left[row] += 1
    return cube


def displayed(s: State) -> int:
    """NH-7: point cubes left in the display."""
    total = 0
    for row in range(DISPLAY_ROWS):
        total += s.right[row] - s.left[row]
    return total


def valued_roofs_left(s: State) -> int:
    """NH-4: roofs with a value that still lie face down."""
    total = 0
    for value in range(1, VALUES + 1):
        total += s.roofs[value]
    return total


def has_place(s: State, cube: int) -> bool:
    """NH-10: whether a cube can be built anywhere."""
    for spot in range(SPOTS):
        if may_put_cube(s, cube, spot):
            return True
    return False


def may_offer_cube(s: State, row: int, from_right: int) -> bool:
    """NH-10: an outer cube that has a place; the last one of a row is called the left one."""
    return s.right[row] - s.left[row] > from_right and has_place(s, outer_cube(s, row, from_right))


def is_available(s: State, piece: int) -> bool:
    """NH-10: whether a permit, the blank cube or the mayor has not been offered yet."""
    if piece == MAYOR:
        return s.mayor == AVAILABLE
    return (s.blank if piece == BLANK else s.permit[piece - PERMIT]) == AVAILABLE


def may_offer_roof(s: State) -> bool:
    """NH-10: a roof lies face down, and a house waits for it."""
    return unroofed(s) > 0 and valued_roofs_left(s) + s.roofs[0] > 0


def anything_to_offer(s: State) -> bool:
    """NH-27 (4): whether there is a piece to offer."""
    for row in range(DISPLAY_ROWS):
        if may_offer_cube(s, row, 0) or may_offer_cube(s, row, 1):
            return True
    for piece in range(PERMIT, ROOF):
        if is_available(s, piece):
            return True
    return may_offer_roof(s)
