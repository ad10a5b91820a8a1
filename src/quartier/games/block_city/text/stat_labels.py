"""What the balance lab counts in BlockCity, in words (`rules.uses` has the numbers)."""

from quartier.core.game.boards import Board
from quartier.core.text.languages import N_, Translator
from quartier.core.text.stat_labels import Tally

from ..rules.state import KINDS, SIDES
from .names import building_name, ids, kind_name

_MOVES = (N_("write"), N_("miss"), N_("pass"))


def tallies(board: Board, t: Translator) -> list[Tally]:
    """Kinds of moves, numbers, kinds of buildings, buildings."""
    return [
        Tally(t("Moves"), tuple(map(t, _MOVES))),
        Tally(t("Numbers that are written"), tuple(str(number) for number in range(1, SIDES + 1))),
        Tally(t("Kinds of buildings that are written on"), tuple(kind_name(kind, t) for kind in KINDS)),
        Tally(
            t("Buildings that are written on"),
            tuple(building_name(board, building, t) for building in range(len(ids(board)))),
        ),
    ]
