"""Violations in City Blocks: a sentence for each reason why a move is illegal."""

from quartier.core.text.languages import N_

from ..rules.state import SWAPPING, Record
from ..rules.violations import (
    BLOCK_BUILT,
    GAME_OVER,
    LOT_TAKEN,
    NO_COURTHOUSE,
    NO_TOKEN,
    NOT_CHANCE,
    NOT_IN_HAND,
    NOT_IN_TURN,
    NOT_ON_BOARD,
    NOT_YOURS_TO_REBUILD,
    SWAP_FIRST,
    TILE_NOT_IN_PILE,
    TOKEN_AWARDED,
    TOKEN_LAID,
)
from .labels import BLOCK_NAMES

REFUSALS = {
    NOT_IN_TURN: N_("It is not your turn to place a tile."),
    NOT_IN_HAND: N_("That tile is not in your hand."),
    NOT_ON_BOARD: N_("That block is not on this board. Choose one of the district."),
    BLOCK_BUILT: N_("That block is already built. Choose an empty one."),
    NO_TOKEN: N_("A rebuild costs the lowest token that you have won, and you have none yet."),
    NOT_YOURS_TO_REBUILD: N_("A rebuild replaces one of your own tiles, and none of yours is on that block."),
    NO_COURTHOUSE: N_("Tokens are swapped only right after a courthouse is placed."),
    TOKEN_AWARDED: N_("A swap needs two streets that both still have their token."),
    SWAP_FIRST: N_("First decide about your courthouse: swap two tokens, or leave them."),
    TOKEN_LAID: N_("That token is not among those still to be laid beside the streets."),
    LOT_TAKEN: N_("That token is not among those left over for the starting draw."),
    TILE_NOT_IN_PILE: N_("That tile cannot be drawn now: it is not in the pile."),
    NOT_CHANCE: N_("Nothing is drawn now."),
    GAME_OVER: N_("The game is over: all blocks are built."),
}


def reason(s: Record, seat: int, path: list[str]) -> int | tuple[int, str] | None:
    """A block comes after a building; while a courthouse waits, it does not come at all (CB-14)."""
    kind, _, name = path[0].partition("-")
    if len(path) > 1 or not (kind == "ground" or (kind == "block" and name in BLOCK_NAMES)):
        return None
    return 0 if s.phase == SWAPPING else (8, N_("First choose a building from your hand, then a block."))
