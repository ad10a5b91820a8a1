"""Building: where cubes, roofs, permits, the mayor and the blank cube go (NH-16 to NH-25)."""

from quartier.core.engine.bits import lowest

from .state import BLANK, FENCED, LAST_LIMIT, LOTS, MAYOR, NO_SEAT, OUT, PERMIT, ROOF, SPOTS, VALUES, Record


def value_of(cube: int) -> int:
    """Return the points of a cube."""
    return cube % VALUES + 1


def colour_of(cube: int) -> int:
    """Return the colour of a cube."""
    return cube // VALUES


def is_built(piece: int) -> bool:
    """NH-15: return whether a piece is placed on a lot (cubes and roofs) rather than beside the rows."""
    return piece < PERMIT or piece == ROOF


def top_of(s: Record, spot: int) -> int:
    """NH-17: return the top cube of a house: values fall from the ground up, so the lowest; -1 without a house."""
    best = -1
    cubes = s.cubes[spot]
    while cubes:
        cube = lowest(cubes)
        cubes &= cubes - 1
        if best < 0 or value_of(cube) < value_of(best):
            best = cube
    return best


def next_lot(s: Record, row: int) -> int:
    """NH-16: return the next lot to build on in a row."""
    return row * LOTS + s.built[row]


def may_put_cube(s: Record, cube: int, spot: int) -> bool:
    """NH-16, NH-17: return whether a cube may be placed on the next free lot within the limit, or on a house."""
    if s.cubes[spot]:
        return may_stack(s, cube, spot)
    row = spot // LOTS
    return spot == next_lot(s, row) and s.built[row] < s.limit[row]


def may_stack(s: Record, cube: int, spot: int) -> bool:
    """NH-2, NH-17: return whether a cube may go on a house: a higher cube on top, no roof, no fence."""
    return not FENCED >> spot & 1 and s.roof[spot] == 0 and value_of(top_of(s, spot)) > value_of(cube)


def may_put_roof(s: Record, spot: int) -> bool:
    """NH-20: return whether a roof may be placed: on any house without one."""
    return s.cubes[spot] != 0 and s.roof[spot] == 0


def count_unroofed(s: Record) -> int:
    """Return the number of houses without a roof."""
    total = 0
    for spot in range(SPOTS):
        total += 1 if may_put_roof(s, spot) else 0
    return total


def limit_allowed(s: Record, row: int, limit: int) -> bool:
    """NH-23, NH-24: return whether a limit is 1 to 9 and no shorter than what is built (so finished rows stay)."""
    return max(1, s.built[row]) <= limit <= LAST_LIMIT


def may_remove(s: Record, permit: int) -> bool:
    """NH-25: return whether a permit may be removed: it is at a row, and the row is valid without it."""
    row = s.permit[permit]
    return row >= 0 and limit_allowed(s, row, s.limit[row] - s.sign[permit] * (permit + 1))


def put(s: Record, seat: int, spot: int) -> None:
    """NH-16 to NH-20: place a cube or a roof on a lot."""
    if s.piece == ROOF:
        s.roof[spot] = s.piece_roof
        return
    if s.cubes[spot] == 0:
        s.built[spot // LOTS] += 1
    s.cubes[spot] |= 1 << s.piece
    if s.owner[colour_of(s.piece)] == NO_SEAT:
        s.owner[colour_of(s.piece)] = seat


def change_limit(s: Record, row: int, sign: int) -> None:
    """NH-22: lengthen or shorten a row with a permit."""
    permit = s.piece - PERMIT
    s.permit[permit], s.sign[permit] = row, sign
    s.limit[row] += sign * (permit + 1)


def remove(s: Record, permit: int) -> None:
    """NH-25: remove a permit with the blank cube."""
    s.limit[s.permit[permit]] -= s.sign[permit] * (permit + 1)
    s.permit[permit], s.sign[permit], s.blank = OUT, 0, OUT


def discard(s: Record) -> None:
    """NH-21, NH-22, NH-25: remove the piece from the game."""
    if s.piece == MAYOR:
        s.mayor = OUT
    elif s.piece == BLANK:
        s.blank = OUT
    else:
        s.permit[s.piece - PERMIT] = OUT
