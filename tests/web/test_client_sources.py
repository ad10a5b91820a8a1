"""What the client is made of: its size, its words, its packages, and types that the compiler accepts."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "quartier"
STATIC = PACKAGE / "server" / "http" / "static"
TEMPLATES = PACKAGE / "server" / "http" / "templates"
CATALOGUE = PACKAGE / "locale" / "de" / "LC_MESSAGES" / "quartier.po"
TITLES = ("games", "examples")
Message = str | tuple[str, ...]
"""A message id, or that of one and that of many."""


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """A text in all its plural forms."""
    return (text,) if isinstance(text, str) else tuple(text)


def spoken_by_the_client() -> set[Message]:
    """Every message in t("...") and ngettext("...", "...", n) of the TypeScript sources."""
    keywords = {"t": None, "ngettext": (1, 2)}
    messages = extract_from_dir(ROOT / "web" / "src", [("**.ts", "javascript")], keywords=keywords)
    return {message for _, _, message, _, _ in messages}


def spoken_by_the_package() -> set[Message]:
    """Every sentence of pages, server, command line and core; titles have their own catalogues."""
    methods = [("**.py", "python"), ("server/http/templates/**.html", "jinja2")]
    messages = extract_from_dir(
        PACKAGE, methods, keywords={"t": None, "N_": None, "_": None, "ngettext": (1, 2)}
    )
    return {message for file, _, message, _, _ in messages if Path(file).parts[0] not in TITLES}


@pytest.mark.parametrize("template", sorted(TEMPLATES.glob("[!_]*.html")), ids=lambda pattern: pattern.stem)
def test_a_page_is_small(template: Path) -> None:
    """At most 60 kB go over the line for script and styles of a page before it can be used."""
    imports = json.loads((STATIC / "imports.json").read_text("utf-8"))
    script = next(name for name in (f"{template.stem}.js", "page.js") if name in imports)
    html = (TEMPLATES / "base.html").read_text("utf-8") + template.read_text("utf-8")
    files = {script, *imports[script], *re.findall(r"(?:href|src)=\"\{\{ asset\('([^']+)'\)", html)}
    assert "app.css" in files
    assert sum(len(gzip.compress((STATIC / file).read_bytes())) for file in files) <= 60_000


def test_all_pages_together_are_small() -> None:
    """At most 137 kB of script and styles, also of what is loaded only when it is needed."""
    files = [file for file in STATIC.iterdir() if file.suffix in (".js", ".css")]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= 137_000


def test_the_page_brings_every_sentence_of_the_client_and_no_other() -> None:
    text = (TEMPLATES / "_translations.html").read_text("utf-8")
    listed = json.loads("[" + text.partition("= [")[2].rpartition("] %}")[0].rstrip().rstrip(",") + "]")
    assert {
        message if isinstance(message, str) else tuple(message) for message in listed
    } == spoken_by_the_client()


def test_every_sentence_is_there_in_german() -> None:
    with CATALOGUE.open("rb") as file:
        german = {message.id: message for message in read_po(file, locale="de") if message.id}
    missing = {
        sentence for sentence in spoken_by_the_client() | spoken_by_the_package() if sentence not in german
    }
    assert missing == set()
    assert [
        message.id for message in german.values() if not all(forms(message.string)) or message.fuzzy
    ] == []


def test_german_quotes_are_german_and_placeholders_are_kept() -> None:
    with CATALOGUE.open("rb") as file:
        messages = [message for message in read_po(file, locale="de") if message.id]
    for message in messages:
        ids, texts = forms(message.id), forms(message.string)
        for text in texts:
            assert sorted(re.findall(r"\{\w+\}", ids[-1])) == sorted(re.findall(r"\{\w+\}", text)), message.id
            assert text.count("„") == text.count("“"), text
            assert "”" not in text, text


@pytest.mark.parametrize("field", ["resolved", "://"])
def test_the_lockfile_names_no_registry(field: str) -> None:
    assert field not in (ROOT / "web" / "package-lock.json").read_text("utf-8")


def test_the_lockfile_of_the_tests_names_no_registry() -> None:
    text = (ROOT / "tests" / "oidc" / "package-lock.json").read_text("utf-8")
    assert "resolved" not in text


def test_no_text_forbids_what_the_content_policy_allows() -> None:
    """No inline scripts, styles or handlers in the templates: the policy would silently stop them."""
    templates = list(TEMPLATES.glob("*.html"))
    assert templates
    for template in templates:
        text = template.read_text("utf-8")
        assert not re.search(r"\son\w+=|<style|\sstyle=|javascript:", text), template.name
        assert not re.search(r"<script(?![^>]*(src=|application/json))", text), template.name


def test_the_types_and_the_style_of_the_client_are_right() -> None:
    """Neither the TypeScript compiler in its strictest mode nor the linter and formatter have anything to say."""
    done = subprocess.run(
        [sys.executable, "hatch_build.py", "check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
