"""Effects of Neue Heimat moves: what each scores, and why a bot chooses it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from quartier.core.text.effects import Gain, with_sign
from quartier.core.text.languages import Translator, capital

from ..rules.auction import highest_bid
from ..rules.building import colour_of, limit_allowed, may_put_cube, may_put_roof, may_remove, value_of
from ..rules.derived import FINISHED, HOUSES, NO_HOUSES, NO_ROOFS, ROW
from ..rules.moves import BID, DISCARD, KEEP, OFFER, PASS, PUT, PUT_MAYOR, REMOVE, SELL, TO_BOX
from ..rules.scoring import times
from ..rules.state import BLANK, COLOURS, LOTS, MAYOR, NO_SEAT, PERMIT, PERMITS, ROOF, ROWS, Record
from .labels import COLOUR_NAMES, ROW_NAMES, lacking_name, millions, points_name


class Worth(NamedTuple):
    """Points for a seat from the best use of a piece."""

    now: int
    """The immediate change of its score."""
    then: int
    """The change of its houses' points, which it scores once their rows are finished."""


NOTHING = Worth(0, 0)


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
    lent: bool
    """Whether another seat's house has grown."""


def describe_effect(
    before: Record, after: Record, seat: int, action: int, points: int, t: Translator
) -> Gain:
    """Describe the effect of a move."""
    if action < PUT:
        price = action - BID + 1 if BID <= action < PASS else int(highest_bid(before))
        if action == TO_BOX:
            return Gain(t("Pay in"), with_sign(points), (t("It scores at the end. Money in hand doesn’t."),))
        kind = min(action, BID) if action < PASS else action
        best = worth(before, seat) if action >= BID else NOTHING
        return _of_auction(kind, price, int(before.piece), best, t)
    if action == DISCARD:
        return Gain(t("Discard"), "0", (t("The piece leaves the game. No row changes."),))
    row = _row_of(before, action)
    numbers = after.derived[row * ROW : row * ROW + ROW]
    colours = [c for c in range(COLOURS) if before.owner[c] != after.owner[c] == seat]
    verb = t("Build") if action < PUT_MAYOR else t("Place") if action < REMOVE else t("Remove")
    missing = numbers[NO_HOUSES], numbers[NO_ROOFS]
    lent = action < PUT_MAYOR and after.derived[HOUSES + 2 * (action - PUT) + 1] != seat
    change = RowChange(row, points, numbers[seat], numbers[FINISHED], missing, tuple(colours), lent)
    return _of_row(verb, change, t)


def _row_of(before: Record, action: int) -> int:
    """Return the row that a piece changes."""
    if action >= REMOVE:
        return before.permit[action - REMOVE]
    return (action - PUT) // LOTS if action < PUT_MAYOR else (action - PUT_MAYOR) % ROWS


@lru_cache(1024)
def _of_auction(action: int, price: int, piece: int, best: Worth, t: Translator) -> Gain:
    """Describe offers, bids and answers; all offers share OFFER, all bids BID. `best`: the worth of the piece on offer."""
    money = millions(price, t)
    if OFFER <= action < BID:
        answer = t("After the bids, you sell it or keep it.")
        return Gain(t("Offer"), "", (answer,))
    verbs = {
        BID: t("Bid {money}").format(money=money),
        PASS: t("Pass"),
        SELL: t("Sell"),
        KEEP: t("Keep"),
    }
    sentences = {
        PASS: t("You pay nothing and get nothing."),
        SELL: t("You get {money}. The buyer uses the piece."),
        KEEP: t("You pay {money} and use the piece."),
    }
    meaning = [sentences[action].format(money=money)] if action in sentences else []
    return Gain(verbs[action], "0" if action == PASS else "", (*meaning, _of_piece(piece, best, t)))


def _of_piece(piece: int, best: Worth, t: Translator) -> str:
    """Say what the piece on offer would score in its best place, or does without a score."""
    if best.then > best.now:
        form = t("Best spot: {now} now, {then} once finished.")
    elif best.now:
        form = t("Best spot: {now} for you now.")
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
    row, points, worth, done, missing, colours, lent = change
    if done:
        form = (
            t("Row {row} is finished: {now} for you.")
            if worth
            else t("Row {row} is finished. You have no points in it.")
        )
    elif worth:
        form = t("Row {row}: {now} for you now, {then} once finished. The row still needs {missing}.")
    elif points:
        form = t("Row {row}: no more points for you. The row still needs {missing}.")
    else:
        form = t("Row {row}: no points for you. The row still needs {missing}.")
    now, then = _points_text(worth if done else -worth, t), with_sign(worth)
    sentence = form.format(row=ROW_NAMES[row], now=now, then=then, missing=lacking_name(missing, t))
    mine = [capital(t("You now own {colour}.").format(colour=t(COLOUR_NAMES[colour]))) for colour in colours]
    others = [t("The house belongs to someone else.")] if lent else []
    # A bare "−5" would look like a price in millions.
    amount = _points_text(points, t) if points < 0 else with_sign(points)
    return Gain(verb, amount, (*mine, *others, sentence))


@lru_cache(16)
def worth(s: Record, seat: int) -> Worth:
    """Return the seat's most points from the piece on offer, now and once rows are finished (NH-15 to NH-25, NH-28).

    Cached per record, because it is needed for each bid.
    """
    uses = list(_uses(s, seat))
    return Worth(max((use.now for use in uses), default=0), max((use.then for use in uses), default=0))


def _uses(s: Record, seat: int) -> Iterator[Worth]:
    """List every use of the piece; all but cubes and roofs may be discarded."""
    if s.piece >= PERMIT and s.piece != ROOF:
        yield Worth(0, 0)
    for row in range(ROWS):
        if s.piece < PERMIT:
            yield from _cubes(s, seat, row)
        elif s.piece == ROOF:
            yield from _roofs(s, seat, row)
        elif s.piece == MAYOR:
            points = s.derived[row * ROW + seat]
            more = (s.mayor_factor - 1) * points
            yield Worth(more if s.derived[row * ROW + FINISHED] else -more, more)
        elif s.piece < BLANK:
            yield from (_resize_worth(s, seat, row, sign * (s.piece - PERMIT + 1)) for sign in (1, -1))
    if s.piece == BLANK:
        for permit in range(PERMITS):
            if may_remove(s, permit):
                yield _resize_worth(s, seat, s.permit[permit], -s.sign[permit] * (permit + 1))


def _cubes(s: Record, seat: int, row: int) -> Iterator[Worth]:
    """NH-16 to NH-19: try the cube on the lots of a row, which stays unfinished; the first to build a colour owns it."""
    mine = s.owner[colour_of(s.piece)] in (seat, NO_SEAT)
    for spot in range(row * LOTS, (row + 1) * LOTS):
        if may_put_cube(s, s.piece, spot):
            points, owner = s.derived[HOUSES + 2 * spot], s.derived[HOUSES + 2 * spot + 1]
            lost = points if s.cubes[spot] and owner == seat else 0
            change = (points + value_of(s.piece) if mine else 0) - lost
            yield Worth(-_row_change(s, row, change), _row_change(s, row, change))


def _roofs(s: Record, seat: int, row: int) -> Iterator[Worth]:
    """NH-20, NH-26: try the roof on the houses of a row; the last one finishes it."""
    points, last = s.derived[row * ROW + seat], s.derived[row * ROW + NO_ROOFS] == 1
    for spot in range(row * LOTS, (row + 1) * LOTS):
        if may_put_roof(s, spot):
            change = _row_change(s, row, s.piece_roof if s.derived[HOUSES + 2 * spot + 1] == seat else 0)
            yield Worth(2 * points + change if last else -change, change)


def _resize_worth(s: Record, seat: int, row: int, change: int) -> Worth:
    """NH-22 to NH-26: try a permit: a longer row is unfinished; one without its empty lots may be finished."""
    if not limit_allowed(s, row, s.limit[row] + change):
        return Worth(0, 0)
    derived = s.derived[row * ROW : row * ROW + ROW]
    done = derived[NO_HOUSES] + change == 0 == derived[NO_ROOFS] + change and s.built[row] > 0
    return Worth(2 * derived[seat] * (int(done) - derived[FINISHED]), 0)


def _row_change(s: Record, row: int, points: int) -> int:
    """NH-21: return the points in a row, with the mayor."""
    return points * times(s, row)
