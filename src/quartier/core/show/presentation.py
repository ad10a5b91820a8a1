"""A position for people: everything here starts from what the viewer may know."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from quartier.core.engine.contract import CHANCE
from quartier.core.play.boards import Board
from quartier.core.play.title import Title
from quartier.core.show.document import standalone
from quartier.core.show.svg import number
from quartier.core.text.errors import IllegalMove
from quartier.core.text.languages import Translator, current, translator

if TYPE_CHECKING:
    from quartier.core.play.state import State


@dataclass(frozen=True)
class Choice:
    """A legal move as a page offers it: notation, ids to touch in order (several ways), a spoken label, and a preview."""

    move: str
    paths: list[list[str]]
    label: str
    ghost: str
    points: str

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True)
class LogLine:
    """An event worded for one viewer."""

    index: int
    actor: int | str
    text: str


def _translator(state: State, lang: str | None) -> Translator:
    return translator(lang, state.game.declared.folder)


def view(state: State, seat: int | None) -> dict[str, Any]:
    """The table as a plain dict."""
    known = state.concealed(seat)
    return {
        "game": state.game.name,
        "seats": state.seats,
        "options": dict(state.options),
        "to_act": sorted(state.to_act(), key=str),
        "over": state.over,
        "scores": state.scores(),
        "winners": state.winners(),
        **state.game.declared.words.view(known.opened(), CHANCE if seat is None else seat),
    }


def parts(state: State, seat: int | None, lang: str | None) -> dict[str, str]:
    """SVG of the board and of the hand; pieces on the board know the way of the last move (data-way)."""
    drawing = state.game.declared.drawing
    known = state.concealed(seat).opened()
    drawn = drawing.parts(known, seat, _translator(state, lang), last_touched(state))
    return drawn | {"board": with_ways(drawn["board"], last_ways(state, seat))}


def last_touched(state: State) -> list[str]:
    """The ids touched by the last move of a seat."""
    last = _last_move(state)
    paths = state.game.declared.words.paths(last.action, state.board) if last else []
    return paths[0] if paths else []


def last_ways(state: State, seat: int | None) -> dict[str, list[tuple[float, float]]]:
    """The ways on which the last move sent pieces (a title's `ways` in drawing.py, if it has one), by data-piece."""
    ways, last = getattr(state.game.declared.drawing, "ways", None), _last_move(state)
    found = ways(state.known(last.before, seat), last.actor, last.action) if ways and last else {}
    return dict(found)


def _last_move(state: State) -> Any:
    """The last event of the past that is a seat's; None if there is none."""
    return next((past for past in reversed(state.past) if past.actor != CHANCE), None)


def with_ways(board: str, ways: dict[str, list[tuple[float, float]]]) -> str:
    """A drawn board whose pieces carry the corners of their ways in board units, oldest first."""
    for piece, corners in ways.items():
        named = f' data-piece="{piece}"'
        way = " ".join(f"{number(round(x, 1))},{number(round(y, 1))}" for x, y in corners)
        board = board.replace(named, f'{named} data-way="{way}"')
    return board


def svg(state: State, seat: int | None, lang: str | None) -> str:
    """Board and hand in one document."""
    game = state.game
    return standalone(parts(state, seat, lang), lang or current(), game.title(lang), game.styles)


def choices(state: State, seat: int, lang: str | None) -> list[Choice]:
    """The legal moves of a seat with labels and previews."""
    known = state.concealed(seat)
    t = _translator(state, lang)
    return [_choice(known, seat, action, t) for action in known.legal(seat)]


def _choice(known: State, seat: int, action: int, t: Translator) -> Choice:
    declared, kernels = known.game.declared, known.game.kernels
    after = known.position.copy()
    kernels.play_at(after, seat, action)
    points = int(kernels.score_at(after, seat)) - int(kernels.score_at(known.position, seat))
    before = known.opened()
    ghost = declared.drawing.ghost(before, declared.state.open(after, board=known.board), seat, action, t)
    words = declared.words
    return Choice(
        words.write(action, known.board),
        words.paths(action, known.board),
        words.label(before, action, t),
        ghost,
        signed(points),
    )


def signed(points: int) -> str:
    """Points with their sign ("+7", "−3"); empty for none."""
    return f"{points:+d}".replace("-", "−") if points else ""


def why(state: State, seat: int, path: list[str]) -> IllegalMove | None:
    """The refusal of the moves that begin with these touches, judged by what the seat knows."""
    known = state.concealed(seat)
    refusals = [
        known.refusal(seat, action) for action in _actions_from(state.game.declared, state.board, tuple(path))
    ]
    if not refusals or None in refusals:
        return None
    # Where several moves were possible, the later rule is the more specific one.
    return max(
        (refusal for refusal in refusals if refusal), key=lambda refusal: int(refusal.rule.rsplit("-", 1)[1])
    )


@lru_cache(maxsize=4096)
def _actions_from(title: Title, board: Board, path: tuple[str, ...]) -> list[int]:
    """Every action, legal or not, with a path that begins with these touches."""

    def begins(other: list[str]) -> bool:
        return tuple(other[: len(path)]) == path

    return [action for action, paths in enumerate(_all_paths(title, board)) if any(map(begins, paths))]


@lru_cache
def _all_paths(title: Title, board: Board) -> list[list[list[str]]]:
    return [title.words.paths(action, board) for action in range(title.rules.ACTIONS)]


def prompt(state: State, seat: int | None, lang: str | None) -> str:
    """What a seat is asked to do."""
    if seat is None or seat not in state.to_act():
        return ""
    return state.game.declared.words.prompt(state.concealed(seat).opened(), seat, _translator(state, lang))


def sources(state: State, seat: int, lang: str | None) -> list[tuple[str, int]]:
    """Where a seat's score comes from; scores are public, so a spectator's knowledge is enough."""
    return state.game.declared.words.sources(state.concealed(None).opened(), seat, _translator(state, lang))


def verdict(state: State, lang: str | None) -> str:
    """The title's own words for the result (its `verdict`, if it has one): "" where winners and scores say it all."""
    said = getattr(state.game.declared.words, "verdict", None)
    return str(said(state.concealed(None).opened(), _translator(state, lang))) if said and state.over else ""


def seat_names(state: State, lang: str | None) -> list[str]:
    """What the seats are called without names of their own; a title whose colours may change has `seat_names(s)`."""
    words, t = state.game.declared.words, _translator(state, lang)
    named = getattr(words, "seat_names", None)
    found = named(state.opened()) if named else words.SEAT_NAMES[: state.seats]
    return [t(name) for name in found]


def looks(state: State) -> list[int]:
    """Which of the common looks (colour, pattern, sign) each seat has; a title with its own has `seat_looks(s)`."""
    shown = getattr(state.game.declared.words, "seat_looks", None)
    return list(shown(state.opened())) if shown else list(range(state.seats))


def log_line(
    state: State, index: int, seat: int | None, lang: str | None, names: list[str] | None
) -> LogLine:
    """An event worded from what the viewer knows before and after it."""
    past = state.past[index]
    latest = index + 1 == len(state.past)
    before = state.known(past.before, seat)
    after = state.known(state.to_bytes() if latest else state.past[index + 1].before, seat)
    t = _translator(state, lang)
    words = state.game.declared.words
    called = names or seat_names(state, lang)
    action = state.visible_action(index, seat)
    text = words.line(before, after, past.actor, action, t, called)
    return LogLine(index, "*" if past.actor == CHANCE else past.actor, text)
