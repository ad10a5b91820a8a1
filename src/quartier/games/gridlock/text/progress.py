"""The goal of Gridlock, how far the game has come, and when it ends (GL-21, GL-22)."""

from quartier.core.text.languages import Translator

from ..rules.scoring import score
from ..rules.state import OPENING, OVER, Record
from ..rules.turn import last_turns


def aim(s: Record, t: Translator) -> str:
    """Return the goal (GL-22)."""
    return t("Be first to all {count} destinations").format(count=int(s.cards))


def progress(s: Record, t: Translator) -> str:
    """Return how many destinations the closest player has visited."""
    visited = max(score(s, seat) for seat in range(s.players))
    return t("Leader: {count} of {all}").format(count=visited, all=int(s.cards))


def end_warning(s: Record, names: list[str], t: Translator) -> str:
    """GL-22: announce that a player needs one more destination, or that the last turns have begun."""
    if s.phase == OVER or s.phase < OPENING:
        return ""
    turns = int(last_turns(s))
    if turns:
        form = t.ngettext("Last round: {count} turn left.", "Last round: {count} turns left.", turns)
        return form.format(count=turns)
    if _fewest(s) > 1:
        return ""
    name = names[next(seat for seat in range(s.players) if s.secret[seat] == 1)]
    if s.last_turns:
        one = t("{name} starts the last round at the next destination.")
        return one.format(name=name) if name else t("You start the last round at your next destination.")
    return (
        t("{name} wins at the next destination.").format(name=name)
        if name
        else t("You win at your next destination.")
    )


def _fewest(s: Record) -> int:
    """Return how many destinations are left for the seat with the fewest."""
    return min(int(s.secret[seat]) for seat in range(s.players))
