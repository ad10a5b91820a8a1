"""Observation encoding: the roads and who drives on them, destinations, tiles, the phase, and the options.

Seats are relative to the observing seat: 0 is itself, 1 the next one. Destinations are given as the spaces of
the board.
"""

from typing import Any

from quartier.core.engine.bits import lowest, mark_bits
from quartier.core.engine.observations import Part, starts

from ..rules.board import (
    DESTINATIONS,
    NONE,
    SPACES,
    TERRAINS,
)
from ..rules.scoring import score
from ..rules.spaces import HALF
from ..rules.state import (
    BUILDS,
    CHOOSING_FIRST,
    HAND,
    LIMITS,
    MOST_GOALS,
    MOST_SEATS,
    OVER,
    STARTING,
    Record,
)
from ..rules.tiles import (
    KINDS,
    ROTARY,
    SIDES,
    TILES,
)

_PHASES, _MODES, _COLOURS, _SWITCHES = OVER + 1, 3, 4, 6
_MOST_OF_A_KIND = 8
_MOST_TURNS = 1000
OBSERVATION = (
    Part("exits", (SIDES, SPACES), 0, 1, "spaces that are open to each side, N clockwise to NW"),
    Part("rotary", (SPACES,), 0, 1, "spaces with a rotary"),
    Part("empty", (SPACES,), 0, 1, "spaces that can be built on"),
    Part("terrain", (len(TERRAINS), SPACES), 0, 1, "empty ground, destinations, river, park, tunnels"),
    Part("cone", (SPACES,), 0, 1, "spaces with a cone"),
    Part("car", (MOST_SEATS, SPACES), 0, 1, "the space of each seat's car"),
    Part("goal", (SPACES,), 0, 1, "destinations in hand: where the seat still has to go"),
    Part(
        "visited", (MOST_SEATS, SPACES), 0, 1, "destinations that each seat has visited, the start included"
    ),
    Part("refuted", (MOST_SEATS, SPACES), 0, 1, "destinations where a stop of each seat opened no card"),
    Part("hand", (KINDS,), 0, HAND, "tiles of each kind in hand"),
    Part("unseen", (KINDS,), 0, _MOST_OF_A_KIND, "tiles of each kind in the pile and in the hands of others"),
    Part("discard", (KINDS,), 0, _MOST_OF_A_KIND, "tiles of each kind on the discard pile"),
    Part("stock", (1,), 0, TILES, "tiles in the pile"),
    Part("held", (MOST_SEATS,), 0, HAND, "tiles in each hand"),
    Part("secret", (MOST_SEATS,), 0, MOST_GOALS, "destinations in each hand"),
    Part("points", (MOST_SEATS,), 0, DESTINATIONS, "destinations that each seat has visited"),
    Part("turn", (MOST_SEATS,), 0, 1, "the seat that draws or plays now, once the starts are drawn"),
    Part("mode", (_MODES,), 0, 1, "what this turn has been declared to be: nothing, building, driving"),
    Part("done", (1,), 0, BUILDS, "actions or stops of this turn so far"),
    Part("opening", (1,), 0, MOST_SEATS, "seats that have not yet laid their tile of the first round"),
    Part("turns", (1,), 0, _MOST_TURNS, "turns finished after the first round, of all seats"),
    Part("limit", (1,), 0, max(LIMITS), "turns for each seat, 0 for no limit"),
    Part("winner", (MOST_SEATS,), 0, 1, "who visited all destinations first"),
    Part("last", (1,), 0, MOST_SEATS, "turns still to play once there is a winner"),
    Part("phase", (_PHASES,), 0, 1, "starts, goals, tiles, start player, opening, turns, refilling, over"),
    Part("cards", (1,), 0, MOST_GOALS + 1, "destinations to visit, the start included"),
    Part("options", (_SWITCHES,), 0, 1, "short_trip, cones, congestion, traffic, specials, last_turns"),
    Part("colour", (MOST_SEATS, _COLOURS), 0, 1, "each car's colour: red, green, blue, yellow"),
)
(
    _EXITS,
    _ROTARY,
    _EMPTY,
    _TERRAIN,
    _CONE,
    _CAR,
    _GOAL,
    _VISITED,
    _REFUTED,
    _IN_HAND,
    _UNSEEN,
    _DISCARD,
    _STOCK,
    _HAND_SIZES,
    _SECRET,
    _POINTS,
    _TURN,
    _MODE,
    _DONE,
    _OPENING,
    _TURNS,
    _LIMIT,
    _WINNER,
    _LAST,
    _PHASE,
    _CARDS,
    _OPTIONS,
    _COLOUR,
) = starts(OBSERVATION)


def observe(s: Record, seat: int, out: Any) -> None:
    """Encode the city, the seats, the tiles, the phase, and the options."""
    observe_city(s, out)
    mark_destinations(s, s.goals[seat], out, _GOAL)
    for ahead in range(s.players):
        observe_seat(s, (seat + ahead) % s.players, ahead, out)
    observe_tiles(s, seat, out)
    observe_moment(s, seat, out)
    observe_options(s, out)


def observe_city(s: Record, out: Any) -> None:
    """Encode the roads: branch-free loops, which the compiler vectorises."""
    for side in range(SIDES):
        for space in range(SPACES):
            out[_EXITS + side * SPACES + space] = s.exits[space] >> side & 1
    for kind in range(len(TERRAINS)):
        for space in range(SPACES):
            out[_TERRAIN + kind * SPACES + space] = 1 if s.terrain[space] == kind else 0
    for space in range(SPACES):
        out[_ROTARY + space] = 1 if s.tile[space] >= ROTARY else 0
    mark_spaces(s.empty, out, _EMPTY)
    mark_spaces(s.cone, out, _CONE)


def mark_spaces(spaces: Any, out: Any, first: int) -> None:
    """Encode a set of spaces as a plane."""
    mark_bits(out, first, spaces[0])
    mark_bits(out, first + HALF, spaces[1])


def mark_destinations(s: Record, destinations: int, out: Any, first: int) -> None:
    """Encode a set of destinations as a plane of their spaces."""
    while destinations:
        out[first + s.place[lowest(destinations)]] = 1
        destinations &= destinations - 1


def observe_seat(s: Record, other: int, ahead: int, out: Any) -> None:
    """Encode the public information about a seat."""
    if s.car[other] != NONE:
        out[_CAR + ahead * SPACES + s.car[other]] = 1
    mark_destinations(s, s.opened[other], out, _VISITED + ahead * SPACES)
    mark_destinations(s, s.refuted[other], out, _REFUTED + ahead * SPACES)
    out[_HAND_SIZES + ahead], out[_SECRET + ahead] = s.held[other], s.secret[other]
    out[_POINTS + ahead] = score(s, other)
    out[_WINNER + ahead] = 1 if s.winner == other else 0
    out[_COLOUR + ahead * _COLOURS + s.colour[other]] = 1


def observe_tiles(s: Record, seat: int, out: Any) -> None:
    """Encode the hand, and where all other tiles are; the hands of others are among the unseen ones."""
    for i in range(HAND):
        if s.hand[seat, i] != NONE:
            out[_IN_HAND + s.hand[seat, i]] += 1
    for kind in range(KINDS):
        out[_UNSEEN + kind], out[_DISCARD + kind] = s.pile[kind], s.discard[kind]
    out[_STOCK] = s.stock


def observe_moment(s: Record, seat: int, out: Any) -> None:
    """Encode whose turn it is, what it is used for, and how near the end is."""
    if s.phase != STARTING and s.phase != CHOOSING_FIRST:
        out[_TURN + (s.turn - seat) % s.players] = 1
    out[_MODE + s.mode] = out[_PHASE + s.phase] = 1
    out[_DONE], out[_OPENING], out[_TURNS] = s.done, s.opening, min(_MOST_TURNS, s.turns)
    out[_LIMIT], out[_LAST] = s.limit, max(0, s.last)


def observe_options(s: Record, out: Any) -> None:
    """Encode the options of the game."""
    out[_CARDS] = s.cards
    out[_OPTIONS], out[_OPTIONS + 1], out[_OPTIONS + 2] = s.short_trip, s.with_cones, s.congestion
    out[_OPTIONS + 3], out[_OPTIONS + 4], out[_OPTIONS + 5] = s.traffic, s.specials, s.last_turns
