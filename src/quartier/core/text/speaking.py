"""Which language is spoken: one of those that there are."""

from collections.abc import Iterator
from contextlib import contextmanager

from quartier.core.text.errors import BadOption
from quartier.core.text.languages import CURRENT, LANGUAGES, N_


@contextmanager
def language(lang: str) -> Iterator[None]:
    """Errors and texts inside the block speak `lang`."""
    token = CURRENT.set(check_language(lang))
    try:
        yield
    finally:
        CURRENT.reset(token)


def check_language(lang: str) -> str:
    """`lang` if it is one of LANGUAGES, else a BadOption that lists them."""
    if lang not in LANGUAGES:
        message = N_("There is no language “{lang}”. There are: {known}.")
        raise BadOption(message, lang=lang, known=", ".join(LANGUAGES))
    return lang
