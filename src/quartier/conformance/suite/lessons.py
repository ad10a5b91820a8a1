"""The lesson: six steps, told in few words of both languages, each true of the position that it shows."""

from typing import Any

import pytest

from quartier import IllegalMove
from quartier.conformance.suite.subject import Subject
from quartier.core.game.game import Game
from quartier.core.game.lessons import (
    MAX_STEP_WORDS,
    STEPS,
    Lesson,
    Step,
    lesson_of,
)
from quartier.core.game.state import State
from quartier.core.text.languages import languages


def require_lesson(game: Game) -> Lesson:
    """The title's lesson; a title may do without one."""
    lesson = lesson_of(game)
    if lesson is None:
        pytest.skip("the title has no lesson")
    return lesson


def at(view: Any, path: str) -> Any:
    """What a view says at a path: "streets/2/token"."""
    for name in path.split("/"):
        view = view[int(name) if isinstance(view, (list, tuple)) else name]
    return view


def assert_says(state: State, seat: int, claims: dict[str, Any]) -> None:
    """The values that are claimed are those of the position."""
    view = state.view(seat)
    for path, value in claims.items():
        assert at(view, path) == value, path


def state_after(lesson: Lesson, step: Step) -> State:
    """The position after the step's move, and after the chance that follows it."""
    events, index = lesson.game.events, step.at + 1
    while index < len(events) and events[index].actor == "*":
        index += 1
    return lesson.game.at(index)


class Lessons(Subject):
    """The lesson: six steps, told in few words of both languages, each true of the position that it shows."""

    def test_a_lesson_has_six_steps_in_both_languages(self, plain: Game) -> None:
        lesson = require_lesson(plain)
        assert len(lesson.steps) == STEPS
        for step in lesson.steps:
            for lang in languages():
                assert 0 < len(step.text[lang].split()) <= MAX_STEP_WORDS, step.text[lang]
                assert step.text[lang].endswith((".", "!", "?")), step.text[lang]
                assert not step.heading[lang].endswith("."), step.heading[lang]
            assert len({step.text[lang] for lang in plain.spec.languages}) == len(plain.spec.languages), (
                step.text
            )
            assert set(step.rules) <= set(plain.rule_ids())
            assert step.rules

    def test_the_learner_plays_each_move_of_a_lesson(self, plain: Game) -> None:
        """It is legal at its step, and the next step comes after it. Nobody waits for chance."""
        lesson = require_lesson(plain)
        assert all("*" not in lesson.position(number).to_act() for number in range(STEPS + 1))
        for number, step in enumerate(lesson.steps):
            assert lesson.at(number) + (step.move is not None) <= lesson.at(number + 1)
            if step.move is not None:
                assert step.move in lesson.position(number).moves(lesson.seat), step.move

    def test_what_a_lesson_says_is_true(self, plain: Game) -> None:
        lesson = require_lesson(plain)
        for number, step in enumerate(lesson.steps):
            claims = dict(step.claims)
            assert claims, step.text
            state = lesson.position(number)
            later, amount = claims.pop("then", {}), claims.pop("brings", None)
            if "moves" in claims:
                assert len(state.moves(lesson.seat)) == claims.pop("moves")
            for move, rule in claims.pop("forbidden", {}).items():
                with pytest.raises(IllegalMove) as refused:
                    state.copy().play(lesson.seat, move)
                assert refused.value.rule == rule
            if amount is not None:
                choices = state.seen_by(lesson.seat, "en").choices()
                assert [choice.gain.amount for choice in choices if choice.move == step.move] == [amount]
            assert_says(state, lesson.seat, claims)
            assert_says(state_after(lesson, step), lesson.seat, later)

    def test_what_a_lesson_lights_is_drawn(self, plain: Game) -> None:
        lesson = require_lesson(plain)
        for number, step in enumerate(lesson.steps):
            view = lesson.position(number).seen_by(lesson.seat, "en")
            svg = "".join(view.parts().values())
            buttons = {id for choice in view.choices() for path in choice.paths for id in path}
            for id in (id for group in step.spotlight for id in group):
                is_drawn = f'data-touch="{id}"' in svg or f' id="{id}"' in svg
                assert is_drawn or (id.startswith("button-") and id in buttons), id
