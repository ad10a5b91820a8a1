"""The log of Neue Heimat: a line and a sound for each event."""

from quartier.core.engine.contract import CHANCE
from quartier.core.text.languages import Translator, capital

from ..rules.auction import highest_bid, highest_bidder
from ..rules.moves import (
    BID,
    CUBE,
    DISCARD,
    FIRST,
    KEEP,
    LENGTHEN,
    OFFER,
    PASS,
    PUT,
    PUT_MAYOR,
    REMOVE,
    SELL,
    SHORTEN,
    TO_BOX,
    TURN_ROOF,
)
from ..rules.state import BIDDING, COLOURS, NO_SEAT, OVER, PERMIT, PLACING, ROWS, Record
from .labels import (
    COLOUR_NAMES,
    PERMIT_NAMES,
    ROW_NAMES,
    cube_name,
    lot_name,
    millions,
    object_name,
    offered_piece,
    piece_name,
)
from .scoring_help import END_REASONS


def line(
    before: Record, after: Record, actor: int, action: int | None, t: Translator, names: list[str]
) -> str:
    """Return the log line of an event."""
    assert action is not None  # all draws are public (NH-32)
    is_draw = actor == CHANCE
    lines = (
        _chance_line(before, after, action, t, names)
        if is_draw
        else _action_line(before, action, t, names[actor], names)
    )
    return " ".join([lines, *_consequences(before, after, t, names)])


def _chance_line(before: Record, after: Record, action: int, t: Translator, names: list[str]) -> str:
    if action < FIRST:
        return t("On display: {cube}.").format(cube=cube_name(action - CUBE, t))
    if action < TURN_ROOF:
        return t("{name} starts.").format(name=names[after.auctioneer])
    if action == TURN_ROOF:
        return t("The roof is a blank. The turn is over.")
    return t("The roof is worth {value}.").format(value=action - TURN_ROOF)


def _action_line(before: Record, action: int, t: Translator, name: str, names: list[str]) -> str:
    if OFFER <= action < BID:
        return t("{name} offers {piece}.").format(
            name=name, piece=object_name(offered_piece(before, action), 0, t)
        )
    if BID <= action < PASS:
        return t("{name} bids {money}.").format(name=name, money=millions(action - BID + 1, t))
    forms = {
        TO_BOX: t("{name} puts 1 million in the slush fund."),
        PASS: t("{name} passes."),
        SELL: t("{name} sells to {buyer} for {money}."),
        KEEP: t("{name} keeps it and pays {buyer} {money}."),
    }
    if action in forms:
        buyer = names[highest_bidder(before)] if action in (SELL, KEEP) else ""
        return forms[action].format(name=name, buyer=buyer, money=millions(int(highest_bid(before)), t))
    return _use_line(before, action, t, name)


def _use_line(before: Record, action: int, t: Translator, name: str) -> str:
    if action == DISCARD:
        return t("{name} discards {piece}.").format(name=name, piece=object_name(before.piece, 0, t))
    if action < PUT_MAYOR:
        piece, lot = piece_name(before.piece, before.piece_roof, t), lot_name(action - PUT, t)
        return t("{name} builds {piece} in {lot}.").format(name=name, piece=piece, lot=lot)
    if action < LENGTHEN:
        return t("{name} puts the mayor in row {row}.").format(name=name, row=ROW_NAMES[action - PUT_MAYOR])
    if action >= REMOVE:
        return t("{name} removes permit {number}.").format(name=name, number=PERMIT_NAMES[action - REMOVE])
    row, steps = ROW_NAMES[(action - LENGTHEN) % ROWS], int(before.piece) - PERMIT + 1
    form = (
        t.ngettext(
            "{name} lengthens row {row} by {count} lot.", "{name} lengthens row {row} by {count} lots.", steps
        )
        if action < SHORTEN
        else t.ngettext(
            "{name} shortens row {row} by {count} lot.", "{name} shortens row {row} by {count} lots.", steps
        )
    )
    return form.format(name=name, row=row, count=steps)


def _consequences(before: Record, after: Record, t: Translator, names: list[str]) -> list[str]:
    """Describe what follows without an event: free pieces, forced sales, colours taken, the end."""
    lines = [
        capital(
            t("{name} now owns {colour}.").format(
                name=names[after.owner[colour]], colour=t(COLOUR_NAMES[colour])
            )
        )
        for colour in range(COLOURS)
        if before.owner[colour] != after.owner[colour] and after.owner[colour] != NO_SEAT
    ]
    if before.phase == BIDDING and after.phase == PLACING:
        lines.append(_forced_line(after, t, names))
    if before.phase != OVER and after.phase == OVER:
        lines.append(t(END_REASONS[after.reason]))
    return lines


def _forced_line(after: Record, t: Translator, names: list[str]) -> str:
    price = int(highest_bid(after))
    if price == 0:
        return t("No one bid, so {name} gets it for free.").format(name=names[after.auctioneer])
    return t("{name} can’t pay and sells for {money}.").format(
        name=names[after.auctioneer], money=millions(price, t)
    )


def sound(before: Record, after: Record, actor: int, action: int) -> str:
    """Return the sound of an event: offers, bids, the hammer, and building."""
    if action < PASS:
        return "bid" if action >= BID else "tile" if action >= OFFER else ""
    if action < PUT:
        return "hammer" if before.phase != BIDDING or after.phase != BIDDING else ""
    if action <= DISCARD:
        return "build" if action < PUT_MAYOR else "mark"
    return "card" if CUBE <= action < FIRST else ""
