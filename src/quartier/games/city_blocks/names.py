"""Streets and blocks of City Blocks as notation and ids write them."""

from .rules.state import BLOCKS, COLUMNS

STREET_LETTERS = "12345abcdef"
BLOCK_NAMES = tuple(f"{'abcdef'[block % COLUMNS]}{block // COLUMNS + 1}" for block in range(BLOCKS))
