"""The final count of Neue Heimat: row after row turns to plus or minus, then the boxes are opened."""

from collections.abc import Sequence

from quartier.core.text.final_count import Counted, shares
from quartier.core.text.languages import Translator

from ..rules.scoring import finished, row_points
from ..rules.state import LOTS, ROWS, State
from .names import ROW_NAMES, lot_code


def count(s: State, seat: int, names: Sequence[str], t: Translator) -> list[Counted]:
    """NH-28 to NH-30."""
    return [*(_row(s, row, t) for row in range(ROWS)), *_boxes(s, names, t)]


def _row(s: State, row: int, t: Translator) -> Counted:
    sign = 1 if finished(s, row) else -1
    points = tuple(sign * int(row_points(s, row, each)) for each in range(s.players))
    lots = (f"lot-{lot_code(spot)}" for spot in range(row * LOTS, row * LOTS + max(1, s.built[row])))
    band = (f"street-{ROW_NAMES[row]}", *lots, f"line-fine-{row}", f"line-coarse-{row}")
    name = t("Row {letter}").format(letter=ROW_NAMES[row])
    return Counted(name, _verdict(s, row, sign > 0, t), (band,), points)


def _verdict(s: State, row: int, plus: bool, t: Translator) -> str:
    """What becomes of the houses of a row."""
    if s.mayor == row:
        said = (
            t("Finished: every house counts plus, {times} times by the mayor")
            if plus
            else t("Not finished: every house counts minus, {times} times by the mayor")
        )
        return said.format(times=s.mayor_factor)
    return t("Finished: every house counts plus") if plus else t("Not finished: every house counts minus")


def _boxes(s: State, names: Sequence[str], t: Translator) -> list[Counted]:
    points = tuple(int(s.box[each] * s.box_points) for each in range(s.players))
    return [Counted(t("Box"), shares(points, names), (), points)] if any(points) else []
