"""The setup: bonus tokens, lots and the first tiles (CB-5 to CB-7)."""

from pathlib import Path
from typing import Any

from quartier.core.engine.bits import popcount
from quartier.core.game.boards import Board
from quartier.core.game.parameters import AS_THE_BOARD
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_

from .state import (
    ALL_BLOCKS,
    ALL_STREETS,
    ALL_VALUES,
    BLOCKS,
    DEALING,
    EMPTY,
    HAND,
    LOTS,
    NOBODY,
    OPEN,
    PARAMETERS_AT,
    PLACING,
    STREETS,
    TILE_PARAMETERS,
    Record,
)
from .streets import next_street
from .tiles import ALL_TILES, COPIES, KINDS, copies, with_tile, without_tile


def begin(s: Record, seats: int, options: Any, board: Any) -> None:
    """Set up the empty district, before the first token is placed."""
    s.block = -1
    if len(board):
        s.empty, s.streets, s.unseen, tiles, s.full = board[0], board[1], board[2], board[3], board[4]
    else:
        s.empty, s.streets, s.unseen, tiles, s.full = ALL_BLOCKS, ALL_STREETS, ALL_VALUES, ALL_TILES, HAND
    for block in range(BLOCKS):
        s.tile[block] = s.owner[block] = EMPTY
    for street in range(STREETS):
        s.award[street] = OPEN if s.streets >> street & 1 else NOBODY
    tiles = vary_tiles(tiles, options)
    for seat in range(2):
        s.pile[seat], s.stock[seat] = tiles, popcount(tiles)
    if options[PARAMETERS_AT] != AS_THE_BOARD:
        s.full = min(options[PARAMETERS_AT], popcount(tiles))


def vary_tiles(tiles: int, options: Any) -> int:
    """CB-3: return each player's tiles with the numbers that parameters set."""
    for kind in range(len(KINDS)):
        count = options[PARAMETERS_AT + 1 + kind]
        if count != AS_THE_BOARD:
            for _ in range(COPIES):
                tiles = without_tile(tiles, kind)
            for _ in range(count):
                tiles = with_tile(tiles, kind)
    return tiles


def check_setup(board: Board, seats: int, options: dict[str, Any]) -> None:
    """Check that the tiles are enough to build all blocks. Raises BadOption."""
    printed = int(board.numbers[3]) if len(board.numbers) else ALL_TILES
    blocks = popcount(int(board.numbers[0])) if len(board.numbers) else BLOCKS
    tiles = sum(options.get(name, copies(printed, kind)) for kind, name in enumerate(TILE_PARAMETERS))
    if tiles * seats < blocks:
        raise BadOption(
            N_("With these tiles a player has {count}. There must be at least {least}, to build all blocks."),
            Path(__file__).parents[1],
            count=tiles,
            least=-(-blocks // seats),
        )


def lay_bonus(s: Record, value: int) -> None:
    """CB-5: place one token on the next street."""
    s.unseen &= ~(1 << value)
    s.token[next_street(s)] = value
    s.dealt += 1
    if s.dealt == popcount(s.streets):
        s.phase, s.dealt = LOTS, 0


def draw_lot(s: Record, value: int) -> None:
    """CB-6: draw for the start; the token leaves the game, like the two that are never drawn."""
    s.unseen &= ~(1 << value)
    s.lot[s.dealt] = value
    s.dealt += 1
    if s.dealt == 2:
        s.gone, s.unseen = s.unseen | 1 << s.lot[0] | 1 << s.lot[1], 0
        s.phase, s.dealt, s.turn = DEALING, 0, 0


def deal(s: Record, kind: int) -> None:
    """CB-7: deal a hand to seat 0, then to seat 1; the seat with the higher start token begins."""
    take(s, s.turn, kind)
    s.dealt += 1
    s.turn = s.dealt // s.full
    if s.dealt == 2 * s.full:
        s.phase, s.turn = PLACING, 1 if s.lot[1] > s.lot[0] else 0


def take(s: Record, seat: int, kind: int) -> None:
    """Move a tile from the pile to the hand."""
    s.pile[seat] = without_tile(s.pile[seat], kind)
    s.hand[seat] = with_tile(s.hand[seat], kind)
    s.held[seat] += 1
    s.stock[seat] -= 1
