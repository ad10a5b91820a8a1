"""Keyboard input: editing, history and Tab completion if Python has readline, else plain lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType

Completer = Callable[[str], list[str]]
"""Returns the completions of the beginning of a line."""


def _readline() -> ModuleType | None:
    """Return the module readline on a terminal; None if it is missing (Windows)."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    try:
        import readline
    except ImportError:
        return None
    return readline


@contextmanager
def completing(lines: Completer) -> Iterator[None]:
    """Complete whole lines by `lines` on Tab."""
    readline = _readline()
    if readline is None:
        yield
        return
    usual, matches = readline.get_completer_delims(), [""]

    def complete(typed: str, number: int) -> str | None:
        if number == 0:
            matches[:] = lines(typed)
        return matches[number] if number < len(matches) else None

    readline.set_completer(complete)
    readline.set_completer_delims("")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    try:
        yield
    finally:
        readline.set_completer(None)
        readline.set_completer_delims(usual)


def read(prompt: str) -> str | None:
    """Read a non-blank line, stripped; None at the end of the input."""
    while True:
        if _readline():
            try:
                line = input(prompt)
            except EOFError:
                return None
        else:
            line = sys.stdin.readline()
            if not line:
                return None
        if line.strip():
            return " ".join(line.split())
