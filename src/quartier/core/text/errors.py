"""User-facing errors: they name the thing, the rule or the field, and what would be right."""

from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from quartier.core.text.languages import N_, Translator, translator


class QuartierError(Exception):
    """Base class of all errors that Quartier raises on purpose; `text(lang)` is the message in a language.

    A field value that is itself a marked message id may be wrapped in `Word`, so that it is translated too.

    Args:
        message: An English message id with `{fields}`.
        folder: The folder of the title whose catalogue has the message; None for the common catalogue.
        **fields: The values of the fields.
    """

    def __init__(self, message: str, folder: Path | None = None, **fields: Any) -> None:
        super().__init__(message)
        self.message = message
        self.fields = fields
        self._folder = folder

    def text(self, lang: str | None = None) -> str:
        """Return the message in a language.

        Args:
            lang: The language, by default the current one.
        """
        t = translator(lang, self._folder)
        in_language = {
            name: value.in_language(t) if isinstance(value, Word) else value
            for name, value in self.fields.items()
        }
        return t(self.message).format(**in_language)

    def __str__(self) -> str:
        return self.text()


class Word:
    """A message id among the fields of an error."""

    def __init__(self, message: str) -> None:
        self.message = message

    def in_language(self, t: Translator) -> str:
        """Return the word in the reader's language."""
        return t(self.message)


class Phrase(Word):
    """A phrase among the fields of an error, composed in the reader's language."""

    def __init__(self, say: Callable[[Translator], str]) -> None:
        self._say = say

    def in_language(self, t: Translator) -> str:
        """Return the phrase in the reader's language."""
        return self._say(t)


class IllegalMove(QuartierError):
    """A move that the rules forbid, or a text that is no move.

    Attributes:
        rule: The id of the rule that forbids it, such as "CB-9", or "notation" for an unreadable text.
    """

    def __init__(self, rule: str, message: str, folder: Path | None = None, **fields: Any) -> None:
        super().__init__(message, folder, **fields)
        self.rule = rule

    @property
    def mark(self) -> str:
        """Return the rule as it is appended to a sentence, such as " (CB-9)"; "" for an unreadable text."""
        return "" if self.rule == "notation" else f" ({self.rule})"

    def __str__(self) -> str:
        return self.text() + self.mark


class UnknownTitle(QuartierError):
    """A name that no title has.

    Attributes:
        near: The nearest name that exists; None if none is near.
    """

    def __init__(self, name: str, known: list[str]) -> None:
        near = nearest(name, known)
        message = (
            N_("There’s no game “{name}”. Did you mean {near}?")
            if near
            else N_("There’s no game “{name}”. Available: {known}.")
        )
        super().__init__(message, name=name, near=near, known=", ".join(known))
        self.near = near


class BadOption(QuartierError):
    """An invalid option, number of seats, seat, version of the rules or other argument."""


class UnknownRules(BadOption):
    """A version of the rules that this release doesn't know: the game was begun by a later release."""


class BadRecord(QuartierError):
    """A game record that can't be read or replayed.

    Attributes:
        line: The number of the faulty line, from 1.
        reason: What is wrong there: an error, or a message id.
    """

    def __init__(self, line: int, reason: QuartierError | str, **fields: Any) -> None:
        self.line = line
        self.reason = reason
        super().__init__(reason if isinstance(reason, str) else reason.message, **fields)

    def text(self, lang: str | None = None) -> str:
        """Return the message in a language: the line, then what is wrong there.

        Args:
            lang: The language, by default the current one.
        """
        inner = self.reason.text(lang) if isinstance(self.reason, QuartierError) else super().text(lang)
        if isinstance(self.reason, IllegalMove):
            inner += self.reason.mark
        return translator(lang)("Line {line}: {reason}").format(line=self.line, reason=inner)


def nearest(name: str, names: list[str]) -> str | None:
    """Return the name that a mistyped one most likely means.

    Args:
        name: The mistyped name.
        names: The names that exist.

    Returns:
        One of `names`, or None if none is similar enough.
    """
    matches = get_close_matches(name.lower().replace("-", "_").replace(" ", "_"), names, 1, 0.5)
    return matches[0] if matches else None
