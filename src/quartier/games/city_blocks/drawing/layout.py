"""Where things lie on the table of City Blocks, in drawing units; the board is 800 wide."""

from ..rules.state import COLUMNS, ROWS

WIDTH, HEIGHT = 800, 828
LEFT, TOP = 102, 86
"""Where the map begins; the price tags hang above and to the left of it."""
BLOCK, ROAD = 84, 26
PITCH = BLOCK + ROAD
MAP_WIDTH = COLUMNS * PITCH + ROAD
MAP_HEIGHT = ROWS * PITCH + ROAD
RIVER = TOP + MAP_HEIGHT + 6
PLACES = RIVER + 36
PLACE_WIDTH, PLACE_HEIGHT = 392, 84
HAND_HEIGHT = 208
CARD = 1.2
"""A card in hand is this much larger than a tile on the map."""


def reading_order() -> list[int]:
    """Blocks from the top left, as a reader walks through them."""
    return [row * COLUMNS + column for row in reversed(range(ROWS)) for column in range(COLUMNS)]


def corner(block: int) -> tuple[int, int]:
    """Top left corner of a block."""
    row, column = divmod(block, COLUMNS)
    return LEFT + ROAD + column * PITCH, TOP + ROAD + (ROWS - 1 - row) * PITCH


def tag_corner(street: int) -> tuple[int, int]:
    """Top left corner of the price tag of a street."""
    if street < ROWS:
        _, y = corner(street * COLUMNS)
        return LEFT - 80, y + 2
    x, _ = corner(street - ROWS)
    return x + BLOCK // 2 - 32, TOP - 50


def sums_corner(street: int) -> tuple[int, int]:
    """Top left corner of the sums of a street."""
    if street < ROWS:
        _, y = corner(street * COLUMNS)
        return 0, y + 52
    x, _ = corner(street - ROWS)
    return x + BLOCK // 2 - 50, 4


def place_corner(seat: int) -> int:
    """Left edge of a player's place."""
    return seat * (WIDTH - PLACE_WIDTH)


def held_corner(i: int, count: int) -> tuple[int, int]:
    """Up to three large tags in one line, else two lines of small ones."""
    if count <= 3:
        return 132 + 85 * i, 23
    return 134 + i // 2 * (66 if count <= 6 else 41), 9 + i % 2 * 36


def held_scale(count: int) -> str | None:
    """The transform of the tags that a seat holds, when there are so many."""
    return None if count <= 3 else "scale(.78)"
