"""Tables on a terminal: where it is narrow, the columns that are needed least give way, and never a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich import box
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from quartier.cli.console import say
from quartier.core.text.languages import N_


class Column(NamedTuple):
    """A column of a table."""

    heading: str
    """A message id."""
    spare: int = 0
    """Columns with more of it give way first; 0: never."""
    number: bool = True
    """Whether it stands at the right edge."""


def folded(columns: Sequence[Column], rows: Sequence[Sequence[str]], console: Console) -> RenderableType:
    """A table of as many of the columns as there is room for, and below it what has been left out.

    Where nobody sits at a terminal all columns stand there: a file has no edge.
    """
    kept, needed = list(range(len(columns))), [column for column in columns if not column.spare]
    result = _table(columns, rows, kept)
    while console.is_terminal and _width(result, console) > console.width and len(kept) > len(needed):
        kept.remove(max(kept, key=lambda i: columns[i].spare))
        result = _table(columns, rows, kept)
    if not console.is_terminal:
        result.width = _width(result, console)  # else Rich takes names away to fit 80 characters
    left_out = ", ".join(say(column.heading) for i, column in enumerate(columns) if i not in kept)
    if not left_out:
        return result
    return Group(result, Text(say(_LEFT_OUT, columns=left_out), "dim"))


def _table(columns: Sequence[Column], rows: Sequence[Sequence[str]], kept: Sequence[int]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for i in kept:
        table.add_column(
            say(columns[i].heading),
            justify="right" if columns[i].number else "left",
            no_wrap=columns[i].number,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*(Text(row[i]) for i in kept))
    return table


def _width(table: Table, console: Console) -> int:
    """Characters that all of it needs beside each other."""
    return Measurement.get(console, console.options.update(width=_ENDLESS), table).maximum


_ENDLESS = 10_000
_LEFT_OUT = N_("Not shown for want of room: {columns}.")
