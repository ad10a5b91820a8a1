"""What a move would change, drawn over the board."""

from functools import cache, lru_cache

from quartier.core.drawing.preview_style import pill, staged_ground
from quartier.core.drawing.svg import Fragments, Svg, at, group, join, path, text
from quartier.core.text.languages import Translator

from ..rules import moves, state
from ..rules.derived import FINISHED, ROW
from ..rules.state import Record
from ..text.labels import lot_code
from ..text.notation import cube_numbers
from .auction import in_frame
from .board import POST, Permits, permits_of, placed_mayor, sign_top
from .facades import PLATE, House, floors_of, house_of, nameplate
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
)
from .lines import line_of, row_line
from .pieces import permit, roof

FRAME = (150, 96)
"""The place in the sky where a piece is shown that is about to be offered."""


def preview(before: Record, after: Record, seat: int, action: int, t: Translator) -> Fragments:
    """Draw what a move changes, in board coordinates: the piece in its place, each row's points, and what is gained."""
    if moves.OFFER <= action < moves.OFFER_ROOF:
        return (_offered_piece(after.piece, after.piece_roof),)
    if action < moves.PUT or action == moves.DISCARD:
        return ()
    apart, spot = pitch(before), action - moves.PUT if action < moves.PUT_MAYOR else None
    return (
        *(_changed_row(before, after, row, apart, t) for row in range(state.ROWS)),
        _changed_house(before, after, spot, apart) if spot is not None else join(),
        _gain(before, after, seat, spot, apart),
    )


@lru_cache(1024)
def _offered_piece(piece: int, roof: int) -> Svg:
    """The piece that is about to be offered, in the sky."""
    width, height = FRAME
    frame = (staged_ground(0, 0, width, height), in_frame(piece, roof, width, height))
    return at(WIDTH - width - 20, 14, *frame, class_="ghost")


def _gain(before: Record, after: Record, seat: int, spot: int | None, apart: int) -> Svg:
    """What a move brings, above the house, or where the row changes."""
    gain = _seat_points(after, seat) - _seat_points(before, seat)
    if gain <= 0:
        return join()
    if spot is None:
        row = next(row for row in range(state.ROWS) if _numbers(before, row) != _numbers(after, row))
        return _pill(150, band_top(row) + 50, gain)
    row, lot = divmod(spot, state.LOTS)
    top = band_top(row) + roofline(after.cubes[spot].bit_count(), after.roof[spot]) - 18
    return _pill(lot_left(apart, lot) + apart * 0.75, max(22, top), gain)


@lru_cache(4096)
def _pill(x: float, y: float, gain: int) -> Svg:
    return pill(x, y, f"+{gain}", 26)


def _seat_points(s: Record, seat: int) -> int:
    """What all rows bring a seat (NH-29)."""
    rows = (_numbers(s, row) for row in range(state.ROWS))
    return sum(numbers[seat] if numbers[FINISHED] else -numbers[seat] for numbers in rows)


def _numbers(s: Record, row: int) -> list[int]:
    return s.derived[row * ROW : row * ROW + ROW]


def _changed_row(before: Record, after: Record, row: int, apart: int, t: Translator) -> Svg:
    """A row that a move changes: its new limit and permits, the mayor, and its points for all seats."""
    fragments: list[Svg] = []
    old, new = before.limit[row], after.limit[row]
    if old != new:
        here, then = permits_of(before, row), permits_of(after, row)
        fragments += [
            _limit(apart, row, old, new),
            _permits(apart, new, here, then),
            _removed_permits(apart, old, here, then),
        ]
    if before.mayor != after.mayor == row:
        fragments.append(_mayor(after.mayor_factor))
    if _numbers(before, row) != _numbers(after, row):
        fragments.append(row_line(line_of(after, row), t, line_of(before, row)))
    return _in_band(row, tuple(fragments)) if fragments else join()


@lru_cache(4096)
def _in_band(row: int, fragments: tuple[Svg, ...]) -> Svg:
    return at(0, band_top(row), *fragments)


@cache
def _mayor(factor: int) -> Svg:
    return group(staged_ground(10, 94, 84, GROUND - 92), placed_mayor(factor), class_="ghost")


@lru_cache(1024)
def _limit(apart: int, row: int, old: int, new: int) -> Svg:
    """The lots that a row wins, with their names; or those that it loses, crossed out."""
    left, right = lot_left(apart, min(old, new)), lot_left(apart, max(old, new))
    top = GROUND - FLOOR - 8
    inside = _lots(apart, row, old, new) if new > old else _cross(left, right, top + 8)
    return join(staged_ground(left, top, right - left, FLOOR + 16), inside)


def _lots(apart: int, row: int, old: int, new: int) -> Svg:
    lots = ((lot_left(apart, lot) + apart / 2, lot_code(state.LOTS * row + lot)) for lot in range(old, new))
    return join(*(text(x, GROUND - 14, code, 22, "middle bold") for x, code in lots))


def _cross(left: int, right: int, top: int) -> Svg:
    d = f"M{left + 10} {top}L{right - 10} {GROUND}M{right - 10} {top}L{left + 10} {GROUND}"
    return path(d, class_="staged-cross", stroke_width=4)


@lru_cache(1024)
def _removed_permits(apart: int, limit: int, here: Permits, then: Permits) -> Svg:
    """A cross over a permit that is taken away."""
    x, left = lot_left(apart, limit) + POST, [number for number, _ in then]
    crosses = (
        path(
            f"M{x - 28} {sign_top(i) + 4}l56 {SIGN - 8}m0 {8 - SIGN}l-56 {SIGN - 8}",
            class_="ink-cross",
            stroke_width=4,
        )
        for i, (number, _) in enumerate(here)
        if number not in left
    )
    return join(*crosses)


@lru_cache(1024)
def _permits(apart: int, limit: int, here: Permits, then: Permits) -> Svg:
    """The permits of a row with the one that is new, behind the new limit."""
    if len(then) <= len(here):
        return join()
    signs = (at(-33, sign_top(i), permit(*entry)) for i, entry in enumerate(then))
    top = sign_top(len(then) - 1) - 6
    ground = staged_ground(-40, top, 80, sign_top(0) + SIGN + 6 - top)
    return at(lot_left(apart, limit) + POST, 0, ground, *signs, class_="ghost")


def _changed_house(before: Record, after: Record, spot: int, apart: int) -> Svg:
    """A cube or a roof on a lot, with the house's new points."""
    house = house_of(after, spot)
    if house is None:
        return join()
    grown = house._replace(roof_name="", lit=False)
    return _house(spot, before.cubes[spot].bit_count(), before.roof[spot], grown, apart)


@lru_cache(4096)
def _house(spot: int, count: int, old_roof: int, house: House, apart: int) -> Svg:
    """A house that had `count` floors; floors that become lower are all new."""
    row, lot = divmod(spot, state.LOTS)
    left, width, top = house_left(apart), house_width(apart), house.top
    floors = floors_of(cube_numbers(house.cubes), apart)
    height = floor_height(len(floors))
    unchanged = count if floor_height(count) == height else 0
    return at(
        lot_left(apart, lot),
        band_top(row),
        staged_ground(left - 9, top - 6, width + 18, GROUND - unchanged * height - top + 8),
        *floors[unchanged:],
        at(left, top, roof(house.roof, width)) if house.roof != old_roof else join(),
        at(apart / 2, 0, staged_ground(-40, GROUND + 7, 80, PLATE + 6), nameplate(house.owner, house.points)),
        class_="ghost",
    )
