"""Violations in City Blocks: a message for each reason why a move is illegal."""

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
    NOT_IN_TURN: N_("It isn’t your turn."),
    NOT_IN_HAND: N_("That tile isn’t in your hand. Choose one of your tiles."),
    NOT_ON_BOARD: N_("That block isn’t in this district. Choose another one."),
    BLOCK_BUILT: N_("That block is taken. Choose an empty one."),
    NO_TOKEN: N_("You can’t rebuild yet: it costs a bonus token, and you have none."),
    NOT_YOURS_TO_REBUILD: N_("You can only replace your own tiles. None of yours is on that block."),
    NO_COURTHOUSE: N_("You can swap tokens only right after you place your courthouse."),
    TOKEN_AWARDED: N_("Choose two streets that both still have their token."),
    SWAP_FIRST: N_("Decide on the swap first: choose two streets, or don’t swap."),
    TOKEN_LAID: N_("That token can’t be laid now."),
    LOT_TAKEN: N_("That token can’t be drawn for the start."),
    TILE_NOT_IN_PILE: N_("That tile can’t be drawn now."),
    NOT_CHANCE: N_("There’s nothing to draw now."),
    GAME_OVER: N_("The game is over: every block is built."),
}


def reason(s: Record, seat: int, path: list[str]) -> int | tuple[int, str] | None:
    """Return why a block can't be touched: a building comes first; none at all while a swap is pending (CB-14)."""
    kind, _, name = path[0].partition("-")
    if len(path) > 1 or not (kind == "ground" or (kind == "block" and name in BLOCK_NAMES)):
        return None
    return 0 if s.phase == SWAPPING else (8, N_("Choose a tile from your hand first, then a block."))
