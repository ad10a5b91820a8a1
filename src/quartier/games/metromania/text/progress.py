"""The goal of Metromania, how far the building has come, and when it ends (MM-27, MM-32)."""

from quartier.core.text.languages import Translator

from ..rules.derived import DONE
from ..rules.lines import finished_lines, has_begun
from ..rules.state import GOING_ON, OVER, Record


def aim(s: Record, t: Translator) -> str:
    """Return the goal (MM-24, MM-30, MM-32)."""
    return t("Test trips decide")


def progress(s: Record, t: Translator) -> str:
    """MM-27: return how many of the lines that start the last round are finished or stuck."""
    enough = int(s.enough)
    return t("last round at {all} lines: {count} done").format(count=min(s.derived[DONE], enough), all=enough)


def end_warning(s: Record, names: list[str], t: Translator) -> str:
    """MM-27: say what starts the last turns with a player's next turn; then how many are left."""
    if s.phase == OVER:
        return ""
    if s.reason != GOING_ON:
        form = t.ngettext("Last round: {count} turn left.", "Last round: {count} turns left.", s.turns_left)
        return form.format(count=int(s.turns_left))
    if s.supply <= 1:
        return t("The last station starts the last round.")
    if s.derived[DONE] >= s.enough - 1:
        return t("One more finished line starts the last round.")
    name = next((names[seat] for seat in range(s.players) if _is_close(s, seat)), None)
    if name is None:
        return ""
    form = (
        t("{name} starts the last round by finishing one more line.")
        if name
        else t("You start the last round by finishing one more line.")
    )
    return form.format(name=name)


def _is_close(s: Record, seat: int) -> bool:
    """Return whether a seat has finished a line and begun its other one."""
    return finished_lines(s, seat) == 1 and has_begun(s, 2 * seat) and has_begun(s, 2 * seat + 1)
