"""The legal moves of a seat as a page offers them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from quartier.core.play.boards import Board
from quartier.core.play.meaning import Meant, all_paths
from quartier.core.play.position import Position
from quartier.core.play.previews import UNTOLD, Previews, previews
from quartier.core.play.title import Title
from quartier.core.show.svg import Fragments, Svg, join
from quartier.core.text.gains import NO_GAIN, Gain, signed
from quartier.core.text.languages import Translator, capital, translator

MOST = 8192
"""Choices that are kept for a seat, a board and a language; then it begins anew."""


class Choice(NamedTuple):
    """A legal move as a page offers it: notation, ids to touch in order (several ways), a spoken label, and a preview."""

    move: str
    paths: list[list[str]]
    label: str
    drawn: Fragments
    points: str
    at_once: bool
    """Its last touch plays it, unasked: it can be taken back freely, or only ends a turn in which something was done."""
    told: str
    """Move, label and paths in one text, a line for each, for a page that is sent each text once."""
    gain: Gain
    """What it brings, in the title's own words."""
    brings: str
    """Points, verb and amount of the gain in one text, as `told`: many moves bring the same."""

    @property
    def ghost(self) -> Svg:
        """The preview as one piece of SVG."""
        return join(*self.drawn)


Kept = dict[tuple[int, int, bool, int], Choice]
"""By action, points, whether it needs no Confirm, and the number of what else it shows."""


@lru_cache(32)
def kept(title: Title, board: Board, seat: int, lang: str) -> Kept:
    """The choices that are kept: in most positions of a title most of them are the same as in the one before."""
    return {}


class Offer:
    """What a seat is offered in a position that is concealed for it; `begun`: it has done something in this turn."""

    def __init__(self, known: Position, seat: int, lang: str, begun: bool) -> None:
        self._title, self._known, self._seat = known.game.declared, known, seat
        self._before = known.opened()
        self._t: Translator = translator(lang, self._title.folder)
        self._paths = all_paths(self._title, known.board)
        self._lines = _lines_of_paths(self._title, known.board)
        self._meant = Meant(self._title, known, self._before, seat, begun)
        self._kept = kept(self._title, known.board, seat, lang)
        self._shows = getattr(self._title.drawing, "shows", None)
        self._brings = getattr(self._title.words, "brings", _unsaid)

    def choices(self) -> list[Choice]:
        """All legal moves. Of several with the same touches the first is meant until the player turns to another."""
        if len(self._kept) > MOST:
            self._kept.clear()
        tried = previews(self._known, self._seat, self._meant.actions)
        actions, points = tried.actions.tolist(), tried.points.tolist()
        at_once, shown = self._meant.at_once(tried.free).tolist(), self._shown(tried)
        keys = list(zip(actions, points, at_once, shown, strict=True))
        found = map(self._kept.get, keys)
        return [choice or self._made(tried, place, keys[place]) for place, choice in enumerate(found)]

    def _shown(self, tried: Previews) -> list[int]:
        """By choice, the number of what its label and preview show beside its points (a title's `shows`, if it has one)."""
        if self._shows is None:
            return [UNTOLD] * len(tried.actions)
        found: list[int] = self._shows(self._before, self._seat, tried.actions, tried.facts).tolist()
        return found

    def _made(self, tried: Previews, place: int, key: tuple[int, int, bool, int]) -> Choice:
        """A choice, kept if all that it shows has a number."""
        (action, points, at_once, shown), words = key, self._title.words
        before, after = self._before, tried.opened(place)
        move, label = words.write(action, self._known.board), capital(words.label(before, action, self._t))
        scored = signed(points) if points else ""
        gain: Gain = self._brings(before, after, self._seat, action, points, self._t)
        made = Choice(
            move=move,
            paths=self._paths[action],
            label=label,
            drawn=self._title.drawing.ghost(before, after, self._seat, action, self._t),
            points=scored,
            at_once=at_once,
            told=f"{move}\n{label}\n{self._lines[action]}",
            gain=gain,
            brings=f"{scored}\n{gain.verb}\n{gain.amount}",
        )
        if shown != UNTOLD:
            self._kept[key] = made
        return made


def _unsaid(before: Any, after: Any, seat: int, action: int, points: int, t: Translator) -> Gain:
    """For a title without words for it."""
    return NO_GAIN


@lru_cache
def _lines_of_paths(title: Title, board: Board) -> list[str]:
    """The paths of each action, a line for each way, with blanks between the touches."""
    return ["\n".join(map(" ".join, paths)) for paths in all_paths(title, board)]
