"""What the network says of all placements at once: by the streets that each changes, not by telling each position anew.

A new tile does the same to a street on whichever of its empty blocks it lies; so what it does to the sums of the network is
worked out once for each kind of tile and each street, and added up for each block.
"""

from typing import Any

from quartier.core.engine.bits import lowest, popcount, scratch
from quartier.core.engine.networks import HIDDEN, SHIFT, Net, keep, output, weighed

from ..rules.moves import REBUILD
from ..rules.scoring import score
from ..rules.state import (
    BLOCKS,
    DRAWING,
    OPEN,
    PLACING,
    STREETS,
    SWAPPING,
    State,
)
from ..rules.streets import STREET_BLOCKS, column_of, row_of
from ..rules.tiles import COURTHOUSE, without_tile
from .features import (
    BESTS,
    EMPTY,
    MOMENT,
    joined,
    lead_of,
    leads_in,
    moment,
    note_bests,
    settled,
    tell,
    tell_funds,
    tell_race,
    tell_sets,
    tell_street,
)

_WIDE = HIDDEN + 1
_CHANGES = STREETS * _WIDE
"""A table has what each street adds to the sums, and from here on what a new tile changes about that."""
_TABLE = 2 * _CHANGES


def evaluate_actions(s: State, seat: int, actions: Any, count: int, net: Net, out: Any) -> int:
    """Tile by tile: what it does to each street, then what it does on each block."""
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


def prepare(s: State, seat: int, kind: int, net: Net, table: Any, won: Any, bests: Any) -> None:
    """Keep the sums when a tile has left the hand; note what it does to each open street, and who wins the token."""
    note_bests(s, seat, bests)
    count = tell_sets(s, seat, net.places, net.amounts, 0)
    output(net, tell(net.places, net.amounts, count, MOMENT + moment(s, seat), 1))
    for street in range(STREETS):
        if s.award[street] == OPEN:
            won[street] = develop(s, seat, street, kind, net, table, bests)
    keep(net)


def develop(s: State, seat: int, street: int, kind: int, net: Net, table: Any, bests: Any) -> int:
    """Note a street's part of the sums, and what a new tile changes there; the token that it wins, below 0 that it loses."""
    first, token, left = street * _WIDE, s.token[street], popcount(s.empty & STREET_BLOCKS[street])
    leads = leads_in(s, seat, street)
    told = tell_race(left, token, leads, False, bests, net.places, net.amounts, 0)
    for j in range(_WIDE):
        table[first + j] = 0
    add_told(net, told, table, first)
    for j in range(_WIDE):
        net.sums[j] += table[first + j]
        table[_CHANGES + first + j] = -table[first + j]
    leads = joined(leads, kind, 1)
    if left == 1 and s.phase != SWAPPING:
        lead = lead_of(leads)
        return int(token if lead > 0 else -token if lead < 0 else 0)
    told = tell_race(left - 1, token, leads, False, bests, net.places, net.amounts, 0)
    add_told(net, told, table, _CHANGES + first)
    return 0


def worth_developed(s: State, seat: int, block: int, ahead: int, net: Net, table: Any, won: Any) -> float:
    """What the position is worth with the tile on an empty block."""
    row, column, empty = row_of(block), column_of(block), popcount(s.empty) - 1
    ahead += won[row] + won[column]
    if empty == 0 and s.phase != SWAPPING:
        return float(settled(ahead))
    mine, others = popcount(s.won[seat]), popcount(s.won[1 - seat])
    for street in (row, column):
        mine += 1 if won[street] > 0 else 0
        others += 1 if won[street] < 0 else 0
    for j in range(_WIDE):
        first, second = _CHANGES + row * _WIDE + j, _CHANGES + column * _WIDE + j
        net.sums[j] = net.kept[j] + table[first] + table[second]
    return ahead + rest(net, empty, mine, others)


def worth_rebuilt(
    s: State, seat: int, kind: int, block: int, ahead: int, net: Net, table: Any, bests: Any
) -> float:
    """What the position is worth with the tile instead of an own one; the lowest token is paid for it."""
    for j in range(_WIDE):
        net.sums[j] = net.kept[j]
    before, s.tile[block] = s.tile[block], kind
    for street in (row_of(block), column_of(block)):
        if s.award[street] == OPEN:
            take_away(table, street * _WIDE, net.sums)
            add_told(net, tell_street(s, seat, street, bests, net.places, net.amounts, 0), net.sums, 0)
    s.tile[block] = before
    paid, mine, others = lowest(s.won[seat]), popcount(s.won[seat]) - 1, popcount(s.won[1 - seat])
    return ahead - paid + rest(net, popcount(s.empty), mine, others)


def rest(net: Net, empty: int, mine: int, others: int) -> float:
    """What the network adds, when it has been told of all but the empty blocks and the tokens won."""
    count = tell(net.places, net.amounts, 0, EMPTY + empty, 1)
    add_told(net, tell_funds(mine, others, net.places, net.amounts, count), net.sums, 0)
    return weighed(net) / (1 << SHIFT)


def add_told(net: Net, count: int, sums: Any, first: int) -> None:
    """Add the rows of the first features in the network's working space to the sums that begin at `first`."""
    for i in range(count):
        place, amount = net.places[i], net.amounts[i]
        for j in range(_WIDE):
            sums[first + j] += net.rows[place, j] * amount


def take_away(table: Any, first: int, sums: Any) -> None:
    """Take a street's part out of the sums."""
    for j in range(_WIDE):
        sums[j] -= table[first + j]
