"""Pictures of a table in characters: grids on which some characters have a seat's look, and lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

SIGNS = "●▲■◆★⬢"
"""The symbol of a seat's pieces, by its shared look: colour is never the only difference."""
QUIET = -1
"""The look of the fixed parts: borders, streets, names of places."""
GLUE = "\u00a0"
"""A space at which no line is broken."""
WIDTH = 80
"""The default width of a picture in characters."""
_GAP = 4
_SIGN = re.compile(r"(^|[·,;:] )(\S) ")
"""The first character of an item of a legend."""


def number(value: int) -> str:
    """Format an integer with a minus sign as wide as a digit."""
    return str(value).replace("-", "−")


class Run(NamedTuple):
    """Adjacent characters of the same look; `look`: a shared look from 0, QUIET, or None for plain ones."""

    text: str
    look: int | None = None


Row = list[Run]


class Canvas:
    """Characters on a grid, row 0 on top; later ones overwrite earlier ones."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, int | None]] = {}

    def put(self, row: int, column: int, text: str, look: int | None = None) -> None:
        """Write a text from a place to the right. Places may be negative: the picture begins at the smallest of them."""
        for column_, sign in enumerate(text, column):
            self._cells[row, column_] = sign, look

    def put_centred(self, row: int, column: int, text: str, look: int | None = None) -> None:
        """Write a text centred on a place; with an even number of characters, left of centre."""
        self.put(row, column - (len(text) - 1) // 2, text, look)

    def rows(self) -> list[Row]:
        """Return the rows from top to bottom."""
        rows, columns = zip(*self._cells, strict=True) if self._cells else ((0,), (0,))
        return [self._row(row, min(columns), max(columns)) for row in range(min(rows), max(rows) + 1)]

    def _row(self, row: int, first: int, last: int) -> Row:
        cells = [self._cells.get((row, column), (" ", None)) for column in range(first, last + 1)]
        while cells and cells[-1][0] == " ":
            cells.pop()
        result: Row = []
        for sign, look in cells:
            if result and result[-1].look == look:
                result[-1] = Run(result[-1].text + sign, look)
            else:
                result.append(Run(sign, look))
        return result


class Words(NamedTuple):
    """A line of text that wraps between words; continuation lines are indented by two characters."""

    runs: Sequence[Run]

    def rows(self, width: int) -> list[Row]:
        """Return lines of at most `width` characters, unless one word is longer."""
        lines: list[Row] = []
        for word in self._words():
            used = _length(lines[-1]) if lines else 0
            if lines and used + 1 + _length(word) <= width:
                lines[-1] += [Run(" ", word[0].look), *word]
            else:
                lines.append([Run(" " * _HANGING), *word] if lines else word)
        return [[Run(run.text.replace(GLUE, " "), run.look) for run in row] for row in lines]

    def _words(self) -> list[Row]:
        """A word between two spaces; parts of it may look different."""
        pieces: list[Row] = [[]]
        for run in self.runs:
            for number, part in enumerate(run.text.split(" ")):
                if number:
                    pieces.append([])
                if part:
                    pieces[-1].append(Run(part, run.look))
        return [word for word in pieces if word]


_HANGING = 2


class Picture:
    """A title's picture for a terminal: canvases, those of one group side by side if there is room, and text."""

    def __init__(self) -> None:
        self._parts: list[list[Canvas] | Words] = []

    def add_canvases(self, *canvases: Canvas) -> None:
        """Add a group of canvases below."""
        self._parts.append(list(canvases))

    def say(self, *runs: str | Run) -> None:
        """Add a line of text below."""
        self._parts.append(Words([run if isinstance(run, Run) else Run(run) for run in runs]))

    def legend(self, text: str) -> None:
        """Add a line that explains symbols; none of them ends up alone at the end of a line."""
        self.say(Run(_SIGN.sub(rf"\1\2{GLUE}", text), QUIET))

    def rows(self, width: int = WIDTH) -> list[Row]:
        """Return the rows from top to bottom, at most `width` characters wide if possible."""
        result: list[Row] = []
        for part in self._parts:
            result += part.rows(width) if isinstance(part, Words) else _flow(part, width)
        return result

    def __str__(self) -> str:
        return "\n".join("".join(run.text for run in row).rstrip() for row in self.rows())


def as_picture(picture: str | Picture) -> Picture:
    """Return a picture unchanged, or one of plain lines."""
    if isinstance(picture, Picture):
        return picture
    canvas, result = Canvas(), Picture()
    for number, line in enumerate(picture.splitlines()):
        canvas.put(number, 0, line)
    result.add_canvases(canvas)
    return result


def _flow(canvases: Iterable[Canvas], width: int) -> list[Row]:
    """Return canvases from left to right, in as many bands as they need, with an empty row between bands."""
    bands: list[list[list[Row]]] = [[]]
    used = 0
    for rows in (canvas.rows() for canvas in canvases):
        needed = max(map(_length, rows))
        if used and used + _GAP + needed > width:
            bands.append([])
            used = 0
        used += needed + (_GAP if used else 0)
        bands[-1].append(rows)
    result: list[Row] = []
    for band in bands:
        result += [[]] * bool(result) + _join_band(band)
    return result


def _join_band(band: list[list[Row]]) -> list[Row]:
    """Return pictures side by side, aligned at the top."""
    result: list[Row] = [[] for _ in range(max(map(len, band)))]
    indent = 0
    for rows in band:
        for row, runs in zip(result, rows, strict=False):
            row += [Run(" " * (indent - _length(row))), *runs]
        indent += max(map(_length, rows)) + _GAP
    return result


def _length(row: Row) -> int:
    return sum(len(run.text) for run in row)
