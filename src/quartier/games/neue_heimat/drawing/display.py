"""What can still be sold: the display of cubes, and beside it permits, blank cube, mayor and the roofs face down."""

from functools import cache

from quartier.core.show.svg import Svg, at, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..names import OFFERS, cube_code, cube_name, piece_name
from ..rules import moves, state
from ..rules.offers import is_available
from ..rules.state import State
from .layout import COLUMN, ROOF
from .pieces import picture_of, piece_id, tile

CUBE, LINE = 33, 44
"""Width of a place in the display, and height of a row."""
TILE = (31, 38)
SHELF = state.DISPLAY * CUBE
"""Where the supply begins, right of the display."""
CELL = (COLUMN - SHELF) // 2
TOUCH = 48
"""Width of the area in which an outer cube is touched; it may reach over the next one, which cannot be."""


def display(s: State, t: Translator, last: frozenset[str]) -> Svg:
    """The three display rows of cubes, and beside them what else can be offered; what is empty closes up."""
    return join(
        *(at(0, LINE * i, *_line(s, line, t, last)) for i, line in enumerate(lines_left(s))),
    )


def display_height(s: State) -> int:
    """The height of what is left of the display."""
    return LINE * len(lines_left(s))


def lines_left(s: State) -> list[int]:
    """The display rows in which something lies, cubes or what is beside them."""
    return [line for line in range(state.DISPLAY_ROWS) if _is_used(s, line)]


def _is_used(s: State, line: int) -> bool:
    cubes = s.left[line] < s.right[line]
    return bool(cubes or any(_lies(s, what) for what in _beside(line)))


def _beside(line: int) -> tuple[int, int]:
    """What can be offered beside a display row."""
    return moves.OFFER_PERMIT + line, moves.OFFER_PERMIT + state.DISPLAY_ROWS + line


def _lies(s: State, what: int) -> bool:
    return sum(s.roofs) > 0 if what == moves.OFFER_ROOF else is_left(s, piece_of(what))


def _line(s: State, line: int, t: Translator, last: frozenset[str]) -> list[Svg]:
    """A display row and what is beside it."""
    places = range(state.DISPLAY * line, state.DISPLAY * (line + 1))
    cubes = [at(CUBE * column, 0, _cube(s, place, t, last)) for column, place in enumerate(places)]
    return cubes + [
        at(SHELF + CELL * column, 0, _supply(s, what, t, last)) for column, what in enumerate(_beside(line))
    ]


def _cube(s: State, place: int, t: Translator, last: frozenset[str]) -> Svg:
    """A cube on display: an outer one can be touched, from its own outer side too."""
    row, column = divmod(place, state.DISPLAY)
    if place >= s.laid or not s.left[row] <= column < s.right[row]:
        return _gone()
    name = f"cube-{cube_code(s.display[place])}"
    piece = at(1, 3, group(tile(int(s.display[place]), *TILE), id=name, data_piece=name, class_="lift"))
    side = _side(s, row, column)
    return piece if side is None else _outer_cube(s, place, piece, side, t, last)


@cache
def _gone() -> Svg:
    return el("circle", cx=CUBE / 2, cy=LINE / 2, r=2.5, class_="gone")


def _side(s: State, row: int, column: int) -> str | None:
    """The side from which a cube is taken: the last one of a row is called the left one."""
    if column == s.left[row]:
        return "L"
    return "R" if column == s.right[row] - 1 else None


def _outer_cube(s: State, place: int, piece: Svg, side: str, t: Translator, last: frozenset[str]) -> Svg:
    row, column = divmod(place, state.DISPLAY)
    name, spoken = f"offer-{row + 1}{side}", cube_name(s.display[place], t)
    left, right = _touched(s, row, column, side)
    return group(
        el("title", spoken),
        piece,
        rect(0, 2, CUBE, LINE - 4, 5, class_="ring"),
        rect(left - CUBE * column, 0, right - left, LINE, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def _touched(s: State, row: int, column: int, side: str) -> tuple[float, float]:
    """From where to where an outer cube is touched: the gap on its outer side, and a part of the next cube."""
    count = s.right[row] - s.left[row]
    if count == 1:
        return 0, SHELF
    inner = max(0.0, min(TOUCH, CUBE * count / 2) - CUBE)
    return (0, CUBE * (column + 1) + inner) if side == "L" else (CUBE * column - inner, SHELF)


def _supply(s: State, what: int, t: Translator, last: frozenset[str]) -> Svg:
    """A permit, the blank cube, the mayor or the face-down roofs in their cell."""
    name, spoken = f"offer-{OFFERS[what - moves.OFFER]}", _spoken_supply(s, what, t)
    return group(
        el("title", spoken),
        _roofs(s) if what == moves.OFFER_ROOF else _supplied(s, piece_of(what)),
        rect(2, 2, CELL - 3, LINE - 4, 6, class_="ring"),
        rect(0, 0, CELL, LINE, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def _spoken_supply(s: State, what: int, t: Translator) -> str:
    if what == moves.OFFER_ROOF:
        return t("roofs face down: {count}, blanks among them: {blanks}").format(
            count=sum(s.roofs), blanks=s.roofs[0]
        )
    piece = piece_of(what)
    name = piece_name(piece, 0, t)
    return name if is_left(s, piece) else t("{piece}: gone").format(piece=name)


def piece_of(what: int) -> int:
    """The piece that an offer from the supply takes."""
    return state.PERMIT + what - moves.OFFER_PERMIT


def is_left(s: State, piece: int) -> bool:
    """Whether a piece is still in the supply."""
    return bool(s.piece != piece and is_available(s, piece))


def _supplied(s: State, piece: int) -> Svg:
    """A piece in its cell, or a dot where it lay."""
    if not is_left(s, piece):
        return at((CELL - CUBE) / 2, 0, _gone())
    drawn, width, height = picture_of(piece, 0)
    scale = min((CELL - 6) / width, (LINE - 8) / height)
    small = group(
        drawn,
        transform=f"translate({(CELL - width * scale) / 2:.1f} {(LINE - height * scale) / 2:.1f}) scale({scale:.2f})",
    )
    return group(small, id=piece_id(piece), data_piece=piece_id(piece), class_="lift")


def _roofs(s: State) -> Svg:
    """How many roofs lie face down, and how many blanks are among them."""
    count, blanks = sum(s.roofs), s.roofs[0]
    return join(_face_down() if count else join(), text(12, 39, count, 14, "middle heavy"), _blanks(blanks))


@cache
def _face_down() -> Svg:
    return group(path(f"M0 {ROOF}L15 1H57L72 {ROOF}Z", class_="roof"), transform="translate(6 4) scale(.5)")


def _blanks(count: int) -> Svg:
    """The number of blanks, beside a roof crossed out."""
    shape = path("M24 39L27 31H33L36 39ZM25 40L35 30", class_="quiet-line", stroke_width=1.2)
    return join(shape, text(42, 39, count, 12, "middle quiet"))
