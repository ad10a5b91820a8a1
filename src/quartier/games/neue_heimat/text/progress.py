"""The goal of Neue Heimat, how far the game has come, and when it ends (NH-27, NH-31)."""

from quartier.core.text.languages import Translator

from ..rules.auction import anything_to_offer, display_count, valued_roofs_left
from ..rules.building import count_unroofed
from ..rules.scoring import finished_rows, is_finished
from ..rules.state import CHOOSING_FIRST, LOTS, NO_PIECE, OVER, ROWS, Record


def aim(s: Record, t: Translator) -> str:
    """Return the goal (NH-29, NH-31)."""
    return t("Most points wins")


def progress(s: Record, t: Translator) -> str:
    """Return the finished rows, of those that end the game."""
    return t("ends at {all} rows: {done} finished").format(done=int(finished_rows(s)), all=int(s.rows_to_end))


def end_warning(s: Record, names: list[str], t: Translator) -> str:
    """NH-27: announce the first of the four end conditions that is near."""
    if s.phase <= CHOOSING_FIRST or s.phase == OVER:
        return ""
    roofs = valued_roofs_left(s)
    if roofs == 0:
        return t("Last turn: no roofs with a value are left.")
    if finished_rows(s) >= s.rows_to_end - 1 and any(_is_close(s, row) for row in range(ROWS)):
        return t("One more finished row ends the game.")
    if roofs == 1:
        return t("Only one roof with a value is left: turning it over starts the last turn.")
    if display_count(s) <= 1 and count_unroofed(s) <= 1:
        return t("The game ends once no cubes are on display and every house has a roof.")
    if s.piece != NO_PIECE and not anything_to_offer(s):
        return t("The game may end after this turn: there’s nothing else to offer.")
    return ""


def _is_close(s: Record, row: int) -> bool:
    """Return whether one piece can finish a row: its last roof, or a permit where every house has its roof."""
    if s.built[row] == 0 or is_finished(s, row):
        return False
    missing = sum(s.roof[spot] == 0 for spot in range(row * LOTS, row * LOTS + s.built[row]))
    return missing == 0 or (missing == 1 and s.built[row] >= s.limit[row])
