"""Effects of Neue Heimat moves: what each scores, and why a bot chooses it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from quartier.core.text.effects import Gain, with_sign
from quartier.core.text.languages import Translator, capital

from ..rules.auction import highest_bid
from ..rules.derived import FINISHED, NO_HOUSES, NO_ROOFS, ROW
from ..rules.moves import BID, DISCARD, KEEP, PASS, PUT, PUT_MAYOR, REMOVE, SELL, TO_BOX
from ..rules.state import BLANK, COLOURS, LOTS, MAYOR, PERMIT, ROOF, ROWS, Record
from .bids import Stakes, Worth, blank_odds, other_name, stakes, worth
from .labels import COLOUR_NAMES, ROW_NAMES, lacking_name, millions, points_name


class RowChange(NamedTuple):
    """A row after a move, for a seat."""

    row: int
    points: int
    """The points that the move scores immediately."""
    worth: int
    """The row's points for the seat."""
    done: int
    """1 if the row is finished."""
    missing: tuple[int, int]
    """The houses and roofs that it still lacks."""
    colours: tuple[int, ...]
    """The colours that the seat gains."""
    others: tuple[tuple[str, int], ...]
    """The points that the move scores or costs the other seats, by name."""


def describe_effect(
    before: Record, after: Record, seat: int, action: int, points: int, t: Translator
) -> Gain:
    """Describe the effect of a move."""
    if action < PUT:
        price = action - BID + 1 if BID <= action < PASS else int(highest_bid(before))
        if action == TO_BOX:
            return Gain(t("Pay in"), with_sign(points), (t("It scores at the end. Money in hand doesn’t."),))
        kind = BID if action < PASS else action
        if action < BID:
            return Gain(t("Offer"), "", (_of_offer(after, seat, t),))
        return _of_auction(kind, price, int(before.piece), stakes(before, seat, price), t)
    if action == DISCARD:
        return Gain(t("Discard"), "0", (t("The piece leaves the game. No row changes."),))
    row = _row_of(before, action)
    numbers = after.derived[row * ROW : row * ROW + ROW]
    colours = [c for c in range(COLOURS) if before.owner[c] != after.owner[c] == seat]
    verb = t("Build") if action < PUT_MAYOR else t("Place") if action < REMOVE else t("Remove")
    missing = numbers[NO_HOUSES], numbers[NO_ROOFS]
    old = before.derived[row * ROW : row * ROW + ROW]
    others = [
        (other_name(before, other, t), int(_points(numbers, other) - _points(old, other)))
        for other in range(before.players)
        if other != seat
    ]
    change = RowChange(row, points, numbers[seat], numbers[FINISHED], missing, tuple(colours), tuple(others))
    return _of_row(verb, change, t)


def _points(row: Sequence[int], seat: int) -> int:
    """NH-29: return what a row with these derived numbers scores for a seat."""
    return row[seat] if row[FINISHED] else -row[seat]


def _row_of(before: Record, action: int) -> int:
    """Return the row that a piece changes."""
    if action >= REMOVE:
        return before.permit[action - REMOVE]
    return (action - PUT) // LOTS if action < PUT_MAYOR else (action - PUT_MAYOR) % ROWS


@lru_cache(1024)
def _of_auction(action: int, price: int, piece: int, at_stake: Stakes, t: Translator) -> Gain:
    """Describe bids, which share BID, and answers."""
    money, hand = millions(price, t), at_stake.hand
    verbs = {
        BID: t("Bid {money}").format(money=money),
        PASS: t("Pass"),
        SELL: t("Sell"),
        KEEP: t("Keep"),
    }
    sentences = {
        BID: t("It’s yours: no one can beat this bid.")
        if at_stake.is_sure
        else t("You pay, or the auctioneer keeps it and pays you."),
        PASS: t("If no one bids, the auctioneer gets it for free.")
        if at_stake.is_free
        else t("You pay nothing."),
        SELL: t("{money} in hand afterwards.").format(money=millions(hand + price, t)),
        KEEP: t("{money} in hand afterwards.").format(money=millions(hand - price, t)),
    }
    amount = "0" if action == PASS else ""
    return Gain(verbs[action], amount, (sentences[action], _of_piece(piece, at_stake.best, t)))


def _of_offer(after: Record, seat: int, t: Translator) -> str:
    """Say what a piece that would be offered is good for."""
    if after.piece == ROOF:
        return blank_odds(after, t)
    return _of_piece(int(after.piece), worth(after, seat), t)


def _of_piece(piece: int, best: Worth, t: Translator) -> str:
    """Say what the piece on offer would score in its best place, or does without a score."""
    if best.then > best.now:
        form = t("If you get it: {now} now, {then} once its row is finished.")
    elif best.now:
        form = t("If you get it: up to {now} right away.")
    elif PERMIT <= piece < BLANK:
        steps = piece - PERMIT + 1
        form = t.ngettext(
            "Makes a row {count} lot longer or shorter.", "Makes a row {count} lots longer or shorter.", steps
        )
        return form.format(count=steps)
    elif piece == BLANK:
        form = t("Removes one placed permit, or leaves the game.")
    elif piece == MAYOR:
        form = t("Doubles all points in his row, plus or minus.")
    else:
        form = t("The piece scores nothing for you now.")
    return form.format(now=_points_text(best.now, t), then=with_sign(best.then))


def _points_text(points: int, t: Translator) -> str:
    """Format points with their sign: "−5 points"."""
    return points_name(points, t, with_sign(points))


@lru_cache(4096)
def _of_row(verb: str, change: RowChange, t: Translator) -> Gain:
    """Describe a row after a move: its points for the seat, and what it still needs."""
    row, points, total, done, missing, colours, others = change
    if done:
        form = (
            t("Row {row} is finished: {now} for you.")
            if total
            else t("Row {row} is finished. You have no points in it.")
        )
    elif total:
        form = t("Row {row}: {now} for you now, {then} once finished. The row still needs {missing}.")
    elif points:
        form = t("Row {row}: no more points for you. The row still needs {missing}.")
    else:
        form = t("Row {row}: no points for you. The row still needs {missing}.")
    now, then = _points_text(total if done else -total, t), with_sign(total)
    sentence = form.format(row=ROW_NAMES[row], now=now, then=then, missing=lacking_name(missing, t))
    mine = [capital(t("You now own {colour}.").format(colour=t(COLOUR_NAMES[colour]))) for colour in colours]
    theirs = [f"{name}: {_points_text(change, t)}." for name, change in others if change]
    # A bare "−5" would look like a price in millions.
    amount = _points_text(points, t) if points < 0 else with_sign(points)
    return Gain(verb, amount, (*mine, *theirs, sentence))
