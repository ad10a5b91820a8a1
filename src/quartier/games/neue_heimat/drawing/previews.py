"""What a move would change, drawn over the board."""

from typing import Any

from quartier.core.show.signals import pill, staged
from quartier.core.show.svg import Fragments, Svg, at, group, join, path, text
from quartier.core.text.languages import Translator

from ..rules import moves, state
from ..rules.scoring import finished, row_points, score
from ..rules.state import State
from ..views import stack
from .auction import in_frame
from .facades import PLATE, floors_of, nameplate
from .layout import (
    FLOOR,
    GROUND,
    SIGN,
    WIDTH,
    band_top,
    floor_height,
    house_left,
    house_width,
    lot_left,
    pitch,
    roofline,
    shore,
)
from .lines import missing, row_line
from .pieces import permit, roof
from .streets import POST, placed_mayor, sign_top

FRAME = (150, 96)
"""The place in the sky where a piece is shown that is about to be offered."""


def ghost(before: State, after: State, seat: int, action: int, t: Translator) -> Fragments:
    """What a move changes, in board coordinates: the piece in its place, each row's points, and what is gained."""
    if moves.OFFER <= action < moves.OFFER_ROOF:
        return (_offered(after),)
    if action < moves.PUT or action == moves.DISCARD:
        return ()
    gain = int(score(after, seat)) - int(score(before, seat))
    return (
        *(_changed_row(before, after, row, t) for row in range(state.ROWS)),
        *(_changed_house(before, after, spot) for spot in range(state.SPOTS)),
        pill(*_gained_at(before, after), f"+{gain}", 26) if gain > 0 else join(),
    )


def _offered(after: State) -> Svg:
    """The piece that is about to be offered, in the sky."""
    width, height = FRAME
    return at(
        WIDTH - width - 20, 14, staged(0, 0, width, height), in_frame(after, width, height), class_="ghost"
    )


def _gained_at(before: State, after: State) -> tuple[float, float]:
    """Where the gain of a move arises: above the house, or where the row changes."""
    apart = pitch(before)
    for spot in range(state.SPOTS):
        if _is_new(before, after, spot):
            row, lot = divmod(spot, state.LOTS)
            top = band_top(row) + roofline(after, spot) - 18
            return lot_left(apart, lot) + apart * 0.75, max(22, top)
    row = next(row for row in range(state.ROWS) if _facts(before, row) != _facts(after, row))
    return 150, band_top(row) + 50


def _is_new(before: State, after: State, spot: int) -> bool:
    return bool(before.cubes[spot] != after.cubes[spot] or before.roof[spot] != after.roof[spot])


def _facts(s: State, row: int) -> tuple[Any, ...]:
    """What the line below a row says."""
    points = tuple(int(row_points(s, row, seat)) for seat in range(s.players))
    return *points, bool(finished(s, row)), missing(s, row)


def _changed_row(before: State, after: State, row: int, t: Translator) -> Svg:
    """A row that a move changes: its new limit and permits, the mayor, and its points for everybody."""
    shown = []
    if before.limit[row] != after.limit[row]:
        shown += [_limit(before, after, row), _permits(before, after, row), _removed(before, after, row)]
    if before.mayor != after.mayor == row:
        shown.append(group(staged(10, 94, 84, GROUND - 92), placed_mayor(), class_="ghost"))
    if _facts(before, row) != _facts(after, row):
        shown.append(row_line(after, row, t, before))
    return at(0, band_top(row), *shown) if shown else join()


def _limit(before: State, after: State, row: int) -> Svg:
    """The lots that a row wins, with their numbers; or those that it loses, crossed out."""
    apart = pitch(before)
    old, new = shore(before, row, apart), shore(after, row, apart)
    left, right, top = min(old, new), max(old, new), GROUND - FLOOR - 8
    inside = _numbers(before, after, row, apart) if new > old else _cross(left, right, top + 8)
    return join(staged(left, top, right - left, FLOOR + 16), inside)


def _numbers(before: State, after: State, row: int, apart: int) -> Svg:
    lots = range(before.limit[row], after.limit[row])
    return join(
        *(text(lot_left(apart, lot) + apart / 2, GROUND - 14, lot + 1, 22, "middle bold") for lot in lots)
    )


def _cross(left: int, right: int, top: int) -> Svg:
    d = f"M{left + 10} {top}L{right - 10} {GROUND}M{right - 10} {top}L{left + 10} {GROUND}"
    return path(d, class_="staged-cross", stroke_width=4)


def _removed(before: State, after: State, row: int) -> Svg:
    """A cross over a permit that is taken away."""
    here = [number for number in range(state.PERMITS) if before.permit[number] == row]
    x = shore(before, row, pitch(before)) + POST
    crosses = (
        path(
            f"M{x - 28} {sign_top(i) + 4}l56 {SIGN - 8}m0 {8 - SIGN}l-56 {SIGN - 8}",
            class_="ink-cross",
            stroke_width=4,
        )
        for i, number in enumerate(here)
        if after.permit[number] == state.OUT
    )
    return join(*crosses)


def _permits(before: State, after: State, row: int) -> Svg:
    """The permits of a row with the one that is new, behind the new limit."""
    here = [number for number in range(state.PERMITS) if after.permit[number] == row]
    if all(before.permit[number] == row for number in here):
        return join()
    signs = (at(-33, sign_top(i), permit(number, int(after.sign[number]))) for i, number in enumerate(here))
    top = sign_top(len(here) - 1) - 6
    ground = staged(-40, top, 80, sign_top(0) + SIGN + 6 - top)
    return at(shore(after, row, pitch(before)) + POST, 0, ground, *signs, class_="ghost")


def _changed_house(before: State, after: State, spot: int) -> Svg:
    """A cube or a roof on a lot, with the house's new points."""
    if not _is_new(before, after, spot):
        return join()
    row, lot = divmod(spot, state.LOTS)
    apart, top = pitch(before), roofline(after, spot)
    left, width = house_left(apart), house_width(apart)
    return at(
        lot_left(apart, lot),
        band_top(row),
        staged(left - 9, top - 6, width + 18, _foot(before, after, spot) - top + 8),
        *_new_parts(before, after, spot, apart),
        at(apart / 2, 0, staged(-40, GROUND + 7, 80, PLATE + 6), nameplate(after, spot)),
        class_="ghost",
    )


def _foot(before: State, after: State, spot: int) -> int:
    """Where what is new in a house ends: floors that become lower are all new."""
    kept = len(stack(before, spot)) * floor_height(len(stack(after, spot)))
    return GROUND - (kept if _same_height(before, after, spot) else 0)


def _same_height(before: State, after: State, spot: int) -> bool:
    counts = (len(stack(s, spot)) for s in (before, after))
    first, second = (floor_height(count) for count in counts)
    return first == second


def _new_parts(before: State, after: State, spot: int, apart: int) -> list[Svg]:
    """The new floor, or all floors if they become lower; and the new roof."""
    floors = floors_of(tuple(stack(after, spot)), apart)
    kept = len(stack(before, spot)) if _same_height(before, after, spot) else 0
    drawn = list(floors[kept:])
    if after.roof[spot] != before.roof[spot]:
        top = roof(int(after.roof[spot]), house_width(apart))
        drawn.append(at(house_left(apart), roofline(after, spot), top))
    return drawn
