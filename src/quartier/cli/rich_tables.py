"""Tables in the terminal: on narrow screens the least important columns are hidden."""

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
    """Columns with a higher number are hidden first; 0: never."""
    number: bool = True
    """Whether it is right-aligned."""


def fit_table(columns: Sequence[Column], rows: Sequence[Sequence[str]], console: Console) -> RenderableType:
    """Return a table with as many columns as fit, and a note about hidden ones.

    Without a terminal all columns are shown: a file has no width.
    """
    visible, needed = list(range(len(columns))), [column for column in columns if not column.spare]
    result = _table(columns, rows, visible)
    while console.is_terminal and _width(result, console) > console.width and len(visible) > len(needed):
        visible.remove(max(visible, key=lambda i: columns[i].spare))
        result = _table(columns, rows, visible)
    if not console.is_terminal:
        result.width = _width(result, console)  # otherwise Rich truncates names to 80 columns
    left_out = ", ".join(say(column.heading) for i, column in enumerate(columns) if i not in visible)
    if not left_out:
        return result
    return Group(result, Text(say(_LEFT_OUT, columns=left_out), "dim"))


def _table(columns: Sequence[Column], rows: Sequence[Sequence[str]], visible: Sequence[int]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for i in visible:
        table.add_column(
            say(columns[i].heading),
            justify="right" if columns[i].number else "left",
            no_wrap=columns[i].number,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*(Text(row[i]) for i in visible))
    return table


def _width(table: Table, console: Console) -> int:
    """Return the characters that all columns need side by side."""
    return Measurement.get(console, console.options.update(width=_ENDLESS), table).maximum


_ENDLESS = 10_000
_LEFT_OUT = N_("Columns hidden to fit the width: {columns}.")
