"""The language of the person at the terminal, and where to print."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress

from rich.console import Console

from quartier.core.text.languages import LANGUAGES, translator
from quartier.core.text.numbers import figure as figure


def from_environment(environment: Mapping[str, str] = os.environ) -> str:
    """German if the locale of the terminal says so, else English (POSIX: the first of these that is set decides)."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            spoken = environment[name][:2].lower()
            return spoken if spoken in LANGUAGES else "en"
    return "en"


def say(message: str, **fields: object) -> str:
    """A message id in the current language, with its fields filled in."""
    return translator()(message).format(**fields)


class Output(Console):
    """A console that leaves a reader who went away to the caller: Rich would end the process with a failure."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def output() -> Console:
    """Standard output: results only, so that it can be piped."""
    return Output(highlight=False, soft_wrap=not sys.stdout.isatty())


def notices() -> Console:
    """Standard error: progress and complaints."""
    return Console(stderr=True, highlight=False, soft_wrap=not sys.stderr.isatty())


def write(text: str) -> None:
    """Plain text to standard output, exactly as it is."""
    sys.stdout.write(text)


def use_utf8() -> None:
    """Print “ and █ also where the locale is C: unknown characters become ?, never a failure."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            encoding = (stream.encoding or "").lower()
            stream.reconfigure(errors="replace", encoding="utf-8" if encoding == "ascii" else None)  # type: ignore[union-attr,unused-ignore]
