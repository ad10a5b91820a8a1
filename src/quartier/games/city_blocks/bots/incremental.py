"""Incremental network evaluation of all placements: only the streets that a placement changes are extracted again.

A new tile changes a street in the same way on every empty block of it, so its effect on the sums of the
network is computed once per kind of tile and street, and added up for each block.
"""

from typing import Any

from quartier.core.engine.bits import lowest, popcount, scratch
from quartier.core.engine.networks import HIDDEN, SHIFT, Net, keep, output, output_of_sums

from ..rules.moves import REBUILD
from ..rules.scoring import score
from ..rules.state import (
    BLOCKS,
    DRAWING,
    OPEN,
    PLACING,
    STREETS,
    SWAPPING,
    Record,
)
from ..rules.streets import STREET_BLOCKS, column_of, row_of
from ..rules.tiles import COURTHOUSE, without_tile
from .features import (
    BESTS,
    EMPTY,
    MOMENT,
    add_tile,
    append_feature,
    append_funds,
    append_race,
    append_sets,
    append_street,
    final_worth,
    lead_of,
    leads_in,
    moment,
    note_bests,
)

_ROW_SIZE = HIDDEN + 1
_CHANGES = STREETS * _ROW_SIZE
"""A table holds what each street adds to the sums, and from here on how a new tile changes that."""
_TABLE = 2 * _CHANGES


def evaluate_actions(s: Record, seat: int, actions: Any, count: int, net: Net, out: Any) -> int:
    """Compute for each tile its effect on each street, then on each block."""
    if s.phase != PLACING:
        return 0
    table, won, bests = scratch(_TABLE), scratch(STREETS), scratch(BESTS)
    hand, tile, ahead = s.hand[seat], -1, score(s, seat) - score(s, 1 - seat)
    for i in range(count):
        kind, block = actions[i] % REBUILD // BLOCKS, actions[i] % BLOCKS
        if kind != tile:
            tile, s.hand[seat] = kind, without_tile(hand, kind)
            s.phase = SWAPPING if kind == COURTHOUSE else DRAWING
            prepare(s, seat, kind, net, table, won, bests)
        if actions[i] < REBUILD:
            out[i] = worth_developed(s, seat, block, ahead, net, table, won)
        else:
            out[i] = worth_rebuilt(s, seat, kind, block, ahead, net, table, bests)
    s.hand[seat], s.phase = hand, PLACING
    return 1


def prepare(s: Record, seat: int, kind: int, net: Net, table: Any, won: Any, bests: Any) -> None:
    """Cache the sums once a tile has left the hand, its effect on each open street, and who wins the token."""
    note_bests(s, seat, bests)
    count = append_sets(s, seat, net.indices, net.values, 0)
    output(net, append_feature(net.indices, net.values, count, MOMENT + moment(s, seat), 1))
    for street in range(STREETS):
        if s.award[street] == OPEN:
            won[street] = develop(s, seat, street, kind, net, table, bests)
    keep(net)


def develop(s: Record, seat: int, street: int, kind: int, net: Net, table: Any, bests: Any) -> int:
    """Cache a street's part of the sums, a new tile's effect on it, and the token that it wins (negative: loses)."""
    first, token, left = street * _ROW_SIZE, s.token[street], popcount(s.empty & STREET_BLOCKS[street])
    leads = leads_in(s, seat, street)
    feature_count = append_race(left, token, leads, False, bests, net.indices, net.values, 0)
    for j in range(_ROW_SIZE):
        table[first + j] = 0
    add_features(net, feature_count, table, first)
    for j in range(_ROW_SIZE):
        net.sums[j] += table[first + j]
        table[_CHANGES + first + j] = -table[first + j]
    leads = add_tile(leads, kind, 1)
    if left == 1 and s.phase != SWAPPING:
        lead = lead_of(leads)
        return int(token if lead > 0 else -token if lead < 0 else 0)
    feature_count = append_race(left - 1, token, leads, False, bests, net.indices, net.values, 0)
    add_features(net, feature_count, table, _CHANGES + first)
    return 0


def worth_developed(s: Record, seat: int, block: int, ahead: int, net: Net, table: Any, won: Any) -> float:
    """Return the value of the position with the tile on an empty block."""
    row, column, empty = row_of(block), column_of(block), popcount(s.empty) - 1
    ahead += won[row] + won[column]
    if empty == 0 and s.phase != SWAPPING:
        return float(final_worth(ahead))
    mine, others = popcount(s.won[seat]), popcount(s.won[1 - seat])
    for street in (row, column):
        mine += 1 if won[street] > 0 else 0
        others += 1 if won[street] < 0 else 0
    for j in range(_ROW_SIZE):
        first, second = _CHANGES + row * _ROW_SIZE + j, _CHANGES + column * _ROW_SIZE + j
        net.sums[j] = net.base_sums[j] + table[first] + table[second]
    return ahead + rest(net, empty, mine, others)


def worth_rebuilt(
    s: Record, seat: int, kind: int, block: int, ahead: int, net: Net, table: Any, bests: Any
) -> float:
    """Return the value of the position with the tile in place of an own one; the lowest token is paid for it."""
    for j in range(_ROW_SIZE):
        net.sums[j] = net.base_sums[j]
    before, s.tile[block] = s.tile[block], kind
    for street in (row_of(block), column_of(block)):
        if s.award[street] == OPEN:
            take_away(table, street * _ROW_SIZE, net.sums)
            add_features(net, append_street(s, seat, street, bests, net.indices, net.values, 0), net.sums, 0)
    s.tile[block] = before
    price, mine, others = lowest(s.won[seat]), popcount(s.won[seat]) - 1, popcount(s.won[1 - seat])
    return ahead - price + rest(net, popcount(s.empty), mine, others)


def rest(net: Net, empty: int, mine: int, others: int) -> float:
    """Return the output of the network, once its sums hold all features but the empty blocks and the tokens won."""
    count = append_feature(net.indices, net.values, 0, EMPTY + empty, 1)
    add_features(net, append_funds(mine, others, net.indices, net.values, count), net.sums, 0)
    return output_of_sums(net) / (1 << SHIFT)


def add_features(net: Net, count: int, sums: Any, first: int) -> None:
    """Add the rows of the first features in the network's scratch space to the sums that begin at `first`."""
    for i in range(count):
        index, value = net.indices[i], net.values[i]
        for j in range(_ROW_SIZE):
            sums[first + j] += net.rows[index, j] * value


def take_away(table: Any, first: int, sums: Any) -> None:
    """Subtract a street's part from the sums."""
    for j in range(_ROW_SIZE):
        sums[j] -= table[first + j]
