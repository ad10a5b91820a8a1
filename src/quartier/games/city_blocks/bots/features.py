"""What the network is told of a position: open streets with their tokens, the tiles that both have left, and the moment."""

from typing import Any

from quartier.core.engine.bits import lowest, popcount, scratch

from ..rules.scoring import score
from ..rules.state import (
    BLOCKS,
    COLUMNS,
    OPEN,
    OVER,
    PLACING,
    STREETS,
    SWAPPING,
    TOKENS,
    State,
)
from ..rules.streets import STREET_BLOCKS
from ..rules.tiles import (
    COURTHOUSE,
    MALL,
    POWER_PLANT,
    SCHOOL,
    VALUES,
    distinct,
    has,
    merged,
)

_KINDS = COURTHOUSE + 1
_LEFT, _LEADS, _TOKENS = COLUMNS + 1, 31, TOKENS + 1
_THREATS, _SETS, _MOMENTS = 4, 3, 4
_HOUSES, _STORES, _FACTORIES = 0b11111, 0b11111 << 5, 0b11111 << 10
_NO_HOUSES, _NO_FACTORIES, _RULES = 1, 2, 4
"""What counts nothing in a street, as bits (CB-17 to CB-19)."""
Leads = tuple[int, int, int, int]
"""What a seat leads by in houses, stores and factories of a street, and the set of special tiles there."""
BESTS = 2 * _RULES
"""So many numbers say what the best tile of each side counts, by what counts nothing."""

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


def points_so_far(s: State, seat: int) -> int:
    """The lead in tokens; in the end the win counts too."""
    ahead = score(s, seat) - score(s, 1 - seat)
    return int(ahead if s.phase != OVER else settled(ahead))


def settled(ahead: int) -> int:
    """What a lead is worth when the game is over."""
    won = WON if ahead > 0 else -WON if ahead < 0 else 0
    return int(won + max(-CLOSE, min(CLOSE, ahead)))


def features(s: State, seat: int, places: Any, amounts: Any) -> int:
    """Open streets, tiles, and the moment."""
    count, bests = 0, scratch(BESTS)
    note_bests(s, seat, bests)
    for street in range(STREETS):
        if s.award[street] == OPEN:
            count = tell_street(s, seat, street, bests, places, amounts, count)
    count = tell_sets(s, seat, places, amounts, count)
    count = tell(places, amounts, count, EMPTY + popcount(s.empty), 1)
    count = tell(places, amounts, count, MOMENT + moment(s, seat), 1)
    return tell_funds(popcount(s.won[seat]), popcount(s.won[1 - seat]), places, amounts, count)


def tell(places: Any, amounts: Any, count: int, place: int, amount: int) -> int:
    """Write a feature down unless there is nothing of it; how many there are then."""
    if amount == 0:
        return count
    places[count], amounts[count] = place, amount
    return count + 1


def tell_street(s: State, seat: int, street: int, bests: Any, places: Any, amounts: Any, count: int) -> int:
    """RACE, STAKE, THREAT, RULED of a street as it is."""
    left, token = popcount(s.empty & STREET_BLOCKS[street]), s.token[street]
    leads = leads_in(s, seat, street)
    return tell_race(left, token, leads, moves_next(s, seat), bests, places, amounts, count)


def leads_in(s: State, seat: int, street: int) -> Leads:
    """The leads of a seat in a street."""
    leads = (0, 0, 0, 0)
    built = STREET_BLOCKS[street] & (s.own[0] | s.own[1])
    while built:
        block = lowest(built)
        built &= built - 1
        leads = joined(leads, s.tile[block], 1 if s.owner[block] == seat else -1)
    return leads


def joined(leads: Leads, kind: int, sign: int) -> Leads:
    """The leads with one tile more, of the seat (1) or of the other (-1)."""
    houses, stores, factories, special = leads
    if kind < 5:
        return houses + sign * VALUES[kind], stores, factories, special
    if kind < 10:
        return houses, stores + sign * VALUES[kind], factories, special
    if kind < SCHOOL:
        return houses, stores, factories + sign * VALUES[kind], special
    return houses, stores, factories, special | 1 << kind


def ignored(leads: Leads) -> int:
    """What counts nothing beside the special tiles there."""
    houses = _NO_HOUSES if leads[3] & (1 << POWER_PLANT | 1 << MALL) else 0
    return houses | (_NO_FACTORIES if leads[3] & (1 << SCHOOL | 1 << MALL) else 0)


def lead_of(leads: Leads) -> int:
    """The lead in all that counts."""
    rule = ignored(leads)
    return leads[1] + (0 if rule & _NO_HOUSES else leads[0]) + (0 if rule & _NO_FACTORIES else leads[2])


def tell_race(
    left: int, token: int, leads: Leads, moves: bool, bests: Any, places: Any, amounts: Any, count: int
) -> int:
    """RACE, STAKE, THREAT, RULED of a street with so many empty blocks and such leads."""
    lead, rule = lead_of(leads), ignored(leads)
    near = min(_LEADS // 2, max(-(_LEADS // 2), lead)) + _LEADS // 2
    count = tell(places, amounts, count, RACE + left * _LEADS + near, token)
    stake = STAKE + 2 * (left * _TOKENS + token)
    count = tell(places, amounts, count, stake, lead)
    count = tell(places, amounts, count, stake + 1, 1)
    mine = 1 if lead + bests[rule] > 0 else 0
    others = 2 if lead - bests[_RULES + rule] < 0 else 0
    state = (left * _THREATS + mine + others) * 2 + (1 if moves else 0)
    count = tell(places, amounts, count, THREAT + state, token)
    there = lowest(leads[3]) - SCHOOL + 1 if leads[3] & (1 << COURTHOUSE) - 1 else 0
    first = RULED + 2 * (there * _LEFT + left)
    count = tell(places, amounts, count, first, leads[0])
    return tell(places, amounts, count, first + 1, leads[2])


def note_bests(s: State, seat: int, bests: Any) -> None:
    """The most that one tile in the seat's hand counts, and one of all that the other has."""
    note_best(s.hand[seat], bests, 0)
    note_best(merged(s.pile[1 - seat], s.hand[1 - seat]), bests, _RULES)


def note_best(tiles: int, bests: Any, first: int) -> None:
    """The most that one of some tiles counts, by what counts nothing."""
    houses, stores, factories = (
        highest(tiles & _HOUSES),
        highest(tiles & _STORES),
        highest(tiles & _FACTORIES),
    )
    for rule in range(_RULES):
        some = 0 if rule & _NO_HOUSES else houses
        others = 0 if rule & _NO_FACTORIES else factories
        bests[first + rule] = max(stores, some, others)


def highest(tiles: int) -> int:
    """The highest value among tiles of one colour: they stand in order."""
    value = 0
    while tiles:
        value = VALUES[lowest(tiles)]
        tiles &= tiles - 1
    return int(value)


def tell_sets(s: State, seat: int, places: Any, amounts: Any, count: int) -> int:
    """TILES."""
    count = tell_tiles(s.hand[seat], 0, places, amounts, count)
    count = tell_tiles(s.pile[seat], 1, places, amounts, count)
    return tell_tiles(merged(s.pile[1 - seat], s.hand[1 - seat]), 2, places, amounts, count)


def tell_funds(mine: int, others: int, places: Any, amounts: Any, count: int) -> int:
    """FUNDS."""
    count = tell(places, amounts, count, FUNDS + mine, 1)
    return tell(places, amounts, count, FUNDS + STREETS + 1 + others, 1)


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
