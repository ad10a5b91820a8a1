"""The final count of BlockCity: category after category, lit in the city that is shown."""

from collections.abc import Callable, Sequence

from quartier.core.engine.bits import lowest
from quartier.core.text.final_count import Counted, each_alone, shares
from quartier.core.text.languages import Translator

from ..rules.scoring import (
    houses,
    misses,
    numbered,
    parks,
    public,
    store_scores,
    stores,
)
from ..rules.state import (
    HOUSE,
    PARK,
    PUBLIC,
    STORE,
    State,
)
from .names import ids

Points = Callable[[State, int], int]


def count(s: State, seat: int, names: Sequence[str], t: Translator) -> list[Counted]:
    """BC-13 to BC-18."""
    built = int(numbered(s, seat))
    public_buildings = sum(int(s.kinds[kind]) for kind in PUBLIC) & built
    steps: list[tuple[str, Points, int]] = [
        (t("Parks"), parks, int(s.kinds[PARK]) & built),
        (t("Stores"), stores, _scoring_stores(s, seat, int(s.kinds[STORE]) & built)),
        (t("Public sets"), public, public_buildings),
        (t("Houses"), houses, int(s.kinds[HOUSE]) & built),
        (t("City filled"), _full, 0),
        (t("Misses"), _lost, int(s.missed[seat])),
    ]
    result = []
    for name, scored, buildings in steps:
        points = tuple(int(scored(s, each)) for each in range(s.players))
        if any(points):
            result.append(Counted(name, shares(points, names), each_alone(_touched(s, buildings)), points))
    return result


def _scoring_stores(s: State, seat: int, written: int) -> int:
    """BC-16: those of the stores that bring something."""
    return sum(1 << store for store in _bits(written) if store_scores(s, seat, store))


def _full(s: State, seat: int) -> int:
    """BC-14."""
    return s.full_points if s.empty[seat] == 0 else 0


def _lost(s: State, seat: int) -> int:
    return -int(misses(s, seat))


def _touched(s: State, buildings: int) -> list[str]:
    return [f"building-{ids(s.board)[building]}" for building in _bits(buildings)]


def _bits(buildings: int) -> list[int]:
    result = []
    while buildings:
        result.append(int(lowest(buildings)))
        buildings &= buildings - 1
    return result
