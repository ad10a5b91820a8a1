"""Labels of Neue Heimat: moves, pieces and places by name, and prompts."""

import numpy as np

from quartier.core.text.languages import N_, Translator

from ..rules.auction import highest_bid, lowest_bid, outer_cube
from ..rules.building import colour_of, is_built, value_of
from ..rules.moves import (
    BID,
    DISCARD,
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
    list_placements,
)
from ..rules.state import (
    BIDDING,
    BLANK,
    CUBES,
    DECIDING,
    LOTS,
    MAYOR,
    OFFERING,
    PERMIT,
    PERMITS,
    ROOF,
    ROWS,
    Record,
)

SEAT_NAMES = (N_("Circle"), N_("Triangle"), N_("Square"), N_("Diamond"), N_("Star"))
"""Seats by their symbols: colours are built in this game, and "Blue" would be ambiguous."""
ROW_NAMES = "ABC"
COLOUR_LETTERS = "WRYGBK"
COLOUR_NAMES = (N_("white"), N_("red"), N_("yellow"), N_("green"), N_("blue"), N_("black"))
PERMIT_NAMES = ("I", "II", "III")
OFFERS = ("1L", "1R", "2L", "2R", "3L", "3R", *PERMIT_NAMES, "blank", "mayor", "roof")
PHASES = ("lay", "first", "offer", "turn roof", "bid", "decide", "place", "over")


def lot_code(spot: int) -> str:
    """Return the notation of a lot: "A3"."""
    return f"{ROW_NAMES[spot // LOTS]}{spot % LOTS + 1}"


def lot_name(spot: int, t: Translator) -> str:
    """Return the name of a lot: "row A, lot 3"."""
    return t("row {row}, lot {number}").format(row=ROW_NAMES[spot // LOTS], number=spot % LOTS + 1)


def cube_code(cube: int) -> str:
    """Return the notation of a cube: "W3"."""
    return f"{COLOUR_LETTERS[colour_of(cube)]}{value_of(cube)}"


def cube_name(cube: int, t: Translator) -> str:
    """Return the name of a cube: "white 3"."""
    return f"{t(COLOUR_NAMES[colour_of(cube)])} {value_of(cube)}"


def piece_name(piece: int, roof: int, t: Translator) -> str:
    """Return the name of a piece; `roof` is its value if it is a roof that has been turned over."""
    if piece < CUBES:
        return cube_name(piece, t)
    if piece < BLANK:
        return t("permit {number}").format(number=PERMIT_NAMES[piece - PERMIT])
    if piece == ROOF:
        return t("roof {value}").format(value=roof) if roof else t("roof")
    return t("mayor") if piece == MAYOR else t("cancel cube")


def object_name(piece: int, roof: int, t: Translator) -> str:
    """Return a piece that is offered or discarded: "the mayor", "a roof"."""
    if piece == ROOF and not roof:
        return t("a roof")
    names = {BLANK: t("the cancel cube"), MAYOR: t("the mayor")}
    return names.get(piece) or piece_name(piece, roof, t)


def millions(amount: int, t: Translator) -> str:
    """Format an amount of money: "5 million"."""
    return t.ngettext("{count} million", "{count} million", amount).format(count=amount)


def points_name(points: int, t: Translator, text: str | None = None) -> str:
    """Format a number of points: "5 points"; `text` is the number as written, if it isn't plain."""
    form = t.ngettext("{count} point", "{count} points", abs(points))
    return form.format(count=points if text is None else text)


def roofs_name(count: int, t: Translator) -> str:
    """Format a number of roofs: "1 roof"."""
    return t.ngettext("{count} roof", "{count} roofs", count).format(count=count)


def blanks_name(count: int, t: Translator) -> str:
    """Format a number of blank roofs: "1 blank"."""
    return t.ngettext("{count} blank", "{count} blanks", count).format(count=count)


def lacking_name(lacking: tuple[int, int], t: Translator, both: str = "") -> str:
    """Say how many houses and roofs a row lacks: "1 house and 3 roofs"; `both` joins them otherwise."""
    houses = t.ngettext("{count} house", "{count} houses", lacking[0]).format(count=lacking[0])
    roofs = roofs_name(lacking[1], t)
    return (both or t("{houses} and {roofs}")).format(houses=houses, roofs=roofs) if lacking[0] else roofs


def place_name(s: Record, touch: str, t: Translator) -> str:
    """Return the name of a lot, a row, a placed permit or an offered piece that can be touched; "" for anything else."""
    kind, _, name = touch.partition("-")
    if kind == "lot":
        return lot_name(ROW_NAMES.index(name[0]) * LOTS + int(name[1:]) - 1, t)
    if kind in ("street", "longer", "shorter"):
        return t("Row {row}").format(row=name)
    if kind == "permit":
        return t("permit {number}").format(number=name)
    return piece_name(offered_piece(s, OFFER + OFFERS.index(name)), 0, t) if kind == "offer" else ""


def offered_piece(s: Record, action: int) -> int:
    """Return the piece that an offer takes."""
    if action >= OFFER_PERMIT:
        return PERMIT + action - OFFER_PERMIT
    return outer_cube(s, *divmod(action - OFFER, 2))


def label(s: Record, action: int, t: Translator) -> str:
    """Return the spoken label of a move."""
    if OFFER <= action < BID:
        return t("Offer {piece}").format(piece=object_name(offered_piece(s, action), 0, t))
    if BID <= action < PASS:
        return t("Bid {money}").format(money=millions(action - BID + 1, t))
    if action < PUT:
        return _button_label(s, action, t)
    return _use_label(s, action, t)


def _button_label(s: Record, action: int, t: Translator) -> str:
    if action == TO_BOX:
        return t("Put 1 million in your slush fund")
    price = int(highest_bid(s))
    return {
        PASS: t("Pass"),
        SELL: t("Sell for {price}").format(price=price),
        KEEP: t("Keep for {price}").format(price=price),
    }[action]


def _use_label(s: Record, action: int, t: Translator) -> str:
    if action == DISCARD:
        return t("Discard")
    if action < PUT_MAYOR:
        piece = piece_name(s.piece, s.piece_roof, t)
        return t("Build {piece} in {lot}").format(piece=piece, lot=lot_name(action - PUT, t))
    if action >= REMOVE:
        return t("Remove permit {number}").format(number=PERMIT_NAMES[action - REMOVE])
    if action < LENGTHEN:
        return t("Put the mayor in row {row}").format(row=ROW_NAMES[action - PUT_MAYOR])
    return _limit_label(s, action, t)


def _limit_label(s: Record, action: int, t: Translator) -> str:
    """Return the label of a permit at a row, by the limit that the row then has."""
    row, steps = (action - LENGTHEN) % ROWS, int(s.piece) - PERMIT + 1
    if action < SHORTEN:
        limit = int(s.limit[row]) + steps
        form = t.ngettext("Lengthen row {row} to {count} lot", "Lengthen row {row} to {count} lots", limit)
    else:
        limit = int(s.limit[row]) - steps
        form = t.ngettext("Shorten row {row} to {count} lot", "Shorten row {row} to {count} lots", limit)
    return form.format(row=ROW_NAMES[row], count=limit)


def prompt(s: Record, seat: int, t: Translator) -> str:
    """Return the prompt for a seat."""
    if s.phase == OFFERING:
        return t("Choose a piece to auction.")
    piece = piece_name(s.piece, s.piece_roof, t)
    if s.phase == BIDDING:
        least, most = int(lowest_bid(s)), int(s.hand[seat])
        if least > most:
            return t("{piece}: you can’t bid that much. Pass.").format(piece=piece)
        form = t.ngettext(
            "{piece}: bid {range} million, or pass.", "{piece}: bid {range} million, or pass.", most
        )
        return form.format(piece=piece, range=f"{least}–{most}" if least < most else most)
    if s.phase == DECIDING:
        return t("{piece}: sell it or keep it?").format(piece=piece)
    return _use_prompt(s, int(s.piece), t).format(piece=piece)


def _use_prompt(s: Record, piece: int, t: Translator) -> str:
    """Return what is asked of the one who uses a piece."""
    if not is_built(piece) and not list_placements(s, np.zeros(2 * ROWS + PERMITS, np.int64)):
        return t("{piece}: it can’t be used. Discard it.")
    if piece == BLANK:
        return t("{piece}: remove a permit, or discard it.")
    if piece == MAYOR:
        return t("{piece}: which row will he double?")
    if PERMIT <= piece < BLANK:
        return t("{piece}: which row will you change?")
    return t("{piece}: where will you put it?")
