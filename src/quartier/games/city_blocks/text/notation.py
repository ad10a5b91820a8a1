"""Notation of City Blocks: moves as text and as touches, positions as plain data."""

from typing import Any

from quartier.core.game.boards import Board
from quartier.core.text.languages import N_

from ..rules.moves import ACTIONS, BONUS, DRAW, LOT, REBUILD, STAY, SWAP, SWAPS
from ..rules.state import BLOCKS, EMPTY, NOBODY, OPEN, Record
from ..rules.streets import STREET_NAMES, sum_of
from ..rules.tiles import KINDS
from .labels import BLOCK_NAMES, STREET_LETTERS, streets_of, tiles_of, values_of

PHASES = ("bonus", "lot", "deal", "place", "swap", "draw", "over")
SYNTAX = N_("“{move}” isn’t a move. Write H3@c4 (build), H3xc4 (rebuild), swap 2 e (swap) or stay (no swap).")
ENDS = (STAY,)


def _text(action: int) -> str:
    if action < SWAP:
        sign, placement = ("@", action) if action < REBUILD else ("x", action - REBUILD)
        return f"{KINDS[placement // BLOCKS]}{sign}{BLOCK_NAMES[placement % BLOCKS]}"
    if action < STAY:
        street, other = SWAPS[action - SWAP]
        return f"swap {STREET_LETTERS[street]} {STREET_LETTERS[other]}"
    return "stay" if action == STAY else _outcome(action)


def _outcome(action: int) -> str:
    if action < LOT:
        return f"bonus {action - BONUS + 1}"
    return f"lot {action - LOT + 1}" if action < DRAW else f"draw {KINDS[action - DRAW]}"


_TEXTS = tuple(_text(action) for action in range(ACTIONS))
_ACTIONS = {text: action for action, text in enumerate(_TEXTS)}


def write(action: int, board: Board) -> str:
    """Return the notation of an action."""
    return _TEXTS[action]


def read(text: str, board: Board) -> int:
    """Return the action of a notation, or -1."""
    return _ACTIONS.get(text, -1)


def paths(action: int, board: Board) -> list[list[str]]:
    """Return the touches: a tile, then a block; two streets in any order; or the button that declines."""
    if action < SWAP:
        placement = action % REBUILD
        return [[f"hand-{KINDS[placement // BLOCKS]}", f"block-{BLOCK_NAMES[placement % BLOCKS]}"]]
    if action < STAY:
        street, other = (f"street-{STREET_LETTERS[i]}" for i in SWAPS[action - SWAP])
        return [[street, other], [other, street]]
    return [["button-stay"]] if action == STAY else []


def view(s: Record, seat: int) -> dict[str, Any]:
    """Describe a (concealed) position in the terms of the rulebook.

    `hand` is the seat's own; `left[i]` are the tiles of seat i that are neither on the board nor used up nor
    in `hand`: the seat's own pile, or the opponent's hand and pile together.
    """
    return {
        "phase": PHASES[s.phase],
        "turn": s.turn,
        "hand": tiles_of(s.hand[seat]) if seat >= 0 else [],
        "left": [tiles_of(s.pile[other]) for other in range(2)],
        "hand_sizes": list(s.held),
        "pile_sizes": list(s.stock),
        "blocks": {
            BLOCK_NAMES[block]: _block_view(s, block) for block in range(BLOCKS) if s.owner[block] != EMPTY
        },
        "streets": {STREET_LETTERS[street]: _street_view(s, street) for street in streets_of(s)},
        "tokens": [values_of(s.won[other]) for other in range(2)],
        "tokens_out": values_of(s.gone),
        "lots": list(s.lot),
    }


def _block_view(s: Record, block: int) -> dict[str, Any]:
    return {"tile": KINDS[s.tile[block]], "seat": s.owner[block]}


def _street_view(s: Record, street: int) -> dict[str, Any]:
    award = {OPEN: "open", NOBODY: "nobody"}.get(s.award[street], s.award[street])
    return {
        "name": STREET_NAMES[street],
        "token": s.token[street],
        "award": award,
        "sums": [sum_of(s, street, 0), sum_of(s, street, 1)],
    }
