"""What the network is told of a position: open streets with their tokens, the tiles that both have left, and the moment."""

from typing import Any

from quartier.core.engine.bits import lowest, popcount

from ..rules.scoring import score
from ..rules.state import BLOCKS, COLUMNS, OPEN, OVER, PLACING, STREETS, SWAPPING, TOKENS, State
from ..rules.streets import STREET_BLOCKS, counts, specials, sum_of
from ..rules.tiles import COURTHOUSE, SCHOOL, distinct, has, kind_of, merged

_KINDS = COURTHOUSE + 1
_LEFT, _LEADS, _TOKENS = COLUMNS + 1, 31, TOKENS + 1
_THREATS, _SETS, _MOMENTS = 4, 3, 4

RACE = 0
"""By empty blocks and lead of an open street: its token."""
STAKE = RACE + _LEFT * _LEADS
"""By empty blocks and token of an open street: its lead; then that there is such a street."""
THREAT = STAKE + 2 * _LEFT * _TOKENS
"""By empty blocks, whether the seat and the other could lead with their best tile, and who moves: tokens."""
RULED = THREAT + _LEFT * _THREATS * 2
"""By special tile (or none) and empty blocks: what the houses and factories of the seat lead by in open streets."""
TILES = RULED + (COURTHOUSE - SCHOOL + 1) * 2 * _LEFT
"""By kind, the tiles in hand, those in the seat's pile, and those of the other."""
EMPTY = TILES + _SETS * 2 * _KINDS
"""How many blocks are empty."""
MOMENT = EMPTY + BLOCKS + 1
"""Who moves next, and whether streets are being swapped."""
FUNDS = MOMENT + _MOMENTS
"""How many tokens the seat has won, and the other: one may be paid for a rebuilding."""
FEATURES = FUNDS + 2 * (STREETS + 1)
GROUPS = {
    "races": RACE,
    "stakes": STAKE,
    "threats": THREAT,
    "specials": RULED,
    "tiles": TILES,
    "pace": EMPTY,
    "moment": MOMENT,
    "funds": FUNDS,
}
"""The groups by name, with the first number of each."""

WON, CLOSE = 16, 30
"""What a win counts in points, and the lead up to which each point counts."""


def gained(s: State, seat: int) -> int:
    """The lead in tokens; in the end the win counts too."""
    ahead = score(s, seat) - score(s, 1 - seat)
    if s.phase != OVER:
        return int(ahead)
    won = WON if ahead > 0 else -WON if ahead < 0 else 0
    return int(won + max(-CLOSE, min(CLOSE, ahead)))


def features(s: State, seat: int, places: Any, amounts: Any) -> int:
    """Open streets, tiles, and the moment."""
    count = 0
    theirs = merged(s.pile[1 - seat], s.hand[1 - seat])
    for street in range(STREETS):
        if s.award[street] == OPEN:
            count = tell_street(s, seat, street, theirs, places, amounts, count)
    count = tell_tiles(s.hand[seat], 0, places, amounts, count)
    count = tell_tiles(s.pile[seat], 1, places, amounts, count)
    count = tell_tiles(theirs, 2, places, amounts, count)
    count = tell(places, amounts, count, EMPTY + popcount(s.empty), 1)
    count = tell(places, amounts, count, MOMENT + moment(s, seat), 1)
    count = tell(places, amounts, count, FUNDS + popcount(s.won[seat]), 1)
    return tell(places, amounts, count, FUNDS + STREETS + 1 + popcount(s.won[1 - seat]), 1)


def tell(places: Any, amounts: Any, count: int, place: int, amount: int) -> int:
    """Write a feature down unless there is nothing of it; how many there are then."""
    if amount == 0:
        return count
    places[count], amounts[count] = place, amount
    return count + 1


def tell_street(s: State, seat: int, street: int, theirs: int, places: Any, amounts: Any, count: int) -> int:
    """RACE, STAKE, THREAT, RULED."""
    left, token = popcount(s.empty & STREET_BLOCKS[street]), s.token[street]
    lead = sum_of(s, street, seat) - sum_of(s, street, 1 - seat)
    near = min(_LEADS // 2, max(-(_LEADS // 2), lead)) + _LEADS // 2
    count = tell(places, amounts, count, RACE + left * _LEADS + near, token)
    stake = STAKE + 2 * (left * _TOKENS + token)
    count = tell(places, amounts, count, stake, lead)
    count = tell(places, amounts, count, stake + 1, 1)
    special = specials(s, street)
    mine = 1 if lead + best_tile(s.hand[seat], special) > 0 else 0
    others = 2 if lead - best_tile(theirs, special) < 0 else 0
    state = (left * _THREATS + mine + others) * 2 + (1 if moves_next(s, seat) else 0)
    count = tell(places, amounts, count, THREAT + state, token)
    return tell_kinds(s, seat, street, special, left, places, amounts, count)


def tell_kinds(
    s: State, seat: int, street: int, special: int, left: int, places: Any, amounts: Any, count: int
) -> int:
    """RULED: the leads in houses and in factories, by the special tile that is there."""
    houses, factories = 0, 0
    built = STREET_BLOCKS[street] & (s.own[0] | s.own[1])
    while built:
        block = lowest(built)
        built &= built - 1
        sign = 1 if s.owner[block] == seat else -1
        if s.tile[block] < 5:
            houses += sign * counts(s.tile[block], 0)
        elif s.tile[block] >= 10 and s.tile[block] < SCHOOL:
            factories += sign * counts(s.tile[block], 0)
    there = lowest(special) - SCHOOL + 1 if special & (1 << COURTHOUSE) - 1 else 0
    first = RULED + 2 * (there * _LEFT + left)
    count = tell(places, amounts, count, first, houses)
    return tell(places, amounts, count, first + 1, factories)


def best_tile(tiles: int, special: int) -> int:
    """The most that one of some tiles counts in a street with these specials."""
    best = 0
    tiles = distinct(tiles)
    while tiles:
        best = max(best, counts(kind_of(lowest(tiles)), special))
        tiles &= tiles - 1
    return best


def tell_tiles(tiles: int, whose: int, places: Any, amounts: Any, count: int) -> int:
    """TILES: each kind by itself, and two schools."""
    for kind in range(_KINDS):
        if has(tiles, kind):
            count = tell(places, amounts, count, TILES + whose * 2 * _KINDS + kind, 1)
    if popcount(tiles) > popcount(distinct(tiles)):
        count = tell(places, amounts, count, TILES + (whose * 2 + 1) * _KINDS + SCHOOL, 1)
    return count


def moves_next(s: State, seat: int) -> bool:
    """Whether the next tile is the seat's: after its own one, and while it draws, it is the other's."""
    return bool((s.turn == seat) == (s.phase == PLACING))


def moment(s: State, seat: int) -> int:
    """0 and 1 before a tile of the seat or of the other, 2 while streets may be swapped by the seat, 3 by the other."""
    if s.phase == SWAPPING:
        return 2 if s.turn == seat else 3
    return 0 if moves_next(s, seat) else 1
