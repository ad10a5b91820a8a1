"""Neue Heimat as a picture: the auction, three streets at evening, and the display below them.

Everything is drawn from a concealed record, so nothing here can leak. Distances are drawing units; the board is
800 wide.
"""

from collections.abc import Iterable
from typing import Any

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, group, join, path, picture, rect, text
from quartier.core.text.languages import Translator

from ..rules import moves, state
from ..rules.auction import highest_bid
from ..rules.scoring import finished, row_points
from ..words import stack
from . import auction
from .facades import (
    GROUND,
    INSET,
    LEFT,
    LETTERS,
    LOT,
    PITCH,
    SKY,
    STRIP,
    WIDTH,
    cube,
    end_of,
    floor_height,
    legend,
    lot_corner,
    nameplate,
    needs,
    permit,
    roof,
    roofline,
    row_of_houses,
    strip,
    swatch,
)

STREETS = auction.PANEL + 8
LEGEND = STREETS + state.ROWS * PITCH + 4
DISPLAY = LEGEND + 44
HEIGHT = DISPLAY + auction.DISPLAY_HEIGHT + 2
HAND_HEIGHT = 48


def parts(s: Any, seat: int | None, t: Translator, last: Iterable[str] = ()) -> dict[str, str]:
    """The table for one viewer (None: a spectator): the board, and the own money and colours or "".

    `s`: record concealed for that viewer; `t`: translator; `last`: touch ids of the last move, to be ringed.
    """
    return {"board": _board(s, t, frozenset(last)), "hand": "" if seat is None else _hand(s, seat, t)}


def _board(s: Any, t: Translator, last: frozenset[str]) -> Svg:
    return picture(
        WIDTH,
        HEIGHT,
        t("The auction, three streets and the display"),
        auction.panel(s, t),
        at(0, STREETS, *(row_of_houses(s, row, t, last) for row in range(state.ROWS))),
        at(0, LEGEND, legend(s, t)),
        at(0, DISPLAY, auction.display(s, t, last)),
        group(id="ghost"),
        class_="quartier board",
        id="board",
    )


# ----- the own money and colours -----


def _hand(s: Any, seat: int, t: Translator) -> Svg:
    """The own cheques as a row of slips, the box, the own colours; in an auction what selling and keeping mean."""
    return picture(
        WIDTH,
        HAND_HEIGHT,
        t("Your money and colours"),
        sign(seat, 24, 24, 28),
        at(50, 4, icon("cheque", 0, 0, 40), text(46, 32, s.hand[seat], 34, "bold")),
        at(160, 4, icon("cash box", 0, 0, 40), text(46, 32, s.box[seat], 34, "bold")),
        at(276, 4, *(_outcomes(s, seat, t) or _own_colours(s, seat, t))),
        class_=f"quartier hand seat-{seat}",
        id="hand",
    )


def _own_colours(s: Any, seat: int, t: Translator) -> list[Svg]:
    owned = [colour for colour in range(state.COLOURS) if s.owner[colour] == seat]
    if not owned:
        return [text(0, 28, t("no colour yet"), 23, "quiet")]
    return [at(72 * i, 0, swatch(colour, 40, t(LETTERS[colour]))) for i, colour in enumerate(owned)]


def _outcomes(s: Any, seat: int, t: Translator) -> list[Svg]:
    """What selling and keeping would leave in the own hand, for the auctioneer who decides."""
    if s.phase != state.DECIDING or s.auctioneer != seat:
        return []
    price = int(highest_bid(s))
    return [
        text(0, 16, t("Sell: then {more} in hand.").format(more=s.hand[seat] + price), 22),
        text(0, 40, t("Keep: then {less}, and the piece.").format(less=s.hand[seat] - price), 22),
    ]


# ----- the ghost of a move -----


def ghost(before: Any, after: Any, seat: int, action: int, t: Translator) -> str:
    """What a move changes, in board coordinates: the piece in its place and each row's points, or money and bids."""
    if action < moves.PUT:
        return _ghost_auction(before, after, seat, action, t)
    if action == moves.DISCARD:
        return path("M22 18L104 98M104 18L22 98", class_="strike", stroke_width=9)
    return at(
        0,
        STREETS,
        *(_ghost_row(before, after, row, t) for row in range(state.ROWS)),
        *(_ghost_house(before, after, spot) for spot in range(state.SPOTS)),
    )


def _ghost_auction(before: Any, after: Any, seat: int, action: int, t: Translator) -> Svg:
    if moves.OFFER <= action < moves.OFFER_ROOF:
        return group(auction.stage(after, t, named=False), class_="ghost")
    if action == moves.OFFER_ROOF:
        return group(
            rect(1, 1, auction.STAGE - 6, auction.PANEL - 2, 12, class_="news"),
            at(6, 33, _face_down()),
            class_="ghost",
        )
    if moves.BID <= action < moves.PASS:
        return _ghost_bid(before, seat, action - moves.BID + 1)
    changed = [
        other
        for other in range(before.players)
        if before.hand[other] >= 0 and after.hand[other] != before.hand[other]
    ]
    return join(*(_ghost_money(after, other) for other in changed))


def _face_down() -> Svg:
    return group(roof(0), transform="scale(1.55)")


def _ghost_bid(s: Any, seat: int, amount: int) -> Svg:
    x, width = auction.place_corner(s, seat)
    return at(
        x,
        0,
        rect(width - 76, 14, 70, 54, 10, class_="gain"),
        text(width - 41, 56, amount, 46, "middle bold on-accent"),
    )


def _ghost_money(s: Any, seat: int) -> Svg:
    x, width = auction.place_corner(s, seat)
    shown = auction.money(s, seat, width)
    return at(x, 0, rect(3, 72, width - 6, 42, 8, class_="news"), shown, class_=f"seat-{seat}")


def _ghost_row(before: Any, after: Any, row: int, t: Translator) -> Svg:
    """A row that a move changes: its new limit, the mayor, and its points for everybody."""
    top, shown = row * PITCH, []
    if before.limit[row] != after.limit[row]:
        shown += [_ghost_limit(after, row), *_ghost_permit(after, row)]
    if before.mayor != after.mayor == row:
        shown.append(
            group(icon("mayor", 5, SKY - 62, 58), text(LEFT / 2, 78, "×2", 29, "middle bold"), class_="ghost")
        )
    if _row_worth(before, row) != _row_worth(after, row):
        shown.append(_ghost_strip(after, row, t))
    return at(0, top, *shown)


def _row_worth(s: Any, row: int) -> tuple[Any, ...]:
    """What the line below a row says."""
    points = tuple(int(row_points(s, row, seat)) for seat in range(s.players))
    return *points, bool(finished(s, row))


def _ghost_strip(s: Any, row: int, t: Translator) -> Svg:
    return at(0, SKY + GROUND, rect(2, 1, WIDTH - 4, STRIP + 3, 8, class_="news"), strip(s, row, t))


def _ghost_limit(s: Any, row: int) -> Svg:
    """A line where the river would begin, and what the row would still need."""
    x = end_of(s, row)
    todo = at(580, 2, rect(0, 0, 136, 38, 8, class_="news"), at(10, 6, needs(s, row)))
    return join(rect(x - 3, 8, 6, SKY + GROUND - 8, 3, class_="gain"), todo)


def _ghost_permit(s: Any, row: int) -> list[Svg]:
    """The permits as they would stand behind the new limit."""
    here = [number for number in range(state.PERMITS) if s.permit[number] == row]
    return [
        at(end_of(s, row) + 6, SKY - 36 - 37 * i, permit(number, s.sign[number]), class_="ghost")
        for i, number in enumerate(here)
    ]


def _ghost_house(before: Any, after: Any, spot: int) -> Svg:
    """A cube or a roof on a lot, with the house's new points."""
    new = after.cubes[spot] & ~before.cubes[spot]
    if not new and before.roof[spot] == after.roof[spot]:
        return join()
    cubes = stack(after, spot)
    height = floor_height(len(cubes))
    floors = [at(INSET, SKY - height * (i + 1), cube(number, 64, height)) for i, number in enumerate(cubes)]
    top = at(0, roofline(after, spot), roof(after.roof[spot])) if after.roof[spot] else join()
    return at(
        *lot_corner(spot),
        group(*floors, top, class_="ghost"),
        rect(INSET - 3, 1 + SKY, 70, 31, 7, class_="news"),
        nameplate(after, spot),
        rect(
            2,
            roofline(after, spot) - 3,
            LOT - 4,
            SKY - roofline(after, spot) + 3,
            4,
            class_="edge",
            stroke_width=3,
        ),
    )
