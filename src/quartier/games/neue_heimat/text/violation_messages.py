"""Violations in Neue Heimat: a sentence for each reason why a move is illegal."""

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
    NOT_IN_TURN: N_("It is not your turn."),
    NOT_OFFERING: N_("Nothing can be offered now: a piece is already in play."),
    NOT_BIDDING: N_("There is no auction in which you could bid now."),
    NOT_DECIDING: N_("There is nothing to sell or to keep now."),
    NOT_PLACING: N_("There is no piece to place now."),
    NO_CHEQUE: N_("You have no cheque in hand for the box."),
    BOXED_ALREADY: N_("Only one cheque a turn goes into the box, and you have already put it there."),
    ROW_EMPTY: N_("That display row is empty."),
    ONLY_LEFT: N_("That display row has only one cube left; it is called the left one."),
    NO_PLACE: N_("That cube has no legal place in any row."),
    PIECE_GONE: N_("That piece is no longer on offer."),
    NO_HOUSE_TO_ROOF: N_("A roof is auctioned only while a house without a roof stands on the board."),
    NO_ROOF_LEFT: N_("No roof is left."),
    TOO_LOW: N_("A bid must be higher than every bid before."),
    BELOW_LEAST: N_("That is below the least that may be bid."),
    TOO_MUCH: N_("You cannot bid more cheques than you have in hand."),
    NOT_NEXT_LOT: N_("A row is built without gaps, starting at the street."),
    BEYOND_LIMIT: N_("That lot lies beyond the limit of the row."),
    NOT_LOWER: N_("A cube goes only on a cube with a higher value."),
    ROOFED: N_("That house has a roof; it is closed."),
    FENCE: N_("A fenced lot carries only one cube."),
    NOT_A_HOUSE: N_("A roof goes on a house."),
    ROOFED_ALREADY: N_("That house has a roof already."),
    MUST_BUILD: N_("A cube or a roof must be placed; it cannot be discarded."),
    WRONG_USE: N_(
        "Touch what the piece is for: a lot for a cube or roof, a row for a permit or mayor, a permit for the blank cube."
    ),
    LIMIT_RANGE: N_("A row's limit stays between 1 and 9 lots."),
    BELOW_BUILT: N_("A row is never made shorter than what is built in it."),
    PERMIT_NOT_PLACED: N_("That permit does not stand at any row."),
    REMOVAL_TOO_SHORT: N_(
        "Without that permit the row would be shorter than what is built in it, or not between 1 and 9 lots long."
    ),
    NOT_CHANCE: N_("Nothing is drawn now."),
    CUBE_GONE: N_("That cube is not among those still to be drawn."),
    NOT_A_SEAT: N_("That seat cannot be drawn to go first now."),
    ROOF_GONE: N_("No roof of that kind lies face down any more."),
}
LOCKED = N_("Still locked: only the outer cubes of a row are sold.")


def reason(s: Record, seat: int, path: list[str]) -> tuple[int, str] | None:
    """NH-10: an inner cube of the display is a choice in no move; it says itself why."""
    if not path[0].startswith("cube-"):
        return None
    return 10, LOCKED if s.phase == OFFERING else REFUSALS[NOT_OFFERING]
