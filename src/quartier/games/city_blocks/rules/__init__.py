"""The rules of City Blocks: the position, chance, moves, awards and what each seat knows.

Blocks are numbered row * 6 + column from the bottom left, streets as in CB-1: rows 0-4, then columns 5-10.
"""

from typing import Annotated, Any

import numpy as np

from quartier.core.engine.bits import below, lowest, popcount, random_bit
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.records import record

NAME = "City Blocks"
PREFIX = "CB"
RULES = 23
SEATS = (2, 2)
OPTIONS: dict[str, Any] = {}

ROWS, COLUMNS = 5, 6
BLOCKS = ROWS * COLUMNS
STREETS = ROWS + COLUMNS
TOKENS = 15
HAND = 5
TILES = 20

# CB-3: one bit per tile. The two schools are bits 15 and 16; a set with one school always uses bit 15, so that
# equal sets are equal numbers. Kinds are numbered like the bits without the second school.
KINDS = (
    "H1",
    "H2",
    "H3",
    "H4",
    "H5",
    "S2",
    "S3",
    "S4",
    "S5",
    "S6",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "SC",
    "PP",
    "MA",
    "CH",
)
VALUES = np.array([1, 2, 3, 4, 5, 2, 3, 4, 5, 6, 3, 4, 5, 6, 7, 0, 0, 0, 0], np.int64)
SCHOOL, POWER_PLANT, MALL, COURTHOUSE = 15, 16, 17, 18
SECOND_SCHOOL = 1 << 16
ALL_TILES = (1 << TILES) - 1
ALL_BLOCKS = (1 << BLOCKS) - 1
ALL_VALUES = ((1 << TOKENS) - 1) << 1

# CB-4; the last eight names are a reading, only the first three are printed in the source.
STREET_NAMES = (
    "Adams Blvd.",
    "Buchanan Blvd.",
    "Cleveland Blvd.",
    "Eisenhower Blvd.",
    "Fillmore Blvd.",
    "Grant St.",
    "Hayes St.",
    "Jefferson St.",
    "Kennedy St.",
    "Lincoln St.",
    "Madison St.",
)


def _street_masks() -> Any:
    rows = [sum(1 << (row * COLUMNS + column) for column in range(COLUMNS)) for row in range(ROWS)]
    columns = [sum(1 << (row * COLUMNS + column) for row in range(ROWS)) for column in range(COLUMNS)]
    return np.array(rows + columns, np.int64)


STREET_BLOCKS = _street_masks()
SWAPS = np.array([(i, j) for i in range(STREETS) for j in range(i + 1, STREETS)], np.int64)

# The alphabet of actions.
DEVELOP = 0
REBUILD = DEVELOP + len(KINDS) * BLOCKS
SWAP = REBUILD + len(KINDS) * BLOCKS
STAY = SWAP + len(SWAPS)
BONUS = STAY + 1
LOT = BONUS + TOKENS
DRAW = LOT + TOKENS
ACTIONS = DRAW + len(KINDS)
LONGEST = 11 + 2 + 10 + 39 + 2 + 30


def _swap_table() -> Any:
    table = np.full((STREETS, STREETS), -1, np.int64)
    for number, (street, other) in enumerate(SWAPS):
        table[street, other] = table[other, street] = SWAP + number
    return table


SWAP_OF = _swap_table()

# Phases.
LAYING, LOTS, DEALING, PLACING, SWAPPING, DRAWING, OVER = range(7)

# Who was awarded a street's token (CB-16, CB-20).
OPEN, NOBODY = -1, 2
EMPTY = -1


@record
class State:
    """A position of City Blocks."""

    phase: Annotated[np.int8, (), "LAYING, LOTS, DEALING, PLACING, SWAPPING, DRAWING or OVER"]
    turn: Annotated[np.int8, (), "seat that draws, places or swaps now"]
    dealt: Annotated[np.int8, (), "chance events of the setup so far, within the phase"]
    block: Annotated[np.int8, (), "block of the last placement, -1 before the first"]
    tile: Annotated[np.int8, BLOCKS, "kind of the tile on each block, EMPTY if none"]
    owner: Annotated[np.int8, BLOCKS, "seat that owns the tile on each block, EMPTY if none"]
    empty: Annotated[np.int64, (), "set of empty blocks"]
    own: Annotated[np.int64, 2, "set of blocks built by each seat"]
    hand: Annotated[np.int64, 2, "set of tiles in each hand; 0 if concealed"]
    pile: Annotated[np.int64, 2, "set of tiles in each face-down pile; with the hand if concealed"]
    held: Annotated[np.int8, 2, "number of tiles in each hand"]
    stock: Annotated[np.int8, 2, "number of tiles in each pile"]
    token: Annotated[np.int8, STREETS, "value of the token of each street, also after its award; 0 before"]
    award: Annotated[np.int8, STREETS, "OPEN, the seat that won the token, or NOBODY"]
    won: Annotated[np.int64, 2, "set of token values that each seat holds"]
    unseen: Annotated[np.int64, (), "set of token values not yet drawn in the setup"]
    gone: Annotated[np.int64, (), "set of token values out of the game"]
    lot: Annotated[np.int8, 2, "token value that each seat drew for the start"]


# ----- sets of tiles (CB-3) -----


def kind_of(bit: int) -> int:
    """Kind of a tile bit."""
    return bit if bit <= SCHOOL else bit - 1


def has(tiles: int, kind: int) -> int:
    """1 if the set holds a tile of that kind."""
    return (tiles >> (kind if kind <= SCHOOL else kind + 1)) & 1


def with_tile(tiles: int, kind: int) -> int:
    """The set and one tile of that kind more."""
    if kind == SCHOOL:
        return tiles | (SECOND_SCHOOL if has(tiles, SCHOOL) else 1 << SCHOOL)
    return tiles | 1 << (kind if kind < SCHOOL else kind + 1)


def without_tile(tiles: int, kind: int) -> int:
    """The set and one tile of that kind less."""
    if kind == SCHOOL:
        return tiles & ~(SECOND_SCHOOL if tiles & SECOND_SCHOOL else 1 << SCHOOL)
    return tiles & ~(1 << (kind if kind < SCHOOL else kind + 1))


def merged(tiles: int, others: int) -> int:
    """Both sets together; they never hold more than two schools."""
    both = tiles | others
    return both | SECOND_SCHOOL if tiles & others & (1 << SCHOOL) else both


def distinct(tiles: int) -> int:
    """The set with at most one school: one bit for each kind."""
    return tiles & ~SECOND_SCHOOL


# ----- setup (CB-5 to CB-7) -----


def begin(s: Any, seats: int, options: Any, board: Any) -> None:
    """The empty district, before the first token is laid."""
    s.block = -1
    s.empty, s.unseen = ALL_BLOCKS, ALL_VALUES
    for block in range(BLOCKS):
        s.tile[block] = s.owner[block] = EMPTY
    for street in range(STREETS):
        s.award[street] = OPEN
    for seat in range(2):
        s.pile[seat], s.stock[seat] = ALL_TILES, TILES


def lay_bonus(s: Any, value: int) -> None:
    """CB-5: one token at the next street."""
    s.unseen &= ~(1 << value)
    s.token[s.dealt] = value
    s.dealt += 1
    if s.dealt == STREETS:
        s.phase, s.dealt = LOTS, 0


def draw_lot(s: Any, value: int) -> None:
    """CB-6: a starting draw; the token leaves the game, like the two that nobody draws."""
    s.unseen &= ~(1 << value)
    s.lot[s.dealt] = value
    s.dealt += 1
    if s.dealt == 2:
        s.gone, s.unseen = s.unseen | 1 << s.lot[0] | 1 << s.lot[1], 0
        s.phase, s.dealt, s.turn = DEALING, 0, 0


def deal(s: Any, kind: int) -> None:
    """CB-7: five tiles for seat 0, then five for seat 1; the higher lot starts."""
    take(s, s.turn, kind)
    s.dealt += 1
    s.turn = s.dealt // HAND
    if s.dealt == 2 * HAND:
        s.phase, s.turn = PLACING, 1 if s.lot[1] > s.lot[0] else 0


def take(s: Any, seat: int, kind: int) -> None:
    """A tile goes from the pile to the hand."""
    s.pile[seat] = without_tile(s.pile[seat], kind)
    s.hand[seat] = with_tile(s.hand[seat], kind)
    s.held[seat] += 1
    s.stock[seat] -= 1


# ----- the turn (CB-8 to CB-15) -----


def to_act(s: Any) -> int:
    """Chance in the setup and when a tile is drawn, else the seat in turn."""
    if s.phase == OVER:
        return 0
    return 1 << s.turn if s.phase == PLACING or s.phase == SWAPPING else CHANCE


def place(s: Any, seat: int, kind: int, block: int) -> None:
    """CB-8: put a tile from the hand on a block."""
    s.hand[seat] = without_tile(s.hand[seat], kind)
    s.held[seat] -= 1
    s.tile[block], s.owner[block], s.block = kind, seat, block
    s.empty &= ~(1 << block)
    s.own[seat] |= 1 << block
    if kind == COURTHOUSE:
        s.phase = SWAPPING
    else:
        finish_turn(s)


def pay(s: Any, seat: int) -> None:
    """CB-10: the lowest won token leaves the game."""
    value = lowest(s.won[seat])
    s.won[seat] &= ~(1 << value)
    s.gone |= 1 << value


def swap(s: Any, street: int, other: int) -> None:
    """CB-12: two streets exchange their tokens."""
    s.token[street], s.token[other] = s.token[other], s.token[street]


def finish_turn(s: Any) -> None:
    """CB-14: award the row, award the column, check for the end, draw."""
    award(s, row_of(s.block))
    award(s, column_of(s.block))
    if s.empty == 0:
        s.phase = OVER
    elif s.stock[s.turn] > 0:
        s.phase = DRAWING
    else:
        pass_on(s)


def pass_on(s: Any) -> None:
    """The other seat is in turn."""
    s.phase = PLACING
    s.turn = 1 - s.turn


# ----- awards (CB-16 to CB-21) -----


def row_of(block: int) -> int:
    """Street id of the row of a block."""
    return block // COLUMNS


def column_of(block: int) -> int:
    """Street id of the column of a block."""
    return ROWS + block % COLUMNS


def award(s: Any, street: int) -> None:
    """CB-16, CB-20: a street that is full and still has its token gives it to the higher sum."""
    if s.award[street] != OPEN or s.empty & STREET_BLOCKS[street]:
        return
    blue, red = sum_of(s, street, 0), sum_of(s, street, 1)
    if blue == red:
        s.award[street] = NOBODY
        s.gone |= 1 << s.token[street]
    else:
        s.award[street] = 0 if blue > red else 1
        s.won[s.award[street]] |= 1 << s.token[street]


def specials(s: Any, street: int) -> int:
    """The set of special kinds in a street, whoever owns them, as bits by kind."""
    built = STREET_BLOCKS[street] & ~s.empty
    found = 0
    while built:
        found |= 1 << s.tile[lowest(built)]
        built &= built - 1
    return found >> SCHOOL << SCHOOL


def counts(kind: int, special: int) -> int:
    """CB-17 to CB-19: what a tile counts in a street with these specials."""
    if kind < 5 and special & (1 << POWER_PLANT | 1 << MALL):
        return 0
    if 10 <= kind < 15 and special & (1 << SCHOOL | 1 << MALL):
        return 0
    return VALUES[kind]


def sum_of(s: Any, street: int, seat: int) -> int:
    """CB-16: what the tiles of a seat add up to in a street, finished or not."""
    special = specials(s, street)
    built = STREET_BLOCKS[street] & s.own[seat]
    total = 0
    while built:
        total += counts(s.tile[lowest(built)], special)
        built &= built - 1
    return int(total)


# ----- playing -----


def play(s: Any, actor: int, action: int) -> None:
    """Apply a legal action."""
    if action < REBUILD:
        place(s, actor, action // BLOCKS, action % BLOCKS)
    elif action < SWAP:
        rebuild(s, actor, (action - REBUILD) // BLOCKS, (action - REBUILD) % BLOCKS)
    elif action < BONUS:
        if action != STAY:
            swap(s, SWAPS[action - SWAP, 0], SWAPS[action - SWAP, 1])
        finish_turn(s)
    else:
        happen(s, action)


def rebuild(s: Any, seat: int, kind: int, block: int) -> None:
    """CB-10, CB-14: pay, then replace the tile on an own block; the old tile leaves the game."""
    pay(s, seat)
    place(s, seat, kind, block)


def happen(s: Any, action: int) -> None:
    """Apply an outcome of chance."""
    if action < LOT:
        lay_bonus(s, action - BONUS + 1)
    elif action < DRAW:
        draw_lot(s, action - LOT + 1)
    elif s.phase == DEALING:
        deal(s, action - DRAW)
    else:
        take(s, s.turn, action - DRAW)
        pass_on(s)


# ----- what is legal -----


def legal(s: Any, actor: int, out: Any) -> int:
    """Every legal action of the seat in turn."""
    if to_act(s) != 1 << actor:
        return 0
    return list_swaps(s, out) if s.phase == SWAPPING else list_placements(s, actor, out)


def list_placements(s: Any, seat: int, out: Any) -> int:
    """CB-9, CB-10: each kind in hand on each empty block, or on each own one for a token."""
    count = 0
    tiles = distinct(s.hand[seat])
    while tiles:
        kind = kind_of(lowest(tiles))
        tiles &= tiles - 1
        count = list_blocks(DEVELOP + kind * BLOCKS, s.empty, out, count)
        if s.won[seat]:
            count = list_blocks(REBUILD + kind * BLOCKS, s.own[seat], out, count)
    return count


def list_blocks(first: int, blocks: int, out: Any, count: int) -> int:
    """Append `first` plus each block of a set."""
    while blocks:
        out[count] = first + lowest(blocks)
        blocks &= blocks - 1
        count += 1
    return count


def list_swaps(s: Any, out: Any) -> int:
    """CB-12: each pair of streets that both still have their token, or declining."""
    count = 0
    for i in range(len(SWAPS)):
        if s.award[SWAPS[i, 0]] == OPEN and s.award[SWAPS[i, 1]] == OPEN:
            out[count] = SWAP + i
            count += 1
    out[count] = STAY
    return count + 1


def sample(s: Any, seat: int, rng: Any, out: Any) -> int:
    """A uniformly random legal action, without a list."""
    return sample_swap(s, rng) if s.phase == SWAPPING else sample_placement(s, seat, rng)


def sample_placement(s: Any, seat: int, rng: Any) -> int:
    """CB-9, CB-10: any kind in hand on any block where a tile of the seat may go."""
    blocks = s.empty | (s.own[seat] if s.won[seat] else 0)
    kind, block = kind_of(random_bit(rng, distinct(s.hand[seat]))), random_bit(rng, blocks)
    return (DEVELOP if s.empty >> block & 1 else REBUILD) + kind * BLOCKS + block


def sample_swap(s: Any, rng: Any) -> int:
    """CB-12: declining is as likely as each pair of streets."""
    streets = open_streets(s)
    count = popcount(streets)
    if below(rng, count * (count - 1) // 2 + 1) == 0:
        return STAY
    street = random_bit(rng, streets)
    return SWAP_OF[street, random_bit(rng, streets & ~(1 << street))]


def open_streets(s: Any) -> int:
    """The set of streets that still have their token."""
    streets = 0
    for street in range(STREETS):
        streets |= (s.award[street] == OPEN) << street
    return streets


# Refusals: 10 * rule number + variant; each has its sentence in words.py.
NOT_IN_TURN, NOT_IN_HAND = 80, 81
BLOCK_BUILT = 90
NO_TOKEN, NOT_YOURS_TO_REBUILD = 100, 101
NO_COURTHOUSE, TOKEN_AWARDED = 120, 121
SWAP_FIRST = 140
TOKEN_LAID, LOT_TAKEN, TILE_NOT_IN_PILE = 50, 60, 150
NOT_CHANCE, GAME_OVER = 151, 220


def forbid(s: Any, actor: int, action: int) -> int:
    """0, or why the action is illegal."""
    if s.phase == OVER:
        return GAME_OVER
    if actor == CHANCE:
        return forbid_outcome(s, action)
    if to_act(s) != 1 << actor or action >= BONUS:
        return NOT_IN_TURN
    if action >= SWAP:
        return forbid_swap(s, action)
    if s.phase == SWAPPING:
        return SWAP_FIRST
    return forbid_placement(s, actor, action)


def forbid_placement(s: Any, seat: int, action: int) -> int:
    """CB-8 to CB-10 for a develop or a rebuild."""
    kind, block = action % REBUILD // BLOCKS, action % BLOCKS
    if not has(s.hand[seat], kind):
        return NOT_IN_HAND
    if action < REBUILD:
        return 0 if s.owner[block] == EMPTY else BLOCK_BUILT
    if s.owner[block] != seat:
        return NOT_YOURS_TO_REBUILD
    return 0 if s.won[seat] else NO_TOKEN


def forbid_swap(s: Any, action: int) -> int:
    """CB-12 for a swap or for declining it."""
    if s.phase != SWAPPING:
        return NO_COURTHOUSE
    if action == STAY:
        return 0
    street, other = SWAPS[action - SWAP, 0], SWAPS[action - SWAP, 1]
    return 0 if s.award[street] == OPEN and s.award[other] == OPEN else TOKEN_AWARDED


def forbid_outcome(s: Any, action: int) -> int:
    """CB-5 to CB-7, CB-15 for an outcome of chance."""
    if to_act(s) != CHANCE or action < BONUS:
        return NOT_CHANCE
    if action < LOT:
        return 0 if s.phase == LAYING and s.unseen >> (action - BONUS + 1) & 1 else TOKEN_LAID
    if action < DRAW:
        return 0 if s.phase == LOTS and s.unseen >> (action - LOT + 1) & 1 else LOT_TAKEN
    if s.phase != DEALING and s.phase != DRAWING:
        return TILE_NOT_IN_PILE
    return 0 if has(s.pile[s.turn], action - DRAW) else TILE_NOT_IN_PILE


# ----- chance -----


def outcomes(s: Any, out: Any, weights: Any) -> int:
    """The tokens not yet drawn, or the kinds in the pile by their copies."""
    drawn_tile = s.phase >= DEALING
    bits = distinct(s.pile[s.turn]) if drawn_tile else s.unseen
    count = 0
    while bits:
        bit = lowest(bits)
        bits &= bits - 1
        out[count] = DRAW + kind_of(bit) if drawn_tile else first_value(s) + bit
        weights[count] = 1
        if drawn_tile and bit == SCHOOL and s.pile[s.turn] & SECOND_SCHOOL:
            weights[count] = 2
        count += 1
    return count


def first_value(s: Any) -> int:
    """The action of drawing the (inexistent) token of value 0 in this phase."""
    return (BONUS if s.phase == LAYING else LOT) - 1


def draw(s: Any, rng: Any, out: Any, weights: Any) -> int:
    """A random outcome by weight: every token or tile is equally likely."""
    if s.phase >= DEALING:
        return DRAW + kind_of(random_bit(rng, s.pile[s.turn]))
    return first_value(s) + random_bit(rng, s.unseen)


# ----- scoring (CB-22) -----


def score(s: Any, seat: int) -> int:
    """The sum of the tokens that a seat holds, in $."""
    total = 0
    tokens = s.won[seat]
    while tokens:
        total += lowest(tokens)
        tokens &= tokens - 1
    return total


def winners(s: Any) -> int:
    """The seat with the higher sum; both if equal."""
    blue, red = score(s, 0), score(s, 1)
    if blue == red:
        return 0b11
    return 0b01 if blue > red else 0b10


# ----- information (CB-23) -----


def sees(s: Any, seat: int) -> int:
    """Tokens are drawn openly; a tile is seen by the seat that draws it."""
    return 1 if s.phase < DEALING or s.turn == seat else 0


def conceal(s: Any, seat: int) -> None:
    """A hand that the seat does not see goes back into the pile: their union is known, its split is not."""
    for other in range(2):
        if other != seat:
            s.pile[other] = merged(s.pile[other], s.hand[other])
            s.hand[other] = 0


def imagine(s: Any, seat: int, rng: Any) -> None:
    """Every split of the other's tiles is equally likely: nothing that was played tells hand from pile."""
    for other in range(2):
        if other == seat:
            continue
        for _ in range(s.held[other]):
            kind = kind_of(random_bit(rng, s.pile[other]))
            s.pile[other] = without_tile(s.pile[other], kind)
            s.hand[other] = with_tile(s.hand[other], kind)
