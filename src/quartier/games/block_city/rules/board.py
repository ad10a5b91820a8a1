"""Sheets of BlockCity as data (BC-1): reading and checking them."""

from typing import Any

import numpy as np

from quartier.core.game.boards import BadBoard
from quartier.core.text.languages import N_

from .state import BUILDINGS, KINDS

FEWEST_BUILDINGS = 3
MOST_PARKS = 10


def read_board(data: dict[str, Any]) -> Any:
    """Return the numbers that the rules take from a sheet; BadBoard names the building and the line.

    int64, flat: number of buildings, the set of buildings of each kind, the set of neighbours of each
    building.
    """
    grid = read_grid(data)
    kinds = read_kinds(data, grid)
    check_counts(kinds, grid)
    ids = list(kinds)
    around = neighbours(grid)
    check_whole(grid, ids)
    sets = [sum(1 << i for i, name in enumerate(ids) if kinds[name] == kind) for kind in KINDS]
    masks = [sum(1 << ids.index(other) for other in around[name]) for name in ids]
    return np.array([len(ids), *sets, *masks], np.int64)


def building_ids(data: dict[str, Any]) -> list[str]:
    """Return the ids of the buildings in order of first appearance, line by line."""
    return list(dict.fromkeys(name for line in data["rows"] for name in line.split()))


def read_grid(data: dict[str, Any]) -> list[list[str]]:
    """Return the cells line by line; all lines have the same length and no empty cells."""
    rows = data.get("rows")
    if not isinstance(rows, list) or not rows or not all(isinstance(line, str) for line in rows):
        raise BadBoard(N_("Set “rows” to a list of lines of building names."))
    grid = [line.split() for line in rows]
    for number, cells in enumerate(grid, 1):
        if len(cells) != len(grid[0]):
            raise BadBoard(
                N_(
                    "Line {line} has {found} cells, but line 1 has {expected}. All lines must be the "
                    "same length."
                ),
                line=number,
                found=len(cells),
                expected=len(grid[0]),
            )
        if any(not cell[0].isalnum() for cell in cells):
            raise BadBoard(
                N_("Line {line} has an empty cell. Every cell must belong to a building."), line=number
            )
    return grid


def read_kinds(data: dict[str, Any], grid: list[list[str]]) -> dict[str, str]:
    """Return the kind by building id: the first letter of an id names its kind."""
    letters = data.get("kinds")
    if not isinstance(letters, dict):
        raise BadBoard(N_("Set “kinds” to say which letter means which kind of building."))
    kinds = {}
    for number, cells in enumerate(grid, 1):
        for name in cells:
            if not name.isalnum():
                raise BadBoard(
                    N_("Building {name} in line {line}: use only letters and digits in a name."),
                    name=name,
                    line=number,
                )
            kind = letters.get(name[0])
            if kind not in KINDS:
                raise BadBoard(
                    N_(
                        "Building {name} in line {line} has no known kind. Its first letter must be one of {letters}."
                    ),
                    name=name,
                    line=number,
                    letters=", ".join(letter for letter, kind_name in letters.items() if kind_name in KINDS),
                )
            kinds[name] = kind
    return kinds


def check_counts(kinds: dict[str, str], grid: list[list[str]]) -> None:
    """BC-1: require at least three buildings, and one to ten parks."""
    if len(kinds) < FEWEST_BUILDINGS:
        raise BadBoard(
            N_("A sheet needs at least {fewest} buildings. This one has {found}."),
            fewest=FEWEST_BUILDINGS,
            found=len(kinds),
        )
    _check_most(
        list(kinds),
        BUILDINGS,
        N_("Building {name} in line {line} is one too many. A sheet can have at most {most}."),
        grid,
    )
    parks = [name for name, kind in kinds.items() if kind == "park"]
    _check_most(
        parks,
        MOST_PARKS,
        N_("Park {name} in line {line} is one too many. A sheet can have at most {most} parks."),
        grid,
    )
    if not parks:
        raise BadBoard(
            N_("A sheet needs at least one park. None of its {found} buildings is one."), found=len(kinds)
        )


def _check_most(names: list[str], most: int, message: str, grid: list[list[str]]) -> None:
    """Reject the first building beyond the limit, with its name and line."""
    if len(names) > most:
        name = names[most]
        line = next(number for number, cells in enumerate(grid, 1) if name in cells)
        raise BadBoard(message, name=name, line=line, most=most)


def neighbours(grid: list[list[str]]) -> dict[str, set[str]]:
    """Return the buildings that share an edge with each building."""
    around: dict[str, set[str]] = {name: set() for cells in grid for name in cells}
    for row, cells in enumerate(grid):
        for column, name in enumerate(cells):
            for other in _right_and_below(grid, row, column):
                if other != name:
                    around[name].add(other)
                    around[other].add(name)
    return around


def _right_and_below(grid: list[list[str]], row: int, column: int) -> list[str]:
    right = [grid[row][column + 1]] if column + 1 < len(grid[row]) else []
    below = [grid[row + 1][column]] if row + 1 < len(grid) else []
    return right + below


def check_whole(grid: list[list[str]], ids: list[str]) -> None:
    """BC-1: require each building to be connected."""
    for name in ids:
        cells = {(r, c) for r, line in enumerate(grid) for c, other in enumerate(line) if other == name}
        reached = _reachable_cells(min(cells), cells)
        if reached != cells:
            line = min(cells - reached)[0] + 1
            raise BadBoard(
                N_("Building {name} is in pieces: its cell in line {line} doesn’t touch the others."),
                name=name,
                line=line,
            )


def _reachable_cells(start: tuple[int, int], cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    reached, fresh = {start}, [start]
    while fresh:
        row, column = fresh.pop()
        steps = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & cells - reached
        reached |= steps
        fresh.extend(steps)
    return reached
