"""Observation encoding: the houses, the rows, the display, the supply, money, and the auction.

Seats are relative to the observing seat: 0 is itself, 1 the next one.
"""

from typing import Any

from quartier.core.engine.bits import lowest
from quartier.core.engine.observations import Part, starts

from ..rules.building import colour_of, value_of
from ..rules.scoring import score
from ..rules.state import (
    AVAILABLE,
    CHOOSING_FIRST,
    COLOURS,
    DISPLAY,
    DISPLAY_ROWS,
    DISPLAYED,
    LAST_LIMIT,
    LAYING,
    LOTS,
    MOST_MONEY,
    MOST_SEATS,
    NO_PIECE,
    NO_SEAT,
    OVER,
    PERMITS,
    ROOF,
    ROWS,
    SPOTS,
    VALUES,
    Record,
)

_PHASES, _PIECES = OVER + 1, ROOF + 1
_MOST_ROOFS, _MOST_POINTS = 5, 1000
OBSERVATION = (
    Part(
        "cubes", (COLOURS, VALUES, ROWS, LOTS), 0, 1, "lots whose house has the cube of each colour and value"
    ),
    Part("roof", (ROWS, LOTS), 0, VALUES, "value of the roof on each lot"),
    Part("built", (ROWS,), 0, LOTS, "lots with a house in each row"),
    Part("limit", (ROWS,), 0, LAST_LIMIT, "lots that may be built in each row"),
    Part("permits", (PERMITS, ROWS), -1, 1, "1 where the permit lengthens a row, -1 where it shortens it"),
    Part("mayor", (ROWS,), 0, 1, "the row of the mayor"),
    Part("supply", (PERMITS + 2,), 0, 1, "permits, cancel cube and mayor not yet offered"),
    Part(
        "colours", (COLOURS, DISPLAY_ROWS, DISPLAY), 0, 1, "places of the display with a cube of each colour"
    ),
    Part(
        "values", (DISPLAY_ROWS, DISPLAY), 0, VALUES, "values of the cubes on display, 0 where there is none"
    ),
    Part("roofs", (VALUES + 1,), 0, _MOST_ROOFS, "face-down roofs of each value, blanks first"),
    Part("hand", (MOST_SEATS,), -1, MOST_MONEY, "cheques in each hand; -1 if hidden"),
    Part("box", (MOST_SEATS,), 0, MOST_MONEY, "cheques in each slush fund"),
    Part("owner", (COLOURS, MOST_SEATS), 0, 1, "the seat that holds each colour"),
    Part("points", (MOST_SEATS,), -_MOST_POINTS, _MOST_POINTS, "each seat's score if the game ended now"),
    Part("bids", (MOST_SEATS,), 0, MOST_MONEY, "what each seat bids in this auction"),
    Part("passed", (MOST_SEATS,), 0, 1, "seats that have passed in this auction"),
    Part("auctioneer", (MOST_SEATS,), 0, 1, "the seat whose turn it is"),
    Part("bidder", (MOST_SEATS,), 0, 1, "the seat that offers, bids, decides or places"),
    Part("boxed", (1,), 0, 1, "whether the auctioneer has put a cheque into the slush fund this turn"),
    Part(
        "piece",
        (_PIECES,),
        0,
        1,
        "the piece up for auction: a cube, a permit, the cancel cube, the mayor, a roof",
    ),
    Part("piece_roof", (1,), 0, VALUES, "value of the roof up for auction"),
    Part("phase", (_PHASES,), 0, 1, "laying, choosing, offering, turning, bidding, deciding, placing, over"),
    Part("show_money", (1,), 0, 1, "option: whether cheques in hand are open"),
    Part("seats", (MOST_SEATS,), 0, 1, "the seats that are taken"),
)
(
    _CUBES,
    _ROOF,
    _BUILT,
    _LIMIT,
    _PERMITS,
    _MAYOR,
    _SUPPLY,
    _COLOURS,
    _VALUES,
    _ROOFS,
    _HAND,
    _BOX,
    _OWNER,
    _POINTS,
    _BIDS,
    _PASSED,
    _AUCTIONEER,
    _BIDDER,
    _BOXED,
    _PIECE,
    _PIECE_ROOF,
    _PHASE,
    _SHOW_MONEY,
    _SEATS,
) = starts(OBSERVATION)


def observe(s: Record, seat: int, out: Any) -> None:
    """Encode the town, the pieces to come, the seats, and the auction."""
    observe_houses(s, out)
    observe_rows(s, out)
    observe_display(s, out)
    for value in range(VALUES + 1):
        out[_ROOFS + value] = s.roofs[value]
    for colour in range(COLOURS):
        if s.owner[colour] != NO_SEAT:
            out[_OWNER + colour * MOST_SEATS + (s.owner[colour] - seat) % s.players] = 1
    for ahead in range(s.players):
        observe_seat(s, (seat + ahead) % s.players, ahead, out)
    observe_auction(s, seat, out)


def observe_houses(s: Record, out: Any) -> None:
    """Encode cubes and roofs, lot by lot."""
    for row in range(ROWS):
        for spot in range(row * LOTS, row * LOTS + s.built[row]):
            cubes = s.cubes[spot]
            while cubes:
                out[_CUBES + lowest(cubes) * SPOTS + spot] = 1
                cubes &= cubes - 1
            out[_ROOF + spot] = s.roof[spot]


def observe_rows(s: Record, out: Any) -> None:
    """Encode rows with their permits, and what can still be offered for them."""
    for row in range(ROWS):
        out[_BUILT + row], out[_LIMIT + row] = s.built[row], s.limit[row]
    for permit in range(PERMITS):
        if s.permit[permit] >= 0:
            out[_PERMITS + permit * ROWS + s.permit[permit]] = s.sign[permit]
        out[_SUPPLY + permit] = 1 if s.permit[permit] == AVAILABLE else 0
    if s.mayor >= 0:
        out[_MAYOR + s.mayor] = 1
    out[_SUPPLY + PERMITS] = 1 if s.blank == AVAILABLE else 0
    out[_SUPPLY + PERMITS + 1] = 1 if s.mayor == AVAILABLE else 0


def observe_display(s: Record, out: Any) -> None:
    """Encode the cubes on display; in the setup those placed so far."""
    for row in range(DISPLAY_ROWS):
        last = s.right[row] if s.phase != LAYING else min(DISPLAY, max(0, s.laid - row * DISPLAY))
        for i in range(row * DISPLAY + s.left[row], row * DISPLAY + last):
            cube = s.display[i]
            out[_COLOURS + colour_of(cube) * DISPLAYED + i] = 1
            out[_VALUES + i] = value_of(cube)


def observe_seat(s: Record, other: int, ahead: int, out: Any) -> None:
    """Encode money, points and bid of a seat."""
    out[_HAND + ahead], out[_BOX + ahead] = s.hand[other], s.box[other]
    out[_POINTS + ahead] = score(s, other)
    out[_BIDS + ahead], out[_PASSED + ahead] = s.bids[other], s.passed >> other & 1
    out[_SEATS + ahead] = 1


def observe_auction(s: Record, seat: int, out: Any) -> None:
    """Encode whose turn it is, who acts, and the piece on offer."""
    if s.phase > CHOOSING_FIRST:
        out[_AUCTIONEER + (s.auctioneer - seat) % s.players] = 1
        out[_BIDDER + (s.bidder - seat) % s.players] = 1
    if s.piece != NO_PIECE:
        out[_PIECE + s.piece] = 1
    out[_BOXED], out[_PIECE_ROOF] = s.boxed, s.piece_roof
    out[_PHASE + s.phase], out[_SHOW_MONEY] = 1, s.show_money
