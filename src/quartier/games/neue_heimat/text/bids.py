"""What is at stake in an auction: what the piece is worth to whom, and what a bid or a pass leads to."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from quartier.core.text.languages import Translator, capital

from ..rules.auction import highest_bid, lowest_bid
from ..rules.building import colour_of, limit_allowed, may_put_cube, may_put_roof, may_remove, value_of
from ..rules.derived import FINISHED, HOUSES, NO_HOUSES, NO_ROOFS, ROW
from ..rules.scoring import times
from ..rules.state import BLANK, LOTS, MAYOR, NO_SEAT, PERMIT, PERMITS, ROOF, ROWS, Record
from .labels import SEAT_NAMES, piece_name

PAIR = 2


class Worth(NamedTuple):
    """Points for a seat from the best use of a piece."""

    now: int
    """The immediate change of its score."""
    then: int
    """The change of its houses' points, which it scores once their rows are finished."""


class Stakes(NamedTuple):
    """What hangs on an answer in an auction; all bids of a seat are described alike, but those that no one can outbid."""

    best: Worth
    """The piece's worth to the seat."""
    hand: int
    """The seat's cheques."""
    is_sure: bool = False
    is_free: bool = False
    """Whether the auctioneer gets the piece for free if no one else bids."""


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


def purpose(s: Record, seat: int, t: Translator) -> str:
    """Return the piece on offer and what it is good for: "White 4 (up to 4 points)"."""
    points = max(worth(s, seat))
    if points > 0:
        form = t.ngettext("{piece} (up to {count} point)", "{piece} (up to {count} points)", points)
    elif PERMIT <= s.piece < BLANK:
        form = t("{piece} (a row’s length)")
    elif s.piece in (BLANK, MAYOR):
        form = t("{piece} (removes a permit)") if s.piece == BLANK else t("{piece} (doubles a row)")
    else:
        form = t("{piece} (no points yet)")
    return form.format(piece=capital(piece_name(s.piece, s.piece_roof, t)), count=points)


def sure_bid(s: Record, seat: int) -> int | None:
    """NH-12, NH-14: return the least bid that no one behind can top and that the auctioneer cannot pay; None if unknown."""
    behind = [int(s.hand[other]) for other in still_to_bid(s, seat)]
    keeper = int(s.hand[s.auctioneer])
    if min([keeper, *behind]) < 0:
        return None
    return max(keeper + 1, int(lowest_bid(s)), *behind, 0)


def still_to_bid(s: Record, seat: int) -> Iterator[int]:
    """Return the seats that bid after a seat (NH-12)."""
    after = (seat + 1) % s.players
    while after != s.auctioneer:
        yield after
        after = (after + 1) % s.players


def stakes(s: Record, seat: int, price: int) -> Stakes:
    """Return what hangs on a bid of `price`, or on an answer to the highest bid."""
    least = sure_bid(s, seat)
    is_sure = seat != s.auctioneer and least is not None and price >= least
    return Stakes(worth(s, seat), int(s.hand[seat]), is_sure, not highest_bid(s))


def blank_odds(s: Record, t: Translator) -> str:
    """NH-4, NH-11: say how many of the roofs that are face down are worth nothing."""
    form = t("{blanks} of {all} face-down roofs are blanks.")
    return form.format(blanks=int(s.roofs[0]), all=int(sum(s.roofs)))


def keenest_rival(s: Record, seat: int) -> tuple[int, int]:
    """Return who else can make most of the piece on offer, and how many points that may be."""
    others = [other for other in range(s.players) if other != seat]
    best = max(others, key=lambda other: max(worth(s, other)))
    return best, max(worth(s, best))


def other_name(s: Record, seat: int, t: Translator) -> str:
    """Return what another seat is called: with two players, it needs no name."""
    return t("Your opponent") if s.players == PAIR else t(SEAT_NAMES[seat])
