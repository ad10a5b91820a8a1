"""The final count of Gridlock: seat after seat shows its cards, what it has visited and what it has not."""

from collections.abc import Sequence

from quartier.core.text.counting import Counted, each_alone
from quartier.core.text.languages import Translator

from .names import sight_name, sights_of, spaces_of
from .rules.scoring import score
from .rules.state import State

FEW = 3
"""So many destinations that were not reached are named."""


def count(s: State, seat: int, names: Sequence[str], t: Translator) -> list[Counted]:
    """GL-21, GL-22: who has visited fewest comes first."""
    seats = sorted(range(s.players), key=lambda each: int(score(s, each)))
    return [_visits(s, each, names[each], t) for each in seats]


def _visits(s: State, seat: int, name: str, t: Translator) -> Counted:
    visited, still = sights_of(s.opened[seat]), sights_of(s.goals[seat])
    said = t("{count} of {all} destinations, not yet at {places}")
    if not 0 < len(still) <= FEW:
        said = t("{count} of {all} destinations")
    missed = ", ".join(sight_name(s, sight) for sight in still)
    text = said.format(count=len(visited), all=int(s.cards), places=missed)
    names = spaces_of(s.board)
    places = each_alone([f"space-{names[s.place[sight]]}" for sight in visited])
    return Counted(
        name, text, places, tuple(len(visited) if each == seat else 0 for each in range(s.players))
    )
