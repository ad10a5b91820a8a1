"""A position in the terms of the rulebook: as plain data, and in plain characters."""

from functools import lru_cache
from typing import Any

from ..rules.building import value_of
from ..rules.moves import OFFER, OFFER_PERMIT
from ..rules.offers import is_available
from ..rules.scoring import finished
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
    State,
)
from .names import (
    COLOUR_LETTERS,
    OFFERS,
    PERMIT_NAMES,
    PHASES,
    ROW_NAMES,
    cube_code,
)


def view(s: State, seat: int) -> dict[str, Any]:
    """A (concealed) position in the terms of the rulebook; money in millions, None where it is not shown."""
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


def _in_supply(s: State, action: int) -> bool:
    if action < OFFER_PERMIT:
        return False
    piece = PERMIT + action - OFFER_PERMIT
    if piece == ROOF:
        return sum(s.roofs) > 0
    return is_available(s, piece) and bool(s.piece != piece)


def _row_view(s: State, row: int) -> dict[str, Any]:
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
        "finished": bool(finished(s, row)),
    }


def _house_view(s: State, spot: int) -> dict[str, Any]:
    return {"cubes": [cube_code(cube) for cube in stack(s, spot)], "roof": s.roof[spot] or None}


def _auction_view(s: State) -> dict[str, Any] | None:
    if s.piece == NO_PIECE:
        return None
    return {
        "piece": cube_code(s.piece) if s.piece < CUBES else OFFERS[s.piece - PERMIT + OFFER_PERMIT - OFFER],
        "roof": s.piece_roof or None,
        "bids": list(s.bids[: s.players]),
        "passed": [seat for seat in range(s.players) if s.passed >> seat & 1],
    }


def stack(s: State, spot: int) -> list[int]:
    """The cubes of a house from the ground up."""
    return list(stacked(s.cubes[spot]))


@lru_cache(4096)
def stacked(cubes: int) -> tuple[int, ...]:
    """A set of cubes from the ground up."""
    found = (cube for cube in range(CUBES) if cubes >> cube & 1)
    return tuple(sorted(found, key=value_of, reverse=True))


def on_display(s: State, row: int) -> list[int]:
    """The cubes left in a display row, left to right."""
    return [
        s.display[row * DISPLAY + place]
        for place in range(s.left[row], min(s.right[row], s.laid - row * DISPLAY))
    ]
