"""How points are made in Gridlock: Boston, in words."""

from quartier.core.text.languages import Translator
from quartier.core.text.scoring_help import Category

from ..rules.state import State
from .names import sight_name


def categories(s: State, t: Translator) -> list[Category]:
    """GL-21, GL-22."""
    visited = t(
        "One for each of your own destinations at which your car has stopped; your start is one of them, "
        "and driving through does not count. "
        "Whoever is first to have all {count} wins at once."
    ).format(count=int(s.cards))
    names = tuple(sight_name(s, sight) for sight in range(s.sights))
    return [Category(t("Destinations visited"), visited, (21, 22), names)]
