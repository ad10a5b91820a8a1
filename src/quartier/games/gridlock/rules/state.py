"""The state record of Gridlock.

Spaces and destinations are numbered as in the city's file. Sets of spaces are two int64 words (see spaces), sets of
destinations are bits of an int64.
"""

from itertools import permutations
from typing import Annotated, Any

import numpy as np

from quartier.core.engine.records import DERIVED, Cells, RecordBase
from quartier.core.game.parameters import Parameter
from quartier.core.game.title_spec import Option
from quartier.core.text.languages import N_

from .board import DESTINATIONS, SMALLER, SPACES
from .tiles import KINDS, SIDES

NAME = "Gridlock: Boston"
PREFIX = "GL"
RULES = 28
PLANS_AHEAD = True
ENDING = {"turn_limit": 5}
"""Options that keep every game short, however it is played; without a turn limit random games take very long."""


_COLOURS = tuple("".join(letters) for count in (4, 3, 2) for letters in permutations("rgby", count))
BUILDS, STOPS, CONES = (SMALLER[name][1] for name in ("builds", "stops", "cones"))
LIMITS = (0, 5, 10, 20, 30, 40, 60, 80, 100, 200)
OPTIONS = {
    "cards": Option(
        (4, 5, 6, 7), 6, N_("How many destinations each player has to visit, counting the start.")
    ),
    "short_trip": Option(
        (False, True),
        False,
        N_("Up to three actions per turn, building and driving mixed. No cones."),
    ),
    "short_trip_cones": Option(
        (False, True),
        False,
        N_("On a short trip, placing or removing a cone is one of the actions."),
        needs="short_trip",
    ),
    "congestion": Option((False, True), False, N_("Cars must stop at a destination with two or more cubes.")),
    "traffic": Option((False, True), False, N_("Cars must stop on a space with another car.")),
    "specials": Option((False, True), False, N_("Each colour of car has its own power.")),
    "colours": Option(
        _COLOURS,
        "rgby",
        N_("Car colours by seat: r, g, b or y. Seats left out get the remaining colours in this order."),
    ),
    "last_turns": Option((False, True), False, N_("After someone wins, the others each play one more turn.")),
    "turn_limit": Option(
        LIMITS,
        0,
        N_("Turns per player. Then the player with the most destinations visited wins. 0: no limit."),
    ),
}
PARAMETERS = {
    "builds": Parameter(1, BUILDS, None, N_("Actions in a building turn.")),
    "stops": Parameter(1, STOPS, None, N_("Stops in a driving turn.")),
    "cones": Parameter(0, CONES, None, N_("Cones in the game.")),
}
MOST_SEATS = 4
SEATS = (2, MOST_SEATS)
HAND = 2
SHORT_ACTIONS = 3
MOST_GOALS = 6

# A turn has at most four moves and two tiles. Starts are redrawn until they differ: more than 200 draws are
# practically impossible.
MAX_EVENTS = (
    200
    + MOST_SEATS * (MOST_GOALS + 2)
    + 1
    + MOST_SEATS * 2
    + (max(LIMITS) + 1) * MOST_SEATS * (BUILDS + HAND)
)

# Colours of cars (GL-5) in the order of the default seats.
RED, GREEN, BLUE, YELLOW = range(4)


def _colour_table() -> Any:
    """Colours of seats 0 to 3 for each value of `colours`, int64, shape (values, 4)."""
    filled = [named + "".join(letter for letter in "rgby" if letter not in named) for named in _COLOURS]
    return np.array([["rgby".index(letter) for letter in letters] for letters in filled], np.int64)


COLOUR_TABLE = _colour_table()

# Phases.
STARTING, DEALING_GOALS, DEALING_TILES, CHOOSING_FIRST, OPENING, TURNING, REFILLING, OVER = range(8)

# What a turn has been declared to be.
FREE, BUILDING, DRIVING = range(3)


class Record(RecordBase):
    """A position of Gridlock."""

    phase: Annotated[int, np.int8, (), "STARTING ... OVER"]
    players: Annotated[int, np.int8, (), "number of seats"]
    turn: Annotated[int, np.int8, (), "seat that draws or plays now"]
    mode: Annotated[int, np.int8, (), "FREE, BUILDING or DRIVING: what this turn has been declared to be"]
    done: Annotated[int, np.int8, (), "actions or stops of this turn so far"]
    opening: Annotated[int, np.int8, (), "seats that have not yet laid their tile of the first round"]
    turns: Annotated[int, np.int32, (), "turns finished after the first round, of all seats"]
    first: Annotated[int, np.int8, (), "the first player, NONE before"]
    winner: Annotated[int, np.int8, (), "who visited all own destinations first, NONE before"]
    last: Annotated[int, np.int8, (), "turns still to play once there is a winner"]

    cards: Annotated[int, np.int8, (), "option: destinations to visit, the start included", DERIVED]
    short_trip: Annotated[int, np.uint8, (), "option (GL-24)", DERIVED]
    with_cones: Annotated[int, np.uint8, (), "1 if there are cones in this game (GL-24)", DERIVED]
    congestion: Annotated[int, np.uint8, (), "option (GL-25)", DERIVED]
    traffic: Annotated[int, np.uint8, (), "option (GL-26)", DERIVED]
    specials: Annotated[int, np.uint8, (), "option (GL-27)", DERIVED]
    last_turns: Annotated[int, np.uint8, (), "option (GL-22)", DERIVED]
    limit: Annotated[int, np.int16, (), "option: turns for each seat, 0 for no limit", DERIVED]
    colour: Annotated[Cells, np.int8, MOST_SEATS, "colour of each seat's car", DERIVED]
    builds: Annotated[int, np.int8, (), "parameter (GL-9)", DERIVED]
    stops: Annotated[int, np.int8, (), "parameter (GL-20)", DERIVED]
    cones: Annotated[int, np.int8, (), "parameter (GL-13)", DERIVED]
    yellow: Annotated[int, np.int8, (), "the seat of the yellow car, NONE if nobody plays it", DERIVED]

    start: Annotated[Cells, np.int8, MOST_SEATS, "destination where each seat starts, NONE before"]
    waiting: Annotated[int, np.int8, (), "set of seats that still draw a start in this round"]
    drew: Annotated[int, np.int8, (), "set of seats that drew a start in this round"]
    goals: Annotated[Cells, np.int64, MOST_SEATS, "set of destinations in each hand; 0 if concealed"]
    secret: Annotated[Cells, np.int8, MOST_SEATS, "number of destinations in each hand"]
    opened: Annotated[
        Cells, np.int64, MOST_SEATS, "set of visited destinations of each seat, the start included"
    ]
    refuted: Annotated[
        Cells, np.int64, MOST_SEATS, "set of destinations where a stop of a seat opened no card"
    ]
    car: Annotated[Cells, np.int8, MOST_SEATS, "space of each car"]

    hand: Annotated[
        Cells,
        np.int8,
        (MOST_SEATS, HAND),
        "kinds of the tiles in each hand, descending; NONE: no tile or concealed",
    ]
    held: Annotated[Cells, np.int8, MOST_SEATS, "number of tiles in each hand"]
    pile: Annotated[
        Cells, np.int8, KINDS, "tiles of each kind in the pile; concealed: and in the hands of others"
    ]
    stock: Annotated[int, np.int8, (), "number of tiles in the pile"]
    discard: Annotated[Cells, np.int8, KINDS, "tiles of each kind on the discard pile"]
    pool: Annotated[Cells, np.int8, KINDS, "tiles of each kind in the pile when it was shuffled last"]
    took: Annotated[
        Cells,
        np.int8,
        (MOST_SEATS, KINDS),
        "tiles of each kind that each seat drew since then; 0 if concealed",
    ]
    fresh: Annotated[Cells, np.int8, MOST_SEATS, "how many tiles each seat drew since then, at most 2"]

    tile: Annotated[Cells, np.int8, SPACES, "kind of the tile on each space, NONE if there is none"]
    exits: Annotated[Cells, np.int8, SPACES, "open edges of each space as a mask"]
    empty: Annotated[Cells, np.int64, 2, "set of empty spaces that can be built on", DERIVED]
    six: Annotated[Cells, np.int64, 2, "set of tiles that can lie in six ways", DERIVED]
    three: Annotated[Cells, np.int64, 2, "set of tiles that can lie in three ways", DERIVED]
    two: Annotated[Cells, np.int64, 2, "set of tiles that can lie in two ways", DERIVED]
    one: Annotated[Cells, np.int64, 2, "set of tiles that look the same in every rotation", DERIVED]
    cone: Annotated[Cells, np.int64, 2, "set of spaces with a cone"]
    zone: Annotated[Cells, np.int64, 2, "set of spaces with a cone or next to one", DERIVED]

    spaces: Annotated[int, np.int8, (), "number of spaces of the city", DERIVED]
    city: Annotated[Cells, np.int64, 2, "set of all spaces", DERIVED]
    tunnel: Annotated[Cells, np.int64, 2, "set of tunnels", DERIVED]
    terrain: Annotated[Cells, np.int8, SPACES, "kind of each space", DERIVED]
    near: Annotated[
        Cells,
        np.int8,
        (SPACES, SIDES),
        "neighbour of each space by direction, NONE at the edge of the board",
        DERIVED,
    ]
    sights: Annotated[int, np.int8, (), "number of destinations", DERIVED]
    place: Annotated[Cells, np.int8, DESTINATIONS, "space of each destination", DERIVED]
    sight: Annotated[Cells, np.int8, SPACES, "destination on each space, NONE if it is none", DERIVED]


def in_turn(s: Record, seat: int) -> bool:
    """Return whether a seat has to play now."""
    return (s.phase == OPENING or s.phase == TURNING) and s.turn == seat
