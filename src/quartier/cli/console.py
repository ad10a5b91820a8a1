"""Console I/O: language of the terminal, and output streams."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from rich.console import Console

from quartier.core.text.ascii_art import SIGNS
from quartier.core.text.languages import languages, translator
from quartier.core.text.numbers import figure as figure


def from_environment(environment: Mapping[str, str] = os.environ) -> str:
    """Return the terminal's language, "en" if it isn't available (POSIX: the first variable that is set decides)."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            spoken = environment[name][:2].lower()
            return spoken if spoken in languages() else "en"
    return "en"


def say(message: str, **fields: object) -> str:
    """Translate a message id into the current language and fill in its fields."""
    return translator()(message).format(**fields)


def ngettext(one: str, many: str, count: int, **fields: object) -> str:
    """Translate a message id in the form for a count, and fill in {count} and its other fields."""
    return translator().ngettext(one, many, count).format(count=figure(count), **fields)


class Output(Console):
    """A console that raises BrokenPipeError to the caller; Rich would end the process with a failure."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def output() -> Console:
    """Return standard output: results only, so that it can be piped."""
    return Output(highlight=False, soft_wrap=not sys.stdout.isatty())


def notices() -> Console:
    """Return standard error: progress and errors."""
    return Console(stderr=True, highlight=False, soft_wrap=not sys.stderr.isatty())


def write(text: str) -> None:
    """Write plain text to standard output, unchanged."""
    sys.stdout.write(text)


def substitute_unencodable() -> None:
    """Let standard output and error write similar ASCII characters for those that their encoding lacks."""
    codecs.register_error("quartier-similar", _similar)
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="quartier-similar")  # type: ignore[union-attr,unused-ignore]


def _similar(error: UnicodeError) -> tuple[str, int]:
    """Handle an encoding error: letters for seat symbols, lines for lines, letters without their accents."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(_similar_character, error.object[error.start : error.end])), error.end


def _similar_character(character: str) -> str:
    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return _SIMILAR.get(character) or plain or "?"


_SIMILAR: Final = {
    **dict(zip(SIGNS, "ABCDEF", strict=True)),
    **dict(zip("▁▂▃▄▅▆▇█", "12345678", strict=True)),
    **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
    **dict(zip("─│╱╲", "-|/\\", strict=True)),
    **dict(zip("–—−↔↕→≈·×○◉", "---<|>~.xo@", strict=True)),
    **dict(zip("⌂♣♪✓✗", "^%!+x", strict=True)),
    **dict(zip("“”„‘’", '"""\'\'', strict=True)),
}
"""Replacements of one character each, so that the columns of a drawing stay aligned."""
