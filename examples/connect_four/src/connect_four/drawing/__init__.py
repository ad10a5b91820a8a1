"""Connect Four as a picture: a board of round windows, each seat's discs with its pattern and its sign."""

from collections.abc import Iterable

from quartier.core.drawing.pieces import patterns, sign
from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    at,
    drawing,
    el,
    group,
    join,
    path,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules import COLUMNS, HEIGHT, ROWS, SEATS, State, connected, line_along
from ..text.words import EMPTY, LETTERS, SEAT_NAMES, owner, place_name, stack

PITCH = 100
"""Distance of neighbouring cells, in drawing units."""
RADIUS = 41
MARGIN = 22
LETTER = 44
"""Height of the line of letters below the board."""
WIDTH = COLUMNS * PITCH + 2 * MARGIN
BOARD_HEIGHT = ROWS * PITCH + 2 * MARGIN


def render(s: State, seat: int | None, t: Translator, last: Iterable[str] = ()) -> dict[str, Fragments]:
    """The board; nobody holds anything in hand. `last` are the ids touched by the last move."""
    ringed = frozenset(last)
    board = drawing(
        WIDTH,
        BOARD_HEIGHT + LETTER,
        t("Board of 7 columns and 6 rows"),
        patterns("disc", SEATS[1]),
        rect(0, 0, WIDTH, BOARD_HEIGHT, 28, class_="street"),
        *(_column(s, column, t, ringed) for column in range(COLUMNS)),
        *(_lines(s.discs[holder], holder) for holder in range(SEATS[1])),
        group(id="ghost"),
        class_="quartier board",
        id="board",
    )
    return {"board": board, "hand": ()}


def preview(before: State, after: State, seat: int, action: int, t: Translator) -> Fragments:
    """The disc where it would come to rest, and the line that it would complete."""
    row = len(stack(before, action))
    disc = at(*_centre(action, row), _disc(seat))
    return (group(disc, _lines(after.discs[seat], seat), class_=f"ghost seat-{seat}"),)


# ----- columns and discs -----


def _centre(column: int, row: int) -> tuple[int, int]:
    """The middle of a cell; rows are counted from the bottom."""
    return MARGIN + column * PITCH + PITCH // 2, MARGIN + (ROWS - 1 - row) * PITCH + PITCH // 2


def _column(s: State, column: int, t: Translator, last: frozenset[str]) -> Svg:
    name = f"column-{LETTERS[column]}"
    left, middle = MARGIN + column * PITCH, MARGIN + column * PITCH + PITCH // 2
    return group(
        *(_cell(s, column, row) for row in range(ROWS)),
        text(middle, BOARD_HEIGHT + 32, LETTERS[column], 30, "middle quiet"),
        rect(left + 2, 8, PITCH - 4, BOARD_HEIGHT - 16, 20, class_="ring"),
        rect(left, 0, PITCH, BOARD_HEIGHT + LETTER, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=_spoken_column(s, column, t),
    )


def _cell(s: State, column: int, row: int) -> Svg:
    """A window, and the disc behind it."""
    seat = owner(s, column, row)
    window = el("circle", r=RADIUS, class_="card")
    name = f"disc-{LETTERS[column]}{row + 1}"
    disc = (
        join() if seat == EMPTY else group(_disc(seat), id=name, data_piece=name, class_=f"lift seat-{seat}")
    )
    return at(*_centre(column, row), window, disc)


def _disc(seat: int) -> Svg:
    """A disc around (0, 0): ground with the seat's pattern, a rim, and the seat's sign."""
    return join(
        el("circle", r=RADIUS, fill=f"url(#disc-{seat})"),
        el("circle", r=RADIUS - 2, class_="edge", stroke_width=4),
        sign(seat, 0, 0, 34),
    )


def _spoken_column(s: State, column: int, t: Translator) -> str:
    """The column and its discs from the bottom: "column c: Blue, Red"."""
    discs = [t(SEAT_NAMES[seat]) for seat in stack(s, column)]
    return f"{place_name(s, f'column-{LETTERS[column]}', t)}: {', '.join(discs) or t('empty')}"


# ----- four connected -----


def _lines(discs: int, seat: int) -> Svg:
    """A stroke through every line of four that a seat has."""
    if not connected(discs):
        return join()
    steps = (1, HEIGHT - 1, HEIGHT, HEIGHT + 1)
    strokes = [_stroke(cell, step) for step in steps for cell in _cells(line_along(discs, step))]
    return group(*strokes, class_=f"seat-{seat}")


def _cells(cells: int) -> list[int]:
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]


def _stroke(cell: int, step: int) -> Svg:
    (x, y), (to_x, to_y) = (_centre(*divmod(end, HEIGHT)) for end in (cell, cell + 3 * step))
    return path(f"M{x} {y}L{to_x} {to_y}", class_="strike", stroke_width=9)
