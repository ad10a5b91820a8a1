"""How points are made in City Blocks, in words."""

from quartier.core.text.languages import Translator
from quartier.core.text.scoring_help import Category

from ..rules.state import State
from ..rules.streets import STREET_NAMES


def categories(s: State, t: Translator) -> list[Category]:
    """CB-10, CB-16 to CB-20."""
    streets = t(
        "When a street is full, its token goes to whoever's own tiles in it add up to more; with equal sums nobody gets it. "
        "A school there makes factories count 0, a power plant makes houses count 0, a mall both. "
        "Rebuilding costs your lowest token."
    )
    return [Category(t("Streets won"), streets, (10, 16, 17, 18, 20), tuple(STREET_NAMES))]
