"""View models of lessons: each chapter shows positions of a recorded game, with one move to choose at a step."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from quartier.bots import LEVELS
from quartier.core.game.game import Game
from quartier.core.game.lessons import (
    Chapter,
    Lesson,
    Step,
    has_lesson,
    lesson_of,
)
from quartier.core.text.languages import N_, in_language, translator
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.root_path import site_path
from quartier.server.views import catalogue, messages
from quartier.server.views.learning import models, prepared_tables
from quartier.server.views.models import Choice, View
from quartier.server.views.table_view import Views

_OPPONENT = "{opponent}"
"""What the sentences of a lesson call the bot."""
_NO_PIECE = "no-piece"
"""A touch that nothing on the table has."""
_STEP_SECONDS = 12
"""How long a step takes, about."""
RIVAL = LEVELS[0]
"""Against whom one plays first: the weakest level."""


def address(title: str, lang: str) -> str:
    """Where a title's lesson is; "" where it has none."""
    return site_path(f"/learn/{title}?lang={lang}") if has_lesson(catalogue.game(title)) else ""


def find(title: str) -> Lesson:
    """The lesson of a title. Raises DomainError 404 where there is none."""
    lesson = lesson_of(catalogue.game(title))
    if lesson is None:
        raise DomainError(404, "no_lesson", N_("This game has no tutorial yet. Read its rules instead."))
    return lesson


class ChapterEntry(NamedTuple):
    """A chapter in the overview of tutorials."""

    heading: str
    steps: int
    minutes: int


def chapter_list(title: str, lang: str) -> list[ChapterEntry]:
    """The chapters of a title's lesson for an overview; none where it has no lesson."""
    lesson = lesson_of(catalogue.game(title))
    return [
        ChapterEntry(
            in_language(chapter.heading, lang),
            len(chapter.steps),
            minutes=max(1, round(len(chapter.steps) * _STEP_SECONDS / 60)),
        )
        for chapter in (lesson.chapters if lesson else ())
    ]


def lesson_view(title: str, name: str, lang: str) -> models.Lesson:
    """All texts of a lesson, chapter by chapter; `name` is the learner's."""
    lesson = find(title)
    return {
        "title": catalogue.title(title, lang),
        "chapters": [_chapter(title, number, name, lang) for number in range(len(lesson.chapters))],
        "seats": lesson.chapters[0].game.seats,
        "seat": lesson.chapters[-1].seat,
        "rival": RIVAL,
    }


def _chapter(title: str, number: int, name: str, lang: str) -> models.LessonChapter:
    chapter = find(title).chapters[number]
    table, seat = table_at(title, number, chapter.at(0), name, lang)
    opponent = messages.player_name(table, (seat + 1) % table.seats, translator(lang))
    return {
        "heading": in_language(chapter.heading, lang),
        "steps": [_step(title, chapter, step, opponent, lang) for step in range(len(chapter.steps))],
        "end": chapter.at(len(chapter.steps)),
    }


def _step(title: str, chapter: Chapter, number: int, opponent: str, lang: str) -> models.LessonStep:
    step = chapter.steps[number]
    return {
        "heading": in_language(step.heading, lang).replace(_OPPONENT, opponent),
        "text": in_language(step.text, lang).replace(_OPPONENT, opponent),
        "spotlight": [list(group) for group in step.spotlight],
        "move": step.move,
        "rules": [
            {"rule": rule, "link": site_path(f"/rules/{title}?lang={lang}#{rule}")} for rule in step.rules
        ],
        "between": chapter.between(number),
        "at": step.at,
    }


def view(views: Views, title: str, number: int, at: int, name: str, lang: str, home: str) -> View:
    """The table of a chapter after some events, with no other move to choose than that of the lesson.

    `name` is the learner's. Raises DomainError 404 where the chapter shows no such position.
    """
    chapter = _chapter_with(title, number, at)
    table, _ = table_at(title, number, at, name, lang)
    table_view = prepared_tables.view(views, table, chapter.seat, lang, home)
    steps = [step for step in chapter.steps if step.at == at and step.move is not None]
    table_view["choices"] = [
        _restrict_paths(choice, step)
        for step in steps
        for choice in _choices_for(table_view["choices"], step)
    ]
    return table_view


def _choices_for(choices: list[Choice], step: Step) -> list[Choice]:
    """The move of a step; where the learner turns a piece to it, with the moves that have the same touches."""
    (move,) = [choice for choice in choices if choice["move"] == step.move]
    return [choice for choice in choices if choice["paths"] == move["paths"]] if step.turns else [move]


def _restrict_paths(choice: Choice, step: Step) -> Choice:
    """The move of a step, only by the way that is taught; where none is, a touch on its lit target will do."""
    paths = [path for path in choice["paths"] if step.touch in (None, path[0])]
    # A touch that is the only one possible follows by itself: one that no piece has makes two of it.
    open_ends = [[*path[:-1], _NO_PIECE] for path in paths] if step.chooses else []
    return {**choice, "paths": paths + open_ends + _short_cuts(paths, step)}


def _short_cuts(paths: list[list[str]], step: Step) -> list[list[str]]:
    """The last touch of each path alone, if it is lit and begins none: what glows can be touched at once."""
    lit = {id for group in step.spotlight for id in group} - {path[0] for path in paths}
    return [[path[-1]] for path in paths if step.touch is None and path[-1] in lit]


def table_at(title: str, number: int, at: int, name: str, lang: str) -> tuple[Table, int]:
    """The table of a chapter after some events, and who looks at it. Raises DomainError 404 where there is none."""
    seat = _chapter_with(title, number, at).seat
    return prepared_tables.with_player(
        _table(catalogue.game(title), number, at, lang), seat, name, lang
    ), seat


def _chapter_with(title: str, number: int, at: int) -> Chapter:
    """The chapter of a title's lesson, which shows a position. Raises DomainError 404."""
    chapters = find(title).chapters
    if 0 <= number < len(chapters) and at in _positions(chapters[number]):
        return chapters[number]
    raise DomainError(404, "no_step", N_("The tutorial has no such step."))


def _positions(chapter: Chapter) -> set[int]:
    """All positions that a chapter shows."""
    numbers = range(len(chapter.steps) + 1)
    return {at for number in numbers for at in (*chapter.between(number), chapter.at(number))}


@lru_cache(maxsize=512)
def _table(game: Game, number: int, at: int, lang: str) -> Table:
    """The table after some events: the learner sits where the chapter says, all others are bots."""
    lesson = lesson_of(game)
    assert lesson is not None
    chapter = lesson.chapters[number]
    events = chapter.game.events[:at]
    return prepared_tables.table(f"lesson-{number}", chapter.game, events, chapter.seat, RIVAL, lang)
