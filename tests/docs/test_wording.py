"""One term for each concept, and sentences as people write them: no retired word in anything that people read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "quartier"
GLOSSARY = ROOT / "docs" / "glossary.md"

DIALECT = {
    "en": (
        r"somebody",
        r"nobody",
        r"everybody",
        r"whoever",
        r"of one's own",
        r"one's own",
        r"(?:is|are|was|were|be|been) told",
        r"goes? on with",
        r"stands? on",
        r"opens nothing",
        r"(?<!there )(?<!that )is no (?!longer\b|such\b)[a-z]+",
    ),
    "de": (r"Mitspieler:innen", r"Spieler:innen", r"Spieler\*innen"),
}
"""What is translated word for word from German, or is not how German is written here."""

OF_A_TITLE = {
    ("neue_heimat", "de"): r"\bX\b|[Aa]nbieten|[Aa]ngebot|angeboten|\bbietes?t\b[^.!?]* an[.,]"
    r"|Scheck(?!s?\**( zu 1 Million| halb))",
    ("neue_heimat", "en"): r"[Cc]heque(?!s?\**( of 1 million| halfway))|\b[Cc]ash\b|\bX\b",
}
"""Words that are retired in the texts of one title, where others may use them: a piece is “versteigert”, and what is bid
and scored is millions; the cheques are their material."""

EXCEPTIONS: tuple[tuple[str, str, str], ...] = (
    ("docs/architecture.md", "counters for Prometheus", "a metric of Prometheus is a counter"),
)
"""(A part of the file's path, a part of the text, the reason why the word stays.)"""


class Text(NamedTuple):
    """A text that people read."""

    path: str
    lang: str
    text: str


def _forms(message: str | tuple[str, ...] | list[str]) -> list[str]:
    """All plural forms, without their placeholders."""
    return [re.sub(r"\{\w+\}", "{}", form) for form in ([message] if isinstance(message, str) else message)]


def _catalogues() -> Iterator[Text]:
    """Message ids, and their translations."""
    for file in sorted(PACKAGE.rglob("*.po")):
        with file.open("rb") as source:
            catalogue = read_po(source)
        path = file.relative_to(ROOT).as_posix()
        for message in catalogue:
            if message.id:
                yield from (Text(path, "en", text) for text in _forms(message.id))
                yield from (Text(path, "de", text) for text in _forms(message.string))


def _documents() -> Iterator[Text]:
    """Rulebooks, docs and what else is Markdown, paragraph by paragraph, without code."""
    files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    files += sorted(PACKAGE.glob("games/*/data/rulebook.*.md"))
    for file in files:
        if file in (GLOSSARY, ROOT / "docs" / "dependencies.md") or "fidelity" in file.parts:
            continue
        lang = "de" if file.name.endswith(".de.md") else "en"
        text = re.sub(r"```.*?```|`[^`\n]*`|\]\([^)]*\)", "", file.read_text("utf-8"), flags=re.DOTALL)
        path = file.relative_to(ROOT).as_posix()
        yield from (Text(path, lang, part) for part in re.split(r"\n\s*\n", text) if part.strip())


def _data() -> Iterator[Text]:
    """Texts by language in the titles' lessons and marks."""
    for name in ("lesson.json", "marks.json"):
        for file in sorted(PACKAGE.glob(f"games/*/data/{name}")):
            for lang, text in _by_language(json.loads(file.read_text("utf-8"))):
                yield Text(file.relative_to(ROOT).as_posix(), lang, text)


def _by_language(value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, part in value.items():
            if isinstance(part, str) and key in ("en", "de"):
                yield key, part
            else:
                yield from _by_language(part)
    elif isinstance(value, list):
        for part in value:
            yield from _by_language(part)


@cache
def texts() -> tuple[Text, ...]:
    return (*_catalogues(), *_documents(), *_data())


@cache
def retired_terms() -> dict[str, tuple[str, ...]]:
    """By language the words in the glossary's last column: English before the semicolon, German behind it.

    A cell without a semicolon belongs to the language whose column has no such word: capitals and umlauts tell.
    """
    result: dict[str, list[str]] = {"en": [], "de": []}
    for row in GLOSSARY.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if len(cells) != 4 or not cells[3] or cells[3] == "not" or set(cells[3]) <= set("-"):
            continue
        english, separator, german = cells[3].partition(";")
        if not separator and (re.match(r"[A-ZÄÖÜ]", english) or re.search(r"[äöüß]", english)):
            english, german = "", english
        for lang, terms in (("en", english), ("de", german)):
            result[lang] += [re.escape(term.strip()) for term in terms.split(",") if term.strip()]
    return {lang: tuple(terms) for lang, terms in result.items()}


def _is_excepted(text: Text) -> bool:
    return any(folder in text.path and part in text.text for folder, part, _ in EXCEPTIONS)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_retired_word_is_read(lang: str) -> None:
    pattern = re.compile(
        rf"\b(?:{'|'.join((*retired_terms()[lang], *DIALECT[lang]))})\b", 0 if lang == "de" else re.I
    )
    matches = [
        f"{text.path}: {match[0]!r} in {text.text[:90]!r}"
        for text in texts()
        if text.lang == lang and (match := pattern.search(text.text)) and not _is_excepted(text)
    ]
    assert matches == []


@pytest.mark.parametrize(("title", "lang"), OF_A_TITLE)
def test_no_word_is_read_that_a_title_has_retired(title: str, lang: str) -> None:
    pattern = re.compile(OF_A_TITLE[title, lang])
    matches = [
        f"{text.path}: {match[0]!r} in {text.text[:90]!r}"
        for text in texts()
        if f"games/{title}/" in text.path and text.lang == lang and (match := pattern.search(text.text))
    ]
    assert matches == []


def test_every_exception_is_needed() -> None:
    for folder, part, reason in EXCEPTIONS:
        assert reason
        assert any(folder in text.path and part in text.text for text in texts()), (folder, part)


def test_apostrophes_are_typographic() -> None:
    """In the messages of page, terminal and games; code in backquotes keeps its own."""
    matches = [text.text for text in _catalogues() if re.search(r"\w'\w", re.sub(r"`[^`]*`", "", text.text))]
    assert matches == []


def test_the_scan_reads_all_kinds_of_texts() -> None:
    files = {text.path for text in texts()}
    assert {"README.md", "src/quartier/locale/de/LC_MESSAGES/quartier.po"} <= files
    assert sum(file.endswith("lesson.json") for file in files) == 5
    assert sum("rulebook" in file for file in files) == 10
    assert len(retired_terms()["en"]) > 20
    assert len(retired_terms()["de"]) > 20
