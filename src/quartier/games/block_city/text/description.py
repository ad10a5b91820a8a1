"""The other cities of BlockCity in words, for people who can't see them; the viewer's own one is drawn."""

from quartier.core.text.description import Section
from quartier.core.text.languages import Translator

from ..rules.state import SIDES, Record
from .labels import building_name


def describe_position(s: Record, seat: int, t: Translator, names: list[str]) -> list[Section]:
    """Describe what is written in the cities that are not drawn."""
    viewer = max(0, seat)  # spectators see the first city
    others = [other for other in range(s.players) if other != viewer]
    return [
        Section(t("City of {name}").format(name=names[other]), _marks(s, other, t) or [t("nothing yet")])
        for other in others
    ]


def _marks(s: Record, seat: int, t: Translator) -> list[str]:
    """Describe the written buildings of a city."""
    written = {t("miss"): s.missed[seat]} | {
        str(number): s.wrote[seat, number] for number in range(1, SIDES + 1)
    }
    return [
        f"{building_name(s.board, building, t)}: {mark}"
        for building in range(s.buildings)
        for mark, buildings in written.items()
        if int(buildings) >> building & 1
    ]
