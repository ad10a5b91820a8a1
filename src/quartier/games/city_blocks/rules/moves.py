"""Action numbers and legal move generation (CB-8 to CB-12)."""

from typing import Any

import numpy as np

from quartier.core.engine.bits import below, list_bits, lowest, popcount, random_bit

from .state import BLOCKS, OPEN, STREETS, SWAPPING, TOKENS, Record, in_turn
from .streets import open_streets
from .tiles import KINDS, distinct, kind_of

SWAPS = np.array([(i, j) for i in range(STREETS) for j in range(i + 1, STREETS)], np.int64)

# The alphabet: a range of numbers for each kind of action.
DEVELOP = 0
REBUILD = DEVELOP + len(KINDS) * BLOCKS
SWAP = REBUILD + len(KINDS) * BLOCKS
STAY = SWAP + len(SWAPS)
BONUS = STAY + 1
LOT = BONUS + TOKENS
DRAW = LOT + TOKENS
ACTIONS = DRAW + len(KINDS)


def _swap_table() -> Any:
    table = np.full((STREETS, STREETS), -1, np.int64)
    for number, (street, other) in enumerate(SWAPS):
        table[street, other] = table[other, street] = SWAP + number
    return table


SWAP_OF = _swap_table()


# ----- lists -----


def legal(s: Record, actor: int, out: Any) -> int:
    """List every legal action of the seat in turn."""
    if not in_turn(s, actor):
        return 0
    return list_swaps(s, out) if s.phase == SWAPPING else list_placements(s, actor, out)


def list_placements(s: Record, seat: int, out: Any) -> int:
    """CB-9, CB-10: list each kind in hand on each empty block, and on each own block if a token can be paid."""
    count = 0
    tiles = distinct(s.hand[seat])
    while tiles:
        kind = kind_of(lowest(tiles))
        tiles &= tiles - 1
        count = list_bits(DEVELOP + kind * BLOCKS, s.empty, out, count)
        if s.won[seat]:
            count = list_bits(REBUILD + kind * BLOCKS, s.own[seat], out, count)
    return count


def list_swaps(s: Record, out: Any) -> int:
    """CB-12: list each pair of streets that both still have their token, and declining."""
    count = 0
    for i in range(len(SWAPS)):
        if s.award[SWAPS[i, 0]] == OPEN and s.award[SWAPS[i, 1]] == OPEN:
            out[count] = SWAP + i
            count += 1
    out[count] = STAY
    return count + 1


# ----- random moves -----


def sample(s: Record, seat: int, rng: Any, out: Any) -> int:
    """Return a uniformly random legal action, without listing."""
    return sample_swap(s, rng) if s.phase == SWAPPING else sample_placement(s, seat, rng)


def sample_placement(s: Record, seat: int, rng: Any) -> int:
    """CB-9, CB-10: return any kind in hand on any block where a tile of the seat may go."""
    blocks = s.empty | (s.own[seat] if s.won[seat] else 0)
    kind, block = kind_of(random_bit(rng, distinct(s.hand[seat]))), random_bit(rng, blocks)
    return (DEVELOP if s.empty >> block & 1 else REBUILD) + kind * BLOCKS + block


def sample_swap(s: Record, rng: Any) -> int:
    """CB-12: return a random swap, where declining is as likely as each pair of streets."""
    streets = open_streets(s)
    count = popcount(streets)
    if below(rng, count * (count - 1) // 2 + 1) == 0:
        return STAY
    street = random_bit(rng, streets)
    return int(SWAP_OF[street, random_bit(rng, streets & ~(1 << street))])
