"""Labels of BlockCity: moves, pieces and places by name, and prompts."""

from functools import lru_cache
from typing import NamedTuple

from quartier.core.game.boards import Board
from quartier.core.text.languages import N_, Translator
from quartier.core.text.numbers import figure

from ..rules.board import read_grid, read_kinds
from ..rules.moves import MISS, PASS, can_miss, writable
from ..rules.state import ACTIVE, BUILDINGS, STARTING, Record
from .notation import ids, number_of

SEAT_NAMES = (N_("Blue"), N_("Red"), N_("Green"), N_("Amber"), N_("Plum"), N_("Slate"))
_KINDS = {
    "park": N_("park"),
    "department_store": N_("department store"),
    "house": N_("house"),
    "school": N_("school"),
    "fire_station": N_("fire station"),
    "town_hall": N_("town hall"),
}
_ORDINALS = (
    N_("first"),
    N_("second"),
    N_("third"),
    N_("fourth"),
    N_("fifth"),
    N_("sixth"),
    N_("seventh"),
    N_("eighth"),
)


class Spot(NamedTuple):
    """A building's kind, row, column of its upper left corner, and position among those alike (all from 1)."""

    kind: str
    row: int
    column: int
    position: int
    alike: int


@lru_cache
def _spots(board: Board) -> tuple[Spot, ...]:
    grid = read_grid(board.data)
    kinds = read_kinds(board.data, grid)
    rows = {name: next(row for row, cells in enumerate(grid) if name in cells) for name in kinds}
    alike = {
        name: [other for other in kinds if (kinds[other], rows[other]) == (kinds[name], rows[name])]
        for name in kinds
    }
    columns = {name: grid[rows[name]].index(name) for name in kinds}
    spots = []
    for name, others in alike.items():
        position = sorted(others, key=lambda other: columns[other]).index(name)
        spots.append(Spot(kinds[name], rows[name] + 1, columns[name] + 1, position + 1, len(others)))
    return tuple(spots)


def count_points(points: int, t: Translator) -> str:
    """Format a number of points: "1 point", "−3 points"."""
    return t.ngettext("{count} point", "{count} points", points).format(count=figure(points, lang=t.lang))


def count_empty(buildings: int, t: Translator) -> str:
    """Format a number of empty buildings: "1 empty building", "12 empty buildings"."""
    return t.ngettext("{count} empty building", "{count} empty buildings", buildings).format(count=buildings)


def kind_name(kind: str, t: Translator) -> str:
    """Return the name of a kind of building: "fire station"."""
    return t(_KINDS[kind])


def building_name(board: Board, building: int, t: Translator) -> str:
    """Return the name of a building: "park, row 3", "left house, row 1", "third house, row 4"."""
    spot = _spots(board)[building]
    if spot.alike == 1:
        form = t("{kind}, row {row}")
    elif spot.alike == 2:
        form = t("left {kind}, row {row}") if spot.position == 1 else t("right {kind}, row {row}")
    else:
        form = t("{ordinal} {kind}, row {row}")
    return form.format(kind=kind_name(spot.kind, t), row=spot.row, ordinal=_ordinal(spot.position, t))


def column_name(board: Board, building: int, t: Translator) -> str:
    """Return the column where a building begins: "column 4"."""
    return t("column {column}").format(column=_spots(board)[building].column)


def _ordinal(number: int, t: Translator) -> str:
    return t(_ORDINALS[number - 1]) if number <= len(_ORDINALS) else t("no. {number}").format(number=number)


def place_name(s: Record, touch: str, t: Translator) -> str:
    """Return the name of a building that can be touched, "" for anything else."""
    kind, _, name = touch.partition("-")
    return building_name(s.board, ids(s.board).index(name), t) if kind == "building" else ""


def label(s: Record, action: int, t: Translator) -> str:
    """Return the spoken label of a move."""
    if action == PASS:
        return t("Pass")
    return _label(s.board, action, t)


@lru_cache(maxsize=8192)
def _label(board: Board, action: int, t: Translator) -> str:
    miss = t("Miss with the {number}: {building}")
    form = miss if action >= MISS else t("Write {number} on the {building}")
    return form.format(number=number_of(action), building=building_name(board, action % BUILDINGS, t))


ASKS = {
    "die": N_("On which building?"),
    "building": N_("Which number?"),
    "mark": N_("Miss: with which die, and where?"),
}
"""The question after a touch, by its id or the part of it before the first hyphen."""
STEPS = {"die": N_("number"), "building": N_("building"), "mark": N_("miss")}
"""In one word, what each step of a move touches, by the same keys."""


def prompt(s: Record, seat: int, t: Translator) -> str:
    """Return the prompt for a seat."""
    if s.phase == STARTING:
        return t("Write your first number anywhere, perhaps a 1.")
    if s.phase == ACTIVE:
        if any(writable(s, seat, number) for number in s.dice.tolist()):
            return t("Choose a die and a building, or mark a miss.")
        return t("No number fits: mark a miss.")
    form = _PASSIVE[writable(s, seat, s.other) > 0, can_miss(s, seat) > 0]
    return t(form).format(number=s.other)


_PASSIVE = {
    (True, True): N_("Use the {number}, mark a miss with it, or pass."),
    (True, False): N_("Use the {number} or pass."),
    (False, True): N_("Mark a miss with the {number}, or pass."),
    (False, False): N_("The {number} doesn’t fit anywhere: pass."),
}
"""What is asked of a passive player, by whether the number fits, and whether a miss may be marked."""
