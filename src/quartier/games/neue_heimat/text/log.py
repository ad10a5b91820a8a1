"""The log of Neue Heimat: a line and a sound for each event."""

from quartier.core.engine.contract import CHANCE
from quartier.core.text.languages import Translator, capital
from quartier.core.text.own_name import by_name

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
        name = names[after.auctioneer]
        return by_name(name, t("{name} starts."), t("You start.")).format(name=name)
    if action == TURN_ROOF:
        return t("The roof is a blank. The turn is over.")
    return t("The roof is worth {value}.").format(value=action - TURN_ROOF)


def _action_line(before: Record, action: int, t: Translator, name: str, names: list[str]) -> str:
    if OFFER <= action < BID:
        return by_name(name, t("{name} offers {piece}."), t("You offer {piece}.")).format(
            name=name, piece=object_name(offered_piece(before, action), 0, t)
        )
    if BID <= action < PASS:
        return by_name(name, t("{name} bids {money}."), t("You bid {money}.")).format(
            name=name, money=millions(action - BID + 1, t)
        )
    buyer = names[highest_bidder(before)] if action in (SELL, KEEP) else ""
    forms = {
        TO_BOX: by_name(
            name, t("{name} puts 1 million in the slush fund."), t("You put 1 million in the slush fund.")
        ),
        PASS: by_name(name, t("{name} passes."), t("You pass.")),
        SELL: by_name(
            buyer,
            by_name(name, t("{name} sells to {buyer} for {money}."), t("You sell to {buyer} for {money}.")),
            t("{name} sells to you for {money}."),
        ),
        KEEP: by_name(
            buyer,
            by_name(
                name,
                t("{name} keeps it and pays {buyer} {money}."),
                t("You keep it and pay {buyer} {money}."),
            ),
            t("{name} keeps it and pays you {money}."),
        ),
    }
    if action in forms:
        return forms[action].format(name=name, buyer=buyer, money=millions(int(highest_bid(before)), t))
    return _use_line(before, action, t, name)


def _use_line(before: Record, action: int, t: Translator, name: str) -> str:
    if action == DISCARD:
        return by_name(name, t("{name} discards {piece}."), t("You discard {piece}.")).format(
            name=name, piece=object_name(before.piece, 0, t)
        )
    if action < PUT_MAYOR:
        piece, lot = piece_name(before.piece, before.piece_roof, t), lot_name(action - PUT, t)
        return by_name(name, t("{name} builds {piece} in {lot}."), t("You build {piece} in {lot}.")).format(
            name=name, piece=piece, lot=lot
        )
    if action < LENGTHEN:
        return by_name(
            name, t("{name} puts the mayor in row {row}."), t("You put the mayor in row {row}.")
        ).format(name=name, row=ROW_NAMES[action - PUT_MAYOR])
    if action >= REMOVE:
        return by_name(name, t("{name} removes permit {number}."), t("You remove permit {number}.")).format(
            name=name, number=PERMIT_NAMES[action - REMOVE]
        )
    row, steps = ROW_NAMES[(action - LENGTHEN) % ROWS], int(before.piece) - PERMIT + 1
    form = (
        by_name(
            name,
            t.ngettext(
                "{name} lengthens row {row} by {count} lot.",
                "{name} lengthens row {row} by {count} lots.",
                steps,
            ),
            t.ngettext(
                "You lengthen row {row} by {count} lot.", "You lengthen row {row} by {count} lots.", steps
            ),
        )
        if action < SHORTEN
        else by_name(
            name,
            t.ngettext(
                "{name} shortens row {row} by {count} lot.",
                "{name} shortens row {row} by {count} lots.",
                steps,
            ),
            t.ngettext(
                "You shorten row {row} by {count} lot.", "You shorten row {row} by {count} lots.", steps
            ),
        )
    )
    return form.format(name=name, row=row, count=steps)


def _consequences(before: Record, after: Record, t: Translator, names: list[str]) -> list[str]:
    """Describe what follows without an event: free pieces, forced sales, colours taken, the end."""
    lines = [
        _owner_line(names[after.owner[colour]], t(COLOUR_NAMES[colour]), t)
        for colour in range(COLOURS)
        if before.owner[colour] != after.owner[colour] and after.owner[colour] != NO_SEAT
    ]
    if before.phase == BIDDING and after.phase == PLACING:
        lines.append(_forced_line(after, t, names))
    if before.phase != OVER and after.phase == OVER:
        lines.append(t(END_REASONS[after.reason]))
    return lines


def _owner_line(name: str, colour: str, t: Translator) -> str:
    form = by_name(name, t("{name} now owns {colour}."), t("You now own {colour}."))
    return capital(form.format(name=name, colour=colour))


def _forced_line(after: Record, t: Translator, names: list[str]) -> str:
    price, name = int(highest_bid(after)), names[after.auctioneer]
    if price == 0:
        return by_name(
            name, t("No one bid, so {name} gets it for free."), t("No one bid, so you get it for free.")
        ).format(name=name)
    return by_name(
        name, t("{name} can’t pay and sells for {money}."), t("You can’t pay and sell for {money}.")
    ).format(name=name, money=millions(price, t))


def sound(before: Record, after: Record, actor: int, action: int) -> str:
    """Return the sound of an event: offers, bids, the hammer, and building."""
    if action < PASS:
        return "bid" if action >= BID else "tile" if action >= OFFER else ""
    if action < PUT:
        return "hammer" if before.phase != BIDDING or after.phase != BIDDING else ""
    if action <= DISCARD:
        return "build" if action < PUT_MAYOR else "mark"
    return "card" if CUBE <= action < FIRST else ""
