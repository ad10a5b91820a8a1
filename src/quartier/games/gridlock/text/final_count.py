"""The final count of Gridlock: seat after seat shows its cards, what it has visited and what it has not."""

from collections.abc import Sequence

from quartier.core.text.final_count import Counted, each_alone
from quartier.core.text.languages import Translator

from ..rules.scoring import score
from ..rules.state import State
from .names import sight_name, sights_of, spaces_of

FEW = 3
"""So many destinations that were not reached are named."""


def count(s: State, seat: int, names: Sequence[str], t: Translator) -> list[Counted]:
    """GL-21, GL-22: who has visited fewest comes first."""
    seats = sorted(range(s.players), key=lambda each: int(score(s, each)))
    return [
        step
        for each in seats
        for step in (_visits(s, each, names[each], t), *_cards(s, each, names[each], t))
    ]


def _visits(s: State, seat: int, name: str, t: Translator) -> Counted:
    visited = sights_of(s.opened[seat])
    text = t("{count} of {all} destinations").format(count=len(visited), all=int(s.cards))
    points = tuple(len(visited) if each == seat else 0 for each in range(s.players))
    return Counted(name, text, _places(s, visited), points)


def _cards(s: State, seat: int, name: str, t: Translator) -> list[Counted]:
    """The cards that are still in a hand, opened now."""
    still = sights_of(s.goals[seat])
    if not still:
        return []
    named = ", ".join(sight_name(s, sight) for sight in still[:FEW])
    form = t("Not reached: {places}") if len(still) <= FEW else t("Not reached: {places} and {more} more")
    text = form.format(places=named, more=len(still) - FEW)
    return [Counted(name, text, _places(s, still), (0,) * s.players)]


def _places(s: State, sights: list[int]) -> tuple[tuple[str, ...], ...]:
    names = spaces_of(s.board)
    return each_alone([f"space-{names[s.place[sight]]}" for sight in sights])
