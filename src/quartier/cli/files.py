"""Input and output files named on the command line."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from pathlib import Path

from quartier.core.text import notation
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_

STANDARD_INPUT = "-"


def read_text(name: str) -> str:
    """Read a file, or standard input for "-". Raises BadOption with the nearest name in the folder, or QuartierError."""
    try:
        data = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except FileNotFoundError as error:
        raise missing(Path(name)) from error
    except OSError as error:
        raise QuartierError(N_("Can’t read {file}: {reason}."), file=name, reason=error.strerror) from error
    try:
        return notation.decode(data)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise QuartierError(N_("{file} isn’t UTF-8 text (line {line})."), file=name, line=line) from error


def missing(file: Path) -> BadOption:
    """Return the error for a missing file, with the nearest name."""
    siblings = [entry.name for entry in file.parent.iterdir()] if file.parent.is_dir() else []
    near = get_close_matches(file.name, siblings, 1, 0.6)
    if near:
        return BadOption(
            N_("There’s no file {file}. Did you mean {near}?"),
            file=str(file),
            near=str(file.parent / near[0]),
        )
    return BadOption(N_("File not found: {file}."), file=str(file))


def write_text(name: str, text: str) -> None:
    """Write a file, or standard output for "-"."""
    if name == STANDARD_INPUT:
        sys.stdout.write(text)
        return
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise QuartierError(N_("Can’t write {file}: {reason}."), file=name, reason=error.strerror) from error
