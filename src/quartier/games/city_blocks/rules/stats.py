"""What moves use, for the balance lab: kinds of moves, tiles, blocks and streets."""

from typing import Any

from .moves import REBUILD, STAY, SWAP
from .state import BLOCKS, State
from .streets import column_of, row_of
from .tiles import KINDS

# The lists, one after the other, as `tallies` names them.
MOVES, TILES = 0, 4
PLACES = TILES + len(KINDS)
WAYS = PLACES + BLOCKS
DEVELOPING, REBUILDING, SWAPPING, STAYING = range(4)


def count_stats(s: State, seat: int, action: int, out: Any) -> int:
    """A kind of move; of a placement also the tile, the block and both streets."""
    if action >= SWAP:
        out[0] = MOVES + (STAYING if action == STAY else SWAPPING)
        return 1
    block = action % BLOCKS
    out[0] = MOVES + (DEVELOPING if action < REBUILD else REBUILDING)
    out[1] = TILES + action % REBUILD // BLOCKS
    out[2] = PLACES + block
    out[3] = WAYS + row_of(block)
    out[4] = WAYS + column_of(block)
    return 5
