"""The sheets of BlockCity in characters, for a terminal."""

from quartier.core.text.ascii_art import GLUE, QUIET, SIGNS, Canvas, Picture
from quartier.core.text.languages import Translator

from ..rules.scoring import score
from ..rules.state import Record
from .labels import SEAT_NAMES, kind_name
from .notation import ids, mark_on

_CELL_WIDTH, _CELL_HEIGHT = 4, 2
"""The distance from one cell to the next."""
_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""By the borders that meet, as bits: up, right, down, left."""
Grid = list[list[str]]


def ascii_art(s: Record, t: Translator) -> Picture:
    """Draw all sheets: each building shows its id, or the letter of its kind with its number or the X."""
    result = Picture()
    result.add_canvases(*(_sheet(s, seat, t) for seat in range(s.players)))
    kinds = (
        letter + GLUE + kind_name(kind, t).replace(" ", GLUE)
        for letter, kind in s.board.data["kinds"].items()
    )
    result.legend(" · ".join(kinds))
    result.say(t("dice: {one} {other}").format(one=s.dice[0] or "–", other=s.dice[1] or "–"))
    return result


def _sheet(s: Record, seat: int, t: Translator) -> Canvas:
    canvas, grid = Canvas(), [line.split() for line in s.board.data["rows"]]
    canvas.put(0, 0, f"{SIGNS[seat]} {t(SEAT_NAMES[seat])}: {score(s, seat)}", seat)
    for row in range(len(grid) + 1):
        for column in range(len(grid[0]) + 1):
            _borders(canvas, grid, row, column)
    for building, name in enumerate(ids(s.board)):
        row, column = next((r, cells.index(name)) for r, cells in enumerate(grid) if name in cells)
        line, position = 2 + _CELL_HEIGHT * row, 1 + _CELL_WIDTH * column
        mark = mark_on(s, seat, building)
        canvas.put(line, position, name if mark is None else name[0], QUIET)
        if mark is not None:
            canvas.put(line, position + 2, str(mark), seat)
    return canvas


def _borders(canvas: Canvas, grid: Grid, row: int, column: int) -> None:
    """Draw the corner above and to the left of a cell, and the borders from there to the right and down."""
    right, down = (
        _has_border(grid, (row - 1, column), (row, column)),
        _has_border(grid, (row, column - 1), (row, column)),
    )
    up = _has_border(grid, (row - 1, column - 1), (row - 1, column))
    left = _has_border(grid, (row - 1, column - 1), (row, column - 1))
    line, position = 1 + _CELL_HEIGHT * row, _CELL_WIDTH * column
    canvas.put(line, position, _CORNERS[up + 2 * right + 4 * down + 8 * left], QUIET)
    if right:
        canvas.put(line, position + 1, "─" * (_CELL_WIDTH - 1), QUIET)
    if down:
        canvas.put(line + 1, position, "│", QUIET)


def _has_border(grid: Grid, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether there is a border between two cells; there is one around the sheet, too."""
    return _at(grid, *one) != _at(grid, *other)


def _at(grid: Grid, row: int, column: int) -> str:
    return grid[row][column] if 0 <= row < len(grid) and 0 <= column < len(grid[0]) else ""
