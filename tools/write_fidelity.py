"""Write docs/fidelity: each sentence of the German sources with its rules and the tests that prove them.

`docs/fidelity/GAME.json` lists the sentences of a source that contain a rule, by number and first words, with those rules
(assigned by hand). Marks come from the game's `marks.json`, tests from the rules that they name. `python
tools/write_fidelity.py` checks that nothing is missing and writes `docs/fidelity/GAME.md`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import quartier
from quartier.conformance.rule_marks import marked_rules
from quartier.core.game.game import Game
from quartier.core.game.rule_sources import Mark
from quartier.games.registry import OURS

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "fidelity"
MAX_WORDS = 5
"""The sources belong to others: no more of a sentence than it takes to find it."""


@dataclass(frozen=True)
class Sentence:
    """One sentence of a source that bears a rule: its number there, its first words, and the rules that keep it."""

    sentence: int
    begins: str
    rules: list[str]


def sentences(title: str) -> list[Sentence]:
    """The sentences of a title's source."""
    return [Sentence(**entry) for entry in json.loads((FOLDER / f"{title}.json").read_text(encoding="utf-8"))]


def tests_of_rules() -> dict[str, list[str]]:
    """Rule id -> the tests that name it, as `games/x/test_y.py::test_z`."""
    return marked_rules(ROOT / "tests")


# ----- what must hold -----


def faults(title: str, listed: list[Sentence], tests: Mapping[str, list[str]]) -> list[str]:
    """What is left out between a source, the rules and the tests of a title; empty if nothing is."""
    game = quartier.load(title)
    return [*_of_sentences(listed, game.rule_ids()), *_of_rules(game, listed, tests)]


def _of_sentences(listed: list[Sentence], rules: list[str]) -> Iterator[str]:
    for number, sentence in enumerate(listed, 1):
        if sentence.sentence != number:
            yield f"sentence {sentence.sentence} should have the number {number}"
        if len(sentence.begins.split()) > MAX_WORDS:
            yield f"sentence {number} quotes more than {MAX_WORDS} words"
        if not sentence.rules:
            yield f"sentence {number} has no rule"
        yield from (
            f"sentence {number}: there is no rule {rule}" for rule in sentence.rules if rule not in rules
        )


def _of_rules(game: Game, listed: list[Sentence], tests: Mapping[str, list[str]]) -> Iterator[str]:
    """A rule comes from a sentence exactly where its marks say so, else from elsewhere or from us."""
    ruled = {rule for sentence in listed for rule in sentence.rules}
    for rule in game.rule_ids():
        kinds = {mark.kind for mark in game.marks("en") if mark.rule == rule}
        if rule not in ruled and not kinds - {"source"}:
            yield f"{rule} has neither a sentence nor a mark that says where it comes from"
        if rule not in ruled and "source" in kinds:
            yield f"{rule} is marked as one of the source, but has no sentence"
        if rule in ruled and "source" not in kinds:
            yield f"{rule} has a sentence, but is not marked as one of the source"
        if not tests.get(rule):
            yield f"{rule} has no test"


# ----- the page -----


def page(title: str, listed: list[Sentence], tests: Mapping[str, list[str]]) -> str:
    """The page of a title, Markdown; `tests` are listed as they are given."""
    game = quartier.load(title)
    symbols = {rule: "".join(dict.fromkeys(mark.symbol for mark in marks)) for rule, marks in _marks(game)}
    first = [
        f"| {sentence.sentence} | {_as_is(sentence.begins)} … "
        f"| {', '.join(f'{rule} {symbols[rule]}' for rule in sentence.rules)} |"
        for sentence in listed
    ]
    second = [
        f"| {rule} | {'; '.join(map(_origin, marks))} | {_numbers(rule, listed)} | {_test_list(tests[rule])} |"
        for rule, marks in _marks(game)
    ]
    return _PAGE.format(
        name=game.title("en"),
        title=title,
        count=len(listed),
        sentences="\n".join(first),
        rules="\n".join(second),
    )


def _marks(game: Game) -> list[tuple[str, list[Mark]]]:
    marks = game.marks("en")
    return [(rule, [mark for mark in marks if mark.rule == rule]) for rule in game.rule_ids()]


def _origin(mark: Mark) -> str:
    """A mark in a few words: "○ the English booklet", "◆ option `strict_dig`"."""
    more = mark.source or (f"option `{mark.option}`" if mark.option else "")
    return f"{mark.symbol} {more}".strip()


def _numbers(rule: str, listed: list[Sentence]) -> str:
    return ", ".join(str(sentence.sentence) for sentence in listed if rule in sentence.rules) or "–"


def _test_list(tests: list[str]) -> str:
    return "<br>".join(f"`{test}`" for test in sorted(set(tests)))


def _as_is(text: str) -> str:
    """Words of a source as they stand there, whatever Markdown would make of them."""
    return "".join(f"\\{letter}" if letter in "*_|$[]" else letter for letter in text)


_PAGE = """# {name}: rule sources

Sentences of the German source that contain a rule, the rules that implement them, and the tests that prove those. ● the
source, ○ another edition or a published description, ◆ our own reading or figure. Generated by `tools/write_fidelity.py`
from `{title}.json`.

## {count} sentences

| sentence | begins | rules |
|---|---|---|
{sentences}

## The rules

| rule | from | sentences | tests, in `tests/` |
|---|---|---|---|
{rules}
"""


def main() -> int:
    """0 when all pages are written; 1 with what is left out on standard error."""
    tests, wrong = tests_of_rules(), False
    for title in OURS:
        listed = sentences(title)
        problems = faults(title, listed, tests)
        wrong |= bool(problems)
        print("".join(f"{title}: {fault}\n" for fault in problems), end="", file=sys.stderr)
        if not problems:
            (FOLDER / f"{title}.md").write_text(page(title, listed, tests), encoding="utf-8")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
