"""The legal moves of a seat as a page offers them."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from quartier.core.play.boards import Board
from quartier.core.play.meaning import Meant, all_paths
from quartier.core.play.position import Position
from quartier.core.play.previews import Preview, previews
from quartier.core.play.title import Title
from quartier.core.show.svg import Fragments, Svg, join
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

    @property
    def ghost(self) -> Svg:
        """The preview as one piece of SVG."""
        return join(*self.drawn)


Kept = dict[tuple[int, int, bool, Hashable], Choice]
"""By action, points, whether it needs no Confirm, and what else it shows."""


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

    def choices(self) -> list[Choice]:
        """All legal moves. Of several with the same touches the first is meant until the player turns to another."""
        if len(self._kept) > MOST:
            self._kept.clear()
        return [self._found(preview) for preview in previews(self._known, self._seat, self._meant.actions)]

    def _found(self, preview: Preview) -> Choice:
        """A choice as it was made before, if all that it shows is the same (the title's `shows`)."""
        action, points, free, facts, *_ = preview
        shows = self._shows and self._shows(self._before, self._seat, action, facts)
        if shows is None:
            return self._made(preview)
        key = action, points, self._meant.at_once(action, bool(free)), shows
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._made(preview)
        return found

    def _made(self, preview: Preview) -> Choice:
        action, words = preview.action, self._title.words
        before, after = self._before, preview.opened(self._title.state, self._known.board)
        move, label = words.write(action, self._known.board), capital(words.label(before, action, self._t))
        return Choice(
            move=move,
            paths=self._paths[action],
            label=label,
            drawn=self._title.drawing.ghost(before, after, self._seat, action, self._t),
            points=signed(preview.points),
            at_once=self._meant.at_once(action, bool(preview.free)),
            told=f"{move}\n{label}\n{self._lines[action]}",
        )


@lru_cache
def _lines_of_paths(title: Title, board: Board) -> list[str]:
    """The paths of each action, a line for each way, with blanks between the touches."""
    return ["\n".join(map(" ".join, paths)) for paths in all_paths(title, board)]


def signed(points: int) -> str:
    """Points with their sign ("+7", "−3"); empty for none."""
    return f"{points:+d}".replace("-", "−") if points else ""
