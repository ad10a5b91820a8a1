"""The legal moves of a seat as a page offers them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple

from quartier.core.drawing.svg import Fragments, Svg, join
from quartier.core.game.boards import Board
from quartier.core.game.position import Position
from quartier.core.game.previews import (
    NOTHING,
    UNTOLD,
    Previews,
    previews,
)
from quartier.core.game.title_spec import Title
from quartier.core.game.touch_resolution import Meant, all_paths
from quartier.core.text.effects import NO_GAIN, Gain, signed
from quartier.core.text.languages import Translator, capital, translator

MOST = 8192
"""Choices that are kept for a seat, a board and a language, and pieces of each kind; then it begins anew."""
_numbers = count()


Sent = tuple[tuple[int, ...], tuple[str, ...]]
"""A piece as it goes over the wire: figures, then the texts whose numbers follow them."""


class Piece(NamedTuple):
    """What several moves say and draw alike, such as how a street stands after them."""

    number: int
    """Of its making: nothing else ever has it."""
    said: tuple[str, ...]
    drawn: Fragments

    def sent(self) -> Sent:
        """How many texts are said, then what is said, and what is drawn."""
        return (len(self.said),), self.said + self.drawn


def _piece(said: tuple[str, ...], drawn: Fragments) -> Piece:
    return Piece(next(_numbers), said, drawn)


NO_PIECE = _piece((), ())


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
    def preview(self) -> Svg:
        """The preview as one piece of SVG."""
        return join(*self.drawn)


class Own(NamedTuple):
    """A choice without what it shares with others."""

    number: int
    """As a piece has one."""
    choice: Choice

    def sent(self) -> Sent:
        """1 if it plays at once, how many texts are said; then what it tells, what it brings, what is said and drawn."""
        choice = self.choice
        said = choice.gain.said
        return (int(choice.at_once), len(said)), (choice.told, choice.brings, *said, *choice.drawn)


class Offered(NamedTuple):
    """The choices of a seat, in what they have of their own and what they share."""

    own: list[Own]
    shared: list[list[Piece]]
    """By kind, the piece of each choice: what it says and draws follows the choice's own."""

    def choices(self) -> list[Choice]:
        """The choices as wholes."""
        if not self.shared:
            return [own.choice for own in self.own]
        return [_whole(own.choice, pieces) for own, *pieces in zip(self.own, *self.shared, strict=True)]


NOTHING_OFFERED = Offered([], [])


def _whole(choice: Choice, pieces: list[Piece]) -> Choice:
    said = sum((piece.said for piece in pieces), choice.gain.said)
    drawn = sum((piece.drawn for piece in pieces), choice.drawn)
    return choice._replace(drawn=drawn, gain=choice.gain._replace(said=said))


@dataclass
class Kept:
    """What was made before: in most positions of a title most choices and pieces are the same as in the one before."""

    choices: dict[tuple[int, int, bool, int], Own] = field(default_factory=dict)
    """By action, points, whether it needs no Confirm, and the number of what else it shows."""
    pieces: dict[int, dict[int, Piece]] = field(default_factory=dict)
    """By kind, and by the number of what it shows."""


@lru_cache(32)
def kept(title: Title, board: Board, seat: int, lang: str) -> Kept:
    """What is kept for a seat and a language."""
    return Kept()


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
        self._preview_keys = getattr(self._title.drawing, "preview_keys", None)
        self._shared_fragments = getattr(self._title.drawing, "shared_fragments", None)
        self._describe_effect = getattr(self._title.words, "describe_effect", _no_effect)

    def offered(self) -> Offered:
        """All legal moves. Of several with the same touches the first is meant until the player turns to another."""
        tried = previews(self._known, self._seat, self._meant.actions)
        return Offered(self._own(tried), self._shared(tried))

    def _own(self, tried: Previews) -> list[Own]:
        """The moves, without what they share with others."""
        if len(self._kept.choices) > MOST:
            self._kept.choices.clear()
        actions, points = tried.actions.tolist(), tried.points.tolist()
        at_once, shown = self._meant.at_once(tried.free).tolist(), self._shown(tried)
        keys = list(zip(actions, points, at_once, shown, strict=True))
        found = map(self._kept.choices.get, keys)
        return [own or self._made(tried, place, keys[place]) for place, own in enumerate(found)]

    def _shown(self, tried: Previews) -> list[int]:
        """By choice, the number of what it shows beside its points (a title's `preview_keys`, if it has one)."""
        if self._preview_keys is None:
            return [UNTOLD] * len(tried.actions)
        result: list[int] = self._preview_keys(
            self._before, self._seat, tried.actions, tried.derived
        ).tolist()
        return result

    def _made(self, tried: Previews, place: int, key: tuple[int, int, bool, int]) -> Own:
        """A choice, kept if all that it shows has a number."""
        (action, points, at_once, shown), words = key, self._title.words
        before, after = self._before, tried.opened(place)
        move, label = words.write(action, self._known.board), capital(words.label(before, action, self._t))
        scored = signed(points) if points else ""
        gain: Gain = self._describe_effect(before, after, self._seat, action, points, self._t)
        choice = Choice(
            move=move,
            paths=self._paths[action],
            label=label,
            drawn=self._title.drawing.preview(before, after, self._seat, action, self._t),
            points=scored,
            at_once=at_once,
            told=f"{move}\n{label}\n{self._lines[action]}",
            gain=gain,
            brings=f"{scored}\n{gain.verb}\n{gain.amount}",
        )
        made = Own(next(_numbers), choice)
        if shown != UNTOLD:
            self._kept.choices[key] = made
        return made

    def _shared(self, tried: Previews) -> list[list[Piece]]:
        """By kind, the pieces of all choices (a title's `shared_fragments`, if it has one)."""
        if self._shared_fragments is None:
            return []
        kinds = self._shared_fragments(self._before, self._seat, tried.actions, tried.derived)
        return [self._of_kind(tried, kind, numbers.tolist()) for kind, numbers in enumerate(kinds)]

    def _of_kind(self, tried: Previews, kind: int, numbers: list[int]) -> list[Piece]:
        """A piece for each choice; one that shows more than a number tells is its own."""
        kept = self._kept.pieces.setdefault(kind, {})
        if not 0 < len(kept) <= MOST:
            kept.clear()
            kept[NOTHING] = NO_PIECE
        for number in set(numbers).difference(kept, (UNTOLD,)):
            kept[number] = self._piece(tried, numbers.index(number), kind)
        found = map(kept.get, numbers)
        return [piece or self._piece(tried, place, kind) for place, piece in enumerate(found)]

    def _piece(self, tried: Previews, place: int, kind: int) -> Piece:
        action, after = int(tried.actions[place]), tried.opened(place)
        draw: Any = self._title.drawing  # with `shared_fragments` it has `draw_fragment`
        return _piece(*draw.draw_fragment(self._before, after, self._seat, action, kind, self._t))


def _no_effect(before: Any, after: Any, seat: int, action: int, points: int, t: Translator) -> Gain:
    """For a title without words for it."""
    return NO_GAIN


@lru_cache
def _lines_of_paths(title: Title, board: Board) -> list[str]:
    """The paths of each action, a line for each way, with blanks between the touches."""
    return ["\n".join(map(" ".join, paths)) for paths in all_paths(title, board)]
