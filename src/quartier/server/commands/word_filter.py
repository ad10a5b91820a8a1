"""Words that a host does not want to read: a file of them, one a line; "word*" is every word that begins so."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from quartier.core.text.confusables import skeleton
from quartier.core.text.languages import N_
from quartier.server.errors import StartupError
from quartier.server.settings import Settings

MASK = "•••"
_WORD = re.compile(r"[\w@$!|]+")


class WordFilter:
    """Finds words by their looks: "b4d" is "bad"."""

    def __init__(self, lines: list[str]) -> None:
        words = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
        self._whole = {skeleton(word) for word in words if not word.endswith("*")}
        self._beginnings = tuple(skeleton(word) for word in words if word.endswith("*") and len(word) > 1)

    def masked(self, text: str) -> str:
        """The text with each unwanted word hidden."""
        return _WORD.sub(lambda found: MASK if self._is_unwanted(found[0]) else found[0], text)

    def _is_unwanted(self, word: str) -> bool:
        look = skeleton(word)
        return look in self._whole or (bool(self._beginnings) and look.startswith(self._beginnings))


NOTHING = WordFilter([])
"""Finds nothing."""


def read(settings: Settings) -> WordFilter:
    """The filter that the host wants. Raises StartupError."""
    return NOTHING if settings.unwanted_words is None else _read(settings.unwanted_words)


@lru_cache
def _read(file: Path) -> WordFilter:
    try:
        return WordFilter(file.read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError) as error:
        text = N_("The file of unwanted words {file} cannot be read: {reason}.")
        raise StartupError("word_filter", text, file=file, reason=error) from error
