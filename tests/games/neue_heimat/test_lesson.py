"""The lesson of Neue Heimat: a first game is understood after its first chapter, and permits are taught by using one."""

from __future__ import annotations

import quartier
from quartier.core.game.lessons import Chapter, lesson_of
from quartier.games.neue_heimat.text.labels import OFFERS


def _chapters() -> tuple[Chapter, ...]:
    lesson = lesson_of(quartier.load("neue_heimat"))
    assert lesson
    return lesson.chapters


def test_the_first_chapter_shows_every_kind_of_piece_that_is_for_sale() -> None:
    lit = {name for step in _chapters()[0].steps for group in step.spotlight for name in group}
    # permits I and III mark the column of permits between them
    assert {f"offer-{kind}" for kind in OFFERS[6:]} - lit <= {"offer-II"}


def test_the_first_chapter_says_what_wins_and_when_the_game_ends() -> None:
    rules = {rule for step in _chapters()[0].steps for rule in step.rules}
    assert {"NH-26", "NH-27", "NH-29", "NH-31"} <= rules


def test_the_first_chapter_says_how_a_house_is_taken_over_and_what_prevents_it() -> None:
    texts = {step.rules: step.text["en"] for step in _chapters()[0].steps}
    (text,) = (text for rules, text in texts.items() if "NH-17" in rules)
    assert "takes over" in text
    assert "fence" in text


def test_every_move_of_the_learner_is_made_by_the_learner_also_between_the_chapters() -> None:
    chapters = _chapters()
    taught = {step.at for chapter in chapters for step in chapter.steps if step.move is not None}
    last = chapters[-1].steps[-1].at
    own = {at for at, event in enumerate(chapters[0].game.events[:last]) if event.actor == chapters[0].seat}
    assert own == taught
