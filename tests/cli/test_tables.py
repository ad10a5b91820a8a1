"""Tables where there is little room."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from quartier.cli.rich_tables import Column, fit_table

COLUMNS = [
    Column("Bot", number=False),
    Column("Won", 2),
    Column("Drawn", 3),
    Column("Win rate"),
    Column("Points", 1),
]
ROWS = [["learned:2000", "10", "2", "55.0 %", "12.1 ± 3.0"], ["greedy", "8", "2", "45.0 %", "9.0 ± 3.1"]]


def render(width: int, terminal: bool = True) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=terminal, color_system=None)
    console.print(fit_table(COLUMNS, ROWS, console))
    return str(console.file.getvalue())  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("width", "left_out"),
    [(60, ""), (48, "Drawn"), (40, "Won, Drawn"), (30, "Won, Drawn, Points"), (26, "Won, Drawn, Points")],
)
def test_the_least_needed_give_way_and_names_never(width: int, left_out: str) -> None:
    text = render(width)
    joined = "".join(text.split())
    assert "greedy" in joined
    assert all(piece in joined for piece in ("learned:2000", "55.0%", "45.0%"))
    note = f"Columns hidden to fit the width: {left_out}."
    assert ("".join(note.split()) in joined) == bool(left_out)
    assert "hidden" in text or not left_out


def test_a_file_has_no_edge() -> None:
    assert "hidden" not in render(30, terminal=False)
