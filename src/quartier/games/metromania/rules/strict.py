"""MM-12 with `strict_dig`: a counter is barred if others leave more of the turn's three still to lay.

Each counter is tried on the position itself and taken back, while a move is played: then nobody else looks at it. What is
found is kept in the record for those who ask what is legal.
"""

from quartier.core.engine.bits import scratch

from .counters import KEPT, lay_counter, remember, take_back
from .moves import any_counter, list_counters
from .state import ACTING, BAR_WORDS, BEGINS, COUNTERS_A_TURN, DIGGING, DIGS, WORD, State

LIST = BEGINS + DIGS


def bar_counters(s: State) -> None:
    """Bar the counters after which fewer can follow than after others."""
    for i in range(BAR_WORDS):
        s.barred[i] = 0
    # Nothing follows the last counter.
    if ACTING <= s.phase <= DIGGING and s.laid < COUNTERS_A_TURN - 1:
        bar(s, s.turn)


def bar(s: State, seat: int) -> None:
    """Compare all counters that a seat can lay now."""
    counters, follow = scratch(LIST), scratch(LIST)
    count, most = list_counters(s, seat, counters), 0
    for i in range(count):
        follow[i] = followers(s, seat, counters[i])
        most = max(most, follow[i])
    for i in range(count):
        if follow[i] < most:
            s.barred[counters[i] // WORD] |= 1 << counters[i] % WORD


def followers(s: State, seat: int, action: int) -> int:
    """How many more counters of the turn can follow a counter, at most."""
    kept = scratch(KEPT)
    remember(s, seat, action, kept)
    lay_counter(s, seat, action)
    result = 0
    if any_counter(s, seat):
        result = 2 if s.laid < COUNTERS_A_TURN - 1 and two_follow(s, seat) else 1
    take_back(s, seat, action, kept)
    return result


def two_follow(s: State, seat: int) -> bool:
    """Whether two more counters can be laid."""
    counters = scratch(LIST)
    count = list_counters(s, seat, counters)
    for i in range(count):
        if is_followed(s, seat, counters[i]):
            return True
    return False


def is_followed(s: State, seat: int, action: int) -> bool:
    """Whether any counter can follow a counter."""
    kept = scratch(KEPT)
    remember(s, seat, action, kept)
    lay_counter(s, seat, action)
    result = any_counter(s, seat)
    take_back(s, seat, action, kept)
    return result
