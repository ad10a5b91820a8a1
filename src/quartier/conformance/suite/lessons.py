"""The lesson: chapters of few steps, in few words of both languages, each true of the position that it shows."""

from itertools import pairwise
from typing import Any

import pytest

from quartier import IllegalMove
from quartier.conformance.suite.subject import Subject
from quartier.core.game.game import Game
from quartier.core.game.lessons import (
    MAX_STEP_WORDS,
    MAX_STEPS,
    Chapter,
    Step,
    lesson_of,
)
from quartier.core.game.state import State
from quartier.core.text.languages import languages

MAX_BETWEEN = 3
"""Maximum number of moves to watch between two steps."""


def require_chapters(game: Game) -> tuple[Chapter, ...]:
    """Return the chapters of the title's lesson; a title may have none."""
    lesson = lesson_of(game)
    if lesson is None:
        pytest.skip("the title has no lesson")
    return lesson.chapters


def require_steps(game: Game) -> list[tuple[Chapter, int, Step]]:
    """Return all steps of the title's lesson, each with its chapter and its index there."""
    return [
        (chapter, number, step)
        for chapter in require_chapters(game)
        for number, step in enumerate(chapter.steps)
    ]


def assert_short(texts: dict[str, str], limit: int) -> None:
    """Check that there is a text in every language, and that it is not too long."""
    for lang in languages():
        assert 0 < len(texts[lang].split()) <= limit, texts[lang]


def at(view: Any, path: str) -> Any:
    """Return the value of a view at a path: "streets/2/token"."""
    for name in path.split("/"):
        view = view[int(name) if isinstance(view, (list, tuple)) else name]
    return view


def assert_says(state: State, seat: int, claims: dict[str, Any]) -> None:
    """Check that the claimed values are those of the position."""
    view = state.view(seat)
    for path, value in claims.items():
        assert at(view, path) == value, path


def state_after(chapter: Chapter, step: Step) -> State:
    """Return the position after the step's move, and after the chance that follows it."""
    events, index = chapter.game.events, step.at + 1
    while index < len(events) and events[index].actor == "*":
        index += 1
    return chapter.game.at(index)


class Lessons(Subject):
    """The lesson: chapters of few steps, in few words of both languages, each true of the position that it shows."""

    def test_a_lesson_has_short_chapters_in_both_languages(self, plain: Game) -> None:
        for chapter in require_chapters(plain):
            assert_short(chapter.heading, 6)
            assert 0 < len(chapter.steps) <= MAX_STEPS
            assert any(step.move for step in chapter.steps), chapter.heading
            assert chapter.seat == 0, "in a game from the home page you are the first seat: keep its colour"
        for _, _, step in require_steps(plain):
            assert_short(step.text, MAX_STEP_WORDS)
            for lang in languages():
                assert step.text[lang].endswith((".", "!", "?")), step.text[lang]
                assert not step.heading[lang].endswith("."), step.heading[lang]
            assert len({step.text[lang] for lang in plain.spec.languages}) == len(plain.spec.languages), (
                step.text
            )
            assert set(step.rules) <= set(plain.rule_ids())
            assert step.rules

    def test_the_learner_plays_each_move_of_a_lesson(self, plain: Game) -> None:
        """It is legal at its step, and the next step comes after it, without waiting for chance."""
        for chapter, number, step in require_steps(plain):
            assert "*" not in chapter.position(number).to_act() | chapter.position(number + 1).to_act()
            assert chapter.at(number) + (step.move is not None) <= chapter.at(number + 1)
            if step.move is not None:
                assert step.move in chapter.position(number).moves(chapter.seat), step.move

    def test_learners_make_all_their_choices(self, plain: Game) -> None:
        """Between two steps others move, not many, and learners only where they have no choice."""
        for chapter, number, step in require_steps(plain):
            assert len(chapter.between(number + 1)) <= MAX_BETWEEN, step.text
            own = step.at + (step.move is not None)
            for index in range(own, chapter.at(number + 1)):
                if chapter.game.events[index].actor == chapter.seat:
                    assert len(chapter.game.at(index).moves(chapter.seat)) == 1, step.text

    def test_the_learner_keeps_seat_and_colour(self, plain: Game) -> None:
        assert (
            len({(chapter.seat, chapter.game.looks()[chapter.seat]) for chapter in require_chapters(plain)})
            == 1
        )

    def test_what_a_lesson_wants_touched_first_leads_to_the_move(self, plain: Game) -> None:
        for chapter, number, step in require_steps(plain):
            if step.touch is not None:
                choices = chapter.position(number).seen_by(chapter.seat, "en").choices()
                assert step.touch in {
                    path[0] for choice in choices if choice.move == step.move for path in choice.paths
                }

    def test_nothing_in_a_lesson_happens_unseen(self, plain: Game) -> None:
        """Every move between two steps has a position that shows it."""
        for chapter, number, step in require_steps(plain):
            positions = [chapter.at(number), *chapter.between(number + 1), chapter.at(number + 1)]
            for before, after in pairwise(positions):
                moves = [event for event in chapter.game.events[before:after] if event.actor != "*"]
                assert len(moves) <= 1, step.text

    def test_what_a_lesson_says_is_true(self, plain: Game) -> None:
        for chapter, number, step in require_steps(plain):
            claims = dict(step.claims)
            assert claims, step.text
            state = chapter.position(number)
            later, amount = claims.pop("then", {}), claims.pop("brings", None)
            if "moves" in claims:
                assert len(state.moves(chapter.seat)) == claims.pop("moves")
            for move, rule in claims.pop("forbidden", {}).items():
                with pytest.raises(IllegalMove) as refused:
                    state.copy().play(chapter.seat, move)
                assert refused.value.rule == rule
            if amount is not None:
                choices = state.seen_by(chapter.seat, "en").choices()
                assert [choice.gain.amount for choice in choices if choice.move == step.move] == [amount]
            assert_says(state, chapter.seat, claims)
            if later:
                assert_says(state_after(chapter, step), chapter.seat, later)

    def test_what_a_lesson_lights_is_drawn(self, plain: Game) -> None:
        for chapter, number, step in require_steps(plain):
            view = chapter.position(number).seen_by(chapter.seat, "en")
            svg = "".join(view.parts().values())
            buttons = {id for choice in view.choices() for path in choice.paths for id in path}
            for id in (id for group in step.spotlight for id in group):
                is_drawn = f'data-touch="{id}"' in svg or f' id="{id}"' in svg
                assert is_drawn or (id.startswith(("button-", "number-")) and id in buttons), id
