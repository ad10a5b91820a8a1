"""German and English: gettext catalogues, and the language of the person that is being answered.

Message ids are English. The shared catalogue is `quartier/locale/<language>/LC_MESSAGES/quartier.po`; each title keeps
its own in `<title>/data/messages.<language>.po`. The build compiles them to `.mo`; in a source tree with newer `.po` files
Babel, a development dependency, reads those.
"""

import gettext
import io
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path

LANGUAGES = ("en", "de")
Translator = Callable[[str], str]

CURRENT: ContextVar[str] = ContextVar("language", default="en")
"""The language of the person that is being answered."""
_SHARED = Path(__file__).parents[2] / "locale"


def N_(message: str) -> str:  # noqa: N802 (the usual gettext name)
    """Mark a message for translation where it is declared; it is translated where it is said."""
    return message


def capital(text: str) -> str:
    """A text that begins with a capital letter, as sentences and headings do."""
    return text[:1].upper() + text[1:]


def current() -> str:
    """The language of the innermost `language` block; English outside any."""
    return CURRENT.get()


def languages_of(folder: Path) -> tuple[str, ...]:
    """Return the languages of a title: English, and each for which its folder has a catalogue."""
    return ("en", *(lang for lang in LANGUAGES if any((folder / "data").glob(f"messages.{lang}.?o"))))


def in_language(texts: Mapping[str, str], lang: str) -> str:
    """Return one of the texts by language in a title's data; the English one if there is none in `lang`."""
    return texts.get(lang, texts["en"])


def translator(lang: str | None = None, folder: Path | None = None) -> Translator:
    """Translates message ids into `lang`, by the catalogue of a title's folder first, then by the shared one.

    A language that is none of LANGUAGES leaves them English; `quartier.core.text.speaking.check_language` refuses it.
    """
    return _translations(lang or current(), folder).gettext


@lru_cache
def _translations(lang: str, folder: Path | None) -> gettext.NullTranslations:
    if lang == "en":
        return gettext.NullTranslations()
    shared = _catalogue(_SHARED / lang / "LC_MESSAGES" / "quartier.po")
    if folder is None:
        return shared
    own = _catalogue(folder / "data" / f"messages.{lang}.po")
    own.add_fallback(shared)
    return own


def _catalogue(source: Path) -> gettext.NullTranslations:
    """The compiled catalogue, or the source compiled in memory if that is newer."""
    compiled = source.with_suffix(".mo")
    fresh = compiled.exists() and (not source.exists() or compiled.stat().st_mtime >= source.stat().st_mtime)
    if not fresh and source.exists():
        in_memory = _compile(source)
        if in_memory is not None:
            return in_memory
    if compiled.exists():
        with compiled.open("rb") as file:
            return gettext.GNUTranslations(file)
    return gettext.NullTranslations()


def _compile(source: Path) -> gettext.GNUTranslations | None:
    try:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po
    except ImportError:
        return None
    buffer = io.BytesIO()
    with source.open("rb") as file:
        write_mo(buffer, read_po(file))
    buffer.seek(0)
    return gettext.GNUTranslations(buffer)
