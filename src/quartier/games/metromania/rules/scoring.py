"""Points and winners (MM-30 to MM-32)."""

from quartier.core.engine.bits import lowest

from .dealing import letter_of, missing, placed_markers
from .lines import finished_lines
from .state import NONE, OVER, TRIPS, Record


def score(s: Record, seat: int) -> int:
    """Return the station points; at the end also the test trips and the penalties."""
    if s.phase != OVER:
        return s.points[seat]
    return s.points[seat] + trip_points(s, seat) + penalties(s, seat)


def trip_points(s: Record, seat: int) -> int:
    """MM-30: return the seat's shares of all test trips."""
    total = 0
    for trip in range(TRIPS):
        total += share(s, trip, seat)
    return total


def share(s: Record, trip: int, seat: int) -> int:
    """MM-30: return a seat's points for a trip: divided among those who take part, rounded down."""
    if not s.runners[trip] >> 2 * seat & 0b11:
        return 0
    return s.trip_points // partners(s, trip)


def partners(s: Record, trip: int) -> int:
    """MM-30: return how many players have a line on a trip's fastest routes."""
    count = 0
    for seat in range(s.players):
        if s.runners[trip] >> 2 * seat & 0b11:
            count += 1
    return count


def penalties(s: Record, seat: int) -> int:
    """MM-31: return the penalties: unfinished lines, unplaced markers, placed markers of trips no one can run."""
    return (
        s.unfinished_points * (2 - finished_lines(s, seat))
        + s.unplaced_points * missing(s, seat)
        + s.impossible_points * stranded_markers(s, seat)
    )


def stranded_markers(s: Record, seat: int) -> int:
    """MM-31: return the seat's placed markers of trips that no one can run."""
    markers, count = placed_markers(s, seat), 0
    while markers:
        if s.cost[letter_of(s, lowest(markers))] == NONE:
            count += 1
        markers &= markers - 1
    return count


def winners(s: Record) -> int:
    """MM-32: return the winners: most points; a tie goes to more finished lines, then it is shared."""
    best, result = -(10**9), 0
    for seat in range(s.players):
        rank = score(s, seat) * 4 + finished_lines(s, seat)
        if rank > best:
            best, result = rank, 0
        if rank == best:
            result |= 1 << seat
    return result
