"""How a game of Metromania comes to its end, in words (MM-27, MM-32)."""

from quartier.core.text.languages import N_, Translator

from ..rules.state import (
    BOTH_LINES,
    ENOUGH_LINES,
    LAST_STATION,
    OVER,
    State,
)

TIE_BREAK = N_("Level on points: more finished lines decide.")
"""MM-32."""

COUNTED_LAST = True
"""MM-28 to MM-31: trips and penalties come with the last event, whoever's it is."""

_REASONS = {
    BOTH_LINES: N_("Both lines of a player are finished."),
    LAST_STATION: N_("The last station is built."),
    ENOUGH_LINES: N_("Enough lines are at their end."),
}


def ending(s: State, t: Translator) -> str:
    """MM-27: why the building ended."""
    return t(_REASONS[s.reason])


def end_lines(before: State, after: State, t: Translator) -> list[str]:
    """What the log says when the end is triggered, and when it has come."""
    if after.phase == OVER:
        return [t("The test trips begin.")]
    if before.reason == after.reason:
        return []
    reasons = {
        BOTH_LINES: t("Both lines are finished: every other player has one more turn."),
        LAST_STATION: t("The last station is built: every other player has one more turn."),
        ENOUGH_LINES: _enough_line(after, t),
    }
    return [reasons[after.reason]]


def _enough_line(s: State, t: Translator) -> str:
    if s.version == 1:
        return t("Enough lines are finished or blocked: every other player has one more turn.")
    return t("Enough lines are finished or can no longer be finished: every other player has one more turn.")
