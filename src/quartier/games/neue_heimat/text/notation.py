"""Notation of Neue Heimat: moves as text and as touches, positions as plain data."""

from functools import lru_cache
from typing import Any

from quartier.core.game.boards import Board
from quartier.core.text.languages import N_

from ..rules.auction import is_available
from ..rules.building import value_of
from ..rules.moves import (
    ACTIONS,
    BID,
    CUBE,
    DISCARD,
    FIRST,
    KEEP,
    OFFER,
    OFFER_PERMIT,
    PASS,
    PUT,
    PUT_MAYOR,
    REMOVE,
    SELL,
    TO_BOX,
    TURN_ROOF,
)
from ..rules.scoring import is_finished
from ..rules.state import (
    CUBES,
    DISPLAY,
    DISPLAY_ROWS,
    LOTS,
    NO_PIECE,
    NO_SEAT,
    PERMIT,
    PERMITS,
    ROOF,
    ROWS,
    Record,
)
from .labels import COLOUR_LETTERS, OFFERS, PERMIT_NAMES, PHASES, ROW_NAMES, cube_code, lot_code

SYNTAX = N_(
    "“{move}” isn’t a move. Write box, offer 1L, bid 5, pass, sell, keep, put A3, put A+, remove II or discard."
)


def _text(action: int) -> str:
    if action < BID:
        return "box" if action == TO_BOX else f"offer {OFFERS[action - OFFER]}"
    if action < PUT:
        return {PASS: "pass", SELL: "sell", KEEP: "keep"}.get(action) or f"bid {action - BID + 1}"
    return _use_text(action) if action <= DISCARD else _outcome(action)


def _use_text(action: int) -> str:
    if action < PUT_MAYOR:
        return f"put {lot_code(action - PUT)}"
    if action < REMOVE:
        sign = ("", "+", "-")[(action - PUT_MAYOR) // ROWS]
        return f"put {ROW_NAMES[(action - PUT_MAYOR) % ROWS]}{sign}"
    return "discard" if action == DISCARD else f"remove {PERMIT_NAMES[action - REMOVE]}"


def _outcome(action: int) -> str:
    if action < FIRST:
        return f"cube {cube_code(action - CUBE)}"
    return f"first {action - FIRST}" if action < TURN_ROOF else f"roof {action - TURN_ROOF}"


_TEXTS = tuple(_text(action) for action in range(ACTIONS))
_ACTIONS = {text: action for action, text in enumerate(_TEXTS)}


def write(action: int, board: Board) -> str:
    """Return the notation of an action."""
    return _TEXTS[action]


def read(text: str, board: Board) -> int:
    """Return the action of a notation, or -1."""
    return _ACTIONS.get(text, -1)


def paths(action: int, board: Board) -> list[list[str]]:
    """Return the one touch: a piece on offer, a lot, a row's street or end, a permit, a number, or a button."""
    if action > DISCARD:
        return []
    if action < PUT:
        return [[_auction_touch(action)]]
    if action < PUT_MAYOR:
        return [[f"lot-{lot_code(action - PUT)}"]]
    if action < REMOVE:
        position = ("street", "longer", "shorter")[(action - PUT_MAYOR) // ROWS]
        return [[f"{position}-{ROW_NAMES[(action - PUT_MAYOR) % ROWS]}"]]
    return [["button-discard"]] if action == DISCARD else [[f"permit-{PERMIT_NAMES[action - REMOVE]}"]]


def _auction_touch(action: int) -> str:
    if OFFER <= action < BID:
        return f"offer-{OFFERS[action - OFFER]}"
    if BID <= action < PASS:
        return f"number-bid-{action - BID + 1}"
    return f"button-{_TEXTS[action]}"


def places(s: Record, actor: int, action: int, seat: int | None) -> list[str]:
    """Return the piece on offer, the lot, or the row's street: arrows and removed permits vanish with the move."""
    if REMOVE <= action < DISCARD:
        return [f"street-{ROW_NAMES[s.permit[action - REMOVE]]}"]
    if PUT_MAYOR <= action < REMOVE:
        return [f"street-{ROW_NAMES[(action - PUT_MAYOR) % ROWS]}"]
    touched = [touch for path in paths(action, s.board) for touch in path]
    return [touch for touch in touched if touch.startswith(("offer-", "lot-"))]


def view(s: Record, seat: int) -> dict[str, Any]:
    """Describe a (concealed) position in the terms of the rulebook; money in millions, None where it is concealed."""
    return {
        "phase": PHASES[s.phase],
        "auctioneer": s.auctioneer,
        "display": [[cube_code(cube) for cube in on_display(s, row)] for row in range(DISPLAY_ROWS)],
        "rows": {ROW_NAMES[row]: _row_view(s, row) for row in range(ROWS)},
        "supply": [OFFERS[i] for i in range(len(OFFERS)) if _in_supply(s, i + OFFER)],
        "roofs_face_down": {str(value): count for value, count in enumerate(s.roofs)},
        "hands": [None if s.hand[other] < 0 else s.hand[other] for other in range(s.players)],
        "boxes": list(s.box[: s.players]),
        "colours": {
            COLOUR_LETTERS[colour]: owner for colour, owner in enumerate(s.owner) if owner != NO_SEAT
        },
        "auction": _auction_view(s),
    }


def _in_supply(s: Record, action: int) -> bool:
    if action < OFFER_PERMIT:
        return False
    piece = PERMIT + action - OFFER_PERMIT
    if piece == ROOF:
        return sum(s.roofs) > 0
    return is_available(s, piece) and bool(s.piece != piece)


def _row_view(s: Record, row: int) -> dict[str, Any]:
    houses = [_house_view(s, row * LOTS + lot) for lot in range(s.built[row])]
    permits = [
        PERMIT_NAMES[permit] + ("+" if s.sign[permit] > 0 else "-")
        for permit in range(PERMITS)
        if s.permit[permit] == row
    ]
    return {
        "limit": s.limit[row],
        "houses": houses,
        "permits": permits,
        "mayor": s.mayor == row,
        "finished": bool(is_finished(s, row)),
    }


def _house_view(s: Record, spot: int) -> dict[str, Any]:
    return {"cubes": [cube_code(cube) for cube in stack(s, spot)], "roof": s.roof[spot] or None}


def _auction_view(s: Record) -> dict[str, Any] | None:
    if s.piece == NO_PIECE:
        return None
    return {
        "piece": cube_code(s.piece) if s.piece < CUBES else OFFERS[s.piece - PERMIT + OFFER_PERMIT - OFFER],
        "roof": s.piece_roof or None,
        "bids": list(s.bids[: s.players]),
        "passed": [seat for seat in range(s.players) if s.passed >> seat & 1],
    }


def stack(s: Record, spot: int) -> list[int]:
    """Return the cubes of a house from the ground up."""
    return list(cube_numbers(s.cubes[spot]))


@lru_cache(4096)
def cube_numbers(cubes: int) -> tuple[int, ...]:
    """Return a set of cubes from the ground up."""
    selected = (cube for cube in range(CUBES) if cubes >> cube & 1)
    return tuple(sorted(selected, key=value_of, reverse=True))


def on_display(s: Record, row: int) -> list[int]:
    """Return the cubes left in a display row, left to right."""
    return [
        s.display[row * DISPLAY + position]
        for position in range(s.left[row], min(s.right[row], s.laid - row * DISPLAY))
    ]
