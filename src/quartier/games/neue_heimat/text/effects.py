"""What a move of Neue Heimat brings, in words: what a row is worth now and finished, or what a piece is, and costs."""

from functools import lru_cache

from quartier.core.text.effects import Gain, signed
from quartier.core.text.languages import Translator

from ..rules.auction import highest_bid
from ..rules.derived import (
    FINISHED,
    HOUSES,
    NO_HOUSES,
    NO_ROOFS,
    ROW,
)
from ..rules.moves import (
    BID,
    DISCARD,
    KEEP,
    OFFER,
    PASS,
    PUT,
    PUT_MAYOR,
    REMOVE,
    SELL,
    TO_BOX,
)
from ..rules.state import (
    COLOURS,
    LOTS,
    ROWS,
    State,
)
from .names import (
    COLOUR_NAMES,
    ROW_NAMES,
    lacking_name,
    millions,
)
from .worth import Worth, worth

NOTHING = Worth(0, 0)


def describe_effect(before: State, after: State, seat: int, action: int, points: int, t: Translator) -> Gain:
    """What a move brings."""
    if action < PUT:
        price = action - BID + 1 if BID <= action < PASS else int(highest_bid(before))
        kind = min(action, BID) if action < PASS else action
        return _of_auction(kind, price, worth(before, seat) if action >= BID else NOTHING, t)
    if action == DISCARD:
        return Gain(t("Discard"), "0", (t("The piece leaves the game, and no row changes."),))
    row = _row_of(before, action)
    numbers = after.derived[row * ROW : row * ROW + ROW]
    taken = [c for c in range(COLOURS) if before.owner[c] != after.owner[c] == seat]
    verb = t("Build") if action < PUT_MAYOR else t("Place") if action < REMOVE else t("Remove")
    missing = numbers[NO_HOUSES], numbers[NO_ROOFS]
    lent = action < PUT_MAYOR and after.derived[HOUSES + 2 * (action - PUT) + 1] != seat
    return _of_row(verb, points, row, numbers[seat], numbers[FINISHED], missing, tuple(taken), lent, t)


def _row_of(before: State, action: int) -> int:
    """The row that a piece changes."""
    if action >= REMOVE:
        return before.permit[action - REMOVE]
    return (action - PUT) // LOTS if action < PUT_MAYOR else (action - PUT_MAYOR) % ROWS


@lru_cache(1024)
def _of_auction(action: int, price: int, best: Worth, t: Translator) -> Gain:
    """What offers, bids and answers bring; all offers are alike from OFFER on, all bids are BID. `best`: of the piece."""
    money = millions(price, t)
    if action == TO_BOX:
        return Gain(t("Put away"), "+1", (t("A cheque in the box is a point that is safe."),))
    if OFFER <= action < BID:
        answer = t("The others bid: you sell for the highest bid, or pay it and keep the piece.")
        return Gain(t("Offer"), "", (answer,))
    verbs = {
        BID: t("Bid {money}").format(money=money),
        PASS: t("Pass"),
        SELL: t("Sell"),
        KEEP: t("Keep"),
    }
    sentences = {
        BID: t("As the highest bidder you pay {money}, or get as much if it is kept."),
        PASS: t("Brings nothing and costs nothing."),
        SELL: t("You are paid {money}, and the buyer places it."),
        KEEP: t("You pay {money} and place it yourself."),
    }
    said = sentences[action].format(money=money), _of_piece(best, t)
    return Gain(verbs[action], "0" if action == PASS else "", said)


def _of_piece(best: Worth, t: Translator) -> str:
    """What the piece on offer would bring in its best place."""
    if best.then > best.now:
        form = t("In its best place the piece would bring you {now} now, {then} once the row is finished.")
    elif best.now:
        form = t("In its best place the piece would bring you {now} now.")
    else:
        form = t("The piece would bring you no points now.")
    return form.format(now=signed(best.now), then=signed(best.then))


@lru_cache(4096)
def _of_row(
    verb: str,
    points: int,
    row: int,
    worth: int,
    done: int,
    missing: tuple[int, int],
    taken: tuple[int, ...],
    lent: bool,
    t: Translator,
) -> Gain:
    """What becomes of a row: what it is worth to the seat, and what it still needs; `lent`: a house of another has grown."""
    if done:
        form = (
            t("Row {row} is finished: {now} for you.") if worth else t("Row {row} is finished, without you.")
        )
    elif worth:
        form = t("Row {row}: {now} for you now, {then} once finished; it still needs {missing}.")
    elif points:
        form = t("Row {row} no longer counts for you; it still needs {missing}.")
    else:
        form = t("Row {row} brings you nothing; it still needs {missing}.")
    now, then = signed(worth if done else -worth), signed(worth)
    said = form.format(row=ROW_NAMES[row], now=now, then=then, missing=lacking_name(missing, t))
    mine = [t("You take the colour {colour}.").format(colour=t(COLOUR_NAMES[colour])) for colour in taken]
    others = [t("The house counts for somebody else.")] if lent else []
    return Gain(verb, signed(points), (*mine, *others, said))
