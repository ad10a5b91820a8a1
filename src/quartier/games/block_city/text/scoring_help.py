"""How points are made in BlockCity, in words."""

from quartier.core.text.languages import Translator
from quartier.core.text.scoring_help import Category

from ..rules.state import PARK_POINTS, State


def categories(s: State, t: Translator) -> list[Category]:
    """BC-13 to BC-18."""
    sizes = ", ".join(str(points) for points in s.park_points.tolist()[1:])
    parks = t(
        "Neighbouring parks with the same number are a group, and every group scores: "
        "{sizes} points for 1 to {most} parks."
    )
    public = t(
        "A school, a fire station and a town hall, all with a number, are a set: {points} points. At most {most} sets count."
    )
    misses = t("Each miss costs {points} points, and its building counts for nothing.")
    full = t("{points} points once every building is filled, misses included.")
    return [
        _category(t("Parks"), parks.format(sizes=sizes, most=len(PARK_POINTS)), 15),
        _category(t("Stores"), _stores(s, t), 16),
        _category(t("Public sets"), public.format(points=s.set_points, most=s.most_sets), 17),
        _category(t("Houses"), t("The numbers on your houses, added up."), 18),
        _category(t("City filled"), full.format(points=s.full_points), 14),
        _category(t("Misses"), misses.format(points=s.miss_points), 13),
    ]


def _stores(s: State, t: Translator) -> str:
    said = t(
        "{points} points for each department store with a number that no neighbour has. "
        "At least one neighbour has a number, and none is empty."
    ).format(points=s.store_points)
    return f"{said} {t('A miss beside it spoils it.')}" if s.miss_spoils else said


def _category(name: str, sentence: str, rule: int) -> Category:
    return Category(name, sentence, (rule,), (name,))
