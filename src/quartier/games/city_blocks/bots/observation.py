"""Observation encoding: the district, the streets with their tokens, the tiles that both seats have left, and the phase.

The observing seat comes first, its opponent second.
"""

from typing import Any

from quartier.core.engine.bits import mark_bits
from quartier.core.engine.observations import Part, starts

from ..rules.scoring import score
from ..rules.state import (
    COLUMNS,
    EMPTY,
    NOBODY,
    OPEN,
    OVER,
    PARAMETERS,
    ROWS,
    STREETS,
    TOKENS,
    Record,
    in_turn,
)
from ..rules.tiles import (
    COPIES,
    KINDS,
    copies,
)

_PHASES = OVER + 1
_BOARD = (ROWS, COLUMNS)
_POINTS = TOKENS * (TOKENS + 1) // 2
OBSERVATION = (
    Part("built", (2, *_BOARD), 0, 1, "blocks on which each seat has built"),
    Part("tile", (len(KINDS), *_BOARD), 0, 1, "blocks with a tile of each kind"),
    Part("last", _BOARD, 0, 1, "the block of the last placement"),
    Part("token", (STREETS,), 0, TOKENS, "value of each street's token"),
    Part("open", (STREETS,), 0, 1, "streets that still have their token"),
    Part("award", (2, STREETS), 0, 1, "streets whose token each seat has won"),
    Part("funds", (2, TOKENS), 0, 1, "token values that each seat holds, from 1"),
    Part("hand", (len(KINDS),), 0, COPIES, "tiles of each kind in hand"),
    Part("pile", (len(KINDS),), 0, COPIES, "tiles of each kind in the seat's pile"),
    Part("rival", (len(KINDS),), 0, COPIES, "tiles of each kind that the other has, in hand or pile"),
    Part("held", (2,), 0, PARAMETERS["hand"].most, "tiles in each hand"),
    Part("stock", (2,), 0, COPIES * len(KINDS), "tiles in each pile"),
    Part("points", (2,), 0, _POINTS, "what each seat's tokens are worth, in $"),
    Part("phase", (_PHASES,), 0, 1, "laying, lots, dealing, placing, swapping, drawing, over"),
    Part("turn", (1,), 0, 1, "whether the seat has to place or swap"),
)
(
    _BUILT,
    _TILE,
    _LAST,
    _TOKEN,
    _OPEN,
    _AWARD,
    _FUNDS,
    _IN_HAND,
    _PILE,
    _RIVAL,
    _HAND_SIZES,
    _STOCK,
    _WORTH,
    _PHASE,
    _TURN,
) = starts(OBSERVATION)
_BLOCKS = ROWS * COLUMNS


def observe(s: Record, seat: int, out: Any) -> None:
    """Encode the district and its streets, the tiles, and the phase."""
    observe_district(s, out)
    observe_streets(s, seat, out)
    count_kinds(s.hand[seat], out, _IN_HAND)
    count_kinds(s.pile[seat], out, _PILE)
    count_kinds(s.pile[1 - seat], out, _RIVAL)  # concealed, so it includes the hand
    for whose in range(2):
        other = seat if whose == 0 else 1 - seat
        mark_bits(out, _BUILT + whose * _BLOCKS, s.own[other])
        mark_bits(out, _FUNDS + whose * TOKENS, s.won[other] >> 1)
        out[_HAND_SIZES + whose], out[_STOCK + whose] = s.held[other], s.stock[other]
        out[_WORTH + whose] = score(s, other)
    out[_PHASE + s.phase] = 1
    out[_TURN] = 1 if in_turn(s, seat) else 0


def observe_district(s: Record, out: Any) -> None:
    """Encode the tiles on their blocks."""
    for block in range(_BLOCKS):
        if s.tile[block] != EMPTY:
            out[_TILE + s.tile[block] * _BLOCKS + block] = 1
    if s.block >= 0:
        out[_LAST + s.block] = 1


def observe_streets(s: Record, seat: int, out: Any) -> None:
    """Encode the tokens, and who has won them."""
    for street in range(STREETS):
        out[_TOKEN + street] = s.token[street]
        if s.award[street] == OPEN:
            out[_OPEN + street] = 1
        elif s.award[street] != NOBODY:
            out[_AWARD + (0 if s.award[street] == seat else STREETS) + street] = 1


def count_kinds(tiles: int, out: Any, first: int) -> None:
    """Encode how many tiles of each kind a set has."""
    for kind in range(len(KINDS)):
        out[first + kind] = copies(tiles, kind)
