"""First games, taught at the table: each step is a View like that of any table, from a table that only memory knows.

Nothing is stored and nobody is asked who they are: a step is the same for everybody who asks for it in a language.
"""

from __future__ import annotations

from functools import lru_cache

from quartier.core.play.game import Game
from quartier.core.play.lessons import Lesson, Step, has_lesson, lesson_of
from quartier.core.text.languages import N_, translator
from quartier.server.commands.caller import Caller
from quartier.server.refusals import Refused
from quartier.server.show import catalogue
from quartier.server.show.models import Presence, View
from quartier.server.show.teaching import models
from quartier.server.show.views import Viewer, Views
from quartier.server.storage.repository import Head, SeatRow
from quartier.server.table import fold
from quartier.server.table.bot_levels import KNOWN
from quartier.server.table.events import Join, Row
from quartier.server.table.fold import Table, TableSetup

RIVAL = KNOWN[0]
"""Against whom one plays first: the weakest level."""
LEARNER = N_("Guest")


def address(title: str, lang: str) -> str:
    """Where a title's lesson is; "" where it has none."""
    return f"/learn/{title}?lang={lang}" if has_lesson(catalogue.game(title)) else ""


def find(title: str) -> Lesson:
    """The lesson of a title. Raises Refused 404 where there is none."""
    lesson = lesson_of(catalogue.game(title))
    if lesson is None:
        raise Refused(404, "no_lesson", N_("This game has no lesson yet. Its rules tell everything."))
    return lesson


def described(title: str, lang: str) -> models.Lesson:
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
        "heading": step.heading[lang],
        "text": step.text[lang],
        "spotlight": [list(group) for group in step.spotlight],
        "tries": step.move is not None,
        "rules": [{"rule": rule, "link": f"/rules/{title}?lang={lang}#{rule}"} for rule in step.rules],
    }


def view(views: Views, title: str, number: int, lang: str, home: str) -> View:
    """The table at a step, with no other move to choose than that of the lesson; after the last step, how it ends.

    Raises Refused 404 where there is no such step.
    """
    lesson = find(title)
    if not 0 <= number <= len(lesson.steps):
        raise Refused(404, "no_step", N_("The lesson has no such step."))
    table = _table(catalogue.game(title), number, lang)
    caller = Caller(frozenset({lesson.seat}), creator=False)
    viewer, presence = Viewer(caller, lesson.seat, lang, home), Presence(online=[lesson.seat], spectators=0)
    seen = views.view(_head(table), table, viewer, presence)
    step = lesson.steps[number] if number < len(lesson.steps) else None
    move = None if step is None else step.move
    seen["choices"] = [choice for choice in seen["choices"] if choice["move"] == move]
    return {**seen, "undo": None, "restart": False, "hints": False}


def _head(table: Table) -> Head:
    """No seat has a secret: nobody can send anything to this table."""
    seats = (
        SeatRow(seat, "bot" if bot else "me", bot, None, None) for seat, bot in enumerate(table.setup.bots)
    )
    return Head(table.setup, table.version, "", "", tuple(seats))


@lru_cache(maxsize=128)
def _table(game: Game, number: int, lang: str) -> Table:
    """The table at a step: the learner sits where the lesson says, all others are bots."""
    lesson = lesson_of(game)
    assert lesson is not None
    state = lesson.game
    bots = tuple(None if seat == lesson.seat else RIVAL for seat in range(state.seats))
    setup = TableSetup(
        id=f"lesson-{game.name}-{lang}",
        title=game.name,
        options=dict(state.options),
        bots=bots,
        day="",
        board=state.board.name or None,
        rules=state.rules,
    )
    learner = Row(1, lesson.seat, Join(translator(lang)(LEARNER)).write())
    events = state.events[: lesson.at(number)]
    return fold.fold(
        setup, [learner, *(Row(seq, each.actor, each.move) for seq, each in enumerate(events, 2))]
    )
