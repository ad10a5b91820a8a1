"""The tutorial of Metromania: learners play all their turns, and learn where stations and tunnels may go."""

from __future__ import annotations

import quartier
from quartier.core.game.lessons import Chapter, lesson_of


def _chapters() -> tuple[Chapter, ...]:
    lesson = lesson_of(quartier.load("metromania"))
    assert lesson
    return lesson.chapters


def test_turns_that_a_chapter_leaves_out_are_admitted() -> None:
    """Only where the learner would otherwise wonder: a chapter that continues where the one before ended needs no word."""
    for before, chapter in zip(_chapters(), _chapters()[1:], strict=False):
        moves = chapter.game.events[before.at(len(before.steps)) : chapter.at(0)]
        first = chapter.steps[0]
        assert ("for you" in first.text["en"]) == any(event.actor == chapter.seat for event in moves)


def test_the_first_chapter_teaches_sides_markers_stations_minutes_losses_and_the_end() -> None:
    taught = {rule for step in _chapters()[0].steps for rule in step.rules}
    assert {"MM-2", "MM-16", "MM-19", "MM-27", "MM-29", "MM-30", "MM-31", "MM-32"} <= taught
    turned = [step for step in _chapters()[0].steps if step.turns]
    assert turned, "the learner moves a tunnel to the other side"
    (station,) = (step for step in _chapters()[0].steps if step.move and step.move.startswith("station"))
    assert "MM-19" in station.claims["forbidden"].values()
