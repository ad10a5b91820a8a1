"""What the balance lab counts in Neue Heimat, in words (`rules.uses` has the numbers)."""

from quartier.core.game.boards import Board
from quartier.core.text.languages import N_, Translator
from quartier.core.text.stat_labels import Tally

from ..rules.state import (
    BLANK,
    MAYOR,
    PERMIT,
    PERMITS,
    SPOTS,
    VALUES,
)
from ..rules.stats import MOST_BID
from .names import (
    COLOUR_NAMES,
    ROW_NAMES,
    lot_name,
    millions,
    piece_name,
)

_MOVES = (
    N_("a cheque into the box"),
    N_("offer a piece"),
    N_("bid"),
    N_("pass"),
    N_("sell"),
    N_("keep"),
    N_("place a piece"),
    N_("lengthen a row"),
    N_("shorten a row"),
    N_("take a permit away"),
    N_("discard"),
)


def tallies(board: Board, t: Translator) -> list[Tally]:
    """Kinds of moves, bids, what is placed, rows and lots."""
    values = tuple(str(value) for value in range(1, VALUES + 1))
    specials = (*range(PERMIT, PERMIT + PERMITS), BLANK, MAYOR)
    return [
        Tally(t("Moves"), tuple(map(t, _MOVES))),
        Tally(t("Bids"), (*(millions(amount, t) for amount in range(1, MOST_BID)), _and_more(t))),
        Tally(t("Cubes that are placed, by colour"), tuple(map(t, COLOUR_NAMES))),
        Tally(t("Cubes that are placed, by value"), values),
        Tally(t("Roofs that are placed, by value"), values),
        Tally(t("Other pieces that are used"), tuple(piece_name(piece, 0, t) for piece in specials)),
        Tally(t("Rows that are built in"), tuple(ROW_NAMES)),
        Tally(t("Lots that are built on"), tuple(lot_name(spot, t) for spot in range(SPOTS))),
    ]


def _and_more(t: Translator) -> str:
    return t("{amount} and more").format(amount=millions(MOST_BID, t))
