"""The goal of Gridlock, how far the game has come, and when it ends (GL-21, GL-22)."""

from quartier.core.text.languages import Translator

from ..rules.board import NONE
from ..rules.scoring import score
from ..rules.state import OPENING, OVER, TURNING, Record


def aim(s: Record, t: Translator) -> str:
    """Return the goal (GL-22)."""
    return t("Be first to all {count} destinations").format(count=int(s.cards))


def progress(s: Record, t: Translator) -> str:
    """Return how many destinations the closest player has visited."""
    visited = max(score(s, seat) for seat in range(s.players))
    return t("Leader: {count} of {all} visited").format(count=visited, all=int(s.cards))


def end_warning(s: Record, names: list[str], t: Translator) -> str:
    """GL-22: announce that a player needs one more destination, or that the last turns have begun."""
    if s.phase == OVER or s.phase < OPENING:
        return ""
    turns = _last_turns(s)
    if turns:
        form = t.ngettext("Last round: {count} turn left.", "Last round: {count} turns left.", turns)
        return form.format(count=turns)
    if _fewest(s) > 1:
        return ""
    name = names[next(seat for seat in range(s.players) if s.secret[seat] == 1)]
    form = (
        t("{name}: one more destination starts the last round.")
        if s.last_turns
        else t("{name}: one more destination wins.")
    )
    return form.format(name=name)


def end_triggered(s: Record) -> bool:
    """Return whether the last turns have begun: after a win, or before the turn limit."""
    return _last_turns(s) > 0


def _last_turns(s: Record) -> int:
    """Return how many turns are left, the present one included, if the last round has begun; else 0."""
    if s.winner != NONE:
        return int(s.last)
    left = s.limit * s.players - s.turns if s.limit else 0
    return int(left) if s.phase >= TURNING and 0 < left <= s.players else 0


def _fewest(s: Record) -> int:
    """Return how many destinations are left for the seat with the fewest."""
    return min(int(s.secret[seat]) for seat in range(s.players))
