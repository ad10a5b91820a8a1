"""docs/fidelity: every sentence of a source has its rules, every rule its origin and its tests; no page is stale."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tools.write_fidelity import FOLDER, Sentence, faults, page, sentences

import quartier
from quartier.games.registry import OURS
from tools import write_fidelity

REWRITE_HINT = "`python tools/write_fidelity.py` writes the pages anew"


@pytest.fixture(scope="module")
def proofs() -> dict[str, list[str]]:
    """Rule id -> the tests that prove it. Reading all of them takes seconds: only the worker that asks does."""
    return write_fidelity.tests_of_rules()


def on_page(text: str) -> dict[str, list[str]]:
    """Rule id -> the tests that a page names."""
    rows = re.findall(r"^\| (\w+-\d+) \|.*\| ([^|]*) \|$", text, re.MULTILINE)
    return {rule: re.findall(r"`([^`]+)`", listed) for rule, listed in rows}


@pytest.mark.parametrize("title", OURS)
def test_nothing_is_left_out(title: str, proofs: dict[str, list[str]]) -> None:
    assert faults(title, sentences(title), proofs) == []


@pytest.mark.parametrize("title", OURS)
def test_a_page_is_as_it_would_be_written(title: str, proofs: dict[str, list[str]]) -> None:
    """But for tests that came later: those it names are there and prove their rules."""
    text = (FOLDER / f"{title}.md").read_text(encoding="utf-8")
    named = on_page(text)
    assert text == page(title, sentences(title), named), REWRITE_HINT
    assert all(named.values())
    stale = {(rule, test) for rule, tests in named.items() for test in tests if test not in proofs[rule]}
    assert not stale, REWRITE_HINT


@pytest.mark.parametrize("title", OURS)
def test_our_own_titles_say_where_their_rules_come_from(title: str) -> None:
    assert quartier.load(title).marks()


def test_no_page_is_left_over() -> None:
    assert {file.stem for file in Path(FOLDER).iterdir()} == set(OURS)


def test_what_is_left_out_is_found(proofs: dict[str, list[str]]) -> None:
    text = sentences("city_blocks")
    board = [replace(sentence, rules=["CB-2"]) if "CB-1" in sentence.rules else sentence for sentence in text]
    assert "CB-1 is marked as one of the source, but has no sentence" in faults("city_blocks", board, proofs)
    untested = {rule: tests for rule, tests in proofs.items() if rule != "CB-9"}
    assert faults("city_blocks", text, untested) == ["CB-9 has no test"]
    odd = [Sentence(2, "one two three four five six", []), Sentence(2, "one", ["CB-99"])]
    assert faults("city_blocks", odd, proofs)[:4] == [
        "sentence 2 should have the number 1",
        "sentence 1 quotes more than 5 words",
        "sentence 1 has no rule",
        "sentence 2: there is no rule CB-99",
    ]
