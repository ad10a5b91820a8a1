"""The goal of BlockCity, how far the game has come, and when it ends (BC-2, BC-12, BC-19)."""

from quartier.core.engine.bits import popcount
from quartier.core.text.languages import Translator

from ..rules.state import OVER, STARTING, Record
from ..rules.turn import fewest_empty


def aim(s: Record, t: Translator) -> str:
    """Return the goal: BC-12, BC-19; a single player plays for points (BC-2)."""
    if s.players == 1:
        return t("As many points as you can")
    return t("Most points wins")


def progress(s: Record, t: Translator) -> str:
    """Return the progress: the fullest city."""
    filled = int(s.buildings) - fewest_empty(s)
    form = t("{filled} of {all} filled") if s.players == 1 else t("Fullest city: {filled}/{all}")
    return form.format(filled=filled, all=int(s.buildings))


def end_warning(s: Record, names: list[str], t: Translator) -> str:
    """BC-12: say that a full city ends the game after the turn."""
    left = fewest_empty(s)
    if left > 1 or s.phase in (STARTING, OVER):
        return ""
    if s.players == 1:
        return t("Filling your last building ends the game.")
    name = names[next(seat for seat in range(s.players) if popcount(s.empty[seat]) == left)]
    if left == 0:
        full = (
            t("{name} has a full city: this is the last turn.")
            if name
            else t("Your city is full: this is the last turn.")
        )
        return full.format(name=name)
    form = (
        t("{name} has one empty building left. Filling it ends the game.")
        if name
        else t("You have one empty building left. Filling it ends the game.")
    )
    return form.format(name=name)
