"""The current language: one of those available."""

from collections.abc import Iterator
from contextlib import contextmanager

from quartier.core.text.errors import BadOption
from quartier.core.text.languages import CURRENT, N_, languages


@contextmanager
def language(lang: str) -> Iterator[None]:
    """Set the language of all texts and errors inside a `with` block.

    Args:
        lang: A language code: "en" or "de".

    Yields:
        Nothing. The former language is back after the block.

    Raises:
        BadOption: There is no such language.
    """
    token = CURRENT.set(check_language(lang))
    try:
        yield
    finally:
        CURRENT.reset(token)


def check_language(lang: str) -> str:
    """Check a language code.

    Args:
        lang: A language code.

    Returns:
        The same code.

    Raises:
        BadOption: It is none of languages(), which the message lists.
    """
    if lang not in languages():
        message = N_("There’s no language “{lang}”. Available: {known}.")
        raise BadOption(message, lang=lang, known=", ".join(languages()))
    return lang
