"""What the balance lab counts in Connect Four, in words."""

from quartier.core.game.boards import Board
from quartier.core.text.languages import Translator
from quartier.core.text.stat_labels import Tally

from ..rules import COLUMNS


def tallies(board: Board, t: Translator) -> list[Tally]:
    """The columns."""
    return [Tally(t("Columns"), tuple(str(column) for column in range(1, COLUMNS + 1)))]
