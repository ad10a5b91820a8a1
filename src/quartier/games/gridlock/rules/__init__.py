"""The rules of Gridlock: setup, building, driving, variants, and what each seat knows.

Spaces and destinations are numbered as in the city's file. Sets of spaces are two int64 words (see roads), sets of
destinations are bits of an int64.
"""

from itertools import permutations
from typing import Annotated, Any

import numpy as np

from quartier.core.engine.bits import below, lowest, nth, popcount
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.records import DERIVED, record
from quartier.core.play.title import Option
from quartier.core.text.languages import N_
from quartier.games.gridlock.rules import board as city
from quartier.games.gridlock.rules.board import (
    DESTINATIONS,
    EXITS,
    NEAR,
    NONE,
    PLACES,
    SIZE,
    SPACES,
    TERRAIN,
    TUNNEL,
)
from quartier.games.gridlock.rules.roads import (
    YELLOW,
    edges,
    first_member,
    flood,
    high_bit,
    leads_to,
    low_bit,
    member,
    reach,
    size,
    wild,
    within,
    zone,
    zone_at,
)
from quartier.games.gridlock.rules.tiles import (
    CANONICAL,
    COUNTS,
    FACE_KIND,
    FACE_MASK,
    FACES,
    FIRST_FACE,
    KINDS,
    MASKS,
    PLACE,
    SIDES,
    TILES,
    TURNS,
)

NAME = "Gridlock: Boston"
PREFIX = "GL"
RULES = 28
SEATS = (2, 4)

_COLOURS = tuple("".join(letters) for count in (4, 3, 2) for letters in permutations("rgby", count))
LIMITS = (0, 5, 10, 20, 30, 40, 60, 80, 100, 200)
OPTIONS = {
    "cards": Option((4, 6, 7), 6, N_("Destinations each player has to visit, the start included.")),
    "short_trip": Option(
        (False, True), False, N_("Short trip: three actions a turn, building and driving mixed, no cones.")
    ),
    "congestion": Option(
        (False, True), False, N_("Congestion: a destination with two cubes or more forces a stop.")
    ),
    "traffic": Option((False, True), False, N_("Traffic: a space with another car forces a stop.")),
    "specials": Option(
        (False, True), False, N_("I am something special: each colour of car has a power of its own.")
    ),
    "colours": Option(
        _COLOURS, "rgby", N_("Colours of the cars by seat: r, g, b or y; the rest in that order.")
    ),
    "last_turns": Option((False, True), False, N_("After somebody has won, the others play one more turn.")),
    "turn_limit": Option(
        LIMITS, 0, N_("Turns for each player, then most visited destinations win; 0: no limit.")
    ),
}
ENDING = {"turn_limit": 5}
"""Options with which every game ends soon, whatever is played; without a limit random games take very long."""

read_board = city.read_board
check_setup = city.check_setup

PLAYERS = 4
HAND = 2
CONES = 2
BUILDS, STOPS, SHORT_ACTIONS = 4, 2, 3
MOST_GOALS = 6


def _colour_table() -> Any:
    """Colours of seats 0 to 3 for each value of `colours`, int64, shape (values, 4)."""
    filled = [named + "".join(letter for letter in "rgby" if letter not in named) for named in _COLOURS]
    return np.array([["rgby".index(letter) for letter in letters] for letters in filled], np.int64)


COLOUR_TABLE = _colour_table()

# The alphabet of actions.
LAY = 0
TURN = LAY + FACES * SPACES
REMOVE = TURN + 63 * SPACES
CONE = REMOVE + SPACES
UNCONE = CONE + SPACES
STOP = UNCONE + SPACES
END = STOP + SPACES
START = END + 1
GOAL = START + DESTINATIONS
TILE = GOAL + DESTINATIONS
FIRST = TILE + KINDS
ACTIONS = FIRST + PLAYERS
# A turn has at most four moves and two tiles. Starts are redrawn until they differ; longer than 200 draws is a miracle.
LONGEST = 200 + PLAYERS * (MOST_GOALS + 2) + 1 + PLAYERS * 2 + (max(LIMITS) + 1) * PLAYERS * (BUILDS + HAND)

# Phases.
STARTING, DEALING_GOALS, DEALING_TILES, CHOOSING_FIRST, OPENING, TURNING, REFILLING, OVER = range(8)
# What a turn has been declared to be.
FREE, BUILDING, DRIVING = range(3)


@record
class State:
    """A position of Gridlock."""

    phase: Annotated[np.int8, (), "STARTING ... OVER"]
    players: Annotated[np.int8, (), "number of seats"]
    turn: Annotated[np.int8, (), "seat that draws or plays now"]
    mode: Annotated[np.int8, (), "FREE, BUILDING or DRIVING: what this turn has been declared to be"]
    done: Annotated[np.int8, (), "actions or stops of this turn so far"]
    opening: Annotated[np.int8, (), "seats that have not yet laid their tile of the first round"]
    turns: Annotated[np.int32, (), "turns finished after the first round, of all seats"]
    first: Annotated[np.int8, (), "the first player, NONE before"]
    winner: Annotated[np.int8, (), "who visited all own destinations first, NONE before"]
    last: Annotated[np.int8, (), "turns still to play once there is a winner"]

    cards: Annotated[np.int8, (), "option: destinations to visit, the start included", DERIVED]
    short_trip: Annotated[np.uint8, (), "option (GL-24)", DERIVED]
    congestion: Annotated[np.uint8, (), "option (GL-25)", DERIVED]
    traffic: Annotated[np.uint8, (), "option (GL-26)", DERIVED]
    specials: Annotated[np.uint8, (), "option (GL-27)", DERIVED]
    last_turns: Annotated[np.uint8, (), "option (GL-22)", DERIVED]
    limit: Annotated[np.int16, (), "option: turns for each seat, 0 for no limit", DERIVED]
    colour: Annotated[np.int8, PLAYERS, "colour of each seat's car", DERIVED]
    yellow: Annotated[np.int8, (), "the seat of the yellow car, NONE if nobody plays it", DERIVED]

    start: Annotated[np.int8, PLAYERS, "destination where each seat starts, NONE before"]
    waiting: Annotated[np.int8, (), "set of seats that still draw a start in this round"]
    drew: Annotated[np.int8, (), "set of seats that drew a start in this round"]
    goals: Annotated[np.int64, PLAYERS, "set of destinations in each hand; 0 if concealed"]
    secret: Annotated[np.int8, PLAYERS, "number of destinations in each hand"]
    opened: Annotated[np.int64, PLAYERS, "set of visited destinations of each seat, the start included"]
    refuted: Annotated[np.int64, PLAYERS, "set of destinations where a stop of a seat opened no card"]
    car: Annotated[np.int8, PLAYERS, "space of each car"]

    hand: Annotated[
        np.int8, (PLAYERS, HAND), "kinds of the tiles in each hand, descending; NONE: no tile or concealed"
    ]
    held: Annotated[np.int8, PLAYERS, "number of tiles in each hand"]
    pile: Annotated[np.int8, KINDS, "tiles of each kind in the pile; concealed: and in the hands of others"]
    stock: Annotated[np.int8, (), "number of tiles in the pile"]
    discard: Annotated[np.int8, KINDS, "tiles of each kind on the discard pile"]
    pool: Annotated[np.int8, KINDS, "tiles of each kind in the pile when it was shuffled last"]
    took: Annotated[
        np.int8, (PLAYERS, KINDS), "tiles of each kind that each seat drew since then; 0 if concealed"
    ]
    fresh: Annotated[np.int8, PLAYERS, "how many tiles each seat drew since then, at most 2"]

    tile: Annotated[np.int8, SPACES, "kind of the tile on each space, NONE if there is none"]
    exits: Annotated[np.int8, SPACES, "open edges of each space as a mask"]
    empty: Annotated[np.int64, 2, "set of empty spaces that can be built on", DERIVED]
    six: Annotated[np.int64, 2, "set of tiles that can lie in six ways", DERIVED]
    three: Annotated[np.int64, 2, "set of tiles that can lie in three ways", DERIVED]
    two: Annotated[np.int64, 2, "set of tiles that can lie in two ways", DERIVED]
    one: Annotated[np.int64, 2, "set of tiles that look the same in every rotation", DERIVED]
    cone: Annotated[np.int64, 2, "set of spaces with a cone"]
    zone: Annotated[np.int64, 2, "set of spaces with a cone or next to one", DERIVED]

    spaces: Annotated[np.int8, (), "number of spaces of the city", DERIVED]
    city: Annotated[np.int64, 2, "set of all spaces", DERIVED]
    tunnel: Annotated[np.int64, 2, "set of tunnels", DERIVED]
    terrain: Annotated[np.int8, SPACES, "kind of each space", DERIVED]
    near: Annotated[
        np.int8,
        (SPACES, SIDES),
        "neighbour of each space by direction, NONE at the edge of the board",
        DERIVED,
    ]
    sights: Annotated[np.int8, (), "number of destinations", DERIVED]
    place: Annotated[np.int8, DESTINATIONS, "space of each destination", DERIVED]
    sight: Annotated[np.int8, SPACES, "destination on each space, NONE if it is none", DERIVED]


# ----- setup (GL-1 to GL-8) -----


def begin(s: Any, seats: int, options: Any, board: Any) -> None:
    """An empty city; everybody draws a start."""
    s.players, s.phase, s.waiting, s.opening = seats, STARTING, (1 << seats) - 1, seats
    s.first = s.winner = NONE
    read_options(s, options)
    read_city(s, board)
    for seat in range(PLAYERS):
        s.start[seat] = s.car[seat] = NONE
        for place in range(HAND):
            s.hand[seat, place] = NONE
    for kind in range(KINDS):
        s.pile[kind] = s.pool[kind] = COUNTS[kind]
    s.stock = TILES


def read_options(s: Any, options: Any) -> None:
    """The options, in the order of OPTIONS."""
    s.cards, s.short_trip, s.congestion, s.traffic, s.specials = (
        options[0], options[1], options[2], options[3], options[4],
    )  # fmt: skip
    s.last_turns, s.limit = options[6], options[7]
    s.yellow = NONE
    for seat in range(s.players):
        s.colour[seat] = COLOUR_TABLE[options[5], seat]
        if s.colour[seat] == YELLOW:
            s.yellow = seat


def read_city(s: Any, board: Any) -> None:
    """GL-1 to GL-3: the city from its numbers."""
    s.spaces, s.sights = board[SIZE], board[PLACES]
    for space in range(SPACES):
        s.tile[space] = s.sight[space] = s.terrain[space] = NONE
    for space in range(s.spaces):
        read_space(s, space, board)
    for sight in range(s.sights):
        s.place[sight] = board[PLACES + 1 + sight]
        s.sight[s.place[sight]] = sight


def read_space(s: Any, space: int, board: Any) -> None:
    """One space of the city."""
    s.terrain[space], s.exits[space] = board[TERRAIN + space], board[EXITS + space]
    for side in range(SIDES):
        s.near[space, side] = board[NEAR + space * SIDES + side]
    add(s.city, space)
    if s.terrain[space] == city.EMPTY:
        add(s.empty, space)
    elif s.terrain[space] == TUNNEL:
        add(s.tunnel, space)


def add(spaces: Any, space: int) -> None:
    """A set of the record gets one space more."""
    spaces[0] |= low_bit(space)
    spaces[1] |= high_bit(space)


def drop(spaces: Any, space: int) -> None:
    """A set of the record gets one space less."""
    spaces[0] &= ~low_bit(space)
    spaces[1] &= ~high_bit(space)


def draw_start(s: Any, sight: int) -> None:
    """GL-6: the next seat of this round draws a start."""
    seat = lowest(s.waiting)
    s.start[seat] = sight
    s.waiting &= ~(1 << seat)
    s.drew |= 1 << seat
    if s.waiting == 0:
        settle_starts(s)


def settle_starts(s: Any) -> None:
    """GL-6: of equal cards those of this round are drawn again; a card that stood before stays."""
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


def shares_start(s: Any, seat: int) -> bool:
    """Whether another seat has drawn the same start."""
    for other in range(s.players):
        if other != seat and s.start[other] == s.start[seat]:
            return True
    return False


def take_places(s: Any) -> None:
    """GL-6: the cars stand on their starts, which count as visited."""
    for seat in range(s.players):
        s.opened[seat] = 1 << s.start[seat]
        s.car[seat] = s.place[s.start[seat]]
    s.phase, s.turn = DEALING_GOALS, 0


def deal_goal(s: Any, sight: int) -> None:
    """GL-7: a destination card, `cards` - 1 for each seat in turn."""
    s.goals[s.turn] |= 1 << sight
    s.secret[s.turn] += 1
    if s.secret[s.turn] == s.cards - 1:
        s.turn += 1
    if s.turn == s.players:
        s.phase, s.turn = DEALING_TILES, 0


def deal_tile(s: Any, kind: int) -> None:
    """GL-7: two tiles for each seat in turn."""
    take(s, s.turn, kind)
    if s.held[s.turn] == HAND:
        s.turn += 1
    if s.turn == s.players:
        s.phase, s.turn = CHOOSING_FIRST, 0


# ----- tiles in hand (GL-15) -----


def take(s: Any, seat: int, kind: int) -> None:
    """A tile goes from the pile to the hand."""
    s.pile[kind] -= 1
    s.stock -= 1
    s.took[seat, kind] += 1
    s.fresh[seat] = min(HAND, s.fresh[seat] + 1)
    s.held[seat] += 1
    put_in_hand(s, seat, kind)


def put_in_hand(s: Any, seat: int, kind: int) -> None:
    """The hand in descending order, so that equal hands are equal bytes."""
    s.hand[seat, 0], s.hand[seat, 1] = max(s.hand[seat, 0], kind), min(s.hand[seat, 0], kind)


def take_from_hand(s: Any, seat: int, kind: int) -> None:
    """A tile leaves the hand."""
    if s.hand[seat, 0] == kind:
        s.hand[seat, 0] = s.hand[seat, 1]
    s.hand[seat, 1] = NONE
    s.held[seat] -= 1


def holds(s: Any, seat: int, kind: int) -> bool:
    """Whether a tile of that kind is in the hand."""
    return s.hand[seat, 0] == kind or s.hand[seat, 1] == kind


# ----- the turn -----


def to_act(s: Any) -> int:
    """Chance in the setup and while tiles are drawn, else the seat in turn."""
    if s.phase == OVER:
        return 0
    return 1 << s.turn if s.phase == OPENING or s.phase == TURNING else CHANCE


def may_build(s: Any) -> bool:
    """GL-9, GL-24: whether building is still open in this turn."""
    return s.mode != DRIVING


def may_drive(s: Any) -> bool:
    """GL-9, GL-24: whether driving is still open in this turn."""
    return s.mode != BUILDING


def play(s: Any, actor: int, action: int) -> None:
    """Apply a legal action."""
    if action >= START:
        happen(s, action)
    elif action == END:
        end_turn(s)
    elif action >= STOP:
        stop(s, actor, action - STOP)
    else:
        build(s, actor, action)


def happen(s: Any, action: int) -> None:
    """Apply an outcome of chance."""
    if action < GOAL:
        draw_start(s, action - START)
    elif action < TILE:
        deal_goal(s, action - GOAL)
    elif action >= FIRST:
        s.first = s.turn = action - FIRST
        s.phase = OPENING
    elif s.phase == DEALING_TILES:
        deal_tile(s, action - TILE)
    else:
        take(s, s.turn, action - TILE)
        refill(s)


def build(s: Any, seat: int, action: int) -> None:
    """GL-9: one action of a building turn; it ends with the fourth, in the first round with its only one."""
    if action < TURN:
        lay(s, seat, action // SPACES, action % SPACES)
    elif action < REMOVE:
        s.exits[(action - TURN) % SPACES] = (action - TURN) // SPACES + 1
    elif action < CONE:
        remove(s, action - REMOVE)
    elif action < UNCONE:
        add(s.cone, action - CONE)
        mark_zones(s)
    else:
        drop(s.cone, action - UNCONE)
        mark_zones(s)
    count_action(s, BUILDING, BUILDS)


def count_action(s: Any, mode: int, most: int) -> None:
    """GL-9, GL-24: the first action declares the turn, the last possible one ends it."""
    if not s.short_trip:
        s.mode = mode
    s.done += 1
    if s.phase == OPENING or s.done == (SHORT_ACTIONS if s.short_trip else most):
        end_turn(s)


def lay(s: Any, seat: int, face: int, space: int) -> None:
    """GL-10: a tile from the hand on an empty space."""
    kind = FACE_KIND[face]
    take_from_hand(s, seat, kind)
    s.tile[space], s.exits[space] = kind, FACE_MASK[face]
    drop(s.empty, space)
    if TURNS[kind] == 6:
        add(s.six, space)
    elif TURNS[kind] == 3:
        add(s.three, space)
    elif TURNS[kind] == 2:
        add(s.two, space)
    else:
        add(s.one, space)


def remove(s: Any, space: int) -> None:
    """GL-12: a tile goes to the discard pile."""
    s.discard[s.tile[space]] += 1
    s.tile[space], s.exits[space] = NONE, 0
    add(s.empty, space)
    drop(s.six, space)
    drop(s.three, space)
    drop(s.two, space)
    drop(s.one, space)


def mark_zones(s: Any) -> None:
    """GL-14: the zones of the cones on the board."""
    cone_low, cone_high = s.cone[0], s.cone[1]
    s.zone[0] = s.zone[1] = 0
    while cone_low | cone_high:
        space = first_member(cone_low, cone_high)
        low, high = zone_at(s, space)
        s.zone[0] |= low
        s.zone[1] |= high
        cone_low &= ~low_bit(space)
        cone_high &= ~high_bit(space)


def stop(s: Any, seat: int, space: int) -> None:
    """GL-20, GL-21: a leg ends; an own destination is opened."""
    s.car[seat] = space
    if s.sight[space] != NONE:
        visit(s, seat, 1 << s.sight[space])
    if s.winner == seat and not s.last_turns:
        s.phase = OVER
    elif s.winner == seat and s.last == s.players:
        end_turn(s)
    else:
        count_action(s, DRIVING, STOPS)


def visit(s: Any, seat: int, sight: int) -> None:
    """GL-21, GL-22: a stop on a destination, given as a set of one."""
    if not s.goals[seat] & sight:
        s.refuted[seat] |= sight & ~s.opened[seat]
        return
    s.goals[seat] &= ~sight
    s.opened[seat] |= sight
    s.secret[seat] -= 1
    if s.secret[seat] == 0 and s.winner == NONE:
        s.winner, s.last = seat, s.players


def end_turn(s: Any) -> None:
    """GL-15: the game ends, or the hand is refilled."""
    if s.phase == OPENING:
        s.opening -= 1
    else:
        s.turns += 1
    s.mode, s.done = FREE, 0
    if s.winner != NONE:
        s.last -= 1
    if game_ends(s):
        s.phase = OVER
    else:
        refill(s)


def game_ends(s: Any) -> bool:
    """GL-22 and the option `turn_limit`: whether the turn that has just ended was the last one."""
    if s.winner != NONE:
        return s.last == 0
    return s.limit > 0 and s.turns == s.limit * s.players


def refill(s: Any) -> None:
    """GL-15: draw up to two tiles; an empty pile is replaced by the discard pile only when a tile is due."""
    if s.held[s.turn] < HAND and s.stock == 0:
        shuffle_discard(s)
    if s.held[s.turn] < HAND and s.stock > 0:
        s.phase = REFILLING
    else:
        s.turn = (s.turn + 1) % s.players
        s.phase = OPENING if s.opening > 0 else TURNING


def shuffle_discard(s: Any) -> None:
    """GL-15: the discard pile becomes the pile."""
    for kind in range(KINDS):
        # Adding and not setting: in a concealed position these are also the tiles in the hands of others.
        s.pile[kind] += s.discard[kind]
        s.stock += s.discard[kind]
        s.pool[kind], s.discard[kind] = s.discard[kind], 0
        for seat in range(s.players):
            s.took[seat, kind] = 0
    for seat in range(s.players):
        s.fresh[seat] = 0


# ----- what is legal -----


def legal(s: Any, actor: int, out: Any) -> int:
    """Every legal action of the seat in turn."""
    if to_act(s) != 1 << actor:
        return 0
    if s.phase == OPENING:
        return list_lays(s, actor, out, 0)
    count = 0
    if may_build(s):
        count = list_builds(s, actor, out)
    if may_drive(s):
        low, high = reach(s, actor)
        count = list_spaces(STOP, low, high, out, count)
    out[count] = END
    return count + 1


def list_builds(s: Any, seat: int, out: Any) -> int:
    """GL-9: every action of a building turn."""
    low, high = zone(s, seat)
    count = list_lays(s, seat, out, 0)
    count = list_turns(s, ~low, ~high, out, count)
    free_low, free_high = removable(s, low, high)
    count = list_spaces(REMOVE, free_low, free_high, out, count)
    if may_put_cone(s):
        count = list_spaces(CONE, s.city[0] & ~s.cone[0], s.city[1] & ~s.cone[1], out, count)
    return list_spaces(UNCONE, s.cone[0], s.cone[1], out, count)


def list_lays(s: Any, seat: int, out: Any, count: int) -> int:
    """GL-10: each face of each kind in hand on each empty space."""
    for place in range(kinds_in_hand(s, seat)):
        kind = s.hand[seat, place]
        for face in range(FIRST_FACE[kind], FIRST_FACE[kind] + TURNS[kind]):
            count = list_spaces(LAY + face * SPACES, s.empty[0], s.empty[1], out, count)
    return count


def list_turns(s: Any, free_low: int, free_high: int, out: Any, count: int) -> int:
    """GL-11: each other rotation of each tile among these spaces."""
    low = (s.six[0] | s.three[0] | s.two[0]) & free_low
    high = (s.six[1] | s.three[1] | s.two[1]) & free_high
    while low | high:
        space = first_member(low, high)
        low &= ~low_bit(space)
        high &= ~high_bit(space)
        for turn in range(TURNS[s.tile[space]] - 1):
            out[count] = turned(s, space, turn)
            count += 1
    return count


def list_spaces(first: int, low: int, high: int, out: Any, count: int) -> int:
    """Append `first` plus each space of a set."""
    while low | high:
        space = first_member(low, high)
        low &= ~low_bit(space)
        high &= ~high_bit(space)
        out[count] = first + space
        count += 1
    return count


def kinds_in_hand(s: Any, seat: int) -> int:
    """How many different kinds lie in the hand; they stand first in it."""
    if s.hand[seat, 0] == NONE:
        return 0
    return 1 if s.hand[seat, 1] == NONE or s.hand[seat, 1] == s.hand[seat, 0] else 2


def turned(s: Any, space: int, n: int) -> int:
    """GL-11: the action that brings a tile into the n-th of its other rotations."""
    face = FIRST_FACE[s.tile[space]] + n + (1 if n >= PLACE[s.exits[space]] else 0)
    return TURN + (FACE_MASK[face] - 1) * SPACES + space


def removable(s: Any, zone_low: int, zone_high: int) -> tuple[int, int]:
    """GL-12, GL-14: the tiles outside a zone without a car."""
    low = (s.six[0] | s.three[0] | s.two[0] | s.one[0]) & ~zone_low
    high = (s.six[1] | s.three[1] | s.two[1] | s.one[1]) & ~zone_high
    for seat in range(s.players):
        low &= ~low_bit(s.car[seat])
        high &= ~high_bit(s.car[seat])
    return low, high


def may_put_cone(s: Any) -> bool:
    """GL-13, GL-24: whether a cone stands beside the board and cones are played with."""
    return not s.short_trip and size(s.cone[0], s.cone[1]) < CONES


# ----- a random action, by counting instead of listing -----


def sample(s: Any, seat: int, rng: Any, out: Any) -> int:
    """A uniformly random legal action."""
    lays = faces_in_hand(s, seat) * size(s.empty[0], s.empty[1])
    if s.phase == OPENING:
        return nth_lay(s, seat, below(rng, lays))
    low, high = 0, 0
    if may_drive(s):
        low, high = reach(s, seat)
    stops = size(low, high)
    if not may_build(s):
        return pick_drive(low, high, stops, below(rng, stops + 1))
    zone_low, zone_high = zone(s, seat)
    others = count_changes(s, zone_low, zone_high)
    pick = below(rng, stops + 1 + lays + others)
    if pick <= stops:
        return pick_drive(low, high, stops, pick)
    pick -= stops + 1
    return nth_lay(s, seat, pick) if pick < lays else nth_change(s, zone_low, zone_high, pick - lays)


def pick_drive(low: int, high: int, stops: int, pick: int) -> int:
    """A stop, or the end of the turn for the last number."""
    return STOP + member(low, high, pick) if pick < stops else END


def faces_in_hand(s: Any, seat: int) -> int:
    """How many different faces can be laid from a hand."""
    total = 0
    for place in range(kinds_in_hand(s, seat)):
        total += TURNS[s.hand[seat, place]]
    return total


def nth_lay(s: Any, seat: int, n: int) -> int:
    """The n-th way to lay a tile."""
    spots = size(s.empty[0], s.empty[1])
    face, space = n // spots, member(s.empty[0], s.empty[1], n % spots)
    kind = s.hand[seat, 0]
    if face >= TURNS[kind]:
        face, kind = face - TURNS[kind], s.hand[seat, 1]
    return LAY + (FIRST_FACE[kind] + face) * SPACES + space


def count_changes(s: Any, zone_low: int, zone_high: int) -> int:
    """How many actions there are that turn, remove, or move a cone."""
    low, high = removable(s, zone_low, zone_high)
    return count_turns(s, ~zone_low, ~zone_high) + size(low, high) + count_cones(s)


def count_turns(s: Any, free_low: int, free_high: int) -> int:
    """How many other rotations the tiles among these spaces have."""
    six = size(s.six[0] & free_low, s.six[1] & free_high)
    three = size(s.three[0] & free_low, s.three[1] & free_high)
    return 5 * six + 2 * three + size(s.two[0] & free_low, s.two[1] & free_high)


def count_cones(s: Any) -> int:
    """How many ways there are to put a cone or take one off."""
    cones = size(s.cone[0], s.cone[1])
    return cones + (s.spaces - cones if may_put_cone(s) else 0)


def nth_change(s: Any, zone_low: int, zone_high: int, n: int) -> int:
    """The n-th of those actions."""
    turns = count_turns(s, ~zone_low, ~zone_high)
    if n < turns:
        return nth_turn(s, ~zone_low, ~zone_high, n)
    n -= turns
    low, high = removable(s, zone_low, zone_high)
    if n < size(low, high):
        return REMOVE + member(low, high, n)
    n -= size(low, high)
    cones = size(s.cone[0], s.cone[1])
    if n < cones:
        return UNCONE + member(s.cone[0], s.cone[1], n)
    return CONE + member(s.city[0] & ~s.cone[0], s.city[1] & ~s.cone[1], n - cones)


def nth_turn(s: Any, free_low: int, free_high: int, n: int) -> int:
    """The n-th other rotation of a tile among these spaces."""
    six = 5 * size(s.six[0] & free_low, s.six[1] & free_high)
    if n < six:
        return turned(s, member(s.six[0] & free_low, s.six[1] & free_high, n // 5), n % 5)
    n -= six
    three = 2 * size(s.three[0] & free_low, s.three[1] & free_high)
    if n < three:
        return turned(s, member(s.three[0] & free_low, s.three[1] & free_high, n // 2), n % 2)
    return turned(s, member(s.two[0] & free_low, s.two[1] & free_high, n - three), 0)


# ----- what is forbidden, and why -----

# Refusals: 10 * rule number + variant; each has its sentence in words.py.
NO_SUCH_SPACE = 10
NOT_STARTING, GOAL_TAKEN, NOT_DEALING_GOALS = 60, 70, 71
ONLY_LAY_FIRST, NOT_A_SEAT, NOT_CHOOSING_FIRST = 80, 81, 82
NOT_IN_TURN, DRIVES_ALREADY, BUILDS_ALREADY = 90, 91, 92
NOT_EMPTY, NOT_BUILDABLE = 100, 101
NO_TILE_TO_TURN, SAME_ROTATION, NO_ROTATION = 110, 111, 112
NO_TILE_TO_REMOVE, CAR_ON_TILE = 120, 121
NO_CONE_LEFT, CONE_THERE, NO_CONE_THERE = 130, 131, 132
TURN_IN_ZONE, REMOVE_IN_ZONE = 140, 141
NOT_IN_HAND, TILE_NOT_IN_PILE, NOT_CHANCE, TILES_FIRST = 150, 151, 152, 153
NOT_CONNECTED, NO_ROAD, BEHIND_STOP, SAME_SPACE = 160, 180, 190, 200
GAME_OVER, NO_CONES_AT_ALL = 220, 240


def forbid(s: Any, actor: int, action: int) -> int:
    """0, or why the action is illegal."""
    if s.phase == OVER:
        return GAME_OVER
    if actor == CHANCE:
        return forbid_outcome(s, action)
    if to_act(s) == CHANCE:
        return TILES_FIRST
    if s.turn != actor or action >= START:
        return NOT_IN_TURN
    if s.phase == OPENING and action >= TURN:
        return ONLY_LAY_FIRST
    if action == END:
        return 0
    if action % SPACES >= s.spaces:
        return NO_SUCH_SPACE
    return forbid_stop(s, actor, action - STOP) if action >= STOP else forbid_build(s, actor, action)


def forbid_build(s: Any, seat: int, action: int) -> int:
    """GL-9 to GL-14 for an action of a building turn."""
    space = action % SPACES
    if s.mode == DRIVING:
        return DRIVES_ALREADY
    if action < TURN:
        return forbid_lay(s, seat, FACE_KIND[action // SPACES], space)
    if action < REMOVE:
        return forbid_turn(s, seat, (action - TURN) // SPACES + 1, space)
    return forbid_removal(s, seat, space) if action < CONE else forbid_cone(s, action)


def forbid_lay(s: Any, seat: int, kind: int, space: int) -> int:
    """GL-10, GL-15 for a tile on a space."""
    if not holds(s, seat, kind):
        return NOT_IN_HAND
    if s.terrain[space] != city.EMPTY:
        return NOT_BUILDABLE
    return 0 if s.tile[space] == NONE else NOT_EMPTY


def in_zone(s: Any, seat: int, space: int) -> bool:
    """GL-14, GL-27: whether a cone, or another's yellow car, stands on the space or next to it."""
    if stands_cone(s, seat, space):
        return True
    for side in range(SIDES):
        if s.near[space, side] != NONE and stands_cone(s, seat, s.near[space, side]):
            return True
    return False


def stands_cone(s: Any, seat: int, space: int) -> bool:
    """Whether a cone stands on a space, or the yellow car of somebody else in its place."""
    if within(s.cone[0], s.cone[1], space):
        return True
    return s.specials and s.yellow >= 0 and s.yellow != seat and s.car[s.yellow] == space


def forbid_turn(s: Any, seat: int, mask: int, space: int) -> int:
    """GL-11, GL-14 for a rotation."""
    if s.tile[space] == NONE:
        return NO_TILE_TO_TURN
    if in_zone(s, seat, space):
        return TURN_IN_ZONE
    if CANONICAL[mask] != MASKS[s.tile[space]]:
        return NO_ROTATION
    return 0 if mask != s.exits[space] else SAME_ROTATION


def forbid_removal(s: Any, seat: int, space: int) -> int:
    """GL-12, GL-14 for a tile."""
    if s.tile[space] == NONE:
        return NO_TILE_TO_REMOVE
    for other in range(s.players):
        if s.car[other] == space:
            return CAR_ON_TILE
    return REMOVE_IN_ZONE if in_zone(s, seat, space) else 0


def forbid_cone(s: Any, action: int) -> int:
    """GL-13, GL-24 for a cone."""
    if s.short_trip:
        return NO_CONES_AT_ALL
    there = within(s.cone[0], s.cone[1], action % SPACES)
    if action >= UNCONE:
        return 0 if there else NO_CONE_THERE
    if there:
        return CONE_THERE
    return 0 if popcount(s.cone[0]) + popcount(s.cone[1]) < CONES else NO_CONE_LEFT


def forbid_stop(s: Any, seat: int, space: int) -> int:
    """GL-16 to GL-20 for the end of a leg."""
    if s.mode == BUILDING:
        return BUILDS_ALREADY
    if space == s.car[seat]:
        return SAME_SPACE
    if edges(s, space, wild(s, seat)) == 0:
        return NO_ROAD
    if leads_to(s, seat, space):
        return 0
    low, high = flood(s, s.car[seat], wild(s, seat), 0, 0)
    return BEHIND_STOP if within(low, high, space) else NOT_CONNECTED


def forbid_outcome(s: Any, action: int) -> int:
    """GL-6 to GL-8, GL-15 for an outcome of chance."""
    if to_act(s) != CHANCE or action < START:
        return NOT_CHANCE
    if action < GOAL:
        return 0 if s.phase == STARTING and action - START < s.sights else NOT_STARTING
    if action < TILE:
        return forbid_goal(s, action - GOAL)
    if action >= FIRST:
        if s.phase != CHOOSING_FIRST:
            return NOT_CHOOSING_FIRST
        return 0 if action - FIRST < s.players else NOT_A_SEAT
    drawing = s.phase == DEALING_TILES or s.phase == REFILLING
    return 0 if drawing and s.pile[action - TILE] > 0 else TILE_NOT_IN_PILE


def forbid_goal(s: Any, sight: int) -> int:
    """GL-7 for a destination card."""
    if s.phase != DEALING_GOALS:
        return NOT_DEALING_GOALS
    taken = s.goals[s.turn] | s.opened[s.turn]
    return 0 if sight < s.sights and not taken >> sight & 1 else GOAL_TAKEN


# ----- chance -----


def outcomes(s: Any, out: Any, weights: Any) -> int:
    """Destination cards and seats are equally likely, tiles as often as the pile has them."""
    if s.phase == STARTING:
        return list_equal(START, (1 << s.sights) - 1, out, weights)
    if s.phase == DEALING_GOALS:
        return list_equal(GOAL, goal_cards(s), out, weights)
    if s.phase == CHOOSING_FIRST:
        return list_equal(FIRST, (1 << s.players) - 1, out, weights)
    count = 0
    for kind in range(KINDS):
        if s.pile[kind] > 0:
            out[count], weights[count] = TILE + kind, s.pile[kind]
            count += 1
    return count


def list_equal(first: int, bits: int, out: Any, weights: Any) -> int:
    """`first` plus each element of a set, with weight 1."""
    count = 0
    while bits:
        out[count], weights[count] = first + lowest(bits), 1
        bits &= bits - 1
        count += 1
    return count


def goal_cards(s: Any) -> int:
    """GL-7: the destination cards that the seat in turn has not drawn."""
    return ((1 << s.sights) - 1) & ~(s.goals[s.turn] | s.opened[s.turn])


def draw(s: Any, rng: Any, out: Any, weights: Any) -> int:
    """A random outcome by weight."""
    if s.phase == STARTING:
        return START + below(rng, s.sights)
    if s.phase == DEALING_GOALS:
        cards = goal_cards(s)
        return GOAL + nth(cards, below(rng, popcount(cards)))
    if s.phase == CHOOSING_FIRST:
        return FIRST + below(rng, s.players)
    return TILE + random_tile(s, rng)


def random_tile(s: Any, rng: Any) -> int:
    """The kind of a random tile of the pile; in a concealed position also of the hands of others."""
    total = 0
    for kind in range(KINDS):
        total += s.pile[kind]
    left = below(rng, total)
    kind = 0
    while left >= s.pile[kind]:
        left -= s.pile[kind]
        kind += 1
    return kind


# ----- scoring (GL-22) -----


def score(s: Any, seat: int) -> int:
    """The destinations visited, the start included."""
    return popcount(s.opened[seat])


def winners(s: Any) -> int:
    """GL-22: who was first to visit all; at the turn limit whoever has visited most, ties are shared."""
    if s.winner != NONE:
        return 1 << s.winner
    best, found = -1, 0
    for seat in range(s.players):
        if score(s, seat) > best:
            best, found = score(s, seat), 0
        if score(s, seat) == best:
            found |= 1 << seat
    return found


# ----- information (GL-28) -----


def sees(s: Any, seat: int) -> int:
    """Destination cards and tiles are seen by whoever draws them, the rest by everybody."""
    return 1 if s.phase == STARTING or s.phase == CHOOSING_FIRST or seat == s.turn else 0


def conceal(s: Any, seat: int) -> None:
    """The cards in the hands of others are blank, their tiles are not told from the pile."""
    for other in range(s.players):
        if other != seat:
            s.goals[other] = 0
            hide_tiles(s, other)


def hide_tiles(s: Any, seat: int) -> None:
    """The tiles of a hand go back among those that nobody has seen."""
    for place in range(HAND):
        if s.hand[seat, place] != NONE:
            s.pile[s.hand[seat, place]] += 1
            s.hand[seat, place] = NONE
    for kind in range(KINDS):
        s.took[seat, kind] = 0


def imagine(s: Any, seat: int, rng: Any) -> None:
    """Random destinations and tiles for the others."""
    for other in range(s.players):
        if other != seat:
            imagine_goals(s, other, rng)
    imagine_old_tiles(s, seat, rng)
    imagine_tiles(s, seat, rng)


def imagine_goals(s: Any, seat: int, rng: Any) -> None:
    """Any destinations are equally likely, but for those opened and those where a stop opened nothing."""
    for _ in range(s.secret[seat]):
        known = s.goals[seat] | s.opened[seat] | s.refuted[seat]
        free = ((1 << s.sights) - 1) & ~known
        s.goals[seat] |= 1 << nth(free, below(rng, popcount(free)))


def surplus(s: Any, seat: int, kind: int) -> int:
    """How many unseen tiles of a kind cannot be in the pile: more than it held when it was shuffled last.

    What the viewer drew since then is out of it for certain.
    """
    known = s.took[seat, kind] if seat >= 0 else 0
    return max(0, s.pile[kind] - (s.pool[kind] - known))


def all_surplus(s: Any, seat: int) -> int:
    """`surplus` of all kinds together."""
    total = 0
    for kind in range(KINDS):
        total += surplus(s, seat, kind)
    return total


def imagine_old_tiles(s: Any, seat: int, rng: Any) -> None:
    """Tiles that a seat has held since before the last shuffle are among those that cannot be in the pile."""
    for other in range(s.players):
        if other != seat:
            for _ in range(s.held[other] - s.fresh[other]):
                left = all_surplus(s, seat)
                if left > 0:
                    hand_over(s, other, nth_surplus(s, seat, below(rng, left)))


def imagine_tiles(s: Any, seat: int, rng: Any) -> None:
    """The other places in the hands: what cannot be in the pile somewhere, the rest at random."""
    missing = 0
    for other in range(s.players):
        if other != seat:
            missing += s.held[other] - in_hand(s, other)
    for other in range(s.players):
        while other != seat and in_hand(s, other) < s.held[other]:
            left = all_surplus(s, seat)
            if below(rng, missing) < left:
                hand_over(s, other, nth_surplus(s, seat, below(rng, left)))
            else:
                take_unseen(s, other, random_rest(s, seat, rng))
            missing -= 1


def in_hand(s: Any, seat: int) -> int:
    """How many tiles of a hand are known or imagined already."""
    return (1 if s.hand[seat, 0] != NONE else 0) + (1 if s.hand[seat, 1] != NONE else 0)


def hand_over(s: Any, seat: int, kind: int) -> None:
    """An unseen tile is imagined in a hand."""
    s.pile[kind] -= 1
    put_in_hand(s, seat, kind)


def take_unseen(s: Any, seat: int, kind: int) -> None:
    """An unseen tile that can be in the pile is imagined in a hand: drawn since the last shuffle."""
    s.took[seat, kind] += 1
    hand_over(s, seat, kind)


def nth_surplus(s: Any, seat: int, n: int) -> int:
    """The kind of the n-th tile that cannot be in the pile."""
    kind = 0
    while n >= surplus(s, seat, kind):
        n -= surplus(s, seat, kind)
        kind += 1
    return kind


def random_rest(s: Any, seat: int, rng: Any) -> int:
    """The kind of a random unseen tile that can be in the pile."""
    total = 0
    for kind in range(KINDS):
        total += s.pile[kind] - surplus(s, seat, kind)
    left = below(rng, total)
    kind = 0
    while left >= s.pile[kind] - surplus(s, seat, kind):
        left -= s.pile[kind] - surplus(s, seat, kind)
        kind += 1
    return kind
