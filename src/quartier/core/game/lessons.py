"""A title's tutorial: chapters of a few steps, taught at the table on positions of recorded games.

A lesson is data of the title: `data/lesson.json` says what is taught and tried at which positions of the
records that it names. A title without this file has no lesson.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_

MAX_STEPS = 9
"""Maximum number of steps in a chapter of 90 seconds."""
MAX_STEP_WORDS = 15
"""Maximum length of a text beside the table: longer ones are not read."""


class BadLesson(QuartierError):
    """A lesson that is invalid; the message names the step."""


@dataclass(frozen=True)
class Step:
    """One step: a position, one sentence about it, and usually a move to try."""

    at: int
    """The number of events before it."""
    move: str | None
    """The learner's move, the next event of the record; None for a step without a move."""
    touch: str | None
    """What the learner has to touch first, where the table offers a shorter way to the move; None for any way."""
    chooses: bool
    """Whether the learner also makes the only possible touch that follows `touch`; else it follows by itself."""
    turns: bool
    """Whether the moves with the same touches can be staged, too: the learner turns the piece to the right one."""
    spotlight: tuple[tuple[str, ...], ...]
    """What the sentence refers to, as ids to touch or of drawn elements: one highlight for each group."""
    heading: dict[str, str]
    """By language, the topic."""
    text: dict[str, str]
    """By language, the sentence; "{opponent}" stands for the name of the next seat's player."""
    rules: tuple[str, ...]
    """The rules that it teaches."""
    claims: dict[str, Any]
    """The sentence's claims, for a test: values of the seat's `view` by their path ("streets/2/token").

    "brings" is the gain of the move, "moves" the number of legal ones, "then" holds values after it,
    "forbidden" other moves with the rules that forbid them.
    """


@dataclass(frozen=True)
class Chapter:
    """Steps on positions of one recorded game, and the seat that learns."""

    heading: dict[str, str]
    """By language."""
    game: State
    seat: int
    steps: tuple[Step, ...]

    def position(self, number: int) -> State:
        """Return the position of a step, counted from 0; the index after the last is the end."""
        return self.game.at(self.at(number))

    def at(self, number: int) -> int:
        """Return how many events precede a step; for the index after the last, its move and the draws after it count too."""
        if number < len(self.steps):
            return self.steps[number].at
        last = self.steps[-1]
        return last.at if last.move is None else self._after(last.at)

    def between(self, number: int) -> list[int]:
        """Return the positions on the way to a step, as numbers of events: one after each move since the step before."""
        if number == 0:
            return []
        end = self.at(number)
        moves = [at for at in range(self.at(number - 1), end) if self.game.events[at].actor != "*"]
        return [at for at in map(self._after, moves) if at < end]

    def _after(self, at: int) -> int:
        """Return the number of events up to an event and the chance events that answer it."""
        events, at = self.game.events, at + 1
        while at < len(events) and events[at].actor == "*":
            at += 1
        return at


@dataclass(frozen=True)
class Lesson:
    """All chapters, in the order in which they build on each other."""

    chapters: tuple[Chapter, ...]


def has_lesson(game: Game) -> bool:
    """Return whether a title has a lesson, without reading it."""
    return (game.spec.data / "lesson.json").is_file()


@lru_cache
def lesson_of(game: Game) -> Lesson | None:
    """Return the lesson of a title; None if it has none. Raises BadLesson and BadRecord."""
    if not has_lesson(game):
        return None
    entry = json.loads((game.spec.data / "lesson.json").read_text("utf-8"))
    return Lesson(tuple(_chapter(game, chapter) for chapter in entry["chapters"]))


def _chapter(game: Game, data: dict[str, Any]) -> Chapter:
    record = game.replay((game.spec.data / data["record"]).read_text("utf-8"))
    steps = tuple(_step(number, step) for number, step in enumerate(data["steps"], 1))
    chapter = Chapter(dict(data["heading"]), record, int(data["seat"]), steps)
    for number, step in enumerate(steps, 1):
        _check(chapter, number, step)
    return chapter


def _step(number: int, data: dict[str, Any]) -> Step:
    unknown = set(data) - {
        *("at", "move", "touch", "chooses", "turns", "spotlight"),
        *("heading", "text", "rules", "claims"),
    }
    if unknown:
        raise BadLesson(
            N_("Tutorial step {step}: “{name}” isn’t valid here."), step=number, name=min(unknown)
        )
    return Step(
        at=int(data["at"]),
        move=data.get("move"),
        touch=data.get("touch"),
        chooses=bool(data.get("chooses", False)),
        turns=bool(data.get("turns", False)),
        spotlight=tuple(tuple(group.split()) for group in data["spotlight"]),
        heading=dict(data["heading"]),
        text=dict(data["text"]),
        rules=tuple(data["rules"]),
        claims=dict(data.get("claims", {})),
    )


def _check(chapter: Chapter, number: int, step: Step) -> None:
    """Check that the move to try is the one in the record, so that each step leads to the next."""
    events = chapter.game.events
    following = events[step.at] if 0 <= step.at < len(events) else None
    if step.move is None and 0 <= step.at <= len(events):
        return
    if following is None or (following.actor, following.move) != (chapter.seat, step.move):
        raise BadLesson(
            N_("Tutorial step {step}: the record doesn’t play “{move}” after {at} events."),
            step=number,
            move=step.move or "",
            at=step.at,
        )
