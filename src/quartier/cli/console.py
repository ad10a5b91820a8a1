"""Console I/O: language of the terminal, and output streams."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress

from rich.console import Console

from quartier.core.text.languages import languages, translator
from quartier.core.text.numbers import figure as figure


def from_environment(environment: Mapping[str, str] = os.environ) -> str:
    """Return the terminal's language, "en" if we don't have it (POSIX: the first variable that is set decides)."""
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


def use_utf8() -> None:
    """Use UTF-8 where the locale is C: unencodable characters become ?, never a failure."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            encoding = (stream.encoding or "").lower()
            stream.reconfigure(errors="replace", encoding="utf-8" if encoding == "ascii" else None)  # type: ignore[union-attr,unused-ignore]
