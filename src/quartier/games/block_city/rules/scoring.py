"""Points by category, and the winners (BC-13 to BC-19)."""

from quartier.core.engine.bits import lowest, popcount

from .state import HOUSE, PARK, PUBLIC, SIDES, STORE, Record


def score(s: Record, seat: int) -> int:
    """Return the sum of all categories."""
    filled = s.full_points if s.empty[seat] == 0 else 0
    return filled - misses(s, seat) + parks(s, seat) + stores(s, seat) + public(s, seat) + houses(s, seat)


def numbered_buildings(s: Record, seat: int) -> int:
    """Return the buildings with a number."""
    return ((1 << s.buildings) - 1) & ~(s.empty[seat] | s.missed[seat])


def misses(s: Record, seat: int) -> int:
    """BC-13: return the penalty for misses."""
    return s.miss_points * popcount(s.missed[seat])


def parks(s: Record, seat: int) -> int:
    """BC-15: return the points of every connected group of parks with the same number."""
    total = 0
    for number in range(1, SIDES + 1):
        left = s.wrote[seat, number] & s.kinds[PARK]
        while left:
            group = group_of(s, lowest(left), left)
            left &= ~group
            total += s.park_points[popcount(group)]
    return total


def group_of(s: Record, building: int, among: int) -> int:
    """Return the buildings of a set that are connected to the given one."""
    group = fresh = 1 << building
    while fresh:
        reached = s.around[lowest(fresh)] & among & ~group
        group |= reached
        fresh = (fresh & fresh - 1) | reached
    return group


def stores(s: Record, seat: int) -> int:
    """BC-16: return the points of each department store whose neighbours all show other numbers."""
    total = 0
    left = s.kinds[STORE] & numbered_buildings(s, seat)
    while left:
        total += s.store_points if store_scores(s, seat, lowest(left)) else 0
        left &= left - 1
    return total


def store_scores(s: Record, seat: int, building: int) -> bool:
    """BC-16: return whether a numbered store scores: at least one numbered neighbour, none empty or with its number."""
    around = s.around[building]
    if around & (s.empty[seat] | spoiling(s, seat)) or not around & numbered_buildings(s, seat):
        return False
    for number in range(1, SIDES + 1):
        if s.wrote[seat, number] >> building & 1:
            return not around & s.wrote[seat, number]
    return False


def spoiling(s: Record, seat: int) -> int:
    """BC-16: return the buildings whose miss spoils a neighbouring store; none without the option."""
    return s.missed[seat] if s.miss_spoils else 0


def public(s: Record, seat: int) -> int:
    """BC-17: return the points of each set of three types, up to the maximum."""
    done = numbered_buildings(s, seat)
    sets = s.most_sets
    for kind in PUBLIC:
        sets = min(sets, popcount(s.kinds[kind] & done))
    return s.set_points * sets


def houses(s: Record, seat: int) -> int:
    """BC-18: return the sum of the numbers on houses."""
    total = 0
    for number in range(1, SIDES + 1):
        total += number * popcount(s.wrote[seat, number] & s.kinds[HOUSE])
    return total


def winners(s: Record) -> int:
    """BC-19: return the winners: most points; a tie goes to more filled buildings, then it is shared."""
    best, result = -(10**9), 0
    for seat in range(s.players):
        rank = score(s, seat) * 100 + s.buildings - popcount(s.empty[seat])
        if rank > best:
            best, result = rank, 0
        if rank == best:
            result |= 1 << seat
    return result
