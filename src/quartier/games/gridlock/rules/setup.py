"""The setup: the city, the options, starts, destinations and tiles (GL-1 to GL-8)."""

from pathlib import Path
from typing import Any

from quartier.core.engine.bits import lowest
from quartier.core.game.boards import BadBoard, Board
from quartier.core.game.parameters import AS_THE_BOARD
from quartier.core.text.languages import N_

from .board import (
    DESTINATION_SPACES,
    EMPTY,
    EXITS,
    FIGURES,
    NEIGHBOURS,
    NONE,
    PILE,
    SIZE,
    SPACES,
    TERRAIN,
    TUNNEL,
)
from .hand import take
from .spaces import add
from .state import (
    CHOOSING_FIRST,
    COLOUR_TABLE,
    DEALING_GOALS,
    DEALING_TILES,
    HAND,
    MOST_SEATS,
    OPTIONS,
    STARTING,
    YELLOW,
    Record,
)
from .tiles import KINDS, SIDES

PARAMETERS_AT = len(OPTIONS) + 1
"""Index of the parameters: after the options and the rules version."""


def check_setup(board: Board, seats: int, options: dict[str, Any]) -> None:
    """GL-1, GL-7, GL-8: require enough destinations for starts and cards, two tiles and one empty space per seat."""
    numbers = board.numbers
    cards = min(int(options["cards"]), int(numbers[FIGURES + 3]))
    empty = int((numbers[TERRAIN:EXITS] == EMPTY).sum())
    check_enough(_DESTINATIONS, board, seats, int(numbers[DESTINATION_SPACES]), max(seats, cards), cards)
    check_enough(_TILES, board, seats, int(numbers[PILE:].sum()), HAND * seats)
    check_enough(_SPACES, board, seats, empty, seats)


def check_enough(message: str, board: Board, seats: int, available: int, needed: int, cards: int = 0) -> None:
    """Raise BadBoard with this message if a city has less than the game needs."""
    if available < needed:
        raise BadBoard(
            message,
            Path(__file__).parents[1],
            board=board.name,
            found=available,
            seats=seats,
            cards=cards,
            needed=needed,
        )


_DESTINATIONS = N_("{board} has {found} destinations. {seats} players with {cards} cards each need {needed}.")
_TILES = N_("{board} has {found} road tiles. {seats} players need {needed}.")
_SPACES = N_("{seats} players need {needed} empty spaces for their first tiles. {board} has {found}.")


def begin(s: Record, seats: int, options: Any, board: Any) -> None:
    """Set up an empty city; every seat draws a start."""
    s.players, s.phase, s.waiting, s.opening = seats, STARTING, (1 << seats) - 1, seats
    s.first = s.winner = NONE
    read_options(s, options, board)
    read_city(s, board)
    for seat in range(MOST_SEATS):
        s.start[seat] = s.car[seat] = NONE
        for i in range(HAND):
            s.hand[seat, i] = NONE
    for kind in range(KINDS):
        s.pile[kind] = s.pool[kind] = board[PILE + kind]
        s.stock += board[PILE + kind]


def read_options(s: Record, options: Any, board: Any) -> None:
    """Read the options, in the order of OPTIONS, and the parameters, capped by what the city provides."""
    s.builds, s.stops, s.cones = (
        parameter_value(options, board, 0),
        parameter_value(options, board, 1),
        parameter_value(options, board, 2),
    )
    s.cards, s.short_trip = min(options[0], board[FIGURES + 3]), options[1]
    s.with_cones = 1 if options[2] or not options[1] else 0
    s.congestion, s.traffic, s.specials = options[3], options[4], options[5]
    s.last_turns, s.limit = options[7], sooner(options[8], board[FIGURES + 4])
    s.yellow = NONE
    for seat in range(s.players):
        s.colour[seat] = COLOUR_TABLE[options[6], seat]
        if s.colour[seat] == YELLOW:
            s.yellow = seat


def parameter_value(options: Any, board: Any, index: int) -> int:
    """Return a parameter's value, or else the city's."""
    value: int = options[PARAMETERS_AT + index]
    return int(board[FIGURES + index]) if value == AS_THE_BOARD else value


def sooner(limit: int, other: int) -> int:
    """Return the smaller of two turn limits; 0 means none."""
    return min(limit, other) if limit and other else limit + other


def read_city(s: Record, board: Any) -> None:
    """GL-1 to GL-3: set up the city from its numbers."""
    s.spaces, s.sights = board[SIZE], board[DESTINATION_SPACES]
    for space in range(SPACES):
        s.tile[space] = s.sight[space] = s.terrain[space] = NONE
    for space in range(s.spaces):
        read_space(s, space, board)
    for destination in range(s.sights):
        s.place[destination] = board[DESTINATION_SPACES + 1 + destination]
        s.sight[s.place[destination]] = destination


def read_space(s: Record, space: int, board: Any) -> None:
    """Set up one space of the city."""
    s.terrain[space], s.exits[space] = board[TERRAIN + space], board[EXITS + space]
    for side in range(SIDES):
        s.near[space, side] = board[NEIGHBOURS + space * SIDES + side]
    add(s.city, space)
    if s.terrain[space] == EMPTY:
        add(s.empty, space)
    elif s.terrain[space] == TUNNEL:
        add(s.tunnel, space)


def draw_start(s: Record, destination: int) -> None:
    """GL-6: draw a start for the next seat of this round."""
    seat = lowest(s.waiting)
    s.start[seat] = destination
    s.waiting &= ~(1 << seat)
    s.drew |= 1 << seat
    if s.waiting == 0:
        settle_starts(s)


def settle_starts(s: Record) -> None:
    """GL-6: have equal cards of this round drawn again; a start settled in an earlier round stays."""
    again = 0
    for seat in range(s.players):
        if s.drew >> seat & 1 and shares_start(s, seat):
            again |= 1 << seat
    s.waiting, s.drew = again, 0
    for seat in range(s.players):
        if again >> seat & 1:
            s.start[seat] = NONE
    if again == 0:
        take_places(s)


def shares_start(s: Record, seat: int) -> bool:
    """Return whether another seat has drawn the same start."""
    for other in range(s.players):
        if other != seat and s.start[other] == s.start[seat]:
            return True
    return False


def take_places(s: Record) -> None:
    """GL-6: place the cars on their starts, which count as visited."""
    for seat in range(s.players):
        s.opened[seat] = 1 << s.start[seat]
        s.car[seat] = s.place[s.start[seat]]
    s.phase, s.turn = DEALING_GOALS, 0


def deal_goal(s: Record, destination: int) -> None:
    """GL-7: deal a destination card; each seat in turn gets `cards` - 1."""
    s.goals[s.turn] |= 1 << destination
    s.secret[s.turn] += 1
    if s.secret[s.turn] == s.cards - 1:
        s.turn += 1
    if s.turn == s.players:
        s.phase, s.turn = DEALING_TILES, 0


def deal_tile(s: Record, kind: int) -> None:
    """GL-7: deal a tile; each seat in turn gets two."""
    take(s, s.turn, kind)
    if s.held[s.turn] == HAND:
        s.turn += 1
    if s.turn == s.players:
        s.phase, s.turn = CHOOSING_FIRST, 0
