"""The state record of BlockCity.

A sheet's buildings are numbered in the order in which its lines name them. Sets of buildings are bits of an int64.
"""

from typing import Annotated

import numpy as np

from quartier.core.engine.records import DERIVED, Cells, RecordBase
from quartier.core.game.parameters import Parameter
from quartier.core.game.title_spec import Option
from quartier.core.text.languages import N_

NAME = "BlockCity"
PREFIX = "BC"
RULES = 20


# The names of the option values in the new-table form.
SURROUNDING_WORDS = (N_("highest"), N_("lowest"))
SURROUNDING_HELP = N_(
    "A new number must be at least as high as the highest number next to it. With “lowest”, it only has "
    "to reach the lowest."
)
OPTIONS = {
    "surrounding": Option(SURROUNDING_WORDS, "highest", SURROUNDING_HELP),
    "passive_miss": Option(
        (False, True),
        False,
        N_("The other players may also mark a miss with the other die, on any empty building."),
    ),
    "miss_spoils_store": Option(
        (False, True), False, N_("A miss next to a department store spoils it: the store scores nothing.")
    ),
}
# BC-15: points by the size of a park group.
PARK_POINTS = (2, 6, 16, 22, 26, 32, 39, 45, 52, 60)
# BC-13.
MISS_POINTS = 2
PARAMETERS = {
    "full_points": Parameter(0, 50, 10, N_("Points for a full city.")),
    "store_points": Parameter(0, 30, 10, N_("Points for a department store with no equal neighbour.")),
    "set_points": Parameter(0, 60, 30, N_("Points for a set of public buildings.")),
    "most_sets": Parameter(0, 4, 2, N_("How many sets of public buildings count.")),
    "miss_points": Parameter(0, 10, MISS_POINTS, N_("Points lost for each miss.")),
} | {
    f"park_{size}": Parameter(0, 12 * size, points, N_("Points for a park group of this size."))
    for size, points in enumerate(PARK_POINTS, 1)
}
MOST_SEATS = 6
SEATS = (1, MOST_SEATS)
BUILDINGS = 60
"""A record's sets cannot hold more buildings than this."""
KINDS = ("park", "department_store", "house", "school", "fire_station", "town_hall")
KIND_COUNT = len(KINDS)
PARK, STORE, HOUSE = 0, 1, 2
PUBLIC = (3, 4, 5)
SIDES = 6
LOWEST_READING = 1

# A sheet of N buildings is full by turn (N - 2) * players + 1 at the latest; a turn is a roll and a move of
# each seat.
MAX_EVENTS = MOST_SEATS + 1 + ((BUILDINGS - 2) * MOST_SEATS + 1) * (MOST_SEATS + 1)

# Phases.
STARTING, CHOOSING_FIRST, ROLLING, ACTIVE, PASSIVE, OVER = range(6)


class Record(RecordBase):
    """A position of BlockCity."""

    phase: Annotated[int, np.int8, (), "STARTING, CHOOSING_FIRST, ROLLING, ACTIVE, PASSIVE or OVER"]
    players: Annotated[int, np.int8, (), "number of seats"]
    active: Annotated[int, np.int8, (), "the active seat"]
    reading: Annotated[int, np.int8, (), "LOWEST_READING or 0, the option `surrounding`", DERIVED]
    passive_miss: Annotated[int, np.uint8, (), "option (BC-10)", DERIVED]
    miss_spoils: Annotated[int, np.uint8, (), "option `miss_spoils_store` (BC-16)", DERIVED]
    dice: Annotated[Cells, np.int8, 2, "the dice of this turn, the lower one first; 0 before the first roll"]
    other: Annotated[int, np.int8, (), "the die that the active player did not choose; 0 if none yet"]
    waiting: Annotated[
        int, np.int64, (), "set of seats that still have to act in STARTING, ACTIVE or PASSIVE"
    ]
    empty: Annotated[Cells, np.int64, MOST_SEATS, "set of empty buildings of each seat"]
    missed: Annotated[Cells, np.int64, MOST_SEATS, "set of missed buildings of each seat"]
    wrote: Annotated[
        Cells, np.int64, (MOST_SEATS, SIDES + 1), "set of buildings with each number, by seat and number"
    ]
    near: Annotated[
        Cells,
        np.int64,
        (MOST_SEATS, SIDES + 1),
        "set of buildings next to each number, by seat and number",
        DERIVED,
    ]
    buildings: Annotated[int, np.int8, (), "number of buildings on the sheet", DERIVED]
    kinds: Annotated[Cells, np.int64, KIND_COUNT, "set of buildings of each kind", DERIVED]
    around: Annotated[Cells, np.int64, BUILDINGS, "set of neighbours of each building", DERIVED]
    full_points: Annotated[int, np.int16, (), "parameter (BC-14)", DERIVED]
    store_points: Annotated[int, np.int16, (), "parameter (BC-16)", DERIVED]
    set_points: Annotated[int, np.int16, (), "parameter (BC-17)", DERIVED]
    most_sets: Annotated[int, np.int16, (), "parameter (BC-17)", DERIVED]
    miss_points: Annotated[int, np.int16, (), "parameter (BC-13)", DERIVED]
    park_points: Annotated[
        Cells, np.int16, len(PARK_POINTS) + 1, "parameters: points by the size of a park group", DERIVED
    ]
