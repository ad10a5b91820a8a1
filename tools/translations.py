"""The message catalogues: `python tools/translations.py extract pl` · `check` · `coverage`; see docs/translating.md.

extract LANG  Write the catalogues of a language, new or not: every message, with the translations that exist
check         Compare placeholders, quotes and plural forms with the messages; exit status 1 if any is wrong
coverage      Print for each language how many messages of each catalogue are translated
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from quartier.conformance.messages import messages_in

PACKAGE = Path(__file__).parents[1] / "src" / "quartier"
CLIENT = Path(__file__).parents[1] / "web" / "src"
TEMPLATES = PACKAGE / "server" / "http" / "templates"
KEYWORDS = {"t": None, "ngettext": (1, 2)}
Id = str | tuple[str, ...]
"""A message id, or that of one and that of many."""
SHARED = "quartier"
"""The name of the catalogue that all pages, commands and titles share."""


def titles() -> list[str]:
    return sorted(folder.parent.name for folder in PACKAGE.glob("games/*/rules"))


def catalogue_file(name: str, lang: str) -> Path:
    """The catalogue of a language: the shared one, or that of a title."""
    if name == SHARED:
        return PACKAGE / "locale" / lang / "LC_MESSAGES" / "quartier.po"
    return PACKAGE / "games" / name / "data" / f"messages.{lang}.po"


def languages() -> list[str]:
    return sorted(file.parents[1].name for file in (PACKAGE / "locale").glob("*/LC_MESSAGES/quartier.po"))


def _python(files: Iterable[Path]) -> Iterator[Id]:
    for file in files:
        for message, _ in messages_in(file):
            yield message if len(message) > 1 else message[0]


def _pages() -> Iterator[Id]:
    """The messages of templates and client."""
    for folder, method in ((TEMPLATES, ("**.html", "jinja2")), (CLIENT, ("**.ts", "javascript"))):
        for _, _, message, _, _ in extract_from_dir(folder, [method], keywords=KEYWORDS):
            yield message


def _strings(data: object) -> Iterator[str]:
    """All strings of a TOML document."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from _strings(part)


def _title(name: str) -> Iterator[Id]:
    """The messages of a title: its sources, and its title.toml where a catalogue has them (some strings there are names)."""
    folder = PACKAGE / "games" / name
    yield from _python(sorted(folder.rglob("*.py")))
    own = {message.id for lang in languages() for message in read(catalogue_file(name, lang), lang)}
    data = tomllib.loads((folder / "data" / "title.toml").read_text("utf-8"))
    yield from (text for text in _strings(data) if text in own)


def messages(name: str) -> list[Id]:
    """Return the messages of a catalogue in the order of the sources, each once.

    A title's catalogue leaves out what the shared one has, unless it already translates that in its own way.
    """
    if name == SHARED:
        games = PACKAGE / "games"
        ids = [
            *_python(file for file in sorted(PACKAGE.rglob("*.py")) if games not in file.parents),
            *_pages(),
        ]
    else:
        own = {message.id for lang in languages() for message in read(catalogue_file(name, lang), lang)}
        shared = set(messages(SHARED)) - own
        ids = [message for message in _title(name) if message not in shared]
    plural = {message[0] for message in ids if isinstance(message, tuple)}
    return [message for message in dict.fromkeys(ids) if message not in plural]


def template(name: str) -> Catalog:
    result = Catalog(project="Quartier", fuzzy=False)
    for message in messages(name):
        result.add(message)
    return result


def read(file: Path, lang: str) -> Catalog:
    if not file.exists():
        return Catalog(locale=lang, project="Quartier", fuzzy=False)
    with file.open("rb") as source:
        return read_po(source, locale=lang)


def extract(lang: str) -> None:
    """Write all catalogues of a language; what the sources no longer say is dropped."""
    for name in (SHARED, *titles()):
        file = catalogue_file(name, lang)
        catalogue = read(file, lang)
        header = catalogue.header_comment
        catalogue.update(template(name), no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        catalogue.header_comment = header
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as target:
            write_po(target, catalogue, width=120, no_location=True, omit_header=False)


def forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def faults(message: Message) -> Iterator[str]:
    """What is wrong with a translation."""
    ids, texts = forms(message.id), [text for text in forms(message.string) if text]
    placeholders = sorted(re.findall(r"\{\w+\}", ids[-1]))
    for text in texts:
        if sorted(re.findall(r"\{\w+\}", text)) != placeholders:
            yield f"other placeholders than {' '.join(placeholders) or 'none'}: {text!r}"
        if "”" in text and "“" not in text:
            yield f"a closing quotation mark without an opening one: {text!r}"
    if texts and len(texts) != len(forms(message.string)):
        yield f"a plural form is missing: {ids[0]!r}"


def check() -> int:
    """Print the faults of all catalogues; return the exit status."""
    problems = [
        f"{catalogue_file(name, lang).name} ({lang}): {fault}"
        for lang in languages()
        for name in (SHARED, *titles())
        for message in read(catalogue_file(name, lang), lang)
        if message.id
        for fault in faults(message)
    ]
    print("\n".join(problems) or "All translations are well-formed.")
    return int(bool(problems))


def coverage() -> None:
    """Print the share of messages that have a translation, by language and catalogue."""
    for lang in languages():
        for name in (SHARED, *titles()):
            translated = {
                message.id: message
                for message in read(catalogue_file(name, lang), lang)
                if message.id and all(forms(message.string)) and not message.fuzzy
            }
            expected = messages(name)
            done = sum(message in translated for message in expected)
            print(f"{lang}  {name:<14} {done:>5} of {len(expected):>5}  {done / len(expected):>6.1%}")


def main(arguments: list[str]) -> int:
    match arguments:
        case ["extract", lang]:
            extract(lang)
        case ["check"]:
            return check()
        case ["coverage"]:
            coverage()
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
