"""The table of City Blocks in characters, for a terminal."""

from quartier.core.text.ascii_art import GLUE, QUIET, SIGNS, Canvas, Picture, Run
from quartier.core.text.languages import Translator

from ..rules.scoring import score
from ..rules.state import COLUMNS, EMPTY, NOBODY, OPEN, ROWS, Record
from ..rules.streets import STREET_NAMES, column_of, counts, row_of, specials, sum_of
from ..rules.tiles import KINDS
from .labels import SEAT_NAMES, STREET_LETTERS, money, size_of, streets_of, tiles_of, values_of

_LEFT, _CELL_WIDTH = 9, 7
"""The position of the first block, and the distance to the next one."""


def ascii_art(s: Record, t: Translator) -> Picture:
    """Draw the board with north up: each block's tile and owner, beside each street its token and both sums."""
    result = Picture()
    result.add_canvases(_board(s))
    result.legend(t("Counts 0: ↔ in its row, ↕ in its column, × in both."))
    streets = (f"{STREET_LETTERS[i]}{GLUE}{STREET_NAMES[i].split()[0]}" for i in streets_of(s))
    result.say(Run(" · ".join(streets), QUIET))
    for seat in range(2):
        result.say(*_seat(s, seat, t))
    return result


def _board(s: Record) -> Canvas:
    canvas, (rows, columns) = Canvas(), size_of(s)
    for column in range(columns):
        street, middle = column_of(column), _LEFT + _CELL_WIDTH * column + 3
        canvas.put_centred(0, middle, STREET_LETTERS[street])
        token, look = _token(s, street)
        canvas.put_centred(1, middle, token, look)
        canvas.put_centred(2, middle, _sums(s, street), QUIET)
    for line in range(rows + 1):
        canvas.put(3 + 2 * line, _LEFT - 1, _border(line, rows, columns), QUIET)
    for row in range(rows):
        _row(s, canvas, ROWS - 1 - row, 4 + 2 * row, columns)
    return canvas


def _border(line: int, rows: int, columns: int) -> str:
    left, middle, right = tuple({0: "┌┬┐", rows: "└┴┘"}.get(line, "├┼┤"))
    return left + middle.join("─" * (_CELL_WIDTH - 1) for _ in range(columns)) + right


def _row(s: Record, canvas: Canvas, row: int, line: int, columns: int) -> None:
    street = row_of(row * COLUMNS)
    canvas.put(line, -3, STREET_LETTERS[street])
    token, look = _token(s, street)
    canvas.put(line, -1, token.rjust(3), look)
    canvas.put(line, 3, _sums(s, street).rjust(5), QUIET)
    for column in range(columns + 1):
        canvas.put(line, _LEFT - 1 + _CELL_WIDTH * column, "│", QUIET)
    for column in range(columns):
        canvas.put(line, _LEFT + 1 + _CELL_WIDTH * column, *_tile(s, row * COLUMNS + column))


def _token(s: Record, street: int) -> tuple[str, int | None]:
    """Return the token of a street with its winner's symbol; – for no one."""
    if not s.token[street]:
        return "", None
    award, value = s.award[street], f"${s.token[street]}"
    if award == OPEN:
        return value, None
    return ("–", QUIET) if award == NOBODY else (f"{SIGNS[award]}{value[1:]}", int(award))


def _sums(s: Record, street: int) -> str:
    return f"{sum_of(s, street, 0)}:{sum_of(s, street, 1)}"


def _tile(s: Record, block: int) -> tuple[str, int | None]:
    if s.owner[block] == EMPTY:
        return "·", QUIET
    kind, seat = s.tile[block], int(s.owner[block])
    zero_in_row, zero_in_column = (
        KINDS[kind][-1].isdigit() and counts(kind, specials(s, street)) == 0
        for street in (row_of(block), column_of(block))
    )
    mark = " ↔↕×"[zero_in_row + 2 * zero_in_column]
    return f"{KINDS[kind]}{SIGNS[seat]}{mark}", seat


def _seat(s: Record, seat: int, t: Translator) -> list[Run]:
    won = " ".join(money(value, t) for value in values_of(s.won[seat])) or "–"
    hand = " ".join(tiles_of(s.hand[seat])) or " ".join("?" * s.held[seat]) or "–"
    form = t("{points} (tokens {won}), hand {hand}, pile {stock}")
    name = Run(f"{SIGNS[seat]} {t(SEAT_NAMES[seat])}", seat)
    return [
        name,
        Run(": " + form.format(points=money(score(s, seat), t), won=won, hand=hand, stock=s.stock[seat])),
    ]
