"""Pictures of a table in characters: grids on which some characters have the look of a seat, and lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

SIGNS = "●▲■◆★⬢"
"""What a seat's pieces carry, by its common look: colour is never the only difference."""
QUIET = -1
"""The look of what is always there: borders, streets, names of places."""
GLUE = "\u00a0"
"""A blank at which no line is broken."""
WIDTH = 80
"""As wide as a picture is where nobody says how much room there is, in characters."""
_GAP = 4
_SIGN = re.compile(r"(^|[·,;:] )(\S) ")
"""One character, with which an item of a legend begins."""


def number(value: int) -> str:
    """A whole number with a minus sign as long as a figure."""
    return str(value).replace("-", "−")


class Run(NamedTuple):
    """Characters beside each other that look the same; `look`: a common look from 0, QUIET, or None for plain ones."""

    text: str
    look: int | None = None


Row = list[Run]


class Canvas:
    """Characters on a grid, row 0 on top; what is put later covers what was there."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, int | None]] = {}

    def put(self, row: int, column: int, text: str, look: int | None = None) -> None:
        """Write a text from a place on to the right. Places may be negative: the picture begins at the least of them."""
        for place, sign in enumerate(text, column):
            self._cells[row, place] = sign, look

    def centred(self, row: int, column: int, text: str, look: int | None = None) -> None:
        """Write a text with its middle on a place; of an even number of characters the left one of the two."""
        self.put(row, column - (len(text) - 1) // 2, text, look)

    def rows(self) -> list[Row]:
        """From top to bottom."""
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
    """A line of text that is broken between its words where there is no room; what follows stands under its third letter."""

    runs: Sequence[Run]

    def rows(self, width: int) -> list[Row]:
        """Lines of at most `width` characters, unless one word is longer."""
        found: list[Row] = []
        for word in self._words():
            taken = _length(found[-1]) if found else 0
            if found and taken + 1 + _length(word) <= width:
                found[-1] += [Run(" ", word[0].look), *word]
            else:
                found.append([Run(" " * _HANGING), *word] if found else word)
        return [[Run(run.text.replace(GLUE, " "), run.look) for run in row] for row in found]

    def _words(self) -> list[Row]:
        """What stands between two blanks; parts of a word may look different."""
        found: list[Row] = [[]]
        for run in self.runs:
            for number, part in enumerate(run.text.split(" ")):
                if number:
                    found.append([])
                if part:
                    found[-1].append(Run(part, run.look))
        return [word for word in found if word]


_HANGING = 2


class Picture:
    """What a title shows in a terminal: canvases, those of one group beside each other where there is room, and words."""

    def __init__(self) -> None:
        self._parts: list[list[Canvas] | Words] = []

    def beside(self, *canvases: Canvas) -> None:
        """A group of canvases below what there is."""
        self._parts.append(list(canvases))

    def say(self, *runs: str | Run) -> None:
        """A line of text below what there is."""
        self._parts.append(Words([run if isinstance(run, Run) else Run(run) for run in runs]))

    def legend(self, text: str) -> None:
        """A line that says what signs mean; none of them is left behind at the end of a line."""
        self.say(Run(_SIGN.sub(rf"\1\2{GLUE}", text), QUIET))

    def rows(self, width: int = WIDTH) -> list[Row]:
        """From top to bottom, at most `width` characters wide where that is possible."""
        result: list[Row] = []
        for part in self._parts:
            result += part.rows(width) if isinstance(part, Words) else _flowed(part, width)
        return result

    def __str__(self) -> str:
        return "\n".join("".join(run.text for run in row).rstrip() for row in self.rows())


def as_picture(drawn: str | Picture) -> Picture:
    """A picture as it is, or one of plain lines."""
    if isinstance(drawn, Picture):
        return drawn
    canvas, result = Canvas(), Picture()
    for number, line in enumerate(drawn.splitlines()):
        canvas.put(number, 0, line)
    result.beside(canvas)
    return result


def _flowed(canvases: Iterable[Canvas], width: int) -> list[Row]:
    """Canvases from left to right, in as many bands as they need, with an empty row between bands."""
    bands: list[list[list[Row]]] = [[]]
    taken = 0
    for rows in (canvas.rows() for canvas in canvases):
        needed = max(map(_length, rows))
        if taken and taken + _GAP + needed > width:
            bands.append([])
            taken = 0
        taken += needed + (_GAP if taken else 0)
        bands[-1].append(rows)
    result: list[Row] = []
    for band in bands:
        result += [[]] * bool(result) + _joined(band)
    return result


def _joined(band: list[list[Row]]) -> list[Row]:
    """Pictures beside each other, their upper edges in line."""
    result: list[Row] = [[] for _ in range(max(map(len, band)))]
    indent = 0
    for rows in band:
        for row, runs in zip(result, rows, strict=False):
            row += [Run(" " * (indent - _length(row))), *runs]
        indent += max(map(_length, rows)) + _GAP
    return result


def _length(row: Row) -> int:
    return sum(len(run.text) for run in row)
