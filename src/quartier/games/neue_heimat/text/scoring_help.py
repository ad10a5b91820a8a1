"""Scoring of Neue Heimat in words: categories, sources of points, the final count, and labels of statistics."""

from collections.abc import Sequence

from quartier.core.game.boards import Board
from quartier.core.text.final_count import Counted, shares
from quartier.core.text.languages import N_, Translator
from quartier.core.text.scoring_help import Category
from quartier.core.text.stat_labels import Tally

from ..rules.derived import MOST_BID
from ..rules.scoring import is_finished, row_points
from ..rules.state import (
    BLANK,
    LOTS,
    MAYOR,
    NOTHING_TO_OFFER,
    NOTHING_TO_ROOF,
    PARAMETERS,
    PERMIT,
    PERMITS,
    ROOFS_PLACED,
    ROWS,
    SPOTS,
    TWO_ROWS,
    VALUES,
    Record,
)
from .labels import (
    COLOUR_NAMES,
    ROW_NAMES,
    lot_code,
    lot_name,
    millions,
    piece_name,
)

END_REASONS = {
    TWO_ROWS: N_("Two rows are finished."),
    ROOFS_PLACED: N_("All non-blank roofs are built."),
    NOTHING_TO_ROOF: N_("There’s nothing left to roof."),
    NOTHING_TO_OFFER: N_("There’s nothing left to offer."),
}
PRAISE = N_("{name} made the best deals")
TIE_BREAK = N_("Tied on points: the player with more money wins.")
"""NH-31."""


def ending(s: Record, t: Translator) -> str:
    """NH-27: say why the game ended."""
    if s.reason == TWO_ROWS and s.rows_to_end != PARAMETERS["rows_to_end"].default:
        form = t.ngettext("{count} row is finished.", "{count} rows are finished.", s.rows_to_end)
        return form.format(count=s.rows_to_end)
    return t(END_REASONS[s.reason])


def sources(s: Record, seat: int, t: Translator) -> list[tuple[str, int]]:
    """List the rows in which a seat has points, and the slush fund, shortened for cards; unfinished rows count minus."""
    result = []
    for row in range(ROWS):
        points = int(row_points(s, row, seat))
        if points:
            name = t("Row {letter}").format(letter=ROW_NAMES[row])
            result.append((name, points if is_finished(s, row) else -points))
    if s.box[seat] * s.box_points:
        result.append((t("Slush fund"), s.box[seat] * s.box_points))
    return result


def count(s: Record, seat: int, names: Sequence[str], t: Translator) -> list[Counted]:
    """NH-28 to NH-30."""
    return [*(_row(s, row, t) for row in range(ROWS)), *_boxes(s, names, t)]


def _row(s: Record, row: int, t: Translator) -> Counted:
    sign = 1 if is_finished(s, row) else -1
    points = tuple(sign * int(row_points(s, row, seat)) for seat in range(s.players))
    lots = (f"lot-{lot_code(spot)}" for spot in range(row * LOTS, row * LOTS + max(1, s.built[row])))
    band = (f"street-{ROW_NAMES[row]}", *lots, f"line-fine-{row}", f"line-coarse-{row}")
    name = t("Row {letter}").format(letter=ROW_NAMES[row])
    return Counted(name, _verdict(s, row, sign > 0, t), (band,), points)


def _verdict(s: Record, row: int, plus: bool, t: Translator) -> str:
    """Describe how the houses of a row count."""
    if s.mayor == row:
        form = (
            t("Finished: houses score points, ×{times} because of the mayor")
            if plus
            else t("Unfinished: houses lose points, ×{times} because of the mayor")
        )
        return form.format(times=s.mayor_factor)
    return t("Finished: houses score points") if plus else t("Unfinished: houses lose points")


def _boxes(s: Record, names: Sequence[str], t: Translator) -> list[Counted]:
    points = tuple(int(s.box[seat] * s.box_points) for seat in range(s.players))
    return [Counted(t("Slush fund"), shares(points, names), (), points)] if any(points) else []


def categories(s: Record, t: Translator) -> list[Category]:
    """NH-28 to NH-30."""
    rows = t(
        "Add up the cubes and the roof of every house with one of your colours on top. In a finished row "
        "you gain these points, in an unfinished row you lose them, and in the mayor’s row they count "
        "{times} times."
    ).format(times=s.mayor_factor)
    labels = tuple(t("Row {letter}").format(letter=letter) for letter in ROW_NAMES)
    box = t.ngettext(
        "Each million in your slush fund is worth {count} point. Money in hand is worth nothing.",
        "Each million in your slush fund is worth {count} points. Money in hand is worth nothing.",
        s.box_points,
    )
    return [
        Category(t("Rows"), rows, (28, 29), labels),
        Category(t("Slush fund"), box.format(count=s.box_points), (30,), (t("Slush fund"),)),
    ]


_MOVES = (
    N_("1 million into the slush fund"),
    N_("offer a piece"),
    N_("bid"),
    N_("pass"),
    N_("sell"),
    N_("keep"),
    N_("place a piece"),
    N_("lengthen a row"),
    N_("shorten a row"),
    N_("remove a permit"),
    N_("discard"),
)


def tallies(board: Board, t: Translator) -> list[Tally]:
    """Label kinds of moves, bids, what is placed, rows and lots."""
    values = tuple(str(value) for value in range(1, VALUES + 1))
    specials = (*range(PERMIT, PERMIT + PERMITS), BLANK, MAYOR)
    return [
        Tally(t("Moves"), tuple(map(t, _MOVES))),
        Tally(t("Bids"), (*(millions(amount, t) for amount in range(1, MOST_BID)), _and_more(t))),
        Tally(t("Cubes built, by colour"), tuple(map(t, COLOUR_NAMES))),
        Tally(t("Cubes built, by value"), values),
        Tally(t("Roofs built, by value"), values),
        Tally(t("Other pieces used"), tuple(piece_name(piece, 0, t) for piece in specials)),
        Tally(t("Rows built in"), tuple(ROW_NAMES)),
        Tally(t("Lots built on"), tuple(lot_name(spot, t) for spot in range(SPOTS))),
    ]


def _and_more(t: Translator) -> str:
    return t("{amount} or more").format(amount=millions(MOST_BID, t))
