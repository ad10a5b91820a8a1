"""Neue Heimat in words: notation, ids to touch, labels, log lines and refusals."""

from typing import Any

from quartier.core.engine.bits import lowest
from quartier.core.engine.contract import CHANCE
from quartier.core.play.boards import Board
from quartier.core.text.languages import N_, Translator

from .rules.auction import highest_bid
from .rules.building import colour_of, value_of
from .rules.moves import (
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
from .rules.refusals import (
    BELOW_BUILT,
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
from .rules.scoring import finished, row_points
from .rules.state import (
    AVAILABLE,
    BIDDING,
    BLANK,
    COLOURS,
    CUBES,
    DECIDING,
    DISPLAY,
    DISPLAY_ROWS,
    LOTS,
    MAYOR,
    NO_PIECE,
    NO_SEAT,
    NOTHING_TO_OFFER,
    NOTHING_TO_ROOF,
    OFFERING,
    OVER,
    PERMIT,
    PERMITS,
    PLACING,
    ROOF,
    ROOFS_PLACED,
    ROWS,
    TWO_ROWS,
)

SEAT_NAMES = (N_("Circle"), N_("Triangle"), N_("Square"), N_("Diamond"), N_("Star"))
"""Seats by their signs: colours are what is built here, and "Blue" could be either."""
ROW_NAMES = "ABC"
COLOUR_LETTERS = "WRYGBK"
COLOUR_NAMES = (N_("white"), N_("red"), N_("yellow"), N_("green"), N_("blue"), N_("black"))
PERMIT_NAMES = ("I", "II", "III")
OFFERS = ("1L", "1R", "2L", "2R", "3L", "3R", *PERMIT_NAMES, "blank", "mayor", "roof")
PHASES = ("lay", "first", "offer", "turn roof", "bid", "decide", "place", "over")

SYNTAX = N_(
    "“{move}” is no move. A move is box, offer 1L, bid 5, pass, sell, keep, put A3, remove II or discard."
)

REFUSALS = {
    GAME_OVER: N_("The game is over."),
    NOT_IN_TURN: N_("It is not your turn."),
    NOT_OFFERING: N_("Nothing can be offered now: a piece is already in play."),
    NOT_BIDDING: N_("There is no auction in which you could bid now."),
    NOT_DECIDING: N_("There is nothing to sell or to keep now."),
    NOT_PLACING: N_("There is no piece to place now."),
    NO_CHEQUE: N_("You have no cheque in hand for the box."),
    BOXED_ALREADY: N_("One cheque a turn goes into the box, and you have put it there."),
    ROW_EMPTY: N_("That display row is empty."),
    ONLY_LEFT: N_("That display row has only one cube left; it is called the left one."),
    NO_PLACE: N_("That cube has no legal place in any row."),
    PIECE_GONE: N_("That piece is no longer on offer."),
    NO_HOUSE_TO_ROOF: N_("A roof is auctioned only while a house without a roof stands on the board."),
    NO_ROOF_LEFT: N_("No roof is left."),
    TOO_LOW: N_("A bid must be higher than every bid before."),
    TOO_MUCH: N_("You cannot bid more cheques than you have in hand."),
    NOT_NEXT_LOT: N_("A row is built without gaps, starting at the street."),
    BEYOND_LIMIT: N_("That lot lies beyond the limit of the row."),
    NOT_LOWER: N_("A cube goes only on a cube with a higher value."),
    ROOFED: N_("That house has a roof; it is closed."),
    FENCE: N_("A fenced lot carries only one cube."),
    NOT_A_HOUSE: N_("A roof goes on a house."),
    ROOFED_ALREADY: N_("That house has a roof already."),
    MUST_BUILD: N_("A cube or a roof must be placed; it cannot be discarded."),
    WRONG_USE: N_("The piece cannot be used like that."),
    LIMIT_RANGE: N_("A row's limit stays between 1 and 9 lots."),
    BELOW_BUILT: N_("A row is never made shorter than what is built in it."),
    PERMIT_NOT_PLACED: N_("That permit stands at no row."),
    REMOVAL_TOO_SHORT: N_(
        "Without that permit the row would be shorter than what is built in it, or beyond 1 to 9 lots."
    ),
    NOT_CHANCE: N_("Nothing is drawn now."),
    CUBE_GONE: N_("That cube is not among those still to be drawn."),
    NOT_A_SEAT: N_("No such seat can be the first player now."),
    ROOF_GONE: N_("No such roof lies face down."),
}

END_REASONS = {
    TWO_ROWS: N_("Two rows are finished."),
    ROOFS_PLACED: N_("All valued roofs are placed."),
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
        return f"put {lot_name(action - PUT)}"
    if action < REMOVE:
        sign = ("", "+", "-")[(action - PUT_MAYOR) // ROWS]
        return f"put {ROW_NAMES[(action - PUT_MAYOR) % ROWS]}{sign}"
    return "discard" if action == DISCARD else f"remove {PERMIT_NAMES[action - REMOVE]}"


def _outcome(action: int) -> str:
    if action < FIRST:
        return f"cube {cube_code(action - CUBE)}"
    return f"first {action - FIRST}" if action < TURN_ROOF else f"roof {action - TURN_ROOF}"


def lot_name(spot: int) -> str:
    """A lot: "A3"."""
    return f"{ROW_NAMES[spot // LOTS]}{spot % LOTS + 1}"


def cube_code(cube: int) -> str:
    """A cube in notation: "W3"."""
    return f"{COLOUR_LETTERS[colour_of(cube)]}{value_of(cube)}"


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
        return [[f"lot-{lot_name(action - PUT)}"]]
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


# ----- things -----


def cube_name(cube: int, t: Translator) -> str:
    """A cube in words: "white 3"."""
    return f"{t(COLOUR_NAMES[colour_of(cube)])} {value_of(cube)}"


def piece_name(piece: int, roof: int, t: Translator) -> str:
    """A piece in words; `roof` is its value if it is a roof that has been turned over."""
    if piece < CUBES:
        return cube_name(piece, t)
    if piece < BLANK:
        return t("permit {number}").format(number=PERMIT_NAMES[piece - PERMIT])
    if piece == ROOF:
        return t("roof {value}").format(value=roof) if roof else t("roof")
    return t("mayor") if piece == MAYOR else t("blank cube")


def offered_piece(s: Any, action: int) -> int:
    """The piece that an offer takes."""
    if action >= OFFER_PERMIT:
        return PERMIT + action - OFFER_PERMIT
    row, from_right = divmod(action - OFFER, 2)
    place = s.right[row] - 1 if from_right else s.left[row]
    return s.display[row * DISPLAY + place]


def millions(amount: int, t: Translator) -> str:
    """An amount of money."""
    return t("{amount} million").format(amount=amount)


# ----- labels and prompts -----


def label(s: Any, action: int, t: Translator) -> str:
    """A move as one says it."""
    if OFFER <= action < BID:
        return t("Offer: {piece}").format(piece=piece_name(offered_piece(s, action), 0, t))
    if BID <= action < PASS:
        return t("Bid {money}").format(money=millions(action - BID + 1, t))
    if action < PUT:
        return _button_label(s, action, t)
    return _use_label(s, action, t)


def _button_label(s: Any, action: int, t: Translator) -> str:
    if action == TO_BOX:
        return t("Cheque into the box")
    price = millions(int(highest_bid(s)), t)
    return {
        PASS: t("Pass"),
        SELL: t("Sell for {money}").format(money=price),
        KEEP: t("Pay {money} and keep it").format(money=price),
    }[action]


def _use_label(s: Any, action: int, t: Translator) -> str:
    if action == DISCARD:
        return t("Out of the game")
    if action < PUT_MAYOR:
        return t("{piece} on {lot}").format(
            piece=piece_name(s.piece, s.piece_roof, t), lot=lot_name(action - PUT)
        )
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


def prompt(s: Any, seat: int, t: Translator) -> str:
    """What a seat is asked to do."""
    if s.phase == OFFERING:
        return t("Choose a piece to auction.")
    piece = piece_name(s.piece, s.piece_roof, t)
    if s.phase == BIDDING:
        high = highest_bid(s)
        if high:
            return t("{piece}: bid more than {money}, or pass.").format(
                piece=piece, money=millions(int(high), t)
            )
        return t("{piece}: bid, or pass.").format(piece=piece)
    if s.phase == DECIDING:
        return t("{piece}: sell it for {money}, or pay that and keep it?").format(
            piece=piece, money=millions(int(highest_bid(s)), t)
        )
    return t("Place your piece: {piece}.").format(piece=piece)


# ----- the log -----


def line(before: Any, after: Any, actor: int, action: int | None, t: Translator, names: list[str]) -> str:
    """The log line of an event."""
    assert action is not None  # all draws are open (NH-32)
    is_draw = actor == CHANCE
    said = (
        _chance_line(before, after, action, t, names) if is_draw else _deed(before, action, t, names[actor])
    )
    return " ".join([said, *_consequences(before, after, t, names)])


def _chance_line(before: Any, after: Any, action: int, t: Translator, names: list[str]) -> str:
    if action < FIRST:
        return t("On display: {cube}.").format(cube=cube_name(action - CUBE, t))
    if action < TURN_ROOF:
        return t("{name} begins.").format(name=names[after.auctioneer])
    if action == TURN_ROOF:
        return t("The roof is a blank; the turn is over.")
    return t("The roof has the value {value}.").format(value=action - TURN_ROOF)


def _deed(before: Any, action: int, t: Translator, name: str) -> str:
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


def _use_line(before: Any, action: int, t: Translator, name: str) -> str:
    piece = piece_name(before.piece, before.piece_roof, t)
    if action == DISCARD:
        return t("{name} takes the {piece} out of the game.").format(name=name, piece=piece)
    if action < PUT_MAYOR:
        return t("{name} places {piece} on {lot}.").format(name=name, piece=piece, lot=lot_name(action - PUT))
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


def _consequences(before: Any, after: Any, t: Translator, names: list[str]) -> list[str]:
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


def _forced_line(after: Any, t: Translator, names: list[str]) -> str:
    price = int(highest_bid(after))
    if price == 0:
        return t("Nobody bids; {name} gets the piece for nothing.").format(name=names[after.auctioneer])
    return t("{name} cannot pay and sells for {money}.").format(
        name=names[after.auctioneer], money=millions(price, t)
    )


# ----- scores, view, picture -----


def sources(s: Any, seat: int, t: Translator) -> list[tuple[str, int]]:
    """The rows in which a seat has points, and the box."""
    found = []
    for row in range(ROWS):
        points = int(row_points(s, row, seat))
        if points:
            done = finished(s, row)
            form = t("Row {row}, finished") if done else t("Row {row}, unfinished")
            found.append((form.format(row=ROW_NAMES[row]), points if done else -points))
    if s.box[seat]:
        found.append((t("Black-money box"), s.box[seat]))
    return found


def stack(s: Any, spot: int) -> list[int]:
    """The cubes of a house from the ground up."""
    cubes, found = s.cubes[spot], []
    while cubes:
        found.append(lowest(cubes))
        cubes &= cubes - 1
    return sorted(found, key=value_of, reverse=True)


def on_display(s: Any, row: int) -> list[int]:
    """The cubes left in a display row, left to right."""
    return [
        s.display[row * DISPLAY + place]
        for place in range(s.left[row], min(s.right[row], s.laid - row * DISPLAY))
    ]


def view(s: Any, seat: int) -> dict[str, Any]:
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


def _in_supply(s: Any, action: int) -> bool:
    if action < OFFER_PERMIT:
        return False
    piece = PERMIT + action - OFFER_PERMIT
    if piece == ROOF:
        return sum(s.roofs) > 0
    if piece == MAYOR:
        return bool(s.mayor == AVAILABLE and s.piece != MAYOR)
    where = s.blank if piece == BLANK else s.permit[piece - PERMIT]
    return bool(where == AVAILABLE and s.piece != piece)


def _row_view(s: Any, row: int) -> dict[str, Any]:
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


def _house_view(s: Any, spot: int) -> dict[str, Any]:
    return {"cubes": [cube_code(cube) for cube in stack(s, spot)], "roof": s.roof[spot] or None}


def _auction_view(s: Any) -> dict[str, Any] | None:
    if s.piece == NO_PIECE:
        return None
    return {
        "piece": cube_code(s.piece) if s.piece < CUBES else OFFERS[s.piece - PERMIT + OFFER_PERMIT - OFFER],
        "roof": s.piece_roof or None,
        "bids": list(s.bids[: s.players]),
        "passed": [seat for seat in range(s.players) if s.passed >> seat & 1],
    }


def picture(s: Any) -> str:
    """The three rows, the display and the money in plain characters."""
    lines = [_row_picture(s, row) for row in range(ROWS)]
    lines += [
        f"display {row + 1}: " + " ".join(cube_code(cube) for cube in on_display(s, row))
        for row in range(DISPLAY_ROWS)
    ]
    for seat in range(s.players):
        money = "?" if s.hand[seat] < 0 else s.hand[seat]
        colours = "".join(COLOUR_LETTERS[colour] for colour in range(COLOURS) if s.owner[colour] == seat)
        lines.append(f"seat {seat}: {money} in hand, {s.box[seat]} in the box, colours {colours or '–'}")
    return "\n".join(lines)


def _row_picture(s: Any, row: int) -> str:
    houses = []
    for lot in range(s.built[row]):
        spot = row * LOTS + lot
        roof = f"^{s.roof[spot]}" if s.roof[spot] else ""
        houses.append("".join(cube_code(cube) for cube in stack(s, spot)) + roof)
    free = ["."] * (s.limit[row] - s.built[row])
    mayor = "M" if s.mayor == row else " "
    return f"{ROW_NAMES[row]}{mayor}| " + " ".join(houses + free) + " |"
