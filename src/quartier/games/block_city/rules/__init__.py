"""The rules of BlockCity: the sheet, the dice, writing, misses and scoring.

A sheet's buildings are numbered in the order in which its lines name them. Sets of buildings are bits of an int64.
"""

from typing import Annotated, Any

import numpy as np

from quartier.core.engine.bits import below, lowest, nth, popcount
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.records import record
from quartier.core.play.title import Option
from quartier.games.block_city.rules import sheet
from quartier.games.block_city.rules.sheet import BUILDINGS, HOUSE, PARK, PUBLIC, STORE

NAME = "BlockCity"
PREFIX = "BC"
RULES = 20
SEATS = (1, 6)
OPTIONS = {"surrounding": Option(sheet.SURROUNDING_WORDS, "highest", sheet.SURROUNDING_HELP)}

read_board = sheet.read_board

PLAYERS = 6
SIDES = 6
LOWEST_READING = 1

# BC-15: points by the size of a park group.
PARK_POINTS = np.array([0, 2, 6, 16, 22, 26, 32, 39, 45, 52, 60], np.int64)
ROLLS = np.array([(a, b) for a in range(1, SIDES + 1) for b in range(a, SIDES + 1)], np.int64)

# The alphabet of actions.
WRITE = 0
MISS = WRITE + SIDES * BUILDINGS
PASS = MISS + SIDES * BUILDINGS
FIRST = PASS + 1
ROLL = FIRST + PLAYERS
ACTIONS = ROLL + len(ROLLS)
# Nobody fills a sheet of N buildings later than in turn (N - 2) * players + 1; a turn is a roll and a move of each.
LONGEST = PLAYERS + 1 + ((BUILDINGS - 2) * PLAYERS + 1) * (PLAYERS + 1)

# Phases.
STARTING, CHOOSING_FIRST, ROLLING, ACTIVE, PASSIVE, OVER = range(6)


@record
class State:
    """A position of BlockCity."""

    phase: Annotated[np.int8, (), "STARTING, CHOOSING_FIRST, ROLLING, ACTIVE, PASSIVE or OVER"]
    players: Annotated[np.int8, (), "number of seats"]
    active: Annotated[np.int8, (), "the active seat"]
    reading: Annotated[np.int8, (), "LOWEST_READING or 0, the option `surrounding`"]
    dice: Annotated[np.int8, 2, "the dice of this turn, the lower one first; 0 before the first roll"]
    other: Annotated[np.int8, (), "the die that the active player did not choose; 0 if none yet"]
    waiting: Annotated[np.int64, (), "set of seats that still have to act in STARTING, ACTIVE or PASSIVE"]
    empty: Annotated[np.int64, PLAYERS, "set of empty buildings of each seat"]
    missed: Annotated[np.int64, PLAYERS, "set of missed buildings of each seat"]
    wrote: Annotated[np.int64, (PLAYERS, SIDES + 1), "set of buildings with each number, by seat and number"]
    near: Annotated[
        np.int64, (PLAYERS, SIDES + 1), "set of buildings next to each number, by seat and number"
    ]
    buildings: Annotated[np.int8, (), "number of buildings on the sheet"]
    kinds: Annotated[np.int64, sheet.KIND_COUNT, "set of buildings of each kind"]
    around: Annotated[np.int64, BUILDINGS, "set of neighbours of each building"]


# ----- setup (BC-1 to BC-4) -----


def begin(s: Any, seats: int, options: Any, board: Any) -> None:
    """Empty sheets; everybody writes a first number."""
    s.players, s.reading, s.waiting = seats, options[0], (1 << seats) - 1
    s.buildings = board[0]
    for kind in range(len(s.kinds)):
        s.kinds[kind] = board[1 + kind]
    for building in range(s.buildings):
        s.around[building] = board[1 + len(s.kinds) + building]
    for seat in range(seats):
        s.empty[seat] = (1 << s.buildings) - 1


# ----- playing -----


def to_act(s: Any) -> int:
    """Chance for the first player and the dice, else everybody who still has to write in this phase."""
    if s.phase == OVER:
        return 0
    return CHANCE if s.phase == CHOOSING_FIRST or s.phase == ROLLING else s.waiting


def play(s: Any, actor: int, action: int) -> None:
    """Apply a legal action."""
    if actor == CHANCE:
        happen(s, action)
        return
    if action < MISS:
        write(s, actor, action // BUILDINGS + 1, action % BUILDINGS)
    elif action < PASS:
        miss(s, actor, action % BUILDINGS)
    s.waiting &= ~(1 << actor)
    if s.phase == ACTIVE:
        offer_other_die(s, (action - MISS if action >= MISS else action) // BUILDINGS + 1)
    elif s.waiting == 0:
        go_on(s)


def write(s: Any, seat: int, number: int, building: int) -> None:
    """BC-6, BC-8: put a number on a building."""
    s.empty[seat] &= ~(1 << building)
    s.wrote[seat, number] |= 1 << building
    s.near[seat, number] |= s.around[building]


def miss(s: Any, seat: int, building: int) -> None:
    """BC-7, BC-9: mark a miss; it is no neighbour and no bound."""
    s.empty[seat] &= ~(1 << building)
    s.missed[seat] |= 1 << building


def offer_other_die(s: Any, chosen: int) -> None:
    """BC-10, BC-11: the die that was not chosen goes to the passive players."""
    s.other = s.dice[0] + s.dice[1] - chosen
    s.waiting = ((1 << s.players) - 1) & ~(1 << s.active)
    s.phase = PASSIVE
    if s.waiting == 0:
        go_on(s)


def go_on(s: Any) -> None:
    """BC-4, BC-12: after the setup the first player, after a turn its end or the next roll."""
    if s.phase == STARTING:
        s.phase = CHOOSING_FIRST
    elif anyone_filled(s):
        s.phase = OVER
    else:
        s.phase, s.active = ROLLING, (s.active + 1) % s.players


def anyone_filled(s: Any) -> bool:
    """BC-12: whether somebody has filled all buildings."""
    for seat in range(s.players):
        if s.empty[seat] == 0:
            return True
    return False


def happen(s: Any, action: int) -> None:
    """BC-4, BC-5: the first player or a roll."""
    if action < ROLL:
        s.active, s.phase = action - FIRST, ROLLING
        return
    s.dice[0], s.dice[1] = ROLLS[action - ROLL, 0], ROLLS[action - ROLL, 1]
    s.other, s.phase, s.waiting = 0, ACTIVE, 1 << s.active


# ----- what is legal -----


def writable(s: Any, seat: int, number: int) -> int:
    """The buildings on which a seat may write a number now (BC-3, BC-6 to BC-8), whatever the dice."""
    if number == 1 or s.phase == STARTING:
        return s.empty[seat]
    bounded = near_between(s, seat, 1, number)
    if s.reading == LOWEST_READING:
        return s.empty[seat] & bounded
    return s.empty[seat] & bounded & ~near_between(s, seat, number + 1, SIDES)


def near_between(s: Any, seat: int, low: int, high: int) -> int:
    """The buildings next to a number from low to high."""
    found = 0
    for number in range(low, high + 1):
        found |= s.near[seat, number]
    return found


def legal(s: Any, actor: int, out: Any) -> int:
    """Every legal action of a seat."""
    if s.phase == OVER or not s.waiting >> actor & 1:
        return 0
    if s.phase == STARTING:
        return list_start(s, actor, out)
    if s.phase == ACTIVE:
        return list_active(s, actor, out)
    out[list_buildings((s.other - 1) * BUILDINGS, writable(s, actor, s.other), out, 0)] = PASS
    return popcount(writable(s, actor, s.other)) + 1


def list_start(s: Any, seat: int, out: Any) -> int:
    """BC-3: any number on any building."""
    count = 0
    for number in range(SIDES):
        count = list_buildings(number * BUILDINGS, s.empty[seat], out, count)
    return count


def list_active(s: Any, seat: int, out: Any) -> int:
    """BC-5, BC-9: one of the dice is written or becomes a miss."""
    count = 0
    for i in range(1 if s.dice[0] == s.dice[1] else 2):
        first = (s.dice[i] - 1) * BUILDINGS
        count = list_buildings(WRITE + first, writable(s, seat, s.dice[i]), out, count)
        count = list_buildings(MISS + first, s.empty[seat], out, count)
    return count


def list_buildings(first: int, buildings: int, out: Any, count: int) -> int:
    """Append `first` plus each building of a set."""
    while buildings:
        out[count] = first + lowest(buildings)
        buildings &= buildings - 1
        count += 1
    return count


def sample(s: Any, seat: int, rng: Any, out: Any) -> int:
    """A uniformly random legal action, without listing."""
    if s.phase == STARTING:
        return below(rng, SIDES) * BUILDINGS + nth(s.empty[seat], below(rng, popcount(s.empty[seat])))
    if s.phase == ACTIVE:
        return sample_active(s, seat, rng)
    spots = writable(s, seat, s.other)
    pick = below(rng, popcount(spots) + 1)
    return PASS if pick == popcount(spots) else (s.other - 1) * BUILDINGS + nth(spots, pick)


def sample_active(s: Any, seat: int, rng: Any) -> int:
    """A uniformly random legal action of the active player."""
    empty, spots = popcount(s.empty[seat]), writable(s, seat, s.dice[0])
    here = popcount(spots) + empty
    others = writable(s, seat, s.dice[1]) if s.dice[0] != s.dice[1] else 0
    there = popcount(others) + empty if s.dice[0] != s.dice[1] else 0
    pick, die = below(rng, here + there), s.dice[0]
    if pick >= here:
        pick, die, spots = pick - here, s.dice[1], others
    first = (die - 1) * BUILDINGS
    if pick < empty:
        return MISS + first + nth(s.empty[seat], pick)
    return WRITE + first + nth(spots, pick - empty)


# Refusals: 10 * rule number + variant; each has its sentence in words.py.
GAME_OVER, NOT_NOW, DICE_FIRST = 120, 50, 51
NOT_ON_DICE, NOT_THE_OTHER_DIE = 52, 100
NO_NEIGHBOUR, TOO_LOW, TOO_LOW_FOR_ALL = 60, 61, 62
FILLED, MUST_FILL = 90, 91
NO_MISS_PASSIVE, NO_MISS_AT_START, NO_PASS_AT_START = 101, 30, 31
NO_SUCH_BUILDING = 10
NOT_CHANCE, NOT_A_SEAT, NO_ROLL_NOW = 53, 40, 54


def forbid(s: Any, actor: int, action: int) -> int:
    """0, or why the action is illegal."""
    if s.phase == OVER:
        return GAME_OVER
    if actor == CHANCE:
        return forbid_outcome(s, action)
    if to_act(s) == CHANCE:
        return DICE_FIRST
    if action >= FIRST or not s.waiting >> actor & 1:
        return NOT_NOW
    if action == PASS:
        return forbid_pass(s)
    if action % BUILDINGS >= s.buildings:
        return NO_SUCH_BUILDING
    if not s.empty[actor] >> action % BUILDINGS & 1:
        return FILLED
    if action < MISS:
        return forbid_write(s, actor, action // BUILDINGS + 1, action % BUILDINGS)
    return forbid_miss(s, (action - MISS) // BUILDINGS + 1)


def forbid_pass(s: Any) -> int:
    """BC-9, BC-10: only a passive player may decline."""
    if s.phase == STARTING:
        return NO_PASS_AT_START
    return 0 if s.phase == PASSIVE else MUST_FILL


def forbid_miss(s: Any, number: int) -> int:
    """BC-9, BC-10: only the active player marks a miss, with one of the dice."""
    if s.phase == STARTING:
        return NO_MISS_AT_START
    if s.phase == PASSIVE:
        return NO_MISS_PASSIVE
    return 0 if number in (s.dice[0], s.dice[1]) else NOT_ON_DICE


def forbid_write(s: Any, seat: int, number: int, building: int) -> int:
    """BC-5, BC-6, BC-10 for a number on an empty building."""
    if s.phase == STARTING:
        return 0
    if s.phase == ACTIVE and number != s.dice[0] and number != s.dice[1]:
        return NOT_ON_DICE
    if s.phase == PASSIVE and number != s.other:
        return NOT_THE_OTHER_DIE
    return 0 if number == 1 else forbid_beside(s, seat, number, building)


def forbid_beside(s: Any, seat: int, number: int, building: int) -> int:
    """BC-6: the numbers around a building, one by one."""
    fewest, most = SIDES + 1, 0
    for other in range(1, SIDES + 1):
        if s.wrote[seat, other] & s.around[building]:
            fewest, most = min(fewest, other), other
    if most == 0:
        return NO_NEIGHBOUR
    if s.reading == LOWEST_READING:
        return 0 if number >= fewest else TOO_LOW_FOR_ALL
    return 0 if number >= most else TOO_LOW


def forbid_outcome(s: Any, action: int) -> int:
    """BC-4, BC-5 for an outcome of chance."""
    if to_act(s) != CHANCE or action < FIRST:
        return NOT_CHANCE
    if action >= ROLL:
        return 0 if s.phase == ROLLING else NO_ROLL_NOW
    return 0 if s.phase == CHOOSING_FIRST and action - FIRST < s.players else NOT_A_SEAT


# ----- chance -----


def outcomes(s: Any, out: Any, weights: Any) -> int:
    """The seats, or the rolls: two different dice are twice as likely as a double."""
    if s.phase == CHOOSING_FIRST:
        for seat in range(s.players):
            out[seat], weights[seat] = FIRST + seat, 1
        return s.players
    for i in range(len(ROLLS)):
        out[i], weights[i] = ROLL + i, 1 if ROLLS[i, 0] == ROLLS[i, 1] else 2
    return len(ROLLS)


def draw(s: Any, rng: Any, out: Any, weights: Any) -> int:
    """A random first player, or two dice."""
    if s.phase == CHOOSING_FIRST:
        return FIRST + below(rng, s.players)
    one, two = below(rng, SIDES), below(rng, SIDES)
    low, high = min(one, two), max(one, two)
    return ROLL + low * SIDES - low * (low - 1) // 2 + high - low


# ----- scoring (BC-13 to BC-19) -----


def score(s: Any, seat: int) -> int:
    """The sum of all categories."""
    filled = 10 if s.empty[seat] == 0 else 0
    return filled - misses(s, seat) + parks(s, seat) + stores(s, seat) + public(s, seat) + houses(s, seat)


def numbered(s: Any, seat: int) -> int:
    """The buildings with a number."""
    return ((1 << s.buildings) - 1) & ~(s.empty[seat] | s.missed[seat])


def misses(s: Any, seat: int) -> int:
    """BC-13: what misses cost."""
    return 2 * popcount(s.missed[seat])


def parks(s: Any, seat: int) -> int:
    """BC-15: every connected group of parks with the same number."""
    total = 0
    for number in range(1, SIDES + 1):
        left = s.wrote[seat, number] & s.kinds[PARK]
        while left:
            group = group_of(s, lowest(left), left)
            left &= ~group
            total += PARK_POINTS[popcount(group)]
    return int(total)


def group_of(s: Any, building: int, among: int) -> int:
    """The buildings of a set that are connected with one of them."""
    group = fresh = 1 << building
    while fresh:
        reached = s.around[lowest(fresh)] & among & ~group
        group |= reached
        fresh = (fresh & fresh - 1) | reached
    return group


def stores(s: Any, seat: int) -> int:
    """BC-16: 10 for each department store whose neighbours all show other numbers."""
    total = 0
    left = s.kinds[STORE] & numbered(s, seat)
    while left:
        total += 10 if store_scores(s, seat, lowest(left)) else 0
        left &= left - 1
    return total


def store_scores(s: Any, seat: int, building: int) -> bool:
    """BC-16 for one department store with a number: none empty around it, one numbered, none equal."""
    around = s.around[building]
    if around & s.empty[seat] or not around & numbered(s, seat):
        return False
    for number in range(1, SIDES + 1):
        if s.wrote[seat, number] >> building & 1:
            return not around & s.wrote[seat, number]
    return False


def public(s: Any, seat: int) -> int:
    """BC-17: 30 for each set of three types, at most two."""
    done = numbered(s, seat)
    sets = 2
    for kind in PUBLIC:
        sets = min(sets, popcount(s.kinds[kind] & done))
    return 30 * sets


def houses(s: Any, seat: int) -> int:
    """BC-18: the sum of the numbers on houses."""
    total = 0
    for number in range(1, SIDES + 1):
        total += number * popcount(s.wrote[seat, number] & s.kinds[HOUSE])
    return total


def winners(s: Any) -> int:
    """BC-19: most points; a tie goes to more filled buildings, then it is shared."""
    best, found = -(10**9), 0
    for seat in range(s.players):
        rank = score(s, seat) * 100 + s.buildings - popcount(s.empty[seat])
        if rank > best:
            best, found = rank, 0
        if rank == best:
            found |= 1 << seat
    return found


# ----- information (BC-20): everything is open -----


def sees(s: Any, seat: int) -> int:
    """Everybody sees the dice."""
    return 1


def conceal(s: Any, seat: int) -> None:
    """Nothing is hidden."""


def imagine(s: Any, seat: int, rng: Any) -> None:
    """Nothing is hidden."""
