"""Violations in Neue Heimat: a message for each reason why a move is illegal."""

from quartier.core.text.languages import N_

from ..rules.state import OFFERING, Record
from ..rules.violations import (
    BELOW_BUILT,
    BELOW_LEAST,
    BEYOND_LIMIT,
    BOXED_ALREADY,
    CUBE_GONE,
    FENCE,
    GAME_OVER,
    LIMIT_RANGE,
    MUST_BUILD,
    NO_CHEQUE,
    NO_HOUSE_TO_ROOF,
    NO_PLACE,
    NO_ROOF_LEFT,
    NOT_A_HOUSE,
    NOT_A_SEAT,
    NOT_BIDDING,
    NOT_CHANCE,
    NOT_DECIDING,
    NOT_IN_TURN,
    NOT_LOWER,
    NOT_NEXT_LOT,
    NOT_OFFERING,
    NOT_PLACING,
    ONLY_LEFT,
    PERMIT_NOT_PLACED,
    PIECE_GONE,
    REMOVAL_TOO_SHORT,
    ROOF_GONE,
    ROOFED,
    ROOFED_ALREADY,
    ROW_EMPTY,
    TOO_LOW,
    TOO_MUCH,
    WRONG_USE,
)

REFUSALS = {
    GAME_OVER: N_("The game is over."),
    NOT_IN_TURN: N_("It’s not your turn."),
    NOT_OFFERING: N_("You can’t offer a piece until the current one has been used."),
    NOT_BIDDING: N_("There’s no auction you can bid in right now."),
    NOT_DECIDING: N_("There’s nothing to sell or keep right now."),
    NOT_PLACING: N_("You have no piece to place right now."),
    NO_CHEQUE: N_("You have no money in hand for your slush fund."),
    BOXED_ALREADY: N_("You’ve already put 1 million in your slush fund. More isn’t allowed in one turn."),
    ROW_EMPTY: N_("That display row is empty."),
    ONLY_LEFT: N_("That display row has only one cube left. Offer it as the left one."),
    NO_PLACE: N_("You can’t offer that cube: it can’t be built anywhere."),
    PIECE_GONE: N_("That piece is no longer for sale."),
    NO_HOUSE_TO_ROOF: N_("You can offer a roof only while there’s a house without one."),
    NO_ROOF_LEFT: N_("There are no roofs left."),
    TOO_LOW: N_("Bid more than the highest bid so far."),
    BELOW_LEAST: N_("That’s below the minimum bid."),
    TOO_MUCH: N_("You can’t bid more than you have in hand."),
    NOT_NEXT_LOT: N_("Rows are built without gaps, starting at the street."),
    BEYOND_LIMIT: N_("That lot is beyond the row’s limit."),
    NOT_LOWER: N_("A cube can only go on a cube with a higher value."),
    ROOFED: N_("That house has a roof. Nothing more can be built on it."),
    FENCE: N_("A fenced lot can hold only one cube."),
    NOT_A_HOUSE: N_("A roof must go on a house."),
    ROOFED_ALREADY: N_("That house already has a roof."),
    MUST_BUILD: N_("You must build a cube or roof. You can’t discard it."),
    WRONG_USE: N_(
        "Choose where the piece goes: a lot for a cube or roof, a row for a permit or the mayor, a permit "
        "for the cancel cube."
    ),
    LIMIT_RANGE: N_("A row’s limit is always between 1 and 9 lots."),
    BELOW_BUILT: N_("A row can’t become shorter than what’s built in it."),
    PERMIT_NOT_PLACED: N_("That permit isn’t in any row."),
    REMOVAL_TOO_SHORT: N_(
        "Without that permit, the row would be shorter than what’s built in it, or not between 1 and 9 "
        "lots long."
    ),
    NOT_CHANCE: N_("Nothing is being drawn right now."),
    CUBE_GONE: N_("That cube can’t be drawn any more."),
    NOT_A_SEAT: N_("That player can’t be drawn as start player."),
    ROOF_GONE: N_("There’s no such roof left face down."),
}
LOCKED = N_("Not for sale yet: only the outer cubes of a display row are.")


def reason(s: Record, seat: int, path: list[str]) -> tuple[int, str] | None:
    """NH-10: explain an inner cube of the display; it is part of no move, so it has its own message."""
    if not path[0].startswith("cube-"):
        return None
    return 10, LOCKED if s.phase == OFFERING else REFUSALS[NOT_OFFERING]
