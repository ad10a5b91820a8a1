"""Marks in the HTML of a rulebook: symbols that explain themselves, and small lines below the rules."""

import re

import pytest

import quartier
from quartier.core.game.rule_sources import MEANINGS, SYMBOLS, Mark
from quartier.core.game.ruleset import Ruleset
from quartier.core.text.languages import translator
from quartier.server.views.learning import rulebook
from tests.conformance.titles import TITLES


@pytest.fixture
def rule_marks(monkeypatch: pytest.MonkeyPatch) -> list[Mark]:
    """Connect Four as if it said where its rules come from."""
    kinds = ["source", "elsewhere", "reading", "source", "source", "reading", "source"]
    rules = quartier.load("connect_four").rule_ids()
    marks = [
        Mark(rule, kind, "a leaflet", "See `C4-1` & more.") for rule, kind in zip(rules, kinds, strict=True)
    ]
    marks.insert(2, Mark("C4-2", "reading", "", "Red could begin."))
    monkeypatch.setattr(Ruleset, "marks", lambda self, lang=None: marks)
    return marks


@pytest.mark.parametrize("lang", ["en", "de"])
def test_symbols_and_lines_stand_at_the_rules(rule_marks: list[Mark], lang: str) -> None:
    body = rulebook._render.__wrapped__(quartier.load("connect_four"), lang, "", "")
    assert body.count('role="img"') == len(rule_marks)
    for mark in rule_marks:
        after = body.split(f'id="{mark.rule}"')[1].split("</p>")[0]
        meaning = translator(lang)(MEANINGS[mark.kind])
        assert f'aria-label="{meaning}" title="{meaning}">{SYMBOLS[mark.kind]}</span>' in after
    assert body.count('class="mark-line"') == sum(mark.kind != "source" for mark in rule_marks)
    assert body.count('class="mark-legend"') == 1
    assert body.index("mark-legend") < body.index("<h2 ")
    assert re.search(r'class="mark-line"><span class="mark" aria-hidden="true">○</span> [^<]*a leaflet', body)


def test_a_rulebook_without_marks_has_no_legend() -> None:
    assert "mark" not in rulebook._render.__wrapped__(quartier.load("connect_four"), "en", "", "")


def test_sources_are_shown_on_request(rule_marks: list[Mark]) -> None:
    """The switch precedes the legend and the rules, and the stylesheet hides every mark while it is off."""
    body = rulebook._render.__wrapped__(quartier.load("connect_four"), "en", "", "")
    assert body.index('role="switch"') < body.index("<h2")
    assert body.count('role="switch"') == 1


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_contents_link_every_section(title: str, lang: str) -> None:
    body = rulebook.html(title, lang, "")
    (contents,) = re.findall(r'<nav class="contents".*?</nav>', body, re.DOTALL)
    linked = re.findall(r'<li><a href="#([^"]+)">', contents)
    assert len(linked) > 2
    assert linked == re.findall(r'<h2 id="([^"]+)">', body)
