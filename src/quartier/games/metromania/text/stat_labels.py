"""What the balance lab counts in Metromania, in words (`rules.uses` has the numbers)."""

from quartier.core.game.boards import Board
from quartier.core.text.languages import N_, Translator
from quartier.core.text.stat_labels import Tally

from ..rules.board import LETTER_NAMES
from ..rules.geometry import CITY_EDGES, SIDE
from ..rules.stats import MOST_WORTH
from .names import line_name, side_name

_MOVES = (
    N_("begin a line"),
    N_("dig a tunnel"),
    N_("dig a tunnel on a destination"),
    N_("build a station"),
    N_("finish a line"),
    N_("no station after a finish"),
    N_("pass"),
)


def tallies(board: Board, t: Translator) -> list[Tally]:
    """Kinds of moves, lines, trips, stations, the sides where lines begin and end."""
    sides = tuple(side_name(SIDE * edge, t) for edge in range(CITY_EDGES))
    beside = t("beside {count} destinations")
    return [
        Tally(t("Moves"), tuple(map(t, _MOVES))),
        Tally(t("Lines"), (line_name(0, t), line_name(1, t))),
        Tally(
            t("Trips whose marker is placed"),
            tuple(t("trip {letter}").format(letter=letter) for letter in LETTER_NAMES),
        ),
        Tally(
            t("Stations that are built"), tuple(beside.format(count=count) for count in range(MOST_WORTH + 1))
        ),
        Tally(t("Where lines begin"), sides),
        Tally(t("Where lines end"), sides),
    ]
