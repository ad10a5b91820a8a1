"""Neue Heimat in words: notation, ids to touch, labels, log lines and refusals."""

from quartier.core.engine.contract import CHANCE
from quartier.core.game.boards import Board
from quartier.core.text.languages import N_, Translator

from ..rules.auction import highest_bid
from ..rules.moves import (
    ACTIONS,
    BID,
    CUBE,
    DISCARD,
    FIRST,
    KEEP,
    LENGTHEN,
    OFFER,
    OFFER_PERMIT,
    PASS,
    PUT,
    PUT_MAYOR,
    REMOVE,
    SELL,
    SHORTEN,
    TO_BOX,
    TURN_ROOF,
)
from ..rules.offers import outer_cube
from ..rules.scoring import finished, row_points
from ..rules.state import (
    BIDDING,
    COLOURS,
    DECIDING,
    LOTS,
    NO_SEAT,
    NOTHING_TO_OFFER,
    NOTHING_TO_ROOF,
    OFFERING,
    OVER,
    PARAMETERS,
    PERMIT,
    PLACING,
    ROOFS_PLACED,
    ROWS,
    TWO_ROWS,
    State,
)
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
from .ascii_art import ascii_art
from .effects import describe_effect
from .explanations import GROUPS, explain
from .final_count import count
from .names import (
    COLOUR_NAMES,
    OFFERS,
    PERMIT_NAMES,
    ROW_NAMES,
    SEAT_NAMES,
    cube_code,
    cube_name,
    lot_code,
    lot_name,
    millions,
    piece_name,
)
from .scoring_help import categories
from .sounds import sound
from .views import view

__all__ = [
    "GROUPS",
    "REFUSALS",
    "SEAT_NAMES",
    "SYNTAX",
    "ascii_art",
    "categories",
    "count",
    "describe_effect",
    "explain",
    "label",
    "line",
    "paths",
    "prompt",
    "read",
    "reason",
    "sound",
    "sources",
    "view",
    "write",
]

SYNTAX = N_(
    "“{move}” is not a move. A move is box, offer 1L, bid 5, pass, sell, keep, put A3, remove II or discard."
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

END_REASONS = {
    TWO_ROWS: N_("Two rows are finished."),
    ROOFS_PLACED: N_("All roofs with a value are placed."),
    NOTHING_TO_ROOF: N_("No cube is left and every house has a roof."),
    NOTHING_TO_OFFER: N_("No piece is left to offer."),
}


# ----- notation -----


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
    """The notation of an action."""
    return _TEXTS[action]


def read(text: str, board: Board) -> int:
    """The action of a notation, or -1."""
    return _ACTIONS.get(text, -1)


def paths(action: int, board: Board) -> list[list[str]]:
    """One touch each: a piece on offer, a lot, a row's street or end, a permit, a number, or a button."""
    if action > DISCARD:
        return []
    if action < PUT:
        return [[_auction_touch(action)]]
    if action < PUT_MAYOR:
        return [[f"lot-{lot_code(action - PUT)}"]]
    if action < REMOVE:
        place = ("street", "longer", "shorter")[(action - PUT_MAYOR) // ROWS]
        return [[f"{place}-{ROW_NAMES[(action - PUT_MAYOR) % ROWS]}"]]
    return [["button-discard"]] if action == DISCARD else [[f"permit-{PERMIT_NAMES[action - REMOVE]}"]]


def _auction_touch(action: int) -> str:
    if OFFER <= action < BID:
        return f"offer-{OFFERS[action - OFFER]}"
    if BID <= action < PASS:
        return f"number-bid-{action - BID + 1}"
    return f"button-{_TEXTS[action]}"


def places(s: State, actor: int, action: int, seat: int | None) -> list[str]:
    """The piece on offer, the lot, or the street of the row: arrows and removed permits are gone after the move."""
    if REMOVE <= action < DISCARD:
        return [f"street-{ROW_NAMES[s.permit[action - REMOVE]]}"]
    if PUT_MAYOR <= action < REMOVE:
        return [f"street-{ROW_NAMES[(action - PUT_MAYOR) % ROWS]}"]
    touched = [touch for path in paths(action, s.board) for touch in path]
    return [touch for touch in touched if touch.startswith(("offer-", "lot-"))]


def place_name(s: State, place: str, t: Translator) -> str:
    """What can be touched by name: a lot, a row, a permit on the board, a piece on offer; "" for anything else."""
    kind, _, name = place.partition("-")
    if kind == "lot":
        return lot_name(ROW_NAMES.index(name[0]) * LOTS + int(name[1:]) - 1, t)
    if kind in ("street", "longer", "shorter"):
        return t("Row {row}").format(row=name)
    if kind == "permit":
        return t("permit {number}").format(number=name)
    return piece_name(offered_piece(s, OFFER + OFFERS.index(name)), 0, t) if kind == "offer" else ""


LOCKED = N_("Still locked: only the outer cubes of a row are sold.")


def reason(s: State, seat: int, path: list[str]) -> tuple[int, str] | None:
    """NH-10: an inner cube of the display is a choice in no move; it says itself why."""
    if not path[0].startswith("cube-"):
        return None
    return 10, LOCKED if s.phase == OFFERING else REFUSALS[NOT_OFFERING]


# ----- labels and prompts -----


def offered_piece(s: State, action: int) -> int:
    """The piece that an offer takes."""
    if action >= OFFER_PERMIT:
        return PERMIT + action - OFFER_PERMIT
    return outer_cube(s, *divmod(action - OFFER, 2))


def label(s: State, action: int, t: Translator) -> str:
    """A move in spoken words."""
    if OFFER <= action < BID:
        return t("Offer: {piece}").format(piece=piece_name(offered_piece(s, action), 0, t))
    if BID <= action < PASS:
        return t("Bid {money}").format(money=millions(action - BID + 1, t))
    if action < PUT:
        return _button_label(s, action, t)
    return _use_label(s, action, t)


def _button_label(s: State, action: int, t: Translator) -> str:
    if action == TO_BOX:
        return t("Cheque into the box")
    price = int(highest_bid(s))
    return {
        PASS: t("Pass"),
        SELL: t("Sell for {price}").format(price=price),
        KEEP: t("Keep for {price}").format(price=price),
    }[action]


def _use_label(s: State, action: int, t: Translator) -> str:
    if action == DISCARD:
        return t("Discard")
    if action < PUT_MAYOR:
        piece = piece_name(s.piece, s.piece_roof, t)
        return t("{piece} on {lot}").format(piece=piece, lot=lot_name(action - PUT, t))
    if action >= REMOVE:
        return t("Remove permit {number}").format(number=PERMIT_NAMES[action - REMOVE])
    form = (
        t("Mayor in front of row {row}"),
        t("Row {row} longer, to {limit}"),
        t("Row {row} shorter, to {limit}"),
    )
    which, row = divmod(action - PUT_MAYOR, ROWS)
    limit = s.limit[row] + (s.piece - PERMIT + 1) * (1 if which == 1 else -1)
    return form[which].format(row=ROW_NAMES[row], limit=limit)


def prompt(s: State, seat: int, t: Translator) -> str:
    """What a seat is asked to do."""
    if s.phase == OFFERING:
        return t("Choose a piece to auction.")
    piece = piece_name(s.piece, s.piece_roof, t)
    if s.phase == BIDDING:
        high = highest_bid(s)
        if high:
            return t("{piece}: more than {money}, or pass?").format(piece=piece, money=millions(int(high), t))
        return t("{piece}: bid, or pass.").format(piece=piece)
    if s.phase == DECIDING:
        return t("{piece}: sell it for {money}, or pay that and keep it?").format(
            piece=piece, money=millions(int(highest_bid(s)), t)
        )
    return t("Place your piece: {piece}.").format(piece=piece)


# ----- the log -----


def line(before: State, after: State, actor: int, action: int | None, t: Translator, names: list[str]) -> str:
    """The log line of an event."""
    assert action is not None  # all draws are open (NH-32)
    is_draw = actor == CHANCE
    said = (
        _chance_line(before, after, action, t, names) if is_draw else _deed(before, action, t, names[actor])
    )
    return " ".join([said, *_consequences(before, after, t, names)])


def _chance_line(before: State, after: State, action: int, t: Translator, names: list[str]) -> str:
    if action < FIRST:
        return t("On display: {cube}.").format(cube=cube_name(action - CUBE, t))
    if action < TURN_ROOF:
        return t("{name} begins.").format(name=names[after.auctioneer])
    if action == TURN_ROOF:
        return t("The roof is a blank; the turn is over.")
    return t("The roof has the value {value}.").format(value=action - TURN_ROOF)


def _deed(before: State, action: int, t: Translator, name: str) -> str:
    if OFFER <= action < BID:
        return t("{name} offers: {piece}.").format(
            name=name, piece=piece_name(offered_piece(before, action), 0, t)
        )
    if BID <= action < PASS:
        return t("{name} bids {money}.").format(name=name, money=millions(action - BID + 1, t))
    forms = {
        TO_BOX: t("{name} puts a cheque into the box."),
        PASS: t("{name} passes."),
        SELL: t("{name} sells for {money}."),
        KEEP: t("{name} pays {money} and keeps the piece."),
    }
    if action in forms:
        return forms[action].format(name=name, money=millions(int(highest_bid(before)), t))
    return _use_line(before, action, t, name)


def _use_line(before: State, action: int, t: Translator, name: str) -> str:
    piece = piece_name(before.piece, before.piece_roof, t)
    if action == DISCARD:
        return t("{name} takes the {piece} out of the game.").format(name=name, piece=piece)
    if action < PUT_MAYOR:
        lot = lot_name(action - PUT, t)
        return t("{name} places {piece} on {lot}.").format(name=name, piece=piece, lot=lot)
    if action < LENGTHEN:
        return t("{name} puts the mayor in front of row {row}.").format(
            name=name, row=ROW_NAMES[action - PUT_MAYOR]
        )
    if action >= REMOVE:
        return t("{name} removes permit {number}.").format(name=name, number=PERMIT_NAMES[action - REMOVE])
    form = (
        t("{name} lengthens row {row} by {number}.")
        if action < SHORTEN
        else t("{name} shortens row {row} by {number}.")
    )
    row = ROW_NAMES[(action - LENGTHEN) % ROWS]
    return form.format(name=name, row=row, number=before.piece - PERMIT + 1)


def _consequences(before: State, after: State, t: Translator, names: list[str]) -> list[str]:
    """What follows without an event: free pieces, forced sales, colours taken, the end."""
    said = [
        t("{name} takes the colour {colour}.").format(
            name=names[after.owner[colour]], colour=t(COLOUR_NAMES[colour])
        )
        for colour in range(COLOURS)
        if before.owner[colour] != after.owner[colour] and after.owner[colour] != NO_SEAT
    ]
    if before.phase == BIDDING and after.phase == PLACING:
        said.append(_forced_line(after, t, names))
    if before.phase != OVER and after.phase == OVER:
        said.append(t(END_REASONS[after.reason]))
    return said


def _forced_line(after: State, t: Translator, names: list[str]) -> str:
    price = int(highest_bid(after))
    if price == 0:
        return t("Nobody bids; {name} gets the piece for nothing.").format(name=names[after.auctioneer])
    return t("{name} cannot pay and sells for {money}.").format(
        name=names[after.auctioneer], money=millions(price, t)
    )


# ----- scores -----


PRAISE = N_("{name} has done the best business")
TIE_BREAK = N_("Level on points: more cheques decide.")
"""NH-31."""


def ending(s: State, t: Translator) -> str:
    """NH-27: why no turn follows."""
    if s.reason == TWO_ROWS and s.rows_to_end != PARAMETERS["rows_to_end"].default:
        return t("Finished rows: {count}.").format(count=s.rows_to_end)
    return t(END_REASONS[s.reason])


def sources(s: State, seat: int, t: Translator) -> list[tuple[str, int]]:
    """The rows in which a seat has points, and the box: in short, for cards; what counts minus is unfinished."""
    result = []
    for row in range(ROWS):
        points = int(row_points(s, row, seat))
        if points:
            name = t("Row {letter}").format(letter=ROW_NAMES[row])
            result.append((name, points if finished(s, row) else -points))
    if s.box[seat] * s.box_points:
        result.append((t("Box"), s.box[seat] * s.box_points))
    return result
