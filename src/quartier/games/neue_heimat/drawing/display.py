"""The display of cubes, and beside it the supply: all that can be offered."""

from functools import cache

from quartier.core.show.svg import Svg, at, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..names import OFFERS, cube_code, cube_name, piece_name
from ..rules import moves, state
from ..rules.offers import is_available
from ..rules.state import State
from .layout import CELL, CUBE, DISPLAY_HEIGHT, DISPLAY_WIDTH, LINE, SUPPLY
from .pieces import cube, picture_of, piece_id, roof


def display(s: State, t: Translator, last: frozenset[str]) -> Svg:
    """The three display rows of cubes, and beside them what else can be offered."""
    return join(
        rect(0, 0, DISPLAY_WIDTH, DISPLAY_HEIGHT, 12, class_="plot"),
        *(_cube(s, place, t, last) for place in range(state.DISPLAYED)),
        *(_supply(s, what, t, last) for what in range(moves.OFFER_PERMIT, moves.OFFER_ROOF + 1)),
    )


def _cube(s: State, place: int, t: Translator, last: frozenset[str]) -> Svg:
    """A cube on display: an outer one can be touched, from its own outer side too."""
    row, column = divmod(place, state.DISPLAY)
    x, y = 6 + CUBE * column, 4 + LINE * row
    if place >= s.laid or not s.left[row] <= column < s.right[row]:
        return at(x, y, el("circle", cx=CUBE / 2, cy=LINE / 2, r=3, class_="street"))
    name = f"cube-{cube_code(s.display[place])}"
    piece = at(
        3, 4, group(cube(s.display[place], CUBE - 6, LINE - 8), id=name, data_piece=name, class_="lift")
    )
    side = _side(s, row, column)
    return at(x, y, piece) if side is None else _outer_cube(s, place, (x, y), piece, side, t, last)


def _side(s: State, row: int, column: int) -> str | None:
    """The side from which a cube is taken: the last one of a row is called the left one."""
    if column == s.left[row]:
        return "L"
    return "R" if column == s.right[row] - 1 else None


def _outer_cube(
    s: State, place: int, corner: tuple[int, int], piece: Svg, side: str, t: Translator, last: frozenset[str]
) -> Svg:
    name, spoken = f"offer-{place // state.DISPLAY + 1}{side}", cube_name(s.display[place], t)
    gap = CUBE * (place % state.DISPLAY if side == "L" else state.DISPLAY - 1 - place % state.DISPLAY)
    return at(
        *corner,
        el("title", spoken),
        piece,
        rect(0, 1, CUBE, LINE - 2, 5, class_="ring"),
        rect(-gap if side == "L" else 0, 0, CUBE + gap, LINE, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def _supply(s: State, what: int, t: Translator, last: frozenset[str]) -> Svg:
    """Permits in the first line; blank cube, mayor and face-down roofs in the second."""
    line, column = divmod(what - moves.OFFER_PERMIT, 3)
    name, spoken = f"offer-{OFFERS[what - moves.OFFER]}", _spoken_supply(s, what, t)
    return at(
        SUPPLY + CELL * column,
        line * (DISPLAY_HEIGHT // 2 + 2),
        el("title", spoken),
        rect(0, 0, CELL - 4, DISPLAY_HEIGHT // 2 - 2, 10, class_="plot"),
        _supplied(s, what),
        rect(1, 1, CELL - 6, DISPLAY_HEIGHT // 2 - 4, 10, class_="ring"),
        rect(0, 0, CELL - 2, DISPLAY_HEIGHT // 2, class_="hit"),
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
    name = piece_name(piece_of(what), 0, t)
    return name if is_left(s, what) else t("{piece}: gone").format(piece=name)


def piece_of(what: int) -> int:
    """The piece that an offer from the supply takes."""
    return state.PERMIT + what - moves.OFFER_PERMIT


def is_left(s: State, what: int) -> bool:
    """Whether a piece is still in the supply."""
    piece = piece_of(what)
    return bool(s.piece != piece and is_available(s, piece))


def _supplied(s: State, what: int) -> Svg:
    """A piece in its cell, or a dot where it lay."""
    if what == moves.OFFER_ROOF:
        return _roofs(s)
    if not is_left(s, what):
        return el("circle", cx=50, cy=50, r=3, class_="street")
    name = piece_id(piece_of(what))
    return at(
        *_middle(piece_of(what)),
        group(picture_of(piece_of(what), 0), id=name, data_piece=name, class_="lift"),
    )


def _middle(piece: int) -> tuple[int, int]:
    """Where a piece of the supply lies in its cell."""
    return (20, 16) if piece == state.MAYOR else (22, 28)


@cache
def _roof_stack() -> Svg:
    back = at(14, 8, group(roof(0), transform="scale(.95)"))
    return join(back, at(9, 14, roof(0)))


def _roofs(s: State) -> Svg:
    """How many roofs lie face down, and how many blanks are among them."""
    count, blanks = sum(s.roofs), s.roofs[0]
    return join(_roof_stack() if count else join(), text(8, 81, count, 28, "bold"), _blanks(blanks))


def _blanks(count: int) -> Svg:
    """The number of blanks, beside a roof crossed out."""
    shape = path("M48 80L53 65H68L73 80Z", class_="quiet-line", stroke_width=1.5)
    cross = path("M51 83L70 62", class_="strike", stroke_width=2)
    return join(shape, cross, text(78, 81, count, 23, "quiet"))
