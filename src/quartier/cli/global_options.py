"""Global options, allowed anywhere on the command line: --lang, which help needs before commands exist, and --debug."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quartier.cli.console import from_environment
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_, languages


class UnknownLanguage(BadOption):
    """A language that Quartier does not have."""


@dataclass(frozen=True)
class Invocation:
    """A command line without its global options."""

    arguments: list[str]
    lang: str
    debug: bool


def parse(arguments: Sequence[str]) -> Invocation:
    """Extract --lang and --debug, wherever they are. Raises UnknownLanguage."""
    rest: list[str] = []
    lang, debug = from_environment(), False
    words = iter(arguments)
    for word in words:
        if word == "--":
            rest.extend([word, *words])
        elif word == "--debug":
            debug = True
        elif word == "--lang" or word.startswith("--lang="):
            lang = _language(word.partition("=")[2] if "=" in word else next(words, ""))
        else:
            rest.append(word)
    return Invocation(rest, lang, debug)


def _language(name: str) -> str:
    if name.lower() not in languages():
        raise UnknownLanguage(
            N_("There’s no language “{name}”. Available: {known}."), name=name, known=", ".join(languages())
        )
    return name.lower()
