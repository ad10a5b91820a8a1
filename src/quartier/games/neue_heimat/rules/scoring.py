"""Scoring, and the end of the game (NH-26 to NH-31)."""

from quartier.core.engine.bits import lowest

from .auction import anything_to_offer, display_count, valued_roofs_left
from .building import colour_of, count_unroofed, top_of, value_of
from .state import GOING_ON, LOTS, NOTHING_TO_OFFER, NOTHING_TO_ROOF, ROOFS_PLACED, ROWS, TWO_ROWS, Record


def is_finished(s: Record, row: int) -> bool:
    """NH-26: return whether every lot within the limit has a house with a roof."""
    if s.built[row] == 0 or s.built[row] < s.limit[row]:
        return False
    for spot in range(row * LOTS, row * LOTS + s.built[row]):
        if s.roof[spot] == 0:
            return False
    return True


def finished_rows(s: Record) -> int:
    """Return the number of finished rows."""
    total = 0
    for row in range(ROWS):
        total += 1 if is_finished(s, row) else 0
    return total


def house_points(s: Record, spot: int) -> int:
    """NH-28: return the points of a house: all cubes and the roof."""
    total = s.roof[spot]
    cubes = s.cubes[spot]
    while cubes:
        total += value_of(lowest(cubes))
        cubes &= cubes - 1
    return total


def times(s: Record, row: int) -> int:
    """NH-21: return how many times a row counts: twice with the mayor."""
    return s.mayor_factor if s.mayor == row else 1


def row_points(s: Record, row: int, seat: int) -> int:
    """NH-28, NH-29: return the houses of a seat in a row, doubled by the mayor, before the sign."""
    total = 0
    for spot in range(row * LOTS, row * LOTS + s.built[row]):
        if s.owner[colour_of(top_of(s, spot))] == seat:
            total += house_points(s, spot)
    return total * times(s, row)


def score(s: Record, seat: int) -> int:
    """NH-29, NH-30: return the score: finished rows count plus, unfinished ones minus, as does a cheque in the box."""
    total = s.box[seat] * s.box_points
    for row in range(ROWS):
        points = row_points(s, row, seat)
        total += points if is_finished(s, row) else -points
    return total


def winners(s: Record) -> int:
    """NH-31: return the highest score; a tie goes to more cheques, then it is shared."""
    best, result = -(10**9), 0
    for seat in range(s.players):
        rank = score(s, seat) * 100 + s.hand[seat] + s.box[seat]
        if rank > best:
            best, result = rank, 0
        if rank == best:
            result |= 1 << seat
    return result


def end_reason(s: Record) -> int:
    """NH-27: return the first of the end conditions that holds."""
    if finished_rows(s) >= s.rows_to_end:
        return TWO_ROWS
    if valued_roofs_left(s) == 0:
        return ROOFS_PLACED
    if count_unroofed(s) == 0 and display_count(s) == 0:
        return NOTHING_TO_ROOF
    return GOING_ON if anything_to_offer(s) else NOTHING_TO_OFFER
