"""The map of Gridlock in words, for people who can't see it."""

from quartier.core.text.description import Section
from quartier.core.text.languages import N_, Translator

from ..rules.state import Record


def describe_position(s: Record, seat: int, t: Translator, names: list[str]) -> list[Section]:
    """Describe how spaces are numbered; the spoken names of the spaces do the rest."""
    return [Section(t("Numbers of spaces"), [t(_NUMBERS)])]


_NUMBERS = N_(
    "Every space has its column, counted from the west, and its row, counted from the north: 3,8 is "
    "column 3, row 8. The next space north is two rows up, 3,6; south 3,10; north-east 4,7; south-east "
    "4,9; south-west 2,9; north-west 2,7."
)
