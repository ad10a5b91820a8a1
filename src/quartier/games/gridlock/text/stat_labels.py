"""What the balance lab counts in Gridlock, in words (`rules.uses` has the numbers)."""

from quartier.core.game.boards import Board
from quartier.core.text.languages import N_, Translator
from quartier.core.text.stat_labels import Tally

from ..rules.board import destination_names
from ..rules.tiles import KINDS
from .names import tile_name

_MOVES = (
    N_("lay an intersection"),
    N_("turn an intersection"),
    N_("take an intersection off"),
    N_("put a cone"),
    N_("take a cone off"),
    N_("drive"),
    N_("end the turn"),
)
_STOPS = (N_("at a destination of one’s own"), N_("at another destination"), N_("at an intersection"))


def tallies(board: Board, t: Translator) -> list[Tally]:
    """Kinds of moves, tiles by what becomes of them, where cars stop."""
    kinds = tuple(tile_name(kind, t) for kind in range(KINDS))
    return [
        Tally(t("Moves"), tuple(map(t, _MOVES))),
        Tally(t("Intersections that are laid"), kinds),
        Tally(t("Intersections that are turned"), kinds),
        Tally(t("Intersections that are taken off"), kinds),
        Tally(t("Where cars stop"), tuple(map(t, _STOPS))),
        Tally(t("Destinations where cars stop"), tuple(destination_names(board.data))),
    ]
