"""Where things lie on the table of City Blocks, in drawing units: a unit of the board is about a pixel on a desk."""

from ..rules.state import COLUMNS, ROWS

WIDTH, HEIGHT = 1000, 860
LEFT, TOP = 128, 84
"""Where the map begins; the price tags hang above and to the left of it."""
LOT_WIDTH, LOT_HEIGHT, ROAD = 104, 108, 34
PITCH_X, PITCH_Y = LOT_WIDTH + ROAD, LOT_HEIGHT + ROAD
MARGIN = 16
"""Beside and below the map of a small district."""
TAG_WIDTH, TAG_HEIGHT = 122, 70
TAG_INSET = 2
"""By so much the tags of the rows overlap the map, so that enlarged they stay inside of the board."""
COLUMN = 360
"""Width of the aside and of the hand."""
HAND_HEIGHT = 118
CARD_WIDTH, CARD_PITCH = 68, 72


def reading_order(rows: int, columns: int) -> list[int]:
    """Blocks from the top left, as a reader walks through them; so what stands in front is drawn later, too."""
    north = range(ROWS - 1, ROWS - 1 - rows, -1)
    return [row * COLUMNS + column for row in north for column in range(columns)]


def map_size(rows: int, columns: int) -> tuple[int, int]:
    """Width and height of the map of a district of so many rows and columns."""
    return columns * PITCH_X + ROAD, rows * PITCH_Y + ROAD


def board_size(rows: int, columns: int) -> tuple[int, int]:
    """Width and height of the board: the map of a small district with a margin."""
    if (rows, columns) == (ROWS, COLUMNS):
        return WIDTH, HEIGHT
    width, height = map_size(rows, columns)
    return LEFT + width + MARGIN, TOP + height + MARGIN


def corner(block: int) -> tuple[int, int]:
    """Top left corner of a block."""
    row, column = divmod(block, COLUMNS)
    return LEFT + ROAD + column * PITCH_X, TOP + ROAD + (ROWS - 1 - row) * PITCH_Y


def street_corner(street: int) -> tuple[int, int]:
    """Top left corner of the way of a street: a row's runs above its blocks, a column's to the left of them."""
    if street < ROWS:
        return LEFT, corner(street * COLUMNS)[1] - ROAD
    return corner(street - ROWS)[0] - ROAD, TOP


def tag_corner(street: int) -> tuple[int, int]:
    """Top left corner of the price tag of a street."""
    if street < ROWS:
        _, y = corner(street * COLUMNS)
        return LEFT - TAG_WIDTH + TAG_INSET, y + (LOT_HEIGHT - TAG_HEIGHT) // 2
    x, _ = corner(street - ROWS)
    return x + (LOT_WIDTH - TAG_WIDTH) // 2, 7
