"""Points and winners (MM-30 to MM-32)."""

from quartier.core.engine.bits import lowest

from .dealing import letter_of, missing
from .lines import finished_lines
from .state import NONE, OVER, TRIPS, State


def score(s: State, seat: int) -> int:
    """Station points; at the end also the test trips and the penalties."""
    if s.phase != OVER:
        return s.points[seat]
    return s.points[seat] + trip_points(s, seat) + penalties(s, seat)


def trip_points(s: State, seat: int) -> int:
    """MM-30: the seat's shares of all test trips."""
    total = 0
    for trip in range(TRIPS):
        total += share(s, trip, seat)
    return total


def share(s: State, trip: int, seat: int) -> int:
    """MM-30: what a trip brings a seat: the points divided among those who take part, rounded down."""
    if not s.runners[trip] >> 2 * seat & 0b11:
        return 0
    return s.trip_points // partners(s, trip)


def partners(s: State, trip: int) -> int:
    """MM-30: how many players have a line on a trip's fastest routes."""
    count = 0
    for seat in range(s.players):
        if s.runners[trip] >> 2 * seat & 0b11:
            count += 1
    return count


def penalties(s: State, seat: int) -> int:
    """MM-31: unfinished lines, markers not placed, placed markers of trips that nobody can run."""
    return (
        s.unfinished_points * (2 - finished_lines(s, seat))
        + s.unplaced_points * missing(s, seat)
        + s.impossible_points * stranded(s, seat)
    )


def stranded(s: State, seat: int) -> int:
    """MM-31: the seat's placed markers of trips that nobody can run."""
    placed, count = s.owned[seat] & ~s.hand[seat], 0
    while placed:
        if s.cost[letter_of(s, lowest(placed))] == NONE:
            count += 1
        placed &= placed - 1
    return count


def winners(s: State) -> int:
    """MM-32: most points; a tie goes to more finished lines, then it is shared."""
    best, result = -(10**9), 0
    for seat in range(s.players):
        rank = score(s, seat) * 4 + finished_lines(s, seat)
        if rank > best:
            best, result = rank, 0
        if rank == best:
            result |= 1 << seat
    return result
