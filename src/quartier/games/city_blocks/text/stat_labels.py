"""What the balance lab counts in City Blocks, in words (`rules.uses` has the numbers)."""

from quartier.core.game.boards import Board
from quartier.core.text.languages import N_, Translator
from quartier.core.text.stat_labels import Tally

from ..rules.state import BLOCKS
from ..rules.streets import STREET_NAMES
from ..rules.tiles import KINDS
from .words import block_name, tile_name

_MOVES = (N_("develop an empty block"), N_("rebuild a block"), N_("swap two tokens"), N_("swap nothing"))


def tallies(board: Board, t: Translator) -> list[Tally]:
    """Kinds of moves, tiles, blocks, streets."""
    return [
        Tally(t("Moves"), tuple(map(t, _MOVES))),
        Tally(t("Tiles"), tuple(tile_name(kind, t) for kind in range(len(KINDS)))),
        Tally(t("Blocks"), tuple(block_name(block, t) for block in range(BLOCKS))),
        Tally(t("Streets"), STREET_NAMES),
    ]
