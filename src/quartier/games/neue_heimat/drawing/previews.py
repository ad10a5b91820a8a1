"""What a move would change, drawn over the board."""

from typing import Any

from quartier.core.show.pieces import icon
from quartier.core.show.svg import Svg, at, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..rules import moves, state
from ..rules.scoring import finished, row_points
from ..rules.state import State
from ..views import stack
from .auction import money, stage
from .facades import nameplate
from .layout import (
    GROUND,
    INSET,
    LEFT,
    LOT,
    PANEL,
    PITCH,
    SKY,
    STAGE,
    STREETS,
    STRIP,
    WIDTH,
    end_of,
    floor_height,
    lot_corner,
    place_corner,
    roofline,
)
from .pieces import cube, permit, roof
from .streets import needs, strip


def ghost(before: State, after: State, seat: int, action: int, t: Translator) -> str:
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


def _ghost_auction(before: State, after: State, seat: int, action: int, t: Translator) -> Svg:
    if moves.OFFER <= action < moves.OFFER_ROOF:
        return group(stage(after, t, named=False), class_="ghost")
    if action == moves.OFFER_ROOF:
        return group(
            rect(1, 1, STAGE - 6, PANEL - 2, 12, class_="news"),
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


def _ghost_bid(s: State, seat: int, amount: int) -> Svg:
    x, width = place_corner(s, seat)
    return at(
        x,
        0,
        rect(width - 76, 14, 70, 54, 10, class_="pill"),
        text(width - 41, 56, amount, 46, "middle bold on-gold"),
    )


def _ghost_money(s: State, seat: int) -> Svg:
    x, width = place_corner(s, seat)
    shown = money(s, seat, width)
    return at(x, 0, rect(3, 72, width - 6, 42, 8, class_="news"), shown, class_=f"seat-{seat}")


def _ghost_row(before: State, after: State, row: int, t: Translator) -> Svg:
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


def _row_worth(s: State, row: int) -> tuple[Any, ...]:
    """What the line below a row says."""
    points = tuple(int(row_points(s, row, seat)) for seat in range(s.players))
    return *points, bool(finished(s, row))


def _ghost_strip(s: State, row: int, t: Translator) -> Svg:
    return at(0, SKY + GROUND, rect(2, 1, WIDTH - 4, STRIP + 3, 8, class_="news"), strip(s, row, t))


def _ghost_limit(s: State, row: int) -> Svg:
    """A line where the river would begin, and what the row would still need."""
    x = end_of(s, row)
    todo = at(580, 2, rect(0, 0, 136, 38, 8, class_="news"), at(10, 6, needs(s, row)))
    return join(rect(x - 3, 8, 6, SKY + GROUND - 8, 3, class_="pill"), todo)


def _ghost_permit(s: State, row: int) -> list[Svg]:
    """The permits as they would stand behind the new limit."""
    here = [number for number in range(state.PERMITS) if s.permit[number] == row]
    return [
        at(end_of(s, row) + 6, SKY - 36 - 37 * i, permit(number, s.sign[number]), class_="ghost")
        for i, number in enumerate(here)
    ]


def _ghost_house(before: State, after: State, spot: int) -> Svg:
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
