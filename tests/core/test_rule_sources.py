"""Marks of rules: `marks.json` is read and checked, and its marks stand in the rulebook."""

import json
from pathlib import Path
from typing import Any

import pytest

import quartier
from quartier.core.game.rule_sources import SYMBOLS, Mark, read_marks
from quartier.core.game.rulebook import part_of, parts, with_marks
from quartier.core.game.title_checks import BrokenTitle

RULES = ["X-1", "X-2", "X-10"]
SOURCE = {"id": "X-1", "kind": "source"}
ELSEWHERE = {
    "id": "X-2",
    "kind": "elsewhere",
    "source": {"en": "the English booklet", "de": "das englische Heft"},
    "sentence": {"en": "No one passes.", "de": "Niemand passt."},
}
READING = {
    "id": "X-10",
    "kind": "reading",
    "sentence": {"en": "A tie could be shared.", "de": "Ein Gleichstand könnte geteilt werden."},
    "option": "shared",
}
BOOK = """# A title

Words about it.

## Rules

**X-1** First rule.

![A picture](picture:one)

Seen in it: nothing.

**X-2** Second rule,
with a table:

| a | b |
|---|---|
| 1 | 2 |

**X-10** **Third** rule, not like X-1.

## Notation

A dot.
"""
MARKED = """# A title

Words about it.

{legend}

## Rules

**X-1** ● First rule.

![A picture](picture:one)

Seen in it: nothing.

**X-2** ●○ Second rule,
with a table:

| a | b |
|---|---|
| 1 | 2 |

○ Other source (the English booklet): No one passes.

**X-10** ◆ **Third** rule, not like X-1.

◆ Our reading; another is possible: A tie could be shared. Option `shared`.

## Notation

A dot.
"""


def write_marks(folder: Path, *marks: dict[str, Any]) -> Path:
    """A file of marks."""
    file = folder / "marks.json"
    file.write_text(json.dumps(marks), encoding="utf-8")
    return file


def without(mark: dict[str, Any], *fields: str) -> dict[str, Any]:
    """A mark that lacks some of its fields."""
    return {name: value for name, value in mark.items() if name not in fields}


def test_marks_are_read_in_a_language(tmp_path: Path) -> None:
    marks = read_marks(write_marks(tmp_path, SOURCE, ELSEWHERE, READING), RULES, ["shared"], "de")
    assert marks == [
        Mark("X-1", "source"),
        Mark("X-2", "elsewhere", "das englische Heft", "Niemand passt."),
        Mark("X-10", "reading", "", "Ein Gleichstand könnte geteilt werden.", "shared"),
    ]
    assert [mark.symbol for mark in marks] == list(SYMBOLS.values())


def test_marks_in_english_only_are_read_in_english(tmp_path: Path) -> None:
    english = {**READING, "sentence": {"en": "A tie could be shared."}}
    marks = read_marks(
        write_marks(tmp_path, SOURCE, SOURCE | {"id": "X-2"}, english), RULES, ["shared"], "de"
    )
    assert marks[-1].sentence == "A tie could be shared."


def test_a_title_may_have_no_marks(tmp_path: Path) -> None:
    assert read_marks(tmp_path / "marks.json", RULES, [], "en") == []
    assert quartier.load("connect_four").marks() == []


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ([SOURCE, ELSEWHERE], "no mark for the rule X-10"),
        ([SOURCE, {**ELSEWHERE, "id": "X-3"}, READING], "doesn’t exist: “X-3”"),
        ([without(SOURCE, "id"), ELSEWHERE, READING], "doesn’t exist: “None”"),
        ([{**SOURCE, "kind": "printed"}, ELSEWHERE, READING], "X-1 an unknown kind “printed”"),
        ([SOURCE, without(ELSEWHERE, "source"), READING], "X-2.*needs a “source” in the language “en”"),
        ([SOURCE, ELSEWHERE, {**READING, "sentence": {"de": "A."}}], "X-10.*“sentence” in the language “en”"),
        ([SOURCE, ELSEWHERE, {**READING, "sentence": {"en": "A.", "de": " "}}], "“sentence”.*“de”"),
        ([SOURCE, ELSEWHERE, {**READING, "option": "split"}], "unknown option “split”. Options: shared"),
        ([{**SOURCE, "option": "shared"}, ELSEWHERE, READING], "X-1 has “option”"),
        ([SOURCE, {**ELSEWHERE, "note": "?"}, READING], "X-2 has “note”"),
        ([SOURCE, READING, ELSEWHERE], "X-2 after one of X-10"),
        ([SOURCE, ELSEWHERE, READING, SOURCE], "X-1 after one of X-10"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, marks: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(BrokenTitle, match=message):
        read_marks(write_marks(tmp_path, *marks), RULES, ["shared"], "en")


@pytest.mark.parametrize(
    ("text", "message"), [("[", "isn’t valid JSON"), ("{}", "a list of marks"), ("[1]", "a list")]
)
def test_a_file_that_is_no_list_of_marks_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "marks.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BrokenTitle, match=message):
        read_marks(file, RULES, [], "en")


def test_marks_stand_in_the_book(tmp_path: Path) -> None:
    both = {**ELSEWHERE, "kind": "source"}
    del both["source"], both["sentence"]
    marks = read_marks(write_marks(tmp_path, SOURCE, both, ELSEWHERE, READING), RULES, ["shared"], "en")
    book = with_marks(BOOK, RULES, marks, "en")
    legend = next(line for line in book.splitlines() if line.startswith("● "))
    assert book == MARKED.format(legend=legend)
    assert all(symbol in legend for symbol in SYMBOLS.values())


def test_a_book_without_marks_stays_as_it_is() -> None:
    assert with_marks(BOOK, RULES, [], "en") == BOOK


def test_parts_are_the_whole_book() -> None:
    assert "".join(parts(BOOK, RULES)) == BOOK
    assert part_of(BOOK, RULES, "X-1") == "**X-1** First rule.\n\n"
    assert part_of(BOOK, RULES, "X-10").startswith("**X-10** **Third** rule")
