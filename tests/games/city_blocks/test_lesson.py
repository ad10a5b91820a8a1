"""The lesson of City Blocks: what a sentence names is what is lit."""

from __future__ import annotations

import re

import pytest

import quartier
from quartier.core.game.lessons import Chapter, Step, lesson_of


def _steps() -> list[tuple[Chapter, int, Step]]:
    lesson = lesson_of(quartier.load("city_blocks"))
    assert lesson
    return [
        (chapter, number, step) for chapter in lesson.chapters for number, step in enumerate(chapter.steps)
    ]


@pytest.mark.parametrize(("chapter", "number", "step"), _steps())
def test_a_street_that_is_named_is_lit(chapter: Chapter, number: int, step: Step) -> None:
    streets = chapter.position(number).view(chapter.seat)["streets"]
    by_name = {street["name"].split()[0]: key for key, street in streets.items()}
    named = re.findall(r"(\w+) (?:Street|Boulevard)", step.text["en"])
    lit = {id for group in step.spotlight for id in group}
    for name in named:
        key = by_name[name]
        blocks = {id for id in lit if id.startswith("block-") and key in id.removeprefix("block-")}
        assert f"street-{key}" in lit or blocks, (step.text["en"], step.spotlight)
    lit_streets = {id.removeprefix("street-") for id in lit if id.startswith("street-")}
    if named:
        assert lit_streets <= {by_name[name] for name in named}, (step.text["en"], step.spotlight)
