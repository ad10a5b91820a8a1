"""Terminal rendering of a table, for the width and colours of the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from quartier.core.game.state import State
from quartier.core.text.ascii_art import QUIET, Row

_STYLES = {
    QUIET: "dim",
    0: "bright_blue",
    1: "bright_red",
    2: "bright_green",
    3: "yellow",
    4: "bright_magenta",
    5: "bold",
}
"""Styles by look. The sixth seat is slate: no grey is readable on both black and white, so it is bold."""


def show(state: State, console: Console) -> None:
    """Print the table. Rich omits colours where there are none, and if NO_COLOR is set."""
    for row in state.plain().rows(console.width):
        console.print(_to_rich_text(row), no_wrap=True, overflow="ignore", crop=False)


def _to_rich_text(row: Row) -> Text:
    text = Text()
    for run in row:
        text.append(run.text, None if run.look is None else _STYLES[run.look])
    text.rstrip()
    return text
