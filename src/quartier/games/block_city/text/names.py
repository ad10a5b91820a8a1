"""The buildings of BlockCity by name: ids of records, and for people their kinds and rows."""

from functools import lru_cache
from typing import NamedTuple

from quartier.core.game.boards import Board
from quartier.core.text.languages import N_, Translator

from ..rules.board import building_ids, read_grid, read_kinds

SEAT_NAMES = (N_("Blue"), N_("Vermilion"), N_("Green"), N_("Amber"), N_("Plum"), N_("Slate"))
_KINDS = {
    "park": N_("park"),
    "department_store": N_("department store"),
    "house": N_("house"),
    "school": N_("school"),
    "fire_station": N_("fire station"),
    "town_hall": N_("town hall"),
}


_ORDINALS = (N_("first"), N_("second"), N_("third"), N_("fourth"), N_("fifth"), N_("sixth"))


class Spot(NamedTuple):
    """A building as one finds it: its kind, the row of its upper edge from 1, and the how manyth of so many alike there."""

    kind: str
    row: int
    place: int
    alike: int


@lru_cache
def ids(board: Board) -> tuple[str, ...]:
    """The ids of the buildings by their numbers."""
    return tuple(building_ids(board.data))


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
    found = []
    for name, others in alike.items():
        place = sorted(others, key=lambda other: columns[other]).index(name)
        found.append(Spot(kinds[name], rows[name] + 1, place + 1, len(others)))
    return tuple(found)


def kind_name(kind: str, t: Translator) -> str:
    """A kind of building in words: "fire station"."""
    return t(_KINDS[kind])


def building_name(board: Board, building: int, t: Translator) -> str:
    """A building in words: "park in row 3", "left house in row 1", "third house in row 4"."""
    spot = _spots(board)[building]
    if spot.alike == 1:
        form = t("{kind} in row {row}")
    elif spot.alike == 2:
        form = t("left {kind} in row {row}") if spot.place == 1 else t("right {kind} in row {row}")
    else:
        form = t("{ordinal} {kind} in row {row}")
    return form.format(kind=kind_name(spot.kind, t), row=spot.row, ordinal=_ordinal(spot.place, t))


def _ordinal(number: int, t: Translator) -> str:
    return t(_ORDINALS[number - 1]) if number <= len(_ORDINALS) else t("no. {number}").format(number=number)
