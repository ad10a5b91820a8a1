"""City data of Metromania (MM-1, MM-3, MM-4, MM-6, MM-33): reading, checking, and copying them into a record."""

from pathlib import Path
from typing import Any

import numpy as np

from quartier.core.game.boards import BadBoard
from quartier.core.text.languages import N_

from .geometry import CELLS, CITY_EDGES, SECTORS, SIDE, VERTICES, cell_number
from .state import LAKE, LETTERS, PARK, PLAIN, TUNNELS, TYPES

TYPE_NAMES = ("residential", "commercial", "entertainment")
SPECIAL_NAMES = (*TYPE_NAMES, "lake", "park")
PIECE_NAMES = tuple(f"P{number}" for number in range(1, SECTORS + 1))
LETTER_NAMES = "ABCDEF"
LEAST_ARROWS = 4
"""Minimum number of arrows: one for each line of two players; more players need more."""
SCORING = (
    "trip",
    "unfinished_line",
    "unplaced_marker",
    "impossible_trip",
    "minutes_per_hop",
    "minutes_per_change",
)
"""The figures of the data file in the order of the numbers."""
LIMITS = {
    "trip": (0, 1000),
    "unfinished_line": (-100, 0),
    "unplaced_marker": (-100, 0),
    "impossible_trip": (-100, 0),
    "minutes_per_hop": (1, 9),
    "minutes_per_change": (0, 9),
}
SEAT_COUNTS = ("2", "3", "4")

# Offsets of each part in the numbers of a city.
WHITE = SECTORS * CELLS
BLACK = WHITE + 1
SLOTS = BLACK + 1
LISTED_FIRST = SLOTS + LETTERS
FIGURES = LISTED_FIRST + 1
STATIONS = FIGURES + len(SCORING)
TUNNEL_COUNT = STATIONS + 1
LINES_TO_END = TUNNEL_COUNT + 1
LINES_TO_END_IN_VERSION_1 = LINES_TO_END + len(SEAT_COUNTS)


def read_board(data: dict[str, Any]) -> Any:
    """Return the numbers that the rules take from a city; BadBoard names the piece, cell, edge, letter or figure.

    int64, flat: the 25 cells of each piece, the sets of white and black arrows, the slot of each letter, the set of markers
    listed first, the figures of SCORING, stations, tunnels per line, and the lines that end the building for 2, 3 and 4
    players, now and under version 1 of the rules.
    """
    white, black = read_arrows(data)
    slots, listed_first = read_letters(data)
    figures = [read_figure(data, "scoring", name, *LIMITS[name]) for name in SCORING]
    stations = read_figure(data, "supply", "stations", 1, VERTICES)
    tunnels = read_figure(data, "supply", "tunnels_per_line", 3, TUNNELS)
    return np.array(
        [
            *read_pieces(data),
            white,
            black,
            *slots,
            listed_first,
            *figures,
            stations,
            tunnels,
            *read_enough(data),
        ],
        np.int64,
    )


# ----- pieces (MM-1, MM-3) -----


def read_pieces(data: dict[str, Any]) -> list[int]:
    """Return the kind of each cell, piece by piece."""
    pieces = data.get("pieces")
    if not isinstance(pieces, dict) or set(pieces) != set(PIECE_NAMES):
        raise BadBoard(
            N_("“pieces” must list exactly these districts: {names}."), names=", ".join(PIECE_NAMES)
        )
    kinds = {name: read_piece(name, pieces[name]) for name in PIECE_NAMES}
    check_special("lake", LAKE, kinds)
    check_special("park", PARK, kinds)
    both = [name for name in PIECE_NAMES if LAKE in kinds[name] and PARK in kinds[name]]
    if both:
        raise BadBoard(
            N_("District {piece} has both the lake and the park. Put them in different districts."),
            piece=both[0],
        )
    return [kind for name in PIECE_NAMES for kind in kinds[name]]


def read_piece(name: str, declared: Any) -> list[int]:
    """Return the kinds of the cells of one piece, in order of their numbers."""
    if not isinstance(declared, dict):
        raise BadBoard(N_("District {piece} needs a list of cells for each type of triangle."), piece=name)
    kinds = [PLAIN] * CELLS
    for special, cells in declared.items():
        if special not in SPECIAL_NAMES:
            raise BadBoard(
                N_("District {piece} has the unknown type “{type}”. Use one of {known}."),
                piece=name,
                type=special,
                known=", ".join(SPECIAL_NAMES),
            )
        for cell in cells if isinstance(cells, list) else [cells]:
            mark_cell(name, special, cell, kinds)
    for kind, special in enumerate(TYPE_NAMES):
        if kinds.count(kind) != 1:
            raise BadBoard(
                N_(
                    "District {piece} has {found} {type} triangles. Each district needs exactly one of "
                    "each destination type."
                ),
                piece=name,
                found=kinds.count(kind),
                type=special,
            )
    return kinds


def mark_cell(name: str, special: str, cell: Any, kinds: list[int]) -> None:
    """Set one special cell of a piece."""
    if not is_cell(cell):
        raise BadBoard(
            N_(
                "District {piece} has no cell {cell} ({type}). Cells are [row, column], with rows 0 to 4 "
                "and columns 0 to 2 × row."
            ),
            piece=name,
            cell=str(cell)[:40],
            type=special,
        )
    number = cell_number(*cell)
    if kinds[number] != PLAIN:
        raise BadBoard(
            N_("Cell {cell} of district {piece} is both {type} and {other}. Choose one."),
            cell=str(cell),
            piece=name,
            type=SPECIAL_NAMES[kinds[number]],
            other=special,
        )
    kinds[number] = SPECIAL_NAMES.index(special)


def is_cell(cell: Any) -> bool:
    """Return whether a JSON value is a cell [row, column] of a piece."""
    if not isinstance(cell, list) or len(cell) != 2 or not all(type(part) is int for part in cell):
        return False
    row, column = cell
    return bool(0 <= row < SIDE and 0 <= column <= 2 * row)


def check_special(special: str, kind: int, kinds: dict[str, list[int]]) -> None:
    """MM-3: require exactly one lake and one park."""
    where = [name for name, cells in kinds.items() for cell_kind in cells if cell_kind == kind]
    if len(where) != 1:
        raise BadBoard(
            N_("A city needs exactly one {type}, but this one has {found} ({pieces})."),
            type=special,
            found=len(where),
            pieces=", ".join(where) or "–",
        )


# ----- arrows (MM-4) -----


def read_arrows(data: dict[str, Any]) -> tuple[int, int]:
    """Return the sets of frame triangles with white and with black arrows."""
    edges = data.get("arrows")
    if not isinstance(edges, list) or len(edges) != CITY_EDGES:
        raise BadBoard(
            N_("“arrows” must have one list for each of the city’s {count} sides."), count=CITY_EDGES
        )
    sets = {"white": 0, "black": 0}
    for edge, arrows in enumerate(edges):
        if not isinstance(arrows, list) or len(arrows) != SIDE:
            raise BadBoard(
                N_("Side {edge} of the city must have {count} frame triangles."), edge=edge, count=SIDE
            )
        for i, arrow in enumerate(arrows):
            if arrow is not None and arrow not in sets:
                raise BadBoard(
                    N_(
                        "Frame triangle {place} on side {edge} of the city must be “white”, “black” or null, not “{arrow}”."
                    ),
                    place=i,
                    edge=edge,
                    arrow=str(arrow)[:40],
                )
            if arrow:
                sets[arrow] |= 1 << (SIDE * edge + i)
    for colour, triangles in sets.items():
        check_arrows(colour, triangles, LEAST_ARROWS)
    return sets["white"], sets["black"]


def check_arrows(colour: str, triangles: int, fewest: int) -> None:
    """MM-4: require an arrow of each colour for each line."""
    if triangles.bit_count() < fewest:
        raise BadBoard(
            N_("A city needs at least {fewest} {colour} arrows, one per line, but this one has {found}."),
            Path(__file__).parents[1],
            fewest=fewest,
            colour=colour,
            found=triangles.bit_count(),
        )


# ----- letters (MM-6) -----


def read_letters(data: dict[str, Any]) -> tuple[list[int], int]:
    """Return the slot of each letter, and the set of markers that stand first in the trip list.

    Every type has four markers, so two letters lack each type. Slots 0 and 1 are those that lack entertainment, 2 and 3
    residential, 4 and 5 commercial: slots are the same in every city, whatever its letters.
    """
    letters = data.get("letters")
    if not isinstance(letters, dict) or sorted(letters) != list(LETTER_NAMES):
        raise BadBoard(
            N_("“letters” must list exactly these letters: {names}."), names=", ".join(LETTER_NAMES)
        )
    types = [read_letter(letter, letters[letter]) for letter in LETTER_NAMES]
    for kind, name in enumerate(TYPE_NAMES):
        count = sum(kind in pair for pair in types)
        if count != 4:
            raise BadBoard(
                N_("Each destination type needs four markers, one per player, but {type} has {found}."),
                type=name,
                found=count,
            )
    slots, used, listed_first = [0] * LETTERS, [0] * TYPES, 0
    for letter, pair in enumerate(types):
        group = next(kind for kind in range(TYPES) if {kind, (kind + 1) % TYPES} == set(pair))
        slots[letter] = 2 * group + used[group]
        used[group] += 1
        listed_first |= 1 << (2 * slots[letter] + (pair[0] - group) % TYPES)
    return slots, listed_first


def read_letter(letter: str, pair: Any) -> tuple[int, int]:
    """Return the two types of a letter."""
    is_valid = isinstance(pair, list) and all(name in TYPE_NAMES for name in pair)
    if not is_valid or len(pair) != 2 or pair[0] == pair[1]:
        raise BadBoard(
            N_("Letter {letter} needs two different types from {known}, not {found}."),
            letter=letter,
            known=", ".join(TYPE_NAMES),
            found=str(pair)[:60],
        )
    return TYPE_NAMES.index(pair[0]), TYPE_NAMES.index(pair[1])


# ----- figures (MM-33) -----


def read_enough(data: dict[str, Any]) -> list[int]:
    """MM-27: read the lines that end the building by number of players, then the same figures for version 1 of the rules."""
    now, before = "lines_done_to_end", "lines_done_to_end_version_1"
    changed = data.get(before)
    tables = [before if isinstance(changed, dict) and seats in changed else now for seats in SEAT_COUNTS]
    return [
        read_figure(data, table, seats, 1, 2 * int(seats))
        for table, seats in zip((now, now, now, *tables), 2 * SEAT_COUNTS, strict=True)
    ]


def read_figure(data: dict[str, Any], table: str, name: str, least: int, most: int) -> int:
    """Return a whole number of a table of the city data."""
    values = data.get(table)
    value = values.get(name) if isinstance(values, dict) else None
    if type(value) is not int or not least <= value <= most:
        raise BadBoard(
            N_("“{name}” in “{table}” must be a whole number from {least} to {most}, not {found}."),
            name=name,
            table=table,
            least=least,
            most=most,
            found=str(value)[:40],
        )
    return value
