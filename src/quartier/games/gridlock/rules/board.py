"""Cities of Gridlock as data (GL-1 to GL-3): reading and checking the board files.

Spaces are numbered in the order of the file, destinations too.
"""

from typing import Any

import numpy as np

from quartier.core.game.boards import BadBoard
from quartier.core.text.languages import N_

from .tiles import ALL_SIDES, COUNTS, KINDS, NAMES, SIDES, TILES

SPACES = 96
"""A record's sets (two words) cannot hold more spaces than this."""
DESTINATIONS = 24
NONE = -1
TERRAINS = ("empty", "destination", "river", "park", "tunnel")
EMPTY, DESTINATION, RIVER, PARK, TUNNEL = range(len(TERRAINS))
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""By direction: the step in columns and half-rows."""

# Offsets into the numbers of a board.
SIZE = 0
TERRAIN = SIZE + 1
EXITS = TERRAIN + SPACES
NEIGHBOURS = EXITS + SPACES
DESTINATION_SPACES = NEIGHBOURS + SPACES * SIDES
FIGURES = DESTINATION_SPACES + 1 + DESTINATIONS
PILE = FIGURES + 5
NUMBERS = PILE + KINDS
Cell = tuple[int, int]

SMALLER = {
    "builds": (1, 4, 4),
    "stops": (1, 3, 2),
    "cones": (0, 2, 2),
    "cards": (2, 7, 7),
    "turns": (1, 200, 0),
}
"""What a small city may set, in this order: minimum, maximum and default.

Actions in a building turn, stops in a driving turn, cones; and caps on the destinations to visit and on the
turns per player, which override the options (0 turns: no cap).
"""
MOST_OF_A_KIND = int(COUNTS.max())


def read_board(data: dict[str, Any]) -> Any:
    """Return the numbers that the rules take from a city; BadBoard names the space.

    int64, flat: number of spaces; kind, exits and six neighbours of each; number of destinations and their spaces; the
    figures of SMALLER; the tiles of each kind.
    """
    _check_sea(data)
    spaces = _spaces(data)
    cells = _cells(spaces)
    result = np.full(NUMBERS, NONE, np.int64)
    result[SIZE] = len(spaces)
    for i, space in enumerate(spaces):
        result[TERRAIN + i] = _kind(space)
        result[EXITS + i] = _exits(space)
        for side, neighbour in enumerate(neighbours(cells, i)):
            result[NEIGHBOURS + i * SIDES + side] = neighbour
    goals = _destinations(spaces)
    result[DESTINATION_SPACES] = len(goals)
    result[DESTINATION_SPACES + 1 : DESTINATION_SPACES + 1 + len(goals)] = goals
    result[FIGURES:PILE] = [_figure(data, name) for name in SMALLER]
    result[PILE:] = _tiles(data)
    return result


def _check_sea(data: dict[str, Any]) -> None:
    """Require an outline of open water, if there is one, to have corners."""
    sea = data.get("sea", [])
    is_outline = isinstance(sea, list) and all(
        isinstance(corner, list) and len(corner) == 2 and all(type(part) in (int, float) for part in corner)
        for corner in sea
    )
    if not is_outline:
        raise BadBoard(N_("“sea” must be a list of corners, each of them a column and a half-row."))


def neighbours(cells: list[Cell], i: int) -> list[int]:
    """Return the neighbours of a space by direction, NONE beyond the edge of the board."""
    column, row = cells[i]
    around = [(column + dx, row + dy) for dx, dy in STEPS]
    return [cells.index(cell) if cell in cells else NONE for cell in around]


def space_names(data: dict[str, Any]) -> list[str]:
    """Return the notation of each space: `column,half-row`."""
    return [_name(space) for space in data["spaces"]]


def destination_names(data: dict[str, Any]) -> list[str]:
    """Return the names of the destinations, in order."""
    return [space["name"] for space in data["spaces"] if space["kind"] == "destination"]


def _name(space: Any) -> str:
    return f"{space['col']},{space['h']}"


def _spaces(data: dict[str, Any]) -> list[dict[str, Any]]:
    spaces = data.get("spaces")
    if not isinstance(spaces, list) or not spaces:
        raise BadBoard(N_("A city needs “spaces”: a list of hexes with “col”, “h” and “kind”."))
    for number, space in enumerate(spaces, 1):
        if not (isinstance(space, dict) and _is_place(space.get("col")) and _is_place(space.get("h"))):
            raise BadBoard(
                N_("Space number {number} needs “col” and “h”, whole numbers from 0."), number=number
            )
    if len(spaces) > SPACES:
        raise BadBoard(
            N_("A city can have at most {most} spaces. Space {space} is one too many."),
            most=SPACES,
            space=_name(spaces[SPACES]),
        )
    return spaces


def _is_place(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 100


def _cells(spaces: list[dict[str, Any]]) -> list[Cell]:
    """Return column and half-row of each space; all differ and have the same parity."""
    cells = [(space["col"], space["h"]) for space in spaces]
    for i, (column, row) in enumerate(cells):
        if (column, row) in cells[:i]:
            raise BadBoard(N_("Space {space} is listed twice."), space=_name(spaces[i]))
        if (column + row) % 2 != sum(cells[0]) % 2:
            raise BadBoard(
                N_(
                    "Space {space} is between the hexes. “col” plus “h” must be even for every space, or "
                    "odd for every space."
                ),
                space=_name(spaces[i]),
            )
    return cells


def _kind(space: dict[str, Any]) -> int:
    if space.get("kind") not in TERRAINS:
        raise BadBoard(
            N_("Space {space} has an unknown kind: “{kind}”. Use one of: {known}."),
            space=_name(space),
            kind=space.get("kind"),
            known=", ".join(TERRAINS),
        )
    return TERRAINS.index(space["kind"])


def _exits(space: dict[str, Any]) -> int:
    """Return the open edges of a space without a tile: as given for a tunnel, all six for a destination."""
    exits, kind = space.get("exits"), _kind(space)
    if kind != TUNNEL:
        if exits is not None:
            raise BadBoard(N_("Space {space} isn’t a tunnel, so it can’t have “exits”."), space=_name(space))
        return ALL_SIDES if kind == DESTINATION else 0
    if not isinstance(exits, list) or not exits:
        raise BadBoard(N_("The tunnel on space {space} needs “exits”."), space=_name(space))
    for side in exits:
        if side not in DIRECTIONS:
            raise BadBoard(
                N_("The tunnel on space {space} has an unknown exit: “{side}”. Use one of: {known}."),
                space=_name(space),
                side=side,
                known=", ".join(DIRECTIONS),
            )
    return sum(1 << side for side, name in enumerate(DIRECTIONS) if name in exits)


def _destinations(spaces: list[dict[str, Any]]) -> list[int]:
    """GL-2: return the destinations, each with a unique name that a record can contain."""
    goals = [i for i, space in enumerate(spaces) if _kind(space) == DESTINATION]
    names: set[str] = set()
    for i in goals:
        name = spaces[i].get("name")
        if not isinstance(name, str) or not _is_writable(name):
            raise BadBoard(N_("The destination on space {space} needs a name."), space=_name(spaces[i]))
        if name in names:
            raise BadBoard(
                N_("The destination on space {space} has the same name as another one: {name}."),
                space=_name(spaces[i]),
                name=name,
            )
        names.add(name)
    if len(goals) > DESTINATIONS:
        raise BadBoard(
            N_("A city can have at most {most} destinations. Space {space} is one too many."),
            most=DESTINATIONS,
            space=_name(spaces[goals[DESTINATIONS]]),
        )
    return goals


def _is_writable(name: str) -> bool:
    """Return whether a record can contain a name: no comment sign, no redundant space, no leading minus."""
    return (
        bool(name)
        and name == " ".join(name.split())
        and "#" not in name
        and name[0] != "-"
        and name.isprintable()
    )


# ----- small cities -----


def _figure(data: dict[str, Any], name: str) -> int:
    """Read a figure of SMALLER."""
    least, most, usual = SMALLER[name]
    value = data.get(name)
    if value is not None and (type(value) is not int or not least <= value <= most):
        raise BadBoard(
            N_("“{name}” must be a whole number from {least} to {most}, not {found}."),
            name=name,
            least=least,
            most=most,
            found=str(value)[:40],
        )
    return usual if value is None else value


def _tiles(data: dict[str, Any]) -> list[int]:
    """GL-4: read the tiles of each kind; the default is all 64."""
    counts = data.get("tiles")
    if counts is None:
        return [int(count) for count in COUNTS]
    is_valid = isinstance(counts, dict) and set(counts) <= set(NAMES)
    if (
        not is_valid
        or not all(type(count) is int and 0 <= count <= MOST_OF_A_KIND for count in counts.values())
        or sum(counts.values()) > TILES
    ):
        raise BadBoard(
            N_(
                "“tiles” gives the number of tiles of each kind: 0 to {most}, at most {all} in total. "
                "Kinds: {known}."
            ),
            most=MOST_OF_A_KIND,
            all=TILES,
            known=", ".join(NAMES),
        )
    return [counts.get(name, 0) for name in NAMES]
