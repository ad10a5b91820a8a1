"""How points are made in Neue Heimat, in words."""

from quartier.core.text.languages import Translator
from quartier.core.text.scoring_help import Category

from ..rules.state import State
from .names import ROW_NAMES


def categories(s: State, t: Translator) -> list[Category]:
    """NH-28 to NH-30."""
    rows = t(
        "Each house whose top cube has one of your colours counts all its cubes and its roof: plus in a finished row, "
        "minus in any other, and {times} times in the mayor's row."
    ).format(times=s.mayor_factor)
    labels = tuple(t("Row {letter}").format(letter=letter) for letter in ROW_NAMES)
    box = t("Points for each cheque in your slush fund: {points}. Cheques in hand are worth nothing.")
    return [
        Category(t("Rows"), rows, (28, 29), labels),
        Category(t("Box"), box.format(points=s.box_points), (30,), (t("Box"),)),
    ]
