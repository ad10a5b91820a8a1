"""Why a move is illegal: 10 * rule number + variant; each code has a message in text/violation_messages.py."""

from quartier.core.engine.contract import CHANCE

from .moves import (
    FIRST,
    MISS,
    PASS,
    ROLL,
)
from .state import (
    ACTIVE,
    BUILDINGS,
    CHOOSING_FIRST,
    LOWEST_READING,
    OVER,
    PASSIVE,
    ROLLING,
    SIDES,
    STARTING,
    Record,
)
from .turn import to_act

GAME_OVER, NOT_NOW, DICE_FIRST = 120, 50, 51
NOT_ON_DICE, NOT_THE_OTHER_DIE = 52, 100
NO_NEIGHBOUR, TOO_LOW, TOO_LOW_FOR_ALL = 60, 61, 62
FILLED, MUST_FILL = 90, 91
NO_MISS_PASSIVE, NO_MISS_AT_START, NO_PASS_AT_START = 101, 30, 31
NO_SUCH_BUILDING = 10
NOT_CHANCE, NOT_A_SEAT, NO_ROLL_NOW = 53, 40, 54


def explain_illegal(s: Record, actor: int, action: int) -> int:
    """Return 0, or the reason why the action is illegal."""
    if s.phase == OVER:
        return GAME_OVER
    if actor == CHANCE:
        return check_outcome(s, action)
    if to_act(s) == CHANCE:
        return DICE_FIRST
    if action >= FIRST or not s.waiting >> actor & 1:
        return NOT_NOW
    if action == PASS:
        return check_pass(s)
    if action % BUILDINGS >= s.buildings:
        return NO_SUCH_BUILDING
    if not s.empty[actor] >> action % BUILDINGS & 1:
        return FILLED
    if action < MISS:
        return check_write(s, actor, action // BUILDINGS + 1, action % BUILDINGS)
    return check_miss(s, (action - MISS) // BUILDINGS + 1)


def check_pass(s: Record) -> int:
    """BC-9, BC-10: only a passive player may decline."""
    if s.phase == STARTING:
        return NO_PASS_AT_START
    return 0 if s.phase == PASSIVE else MUST_FILL


def check_miss(s: Record, number: int) -> int:
    """BC-9, BC-10: the active player marks a miss with one of the dice; a passive one only with the option."""
    if s.phase == STARTING:
        return NO_MISS_AT_START
    if s.phase == PASSIVE and not s.passive_miss:
        return NO_MISS_PASSIVE
    if s.phase == PASSIVE:
        return 0 if number == s.other else NOT_THE_OTHER_DIE
    return 0 if number in (s.dice[0], s.dice[1]) else NOT_ON_DICE


def check_write(s: Record, seat: int, number: int, building: int) -> int:
    """BC-5, BC-6, BC-10 for a number on an empty building."""
    if s.phase == STARTING:
        return 0
    if s.phase == ACTIVE and number != s.dice[0] and number != s.dice[1]:
        return NOT_ON_DICE
    if s.phase == PASSIVE and number != s.other:
        return NOT_THE_OTHER_DIE
    return 0 if number == 1 else check_beside(s, seat, number, building)


def check_beside(s: Record, seat: int, number: int, building: int) -> int:
    """BC-6: check the neighbouring numbers one by one."""
    fewest, most = SIDES + 1, 0
    for other in range(1, SIDES + 1):
        if s.wrote[seat, other] & s.around[building]:
            fewest, most = min(fewest, other), other
    if most == 0:
        return NO_NEIGHBOUR
    if s.reading == LOWEST_READING:
        return 0 if number >= fewest else TOO_LOW_FOR_ALL
    return 0 if number >= most else TOO_LOW


def check_outcome(s: Record, action: int) -> int:
    """BC-4, BC-5 for an outcome of chance."""
    if to_act(s) != CHANCE or action < FIRST:
        return NOT_CHANCE
    if action >= ROLL:
        return 0 if s.phase == ROLLING else NO_ROLL_NOW
    return 0 if s.phase == CHOOSING_FIRST and action - FIRST < s.players else NOT_A_SEAT
