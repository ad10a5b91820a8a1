"""How points are made in Metromania, in words."""

from quartier.core.text.effects import signed
from quartier.core.text.languages import Translator
from quartier.core.text.scoring_help import Category

from ..rules.board import LETTER_NAMES
from ..rules.state import State


def categories(s: State, t: Translator) -> list[Category]:
    """MM-24, MM-30, MM-31, with the figures of the city that is played (MM-33)."""
    stations = t(
        "Whoever causes a new station gets one point for each destination triangle that touches it, "
        "with a marker on it or not."
    )
    trips = t(
        "At the end, the players with a line on a fastest route of a trip share its {points} points, rounded down."
    ).format(points=int(s.trip_points))
    unfinished = t("At the end, {points} for each of your two lines that is not finished, begun or not.")
    unplaced = t("At the end, {points} for each of your markers that is not on the board.")
    stranded = t("At the end, {points} for each of your markers on the board whose trip nobody can run.")
    return [
        _category(t("Stations"), stations, 24),
        Category(t("Test trips"), trips, (28, 29, 30), _trips(t)),
        _category(t("Unfinished lines"), unfinished.format(points=signed(int(s.unfinished_points))), 31),
        _category(t("Markers not placed"), unplaced.format(points=signed(int(s.unplaced_points))), 31),
        _category(
            t("Markers of trips without a route"),
            stranded.format(points=signed(int(s.impossible_points))),
            31,
        ),
    ]


def _trips(t: Translator) -> tuple[str, ...]:
    letters = (t("Trip {letter}").format(letter=letter) for letter in LETTER_NAMES)
    return (*letters, t("Trip lake–park"))


def _category(name: str, sentence: str, rule: int) -> Category:
    return Category(name, sentence, (rule,), (name,))
