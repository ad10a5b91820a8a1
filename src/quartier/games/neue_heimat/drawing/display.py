"""What can still be sold: the display of cubes, and beside it permits, blank cube, mayor and the roofs face down."""

from functools import cache, lru_cache
from itertools import chain

from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    el,
    group,
    group_fragments,
    join,
    path,
    rect,
)
from quartier.core.text.languages import Translator

from ..rules import moves, state
from ..rules.auction import is_available
from ..rules.state import Record
from ..text.labels import OFFERS, blanks_name, cube_code, cube_name, piece_name, roofs_name
from .layout import COLUMN, ROOF
from .pieces import picture_of, piece_id, tile

CUBE = 33
"""Width of a place in the display."""
LINE, LOW_LINE = 44, 28
"""Height of a row, and during an auction: nothing is touched there then, and the bids need the room."""
TILE, TILE_GAP = 31, 6
SHELF = state.DISPLAY * CUBE
"""Where the supply begins, right of the display."""
CELL = (COLUMN - SHELF) // 2
TOUCH = 48
"""Width of the area in which an outer cube is touched; it may reach over the next one, which cannot be."""


def display(s: Record, t: Translator, last: frozenset[str]) -> Fragments:
    """Draw the three display rows of cubes, and beside them what else can be offered; what is empty closes up."""
    height = line_height(s)
    lines = (
        group_fragments(*_line(s, line, height, t, last), transform=f"translate(0 {height * i})")
        for i, line in enumerate(lines_left(s))
    )
    return tuple(chain.from_iterable(lines))


def display_height(s: Record) -> int:
    """Return the height of what is left of the display."""
    return line_height(s) * len(lines_left(s))


def line_height(s: Record) -> int:
    return LINE if s.piece == state.NO_PIECE else LOW_LINE


def lines_left(s: Record) -> list[int]:
    """Return the display rows in which something lies, cubes or what is beside them."""
    return [line for line in range(state.DISPLAY_ROWS) if _is_used(s, line)]


def _is_used(s: Record, line: int) -> bool:
    cubes = s.left[line] < s.right[line]
    return bool(cubes or any(_lies(s, what) for what in _side_offers(line)))


def _side_offers(line: int) -> tuple[int, int]:
    """What can be offered beside a display row."""
    return moves.OFFER_PERMIT + line, moves.OFFER_PERMIT + state.DISPLAY_ROWS + line


def _lies(s: Record, what: int) -> bool:
    return sum(s.roofs) > 0 if what == moves.OFFER_ROOF else is_left(s, piece_of(what))


def _line(s: Record, line: int, height: int, t: Translator, last: frozenset[str]) -> list[Svg]:
    """A display row and what is beside it."""
    left, right, first = s.left[line], s.right[line], state.DISPLAY * line
    there = range(left, min(right, s.laid - first))
    cubes = [
        _cube(
            line, column, s.display[first + column], _side(left, right, column), right - left, height, t, last
        )
        if column in there
        else _empty_slot(column, height)
        for column in range(state.DISPLAY)
    ]
    return cubes + [
        _supply(s, what, SHELF + CELL * i, height, t, last) for i, what in enumerate(_side_offers(line))
    ]


@cache
def _empty_slot(column: int, height: int) -> Svg:
    return at(CUBE * column, 0, _dot(height))


@cache
def _dot(height: int) -> Svg:
    return el("circle", cx=CUBE / 2, cy=height / 2, r=2.5, class_="gone")


def _side(left: int, right: int, column: int) -> str:
    """The side from which a cube is taken, "" for none: the last one of a row is called the left one."""
    if column == left:
        return "L"
    return "R" if column == right - 1 else ""


def _cube(
    row: int, column: int, cube: int, side: str, count: int, height: int, t: Translator, last: frozenset[str]
) -> Svg:
    """A cube on display: an outer one can be touched."""
    if not side:
        return _inner_cube(column, cube, height, t)
    return _outer_cube(row, column, cube, side, count, height, f"offer-{row + 1}{side}" in last, t)


@cache
def _inner_cube(column: int, cube: int, height: int, t: Translator) -> Svg:
    """It is locked: a touch says so."""
    area, touch = rect(0, 0, CUBE, height, class_="hit"), f"cube-{cube_code(cube)}"
    spoken = t("{piece}, locked").format(piece=cube_name(cube, t))
    return at(CUBE * column, 0, _piece(cube, height), area, data_touch=touch, aria_label=spoken, role="img")


def _piece(cube: int, height: int) -> Svg:
    name = f"cube-{cube_code(cube)}"
    return at(
        1, TILE_GAP / 2, group(tile(cube, TILE, height - TILE_GAP), id=name, data_piece=name, class_="lift")
    )


@lru_cache(4096)
def _outer_cube(
    row: int, column: int, cube: int, side: str, count: int, height: int, ringed: bool, t: Translator
) -> Svg:
    """A cube at a side of a row in which so many are left; it is touched from its own outer side too."""
    name, spoken = f"offer-{row + 1}{side}", cube_name(cube, t)
    left, right = _touch_range(column, side, count)
    shape = group(
        el("title", spoken),
        rect(
            -1, 1, CUBE + 2, height - 2, 6, class_="ring"
        ),  # below the piece: its light falls beside it, not on it
        _piece(cube, height),
        rect(left - CUBE * column, 0, right - left, height, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if ringed else None,
        role="img",
        aria_label=spoken,
    )
    return at(CUBE * column, 0, shape)


def _touch_range(column: int, side: str, count: int) -> tuple[float, float]:
    """From where to where an outer cube is touched: the gap on its outer side, and a part of the next cube."""
    if count == 1:
        return 0, SHELF
    inner = max(0.0, min(TOUCH, CUBE * count / 2) - CUBE)
    return (0, CUBE * (column + 1) + inner) if side == "L" else (CUBE * column - inner, SHELF)


def _supply(s: Record, what: int, x: int, height: int, t: Translator, last: frozenset[str]) -> Svg:
    """A permit, the blank cube, the mayor or the face-down roofs in their cell."""
    ringed = f"offer-{OFFERS[what - moves.OFFER]}" in last
    if what == moves.OFFER_ROOF:
        return _roof_cell(x, sum(s.roofs), s.roofs[0], height, ringed, t)
    return _piece_cell(what, x, is_left(s, piece_of(what)), height, ringed, t)


@lru_cache(1024)
def _roof_cell(x: int, count: int, blanks: int, height: int, ringed: bool, t: Translator) -> Svg:
    spoken = t("{roofs} face down: {valued} with a value, {blanks}").format(
        roofs=roofs_name(count, t), valued=count - blanks, blanks=blanks_name(blanks, t)
    )
    return _cell(moves.OFFER_ROOF, x, height, _face_down(height) if count else join(), spoken, ringed)


@lru_cache(1024)
def _piece_cell(what: int, x: int, left: bool, height: int, ringed: bool, t: Translator) -> Svg:
    name = piece_name(piece_of(what), 0, t)
    spoken = name if left else t("{piece}: gone").format(piece=name)
    content = _supply_piece(piece_of(what), height) if left else at((CELL - CUBE) / 2, 0, _dot(height))
    return _cell(what, x, height, content, spoken, ringed)


def _cell(what: int, x: int, height: int, content: Svg, spoken: str, ringed: bool) -> Svg:
    name = f"offer-{OFFERS[what - moves.OFFER]}"
    cell = group(
        el("title", spoken),
        content,
        rect(2, 2, CELL - 3, height - 4, 6, class_="ring"),
        rect(0, 0, CELL, height, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if ringed else None,
        role="img",
        aria_label=spoken,
    )
    return at(x, 0, cell)


def piece_of(what: int) -> int:
    """Return the piece that an offer from the supply takes."""
    return state.PERMIT + what - moves.OFFER_PERMIT


def is_left(s: Record, piece: int) -> bool:
    """Return whether a piece is still in the supply."""
    return bool(s.piece != piece and is_available(s, piece))


def _supply_piece(piece: int, height: int) -> Svg:
    """A piece in its cell."""
    return group(
        _in_cell(*picture_of(piece, 0), height), id=piece_id(piece), data_piece=piece_id(piece), class_="lift"
    )


def _in_cell(picture: Svg, width: int, tall: int, height: int) -> Svg:
    """Draw a picture in the middle of a cell, as large as it fits."""
    scale = min((CELL - 6) / width, (height - 8) / tall)
    x, y = (CELL - width * scale) / 2, (height - tall * scale) / 2
    return group(picture, transform=f"translate({x:.1f} {y:.1f}) scale({scale:.2f})")


@cache
def _face_down(height: int) -> Svg:
    """The roofs that lie face down; the heading says how many."""
    return _in_cell(path(f"M0 {ROOF}L15 1H57L72 {ROOF}Z", class_="roof"), 72, ROOF, height)
