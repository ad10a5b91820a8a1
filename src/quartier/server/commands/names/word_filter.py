"""Word filter: a file of unwanted words, one per line; "word*" is every word with this beginning."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from quartier.core.text.confusables import skeleton
from quartier.core.text.files import read_text
from quartier.core.text.languages import N_
from quartier.server.errors import StartupError
from quartier.server.settings import Settings

MASK = "•••"
_WORD_PATTERN = re.compile(r"[\w@$!|]+")


class WordFilter:
    """Finds words by their skeletons: "b4d" is "bad"."""

    def __init__(self, lines: list[str]) -> None:
        patterns = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
        self._whole = {skeleton(text) for text in patterns if not text.endswith("*")}
        self._beginnings = tuple(skeleton(text) for text in patterns if text.endswith("*") and len(text) > 1)

    def mask(self, text: str) -> str:
        """Return the text with each unwanted word masked."""
        return _WORD_PATTERN.sub(lambda match: MASK if self._is_unwanted(match[0]) else match[0], text)

    def _is_unwanted(self, text: str) -> bool:
        look = skeleton(text)
        return look in self._whole or (bool(self._beginnings) and look.startswith(self._beginnings))


NO_FILTER = WordFilter([])
"""Finds nothing."""


def read(settings: Settings) -> WordFilter:
    """Return the host's filter. Raises StartupError."""
    return NO_FILTER if settings.unwanted_words is None else _read(settings.unwanted_words)


@lru_cache
def _read(file: Path) -> WordFilter:
    try:
        return WordFilter(read_text(file).splitlines())
    except (OSError, UnicodeDecodeError) as error:
        text = N_("Can’t read the word filter file {file}: {reason}.")
        raise StartupError("word_filter", text, file=file, reason=error) from error
