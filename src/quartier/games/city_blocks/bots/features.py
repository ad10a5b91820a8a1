"""Sparse network features: open streets with their tokens, the tiles that both seats have left, and the phase."""

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
    Record,
)
from ..rules.streets import STREET_BLOCKS
from ..rules.tiles import (
    COURTHOUSE,
    MALL,
    POWER_PLANT,
    SCHOOL,
    SECOND_SCHOOL,
    VALUES,
    has,
    merge_sets,
)

_KINDS = COURTHOUSE + 1
_LEFT, _LEADS, _TOKENS = COLUMNS + 1, 31, TOKENS + 1
_THREATS, _SETS, _MOMENTS = 4, 3, 4
_HOUSES, _STORES, _FACTORIES = 0b11111, 0b11111 << 5, 0b11111 << 10
_NO_HOUSES, _NO_FACTORIES, _RULES = 1, 2, 4
"""What counts 0 in a street, as bits (CB-17 to CB-19)."""
Leads = tuple[int, int, int, int]
"""The seat's lead in houses, stores and factories of a street, and the set of special tiles there."""
BESTS = 2 * _RULES
"""Size of the list of best tile values of each side, by what counts 0."""

RACE = 0
"""By empty blocks and lead of an open street: its token."""
STAKE = RACE + _LEFT * _LEADS
"""By empty blocks and token of an open street: its lead; then that there is such a street."""
THREAT = STAKE + 2 * _LEFT * _TOKENS
"""By empty blocks, whether the seat and the other could lead with their best tile, and who moves: tokens."""
RULED = THREAT + _LEFT * _THREATS * 2
"""By special tile (or none) and empty blocks: the seat's lead in houses and factories in open streets."""
TILES = RULED + (COURTHOUSE - SCHOOL + 1) * 2 * _LEFT
"""By kind: the tiles in hand, those in the seat's pile, and those of the opponent."""
EMPTY = TILES + _SETS * 2 * _KINDS
"""The number of empty blocks."""
MOMENT = EMPTY + BLOCKS + 1
"""Who moves next, and whether a swap is pending."""
FUNDS = MOMENT + _MOMENTS
"""How many tokens the seat has won, and the opponent: one may be paid for a rebuild."""
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
"""The groups by name, with the first index of each."""

WON, CLOSE = 16, 30
"""The value of a win in points, and the lead up to which each point counts."""


def points_so_far(s: Record, seat: int) -> int:
    """Return the lead in tokens; at the end the win counts too."""
    ahead = score(s, seat) - score(s, 1 - seat)
    return int(ahead if s.phase != OVER else final_worth(ahead))


def final_worth(ahead: int) -> int:
    """Return the value of a lead when the game is over."""
    won = WON if ahead > 0 else -WON if ahead < 0 else 0
    return int(won + max(-CLOSE, min(CLOSE, ahead)))


def features(s: Record, seat: int, indices: Any, values: Any) -> int:
    """Extract the features of open streets, tiles, and the phase."""
    count, bests = 0, scratch(BESTS)
    note_bests(s, seat, bests)
    for street in range(STREETS):
        if s.award[street] == OPEN:
            count = append_street(s, seat, street, bests, indices, values, count)
    count = append_sets(s, seat, indices, values, count)
    count = append_feature(indices, values, count, EMPTY + popcount(s.empty), 1)
    count = append_feature(indices, values, count, MOMENT + moment(s, seat), 1)
    return append_funds(popcount(s.won[seat]), popcount(s.won[1 - seat]), indices, values, count)


def append_feature(indices: Any, values: Any, count: int, index: int, value: int) -> int:
    """Append a feature unless its value is 0; return the new count."""
    if value == 0:
        return count
    indices[count], values[count] = index, value
    return count + 1


def append_street(
    s: Record, seat: int, street: int, bests: Any, indices: Any, values: Any, count: int
) -> int:
    """Append RACE, STAKE, THREAT, RULED of a street as it is."""
    left, token = popcount(s.empty & STREET_BLOCKS[street]), s.token[street]
    leads = leads_in(s, seat, street)
    return append_race(left, token, leads, moves_next(s, seat), bests, indices, values, count)


def leads_in(s: Record, seat: int, street: int) -> Leads:
    """Return the leads of a seat in a street."""
    leads = (0, 0, 0, 0)
    built = STREET_BLOCKS[street] & (s.own[0] | s.own[1])
    while built:
        block = lowest(built)
        built &= built - 1
        leads = add_tile(leads, s.tile[block], 1 if s.owner[block] == seat else -1)
    return leads


def add_tile(leads: Leads, kind: int, sign: int) -> Leads:
    """Return the leads with one more tile, of the seat (1) or of the opponent (-1)."""
    houses, stores, factories, special = leads
    if kind < 5:
        return houses + sign * VALUES[kind], stores, factories, special
    if kind < 10:
        return houses, stores + sign * VALUES[kind], factories, special
    if kind < SCHOOL:
        return houses, stores, factories + sign * VALUES[kind], special
    return houses, stores, factories, special | 1 << kind


def worthless_kinds(leads: Leads) -> int:
    """Return what counts 0 with these special tiles there."""
    houses = _NO_HOUSES if leads[3] & (1 << POWER_PLANT | 1 << MALL) else 0
    return houses | (_NO_FACTORIES if leads[3] & (1 << SCHOOL | 1 << MALL) else 0)


def lead_of(leads: Leads) -> int:
    """Return the lead, counting everything that has a value."""
    rule = worthless_kinds(leads)
    return leads[1] + (0 if rule & _NO_HOUSES else leads[0]) + (0 if rule & _NO_FACTORIES else leads[2])


def append_race(
    left: int, token: int, leads: Leads, moves: bool, bests: Any, indices: Any, values: Any, count: int
) -> int:
    """Append RACE, STAKE, THREAT, RULED of a street with this number of empty blocks and these leads."""
    lead, rule = lead_of(leads), worthless_kinds(leads)
    near = min(_LEADS // 2, max(-(_LEADS // 2), lead)) + _LEADS // 2
    count = append_feature(indices, values, count, RACE + left * _LEADS + near, token)
    stake = STAKE + 2 * (left * _TOKENS + token)
    count = append_feature(indices, values, count, stake, lead)
    count = append_feature(indices, values, count, stake + 1, 1)
    mine = 1 if lead + bests[rule] > 0 else 0
    others = 2 if lead - bests[_RULES + rule] < 0 else 0
    state = (left * _THREATS + mine + others) * 2 + (1 if moves else 0)
    count = append_feature(indices, values, count, THREAT + state, token)
    there = lowest(leads[3]) - SCHOOL + 1 if leads[3] & (1 << COURTHOUSE) - 1 else 0
    first = RULED + 2 * (there * _LEFT + left)
    count = append_feature(indices, values, count, first, leads[0])
    return append_feature(indices, values, count, first + 1, leads[2])


def note_bests(s: Record, seat: int, bests: Any) -> None:
    """Write the highest value of one tile in the seat's hand, and of one of all that the opponent has."""
    note_best(s.hand[seat], bests, 0)
    note_best(merge_sets(s.pile[1 - seat], s.hand[1 - seat]), bests, _RULES)


def note_best(tiles: int, bests: Any, first: int) -> None:
    """Write the highest value of one of some tiles, by what counts 0."""
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
    """Return the highest value among tiles of one colour: their first copies are sorted by value."""
    value = 0
    while tiles:
        value = VALUES[lowest(tiles)]
        tiles &= tiles - 1
    return int(value)


def append_sets(s: Record, seat: int, indices: Any, values: Any, count: int) -> int:
    """Append TILES."""
    count = append_tiles(s.hand[seat], 0, indices, values, count)
    count = append_tiles(s.pile[seat], 1, indices, values, count)
    return append_tiles(merge_sets(s.pile[1 - seat], s.hand[1 - seat]), 2, indices, values, count)


def append_funds(mine: int, others: int, indices: Any, values: Any, count: int) -> int:
    """Append FUNDS."""
    count = append_feature(indices, values, count, FUNDS + mine, 1)
    return append_feature(indices, values, count, FUNDS + STREETS + 1 + others, 1)


def append_tiles(tiles: int, whose: int, indices: Any, values: Any, count: int) -> int:
    """Append TILES: each kind by itself, and two schools."""
    for kind in range(_KINDS):
        if has(tiles, kind):
            count = append_feature(indices, values, count, TILES + whose * 2 * _KINDS + kind, 1)
    if tiles & SECOND_SCHOOL:
        count = append_feature(indices, values, count, TILES + (whose * 2 + 1) * _KINDS + SCHOOL, 1)
    return count


def moves_next(s: Record, seat: int) -> bool:
    """Return whether the seat places the next tile: after its own tile, and while it draws, it is the opponent."""
    return bool((s.turn == seat) == (s.phase == PLACING))


def moment(s: Record, seat: int) -> int:
    """Return 0 or 1 before a tile of the seat or the opponent, 2 or 3 while the seat or the opponent may swap."""
    if s.phase == SWAPPING:
        return 2 if s.turn == seat else 3
    return 0 if moves_next(s, seat) else 1
