"""Why a move of Neue Heimat, in words: what the network's groups of features are called, and what a move does there."""

from quartier.core.text.languages import N_, Translator

from ..rules.derived import (
    FINISHED,
    NO_HOUSES,
    NO_ROOFS,
    ROW,
)
from ..rules.state import ROWS, State
from .names import ROW_NAMES, lacking_name, millions

GROUPS = {
    "gained": N_("the result"),
    "result": N_("the result"),
    "rows": N_("how far rows are"),
    "points": N_("points in rows"),
    "houses": N_("houses without a roof"),
    "colours": N_("colours"),
    "money": N_("money"),
    "pace": N_("pieces left"),
    "moment": N_("whose turn it is"),
    "piece": N_("the piece on offer"),
    "price": N_("the price"),
    "seats": N_("whose turn it is"),
}


def explain(before: State, after: State, seat: int, action: int, group: str, t: Translator) -> str:
    """What a move does for a group of features; "" where there is nothing to say."""
    if group == "money" and before.hand[seat] != after.hand[seat]:
        return t("Leaves {money} in hand.").format(money=millions(int(after.hand[seat]), t))
    return _of_rows(before, after, t) if group in ("rows", "points") else ""


def _of_rows(before: State, after: State, t: Translator) -> str:
    """What the row that a move has changed still lacks."""
    for row in range(ROWS):
        numbers, old = (s.derived[row * ROW : row * ROW + ROW] for s in (after, before))
        missing = numbers[NO_HOUSES], numbers[NO_ROOFS]
        if missing != (old[NO_HOUSES], old[NO_ROOFS]):
            form = t("Row {row} is finished.") if numbers[FINISHED] else t("Row {row} then lacks {missing}.")
            return form.format(row=ROW_NAMES[row], missing=lacking_name(missing, t))
    return ""
