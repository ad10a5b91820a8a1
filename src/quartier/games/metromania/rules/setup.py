"""The setup: options, the city and its pieces (MM-1 to MM-8)."""

from pathlib import Path
from typing import Any

from quartier.core.game.boards import Board
from quartier.core.game.parameters import AS_THE_BOARD
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_

from .board import (
    BLACK,
    FIGURES,
    LINES_TO_END,
    LINES_TO_END_IN_VERSION_1,
    LISTED_FIRST,
    SLOTS,
    STATIONS,
    TUNNEL_COUNT,
    WHITE,
    check_arrows,
)
from .geometry import CELLS, CORNERS, LANDED, PLACE_BIT, SECTORS, TOUCHING, TRIANGLES, VERTICES
from .state import (
    CHOOSING_FIRST,
    COUNTERS,
    DEALING,
    LAKE,
    LAYING,
    LETTERS,
    LINES,
    MARKERS,
    NONE,
    OPTIONS,
    PLAIN,
    TRIPS,
    TUNNELS,
    TURNING,
    TYPES,
    Record,
)

VERSION_AT = len(OPTIONS)
"""Index of the rules version, after the options; the parameters follow."""


def check_setup(board: Board, seats: int, options: dict[str, Any]) -> None:
    """Check arrows (MM-4), lines to the end (MM-27) and hidden markers (MM-7). Raises BadBoard, BadOption."""
    for colour, arrows in (("white", WHITE), ("black", BLACK)):
        check_arrows(colour, int(board.numbers[arrows]), 2 * seats)
    if options["lines_to_end"] > 2 * seats:
        raise BadOption(
            N_(
                "“Lines until the end” (lines_to_end) can’t be {lines} with {seats} players, who have only {all} lines."
            ),
            Path(__file__).parents[1],
            lines=options["lines_to_end"],
            seats=seats,
            all=2 * seats,
        )
    if options["hidden_markers"] and seats == 2:
        raise BadOption(
            N_(
                "“Hidden markers” (hidden_markers) needs at least three players. With two, your side of the "
                "trip list tells you the other player’s markers."
            ),
            Path(__file__).parents[1],
        )


def begin(s: Record, seats: int, options: Any, board: Any) -> None:
    """Set up an empty city, before the first piece is placed."""
    s.players, s.finishing = seats, NONE
    lay_out(s, board)
    vary(s, options)
    s.strict_dig, s.hidden_markers, s.version = options[1], options[2], options[VERSION_AT]
    s.enough = lines_to_end(s, options[0], board)
    for triangle in range(COUNTERS):
        s.counter[triangle] = NONE
    for triangle in range(TRIANGLES):
        s.kind[triangle] = PLAIN
    for vertex in range(VERTICES):
        s.blank[vertex] = TOUCHING[vertex]
    for i in range(2):
        s.sights[i] = NONE
    for line in range(LINES):
        s.start[line] = s.end[line] = NONE
        for i in range(TUNNELS):
            s.vertex[line, i] = s.triangle[line, i] = NONE
    for marker in range(MARKERS):
        s.place[marker] = NONE
    for sector in range(SECTORS):
        s.piece[sector] = NONE
    for trip in range(TRIPS):
        s.cost[trip] = NONE


def lay_out(s: Record, board: Any) -> None:
    """Copy the numbers of a city into a record whose number of players is set."""
    for number in range(SECTORS * CELLS):
        s.pieces[number // CELLS, number % CELLS] = board[number]
    s.white, s.black = board[WHITE], board[BLACK]
    s.white_left, s.black_left = s.white, s.black
    for letter in range(LETTERS):
        s.slot[letter] = board[SLOTS + letter]
        s.letter[s.slot[letter]] = letter
    s.listed_first = board[LISTED_FIRST]
    s.trip_points, s.unfinished_points = board[FIGURES], board[FIGURES + 1]
    s.unplaced_points, s.impossible_points = board[FIGURES + 2], board[FIGURES + 3]
    s.hop, s.change = board[FIGURES + 4], board[FIGURES + 5]
    s.supply, s.tunnels = board[STATIONS], board[TUNNEL_COUNT]


def vary(s: Record, options: Any) -> None:
    """The figures of the city that parameters may change, in the order of PARAMETERS."""
    s.trip_points = parameter_value(options, 0, s.trip_points)
    s.unfinished_points = parameter_value(options, 1, s.unfinished_points)
    s.unplaced_points = parameter_value(options, 2, s.unplaced_points)
    s.impossible_points = parameter_value(options, 3, s.impossible_points)
    s.hop, s.change = parameter_value(options, 4, s.hop), parameter_value(options, 5, s.change)
    s.supply, s.tunnels = parameter_value(options, 6, s.supply), parameter_value(options, 7, s.tunnels)
    s.station_points = parameter_value(options, 8, 1)


def parameter_value(options: Any, parameter: int, usual: int) -> int:
    """Return a parameter by its number, or else the city's value."""
    value: int = options[VERSION_AT + 1 + parameter]
    return usual if value == AS_THE_BOARD else value


def lines_to_end(s: Record, option: int, board: Any) -> int:
    """MM-27: return the lines that end the building: the option, or the board's figure for the version of the rules."""
    if option:
        return option
    return int(board[(LINES_TO_END_IN_VERSION_1 if s.version == 1 else LINES_TO_END) + s.players - 2])


def lay_piece(s: Record, piece: int) -> None:
    """MM-1: place a piece in the next sector."""
    s.piece[s.dealt] = piece
    s.phase = TURNING


def turn_piece(s: Record, turn: int) -> None:
    """MM-1: turn the piece of the sector, and fix its triangles."""
    sector = s.dealt
    s.rotation[sector] = turn
    for cell in range(CELLS):
        kind = s.pieces[s.piece[sector], cell]
        if kind != PLAIN:
            mark_triangle(s, LANDED[sector, turn, cell], kind)
    s.dealt += 1
    s.phase = LAYING
    if s.dealt == SECTORS:
        s.phase, s.dealt = DEALING, 0


def mark_triangle(s: Record, triangle: int, kind: int) -> None:
    """MM-3: set up a special triangle; a destination is worth points at each of its corners (MM-24)."""
    s.kind[triangle] = kind
    for i in range(3):
        vertex, bit = CORNERS[triangle, i], PLACE_BIT[triangle, i]
        s.blank[vertex] &= ~bit
        if kind < TYPES:
            s.goals[vertex] |= bit
            s.worth[vertex] += s.station_points
    if kind >= TYPES:
        s.sights[0 if kind == LAKE else 1] = triangle


def after_dealing(s: Record) -> None:
    """MM-8: once the last marker is dealt, draw the first player."""
    if s.dealt == MARKERS:
        s.phase, s.dealt = CHOOSING_FIRST, 0
