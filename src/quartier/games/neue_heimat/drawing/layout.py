"""Where everything lies, and how large it is, in drawing units; the board is WIDTH wide."""

from ..rules import state
from ..rules.state import State
from ..views import stack

WIDTH = 800
LEFT, LOT = 70, 74
"""The grey street is LEFT wide, then come lots of LOT each; lot 10 is what remains."""
SKY, GROUND, STRIP = 158, 32, 33
PITCH = SKY + GROUND + STRIP + 3
HOUSE, INSET = 64, 5
FLOOR, FLOORS = 40, 3
"""A floor is FLOOR high; in a house of more than FLOORS floors they share that height."""
ROOF = 34
ENTRY = 156
"""Width of one seat's score of a row."""
PANEL = 116
"""Height of the auction."""
STAGE = 132
"""Width of the place for the piece on offer."""
CUBE, LINE = 58, 60
"""Width of a cube in the display, and height of a display row."""
DISPLAY_WIDTH = state.DISPLAY * CUBE + 12
DISPLAY_HEIGHT = state.DISPLAY_ROWS * LINE + 8
SUPPLY, CELL = DISPLAY_WIDTH + 8, 103
STREETS = PANEL + 8
LEGEND = STREETS + state.ROWS * PITCH + 4
DISPLAY = LEGEND + 44
HEIGHT = DISPLAY + DISPLAY_HEIGHT + 2
HAND_HEIGHT = 48


def lot_corner(spot: int) -> tuple[int, int]:
    """Where a lot's sky begins, top left."""
    row, lot = divmod(spot, state.LOTS)
    return LEFT + LOT * lot, row * PITCH


def lot_width(spot: int) -> int:
    """Lot 10 is what remains of the width."""
    return min(LOT, WIDTH - LEFT - LOT * (spot % state.LOTS))


def end_of(s: State, row: int) -> int:
    """Where the river begins: behind the last lot that may be built."""
    return LEFT + LOT * s.limit[row]


def floor_height(count: int) -> int:
    """Height of each of `count` floors."""
    return FLOOR if count <= FLOORS else FLOOR * FLOORS // count


def roofline(s: State, spot: int) -> int:
    """The top of a house, below the top of its sky; the ground without a house."""
    count = len(stack(s, spot))
    return SKY - count * floor_height(count) - (ROOF if s.roof[spot] else 0)


def place_corner(s: State, seat: int) -> tuple[int, int]:
    """The corner and the width of a seat's place."""
    width = (WIDTH - STAGE) // s.players
    return STAGE + width * seat, width - 6
