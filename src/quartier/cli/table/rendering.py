"""Pictures of tables on a terminal: as wide as it is, in its colours where it has any."""

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
"""By look. The sixth seat is slate: no grey reads well both on black and on white, so it is bold."""


def show(state: State, console: Console) -> None:
    """Print the table. Rich leaves the colours out where there are none, and where NO_COLOR is set."""
    for row in state.plain().rows(console.width):
        console.print(_painted(row), no_wrap=True, overflow="ignore", crop=False)


def _painted(row: Row) -> Text:
    text = Text()
    for run in row:
        text.append(run.text, None if run.look is None else _STYLES[run.look])
    text.rstrip()
    return text
