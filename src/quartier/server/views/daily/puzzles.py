"""View models of daily puzzles: the position, and the answer to a move that a player tries."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

import quartier
from quartier.core.engine.dice import Dice
from quartier.core.game.choices import Choice
from quartier.core.game.game import Game
from quartier.core.game.puzzles import (
    Puzzle,
    Worth,
    has_puzzles,
    number_on,
    puzzles_of,
)
from quartier.core.text.errors import IllegalMove
from quartier.core.text.languages import N_, Translator, translator
from quartier.core.text.numbers import figure, percent
from quartier.server.domain.bot_levels import DEFAULT_LEVEL
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.root_path import site_path
from quartier.server.views import catalogue
from quartier.server.views.daily import models
from quartier.server.views.learning import explanations, prepared_tables
from quartier.server.views.models import Turn, View
from quartier.server.views.table_view import Views

_TENTHS = 10
_OPEN = timedelta(days=335)
"""So long after its day a puzzle is open: its date has the same one every year, so no one sees those of the next 29 days."""


def today() -> date:
    """Return today's date in UTC."""
    return datetime.now(UTC).date()


def titles() -> list[str]:
    """The titles that have puzzles."""
    return [name for name in quartier.titles() if has_puzzles(catalogue.game(name))]


def address(title: str, day: date | None = None) -> str:
    """Where a title's puzzle of a day is; of today without a day."""
    return site_path(f"/today/{title}" + (f"/{day.isoformat()}" if day else ""))


def find(title: str, day: date) -> tuple[int, Puzzle]:
    """The puzzle of a day and its number. Raises DomainError 404 where there is none, or it is not open."""
    puzzles = puzzles_of(catalogue.game(title))
    if not puzzles:
        raise DomainError(404, "no_puzzle", N_("This game has no puzzles yet."))
    if day > today():
        raise DomainError(404, "not_yet", N_("That day’s puzzle isn’t open yet."))
    if day < today() - _OPEN:
        text = N_("That day’s puzzle has closed. It comes back on the same date next time.")
        raise DomainError(404, "not_any_more", text)
    number = number_on(day, len(puzzles))
    return number, puzzles[number]


def puzzle_view(title: str, day: date, lang: str) -> models.Puzzle:
    """What is asked."""
    find(title, day)
    question = translator(lang)(N_("Find the best move. It’s not the obvious one."))
    return {"title": catalogue.title(title, lang), "day": day.isoformat(), "question": question}


def view(views: Views, title: str, day: date, name: str, lang: str, home: str) -> View:
    """The table of a puzzle, with all its moves to choose from; `name` is the player's."""
    return prepared_tables.view(views, *puzzle_table(title, day, name, lang), lang, home)


def try_move(
    views: Views, title: str, day: date, move: str, name: str, lang: str, home: str
) -> models.PuzzleAnswer:
    """What is said of a move; of the solution, if none is given. Raises DomainError 422 for a move that is not possible."""
    number, puzzle = find(title, day)
    game = catalogue.game(title)
    table = _table(game, number, "", lang)
    offered = {choice.move: choice for choice in views.choices(table, puzzle.seat, lang)}
    if (move or puzzle.best[0]) not in offered:
        raise DomainError(422, "illegal", N_("This move isn’t possible in this position."))
    if move and move not in puzzle.best:
        return _missed_answer(puzzle, offered[move], translator(lang))
    after = prepared_tables.with_player(
        _table(game, number, move or puzzle.best[0], lang), puzzle.seat, name, lang
    )
    view_after = prepared_tables.view(views, after, puzzle.seat, lang, home)
    return _solved_answer(puzzle, move, table, offered, view_after, lang)


def puzzle_table(title: str, day: date, name: str, lang: str) -> tuple[Table, int]:
    """The table of a puzzle, and who looks at it."""
    number, puzzle = find(title, day)
    table = _table(catalogue.game(title), number, "", lang)
    return prepared_tables.with_player(table, puzzle.seat, name, lang), puzzle.seat


def why(title: str, day: date, path: list[str], lang: str) -> IllegalMove | None:
    """The rule against what was touched in the position."""
    table, seat = puzzle_table(title, day, "", lang)
    return table.state.seen_by(seat, lang).why(path)  # type: ignore[no-any-return]


# ----- the table -----


@lru_cache(maxsize=128)
def _table(game: Game, number: int, move: str, lang: str) -> Table:
    """The table of a puzzle, or after a move there. What is drawn then is one of many ways in which the game may go on."""
    puzzle = puzzles_of(game)[number]
    state = puzzle.position(game)
    if move:
        state.play(puzzle.seat, move)
        state.settle(Dice(number))
    name = f"puzzle-{number}-{puzzle.best.index(move) if move else ''}"
    return prepared_tables.table(name, state, state.events, puzzle.seat, DEFAULT_LEVEL, lang)


def _at_rest(view: View, text: str) -> View:
    """Return a View without choices, with a text in the place of the prompt."""
    for seat in view["seats"]:
        seat["thinking"] = False
    turn: Turn = {**view["turn"], "actors": [], "yours": False, "prompt": text, "headline": text}
    return {**view, "choices": [], "turn": turn}


# ----- what is said -----


def _solved_answer(
    puzzle: Puzzle, move: str, table: Table, offered: dict[str, Choice], view_after: View, lang: str
) -> models.PuzzleAnswer:
    t, choice = translator(lang), offered[move or puzzle.best[0]]
    view_state = table.state.concealed(puzzle.seat)
    heading = t("Solved!") if move else t("The solution")
    first = choice.move == puzzle.best[0]
    greedy, parts = puzzle.greedy, puzzle.why
    why = explanations.reasons_for(view_state, puzzle.seat, choice.move, parts, lang, greedy) if first else ""
    if not why:
        gain = choice.gain
        why = gain.sentence if explanations.is_gain(gain) else ""
    return {
        "solved": bool(move),
        "heading": heading,
        "text": _against_greedy(puzzle, choice, offered, t),
        "why": why,
        "compared": [_compared_move(puzzle, worth, offered[worth.move]) for worth in puzzle.moves],
        "place": choice.paths[0][-1],
        "view": _at_rest(view_after, heading),
    }


def _against_greedy(puzzle: Puzzle, choice: Choice, offered: dict[str, Choice], t: Translator) -> str:
    """The numbers of a solution beside those of the greedy move. Of several only the first was played to the end."""
    best, other, greedy = _share(puzzle, choice.move), _share(puzzle, puzzle.greedy), offered[puzzle.greedy]
    form = t("{move}: {share} win probability. The obvious move ({greedy}): {less}.")
    sentences = [
        form.format(move=choice.label, share=_percent(best, t), greedy=greedy.label, less=_percent(other, t))
    ]
    if puzzle.gain:
        first = offered[puzzle.best[0]]
        sentences.append(_average_gain(puzzle.gain, first.label, choice is first, t))
    return " ".join(sentences)


def _average_gain(tenths: int, move: str, is_first: bool, t: Translator) -> str:
    """How much more the first solution scored than the obvious move; `is_first`: it is the one that was found."""
    count = 1 if tenths == _TENTHS else 2
    if is_first:
        form = t.ngettext(
            "In games played to the end it scored {count} point more on average than the obvious move.",
            "In games played to the end it scored {count} points more on average than the obvious move.",
            count,
        )
    else:
        form = t.ngettext(
            "Just as good: {move}, which scored {count} point more on average than the obvious move in games "
            "played to the end.",
            "Just as good: {move}, which scored {count} points more on average than the obvious move in games "
            "played to the end.",
            count,
        )
    return form.format(move=move, count=_number(tenths, t))


def _missed_answer(puzzle: Puzzle, choice: Choice, t: Translator) -> models.PuzzleAnswer:
    best = puzzle.moves[0].share
    share = next((move.share for move in puzzle.moves if move.move == choice.move), 0)
    if choice.move == puzzle.greedy:
        form = t("That’s the obvious move: {share} win probability. Another move reaches {best}.")
    elif share:
        form = t("Not the best move: {share} win probability. Another move reaches {best}.")
    else:
        form = t("The search quickly dropped this move. Another one has a win probability of {best}.")
    text = form.format(share=_percent(share, t), best=_percent(best, t))
    return {
        "solved": False,
        "heading": t("Not quite"),
        "text": " ".join(filter(None, [choice.gain.sentence, text])),
        "why": "",
        "compared": [],
        "place": choice.paths[0][-1],
        "view": None,
    }


def _compared_move(puzzle: Puzzle, worth: Worth, choice: Choice) -> models.Compared:
    kind = "best" if worth.move in puzzle.best else "greedy" if worth.move == puzzle.greedy else "other"
    return {"label": choice.label, "kind": kind, "share": worth.share}  # type: ignore[typeddict-item]


def _share(puzzle: Puzzle, move: str) -> int:
    return next(worth.share for worth in puzzle.moves if worth.move == move)


def _percent(share: int, t: Translator) -> str:
    return percent(share / 100, lang=t.lang)


def _number(tenths: int, t: Translator) -> str:
    """Tenths as a number; from ten on they are left out."""
    decimals = 1 if tenths < _TENTHS**2 and tenths % _TENTHS else 0
    return figure(tenths / _TENTHS, decimals, t.lang)
