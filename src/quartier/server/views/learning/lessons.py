"""View models of lessons: each step is a prepared position with one move to choose."""

from __future__ import annotations

from functools import lru_cache

from quartier.bots import LEVELS
from quartier.core.game.game import Game
from quartier.core.game.lessons import (
    Lesson,
    Step,
    has_lesson,
    lesson_of,
)
from quartier.core.text.languages import N_, in_language
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.views import catalogue
from quartier.server.views.learning import models, prepared_tables
from quartier.server.views.models import View
from quartier.server.views.table_view import Views

RIVAL = LEVELS[0]
"""Against whom one plays first: the weakest level."""


def address(title: str, lang: str) -> str:
    """Where a title's lesson is; "" where it has none."""
    return f"/learn/{title}?lang={lang}" if has_lesson(catalogue.game(title)) else ""


def find(title: str) -> Lesson:
    """The lesson of a title. Raises DomainError 404 where there is none."""
    lesson = lesson_of(catalogue.game(title))
    if lesson is None:
        raise DomainError(404, "no_lesson", N_("This game has no tutorial yet. Read its rules instead."))
    return lesson


def lesson_view(title: str, lang: str) -> models.Lesson:
    """All that is said in a lesson."""
    lesson = find(title)
    return {
        "title": catalogue.title(title, lang),
        "steps": [_step(title, step, lang) for step in lesson.steps],
        "seats": lesson.game.seats,
        "rival": RIVAL,
    }


def _step(title: str, step: Step, lang: str) -> models.LessonStep:
    return {
        "heading": in_language(step.heading, lang),
        "text": in_language(step.text, lang),
        "spotlight": [list(group) for group in step.spotlight],
        "tries": step.move is not None,
        "rules": [{"rule": rule, "link": f"/rules/{title}?lang={lang}#{rule}"} for rule in step.rules],
    }


def view(views: Views, title: str, number: int, lang: str, home: str) -> View:
    """The table at a step, with no other move to choose than that of the lesson; after the last step, how it ends.

    Raises DomainError 404 where there is no such step.
    """
    lesson = _with_step(title, number)
    table = _table(catalogue.game(title), number, lang)
    table_view = prepared_tables.view(views, table, lesson.seat, lang, home)
    step = lesson.steps[number] if number < len(lesson.steps) else None
    move = None if step is None else step.move
    table_view["choices"] = [choice for choice in table_view["choices"] if choice["move"] == move]
    return table_view


def table_at_step(title: str, number: int, lang: str) -> tuple[Table, int]:
    """The table at a step, and who looks at it. Raises DomainError 404 where there is no such step."""
    lesson = _with_step(title, number)
    return _table(catalogue.game(title), number, lang), lesson.seat


def _with_step(title: str, number: int) -> Lesson:
    """The lesson of a title that has such a step, or ends before it. Raises DomainError 404."""
    lesson = find(title)
    if not 0 <= number <= len(lesson.steps):
        raise DomainError(404, "no_step", N_("The tutorial has no such step."))
    return lesson


@lru_cache(maxsize=128)
def _table(game: Game, number: int, lang: str) -> Table:
    """The table at a step: the learner sits where the lesson says, all others are bots."""
    lesson = lesson_of(game)
    assert lesson is not None
    events = lesson.game.events[: lesson.at(number)]
    return prepared_tables.table("lesson", lesson.game, events, lesson.seat, RIVAL, lang)
