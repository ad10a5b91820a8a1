"""Languages: gettext catalogues, and the language of the reader.

Message ids are English. A language exists if it has a catalogue `quartier/locale/<language>/LC_MESSAGES/quartier.po`; each
title has its own in `<title>/data/messages.<language>.po`. A text that is missing in both is English. The folder that
`QUARTIER_LOCALES` names adds languages: `<language>/LC_MESSAGES/quartier.po`, and `<title>.po` beside it. The build compiles
the catalogues to `.mo`; where a `.po` file is newer Babel reads that.
"""

import gettext
import io
import os
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel import Locale

CURRENT: ContextVar[str] = ContextVar("language", default="en")
"""The language of the reader."""
_SHARED = Path(__file__).parents[2] / "locale"


class Translator:
    """Translates message ids into one language: `t("Draw a tile")`, `t.ngettext("{count} point", "{count} points", 3)`.

    Attributes:
        lang: The code of the language.
    """

    def __init__(self, lang: str, catalogue: gettext.NullTranslations) -> None:
        self.lang = lang
        self._catalogue = catalogue

    def __call__(self, message: str) -> str:
        """Return the translation of a message id; English if there is none."""
        return self._catalogue.gettext(message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Return the plural form for a count; English if there is no translation. The caller fills in {count}."""
        return self._catalogue.ngettext(one, many, int(count))  # it may be a NumPy integer

    def plural_forms(self, one: str, many: str) -> dict[str, str]:
        """Return all plural forms by CLDR category ("one", "few", "other", ...), as in JavaScript's `Intl.PluralRules`."""
        category = locale_of(self.lang).plural_form
        return {category(count): self.ngettext(one, many, count) for count in range(101)}


def N_(message: str) -> str:  # noqa: N802 (the usual gettext name)
    """Mark a message for translation where it is declared; it is translated where it is used."""
    return message


def capital(text: str) -> str:
    """Capitalise the first letter of a text, as in sentences and headings."""
    return text[:1].upper() + text[1:]


def current() -> str:
    """Return the language of the innermost `language` block; English outside any."""
    return CURRENT.get()


def languages() -> tuple[str, ...]:
    """Return the codes of all languages: English, and each that had a shared catalogue when this was first asked."""
    return _languages_with(_added_folder())


@cache
def _languages_with(added: str | None) -> tuple[str, ...]:
    """Every view of a table asks: the folders are not searched each time."""
    folders = _folders(added)
    codes = {file.parents[1].name for folder in folders for file in folder.glob("*/LC_MESSAGES/quartier.?o")}
    return ("en", *sorted(codes - {"en"}))


def languages_of(folder: Path) -> tuple[str, ...]:
    """Return the languages of a title: English, and each for which it has a catalogue."""
    return ("en", *(lang for lang in languages() if lang != "en" and any(map(_exists, _files(lang, folder)))))


def _added_folder() -> str | None:
    """Return the host's folder of catalogues, if there is one."""
    return os.environ.get("QUARTIER_LOCALES")


def _folders(added: str | None) -> list[Path]:
    """Return the folders of shared catalogues, with a folder for each language in them; a host's additions come first."""
    return [*([Path(added)] if added else []), _SHARED]


def _files(lang: str, folder: Path | None = None) -> list[Path]:
    """Return the catalogues of a language, or those of a title's folder in it; the first that exists is used."""
    name = folder.name if folder else "quartier"
    own = [folder / "data" / f"messages.{lang}.po"] if folder else []
    return [*own, *(base / lang / "LC_MESSAGES" / f"{name}.po" for base in _folders(_added_folder()))]


def _exists(file: Path) -> bool:
    return file.exists() or file.with_suffix(".mo").exists()


def locale_of(lang: str) -> "Locale":
    """Return the conventions of a language for numbers, dates and plurals: British for English and unknown languages."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse("en_GB" if lang == "en" else lang)
    except UnknownLocaleError:
        return Locale.parse("en_GB")


def language_name(lang: str) -> str:
    """Return what a language calls itself, such as "Deutsch"; its code if it is unknown."""
    locale = locale_of(lang)
    return capital(locale.language_name or lang) if locale.language == lang else lang


def in_language(texts: Mapping[str, str], lang: str) -> str:
    """Return one of the texts by language in a title's data; the English one if there is none in `lang`."""
    return texts.get(lang, texts["en"])


def translator(lang: str | None = None, folder: Path | None = None) -> Translator:
    """Return the translator into `lang`, by default the current language.

    It looks into the catalogue of a title's folder first, then into the shared one. A language without catalogues leaves the
    messages English; `quartier.core.text.speaking.check_language` refuses it.
    """
    return _translator(lang or current(), folder)


@lru_cache
def _translator(lang: str, folder: Path | None) -> Translator:
    """Return the same translator every time: it is part of the keys under which drawings are kept."""
    return Translator(lang, _translations(lang, folder))


@lru_cache
def _translations(lang: str, folder: Path | None) -> gettext.NullTranslations:
    if lang == "en":
        return gettext.NullTranslations()
    shared = _first(_files(lang))
    if folder is None:
        return shared
    own = _first(_files(lang, folder))
    own.add_fallback(shared)
    return own


def _first(files: list[Path]) -> gettext.NullTranslations:
    return _catalogue(next(filter(_exists, files), files[0]))


def _catalogue(source: Path) -> gettext.NullTranslations:
    """Load the compiled catalogue, or compile the source in memory if that is newer."""
    compiled = source.with_suffix(".mo")
    fresh = compiled.exists() and (not source.exists() or compiled.stat().st_mtime >= source.stat().st_mtime)
    if fresh:
        with compiled.open("rb") as file:
            return gettext.GNUTranslations(file)
    return _compile(source) if source.exists() else gettext.NullTranslations()


def _compile(source: Path) -> gettext.GNUTranslations:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    buffer = io.BytesIO()
    with source.open("rb") as file:
        write_mo(buffer, read_po(file))
    buffer.seek(0)
    return gettext.GNUTranslations(buffer)
