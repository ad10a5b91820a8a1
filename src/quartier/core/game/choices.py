"""The legal moves of a seat as a page offers them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple

from quartier.core.drawing.svg import Fragments, Svg, join
from quartier.core.engine import kernels
from quartier.core.game.base_state import BaseState
from quartier.core.game.boards import Board
from quartier.core.game.previews import (
    NOTHING_SHARED,
    UNCACHED,
    Previews,
    previews,
)
from quartier.core.game.title_spec import TitleSpec
from quartier.core.game.touch_resolution import TouchResolver, all_paths
from quartier.core.text.effects import NO_GAIN, Gain, with_sign
from quartier.core.text.goal import ENDS, TRIGGERS_END
from quartier.core.text.languages import Translator, capital, translator

MAX_CACHED = 8192
"""Maximum number of cached choices per seat, board and language, and of parts of each kind; then the cache is cleared."""
NOTES_ON_END = {kernels.ENDS_GAME: ENDS, kernels.TRIGGERS_END: TRIGGERS_END}
_numbers = count()


WirePart = tuple[tuple[int, ...], tuple[str, ...]]
"""A part as it is sent: numbers, then the texts (sent by their indices)."""


class SharedPart(NamedTuple):
    """Text and drawing that several moves share, such as the state of a street after them."""

    number: int
    """A unique id."""
    sentences: tuple[str, ...]
    fragments: Fragments

    def wire_parts(self) -> WirePart:
        """Return the number of sentences, then the sentences and the drawn fragments."""
        return (len(self.sentences),), self.sentences + self.fragments


def _shared_part(sentences: tuple[str, ...], fragments: Fragments) -> SharedPart:
    return SharedPart(next(_numbers), sentences, fragments)


NO_SHARED_PART = _shared_part((), ())


class Choice(NamedTuple):
    """A legal move as a page offers it: notation, ids to touch in order (several paths), a spoken label, and a preview."""

    move: str
    paths: list[list[str]]
    label: str
    fragments: Fragments
    points: str
    at_once: bool
    """Whether its last touch plays it without “Confirm moves”: it is undoable, or only ends a turn that has begun."""
    wire_text: str
    """Move, label and paths in one text, one per line, because a page is sent each text only once."""
    gain: Gain
    """Its effect, in the title's own words."""
    effect_text: str
    """Points, verb and amount of the gain in one text, like `wire_text`: many moves share it."""

    @property
    def preview(self) -> Svg:
        """Return the preview as one piece of SVG."""
        return join(*self.fragments)


class OwnChoice(NamedTuple):
    """A choice without the parts that it shares with others."""

    number: int
    """A unique id, like that of a shared part."""
    choice: Choice

    def wire_parts(self) -> WirePart:
        """Return (1 if it plays at once, number of sentences), and its text, effect, sentences and fragments."""
        choice = self.choice
        sentences = choice.gain.sentences
        return (int(choice.at_once), len(sentences)), (
            choice.wire_text,
            choice.effect_text,
            *sentences,
            *choice.fragments,
        )


class ChoiceSet(NamedTuple):
    """The choices of a seat, split into own and shared parts."""

    own: list[OwnChoice]
    shared: list[list[SharedPart]]
    """By kind, the shared part of each choice: its sentences and fragments follow the choice's own."""

    def choices(self) -> list[Choice]:
        """Return the choices with their shared parts."""
        if not self.shared:
            return [own.choice for own in self.own]
        return [
            _whole(own.choice, shared_parts)
            for own, *shared_parts in zip(self.own, *self.shared, strict=True)
        ]


NO_CHOICES = ChoiceSet([], [])


def _whole(choice: Choice, shared_parts: list[SharedPart]) -> Choice:
    sentences = sum((part.sentences for part in shared_parts), choice.gain.sentences)
    fragments = sum((part.fragments for part in shared_parts), choice.fragments)
    return choice._replace(fragments=fragments, gain=choice.gain._replace(sentences=sentences))


ChoiceKey = tuple[int, int, bool, int, int]
"""Action, points, whether it needs no Confirm, what it means for the end, and the key of everything else it shows."""


@dataclass
class ChoiceCache:
    """A cache: most choices and parts of a position are the same as in the one before."""

    choices: dict[ChoiceKey, OwnChoice] = field(default_factory=dict)
    shared_parts: dict[int, dict[int, SharedPart]] = field(default_factory=dict)
    """By kind, and by the key of its content."""


@lru_cache(32)
def choice_cache(title: TitleSpec, board: Board, seat: int, lang: str) -> ChoiceCache:
    """Return the cache of a seat and a language."""
    return ChoiceCache()


class ChoiceBuilder:
    """Builds the choices of a seat.

    Args:
        state: The position, concealed for the seat.
        record: Its opened record.
        seat: The seat.
        lang: The language of all texts.
        has_acted: Whether the seat has done something in this turn.
    """

    def __init__(self, state: BaseState, record: Any, seat: int, lang: str, has_acted: bool) -> None:
        self._title, self._state, self._seat, self._before = state.game.spec, state, seat, record
        self._t: Translator = translator(lang, self._title.folder)
        self._paths = all_paths(self._title, state.board)
        self._lines = _lines_of_paths(self._title, state.board)
        self._touches = TouchResolver(self._title, state, self._before, seat, has_acted)
        self._cache = choice_cache(self._title, state.board, seat, lang)
        self._preview_keys = getattr(self._title.drawing, "preview_keys", None)
        self._shared_fragments = getattr(self._title.drawing, "shared_fragments", None)
        self._describe_effect = getattr(self._title.text, "describe_effect", _no_effect)

    def choice_set(self) -> ChoiceSet:
        """Return all legal moves; of several with the same touches the first is the default."""
        tried = previews(self._state, self._seat, self._touches.actions)
        return ChoiceSet(self._own_choices(tried), self._shared_parts(tried))

    def _own_choices(self, tried: Previews) -> list[OwnChoice]:
        """Return the moves, without what they share with others."""
        if len(self._cache.choices) > MAX_CACHED:
            self._cache.choices.clear()
        actions, points = tried.actions.tolist(), tried.points.tolist()
        at_once, preview_keys = self._touches.at_once(tried.free).tolist(), self._keys(tried)
        keys = list(zip(actions, points, at_once, tried.endings.tolist(), preview_keys, strict=True))
        cached = map(self._cache.choices.get, keys)
        return [own or self._build(tried, index, keys[index]) for index, own in enumerate(cached)]

    def _keys(self, tried: Previews) -> list[int]:
        """Return by choice the key of what it shows apart from its points (a title's `preview_keys`, if it has one)."""
        if self._preview_keys is None:
            return [UNCACHED] * len(tried.actions)
        result: list[int] = self._preview_keys(
            self._before, self._seat, tried.actions, tried.derived
        ).tolist()
        return result

    def _build(self, tried: Previews, index: int, key: ChoiceKey) -> OwnChoice:
        """Build a choice, and cache it if its whole content has a key."""
        (action, points, at_once, ending, preview_key), words = key, self._title.text
        before, after = self._before, tried.open_record(index)
        move, label = words.write(action, self._state.board), capital(words.label(before, action, self._t))
        scored = with_sign(points) if points else ""
        gain: Gain = self._describe_effect(before, after, self._seat, action, points, self._t)
        if ending in NOTES_ON_END:
            gain = gain._replace(sentences=(self._t(NOTES_ON_END[ending]), *gain.sentences))
        choice = Choice(
            move=move,
            paths=self._paths[action],
            label=label,
            fragments=self._title.drawing.preview(before, after, self._seat, action, self._t),
            points=scored,
            at_once=at_once,
            wire_text=f"{move}\n{label}\n{self._lines[action]}",
            gain=gain,
            effect_text=f"{scored}\n{gain.verb}\n{gain.amount}",
        )
        own = OwnChoice(next(_numbers), choice)
        if preview_key != UNCACHED:
            self._cache.choices[key] = own
        return own

    def _shared_parts(self, tried: Previews) -> list[list[SharedPart]]:
        """Return by kind the shared parts of all choices (a title's `shared_fragments`, if it has one)."""
        if self._shared_fragments is None:
            return []
        kinds = self._shared_fragments(self._before, self._seat, tried.actions, tried.derived)
        return [self._of_kind(tried, kind, numbers.tolist()) for kind, numbers in enumerate(kinds)]

    def _of_kind(self, tried: Previews, kind: int, numbers: list[int]) -> list[SharedPart]:
        """Return a part for each choice; an uncached one is its own."""
        cached_parts = self._cache.shared_parts.setdefault(kind, {})
        if not 0 < len(cached_parts) <= MAX_CACHED:
            cached_parts.clear()
            cached_parts[NOTHING_SHARED] = NO_SHARED_PART
        for number in set(numbers).difference(cached_parts, (UNCACHED,)):
            cached_parts[number] = self._shared_part(tried, numbers.index(number), kind)
        cached = map(cached_parts.get, numbers)
        return [part or self._shared_part(tried, index, kind) for index, part in enumerate(cached)]

    def _shared_part(self, tried: Previews, index: int, kind: int) -> SharedPart:
        action, after = int(tried.actions[index]), tried.open_record(index)
        draw: Any = self._title.drawing  # with `shared_fragments` it has `draw_fragment`
        return _shared_part(*draw.draw_fragment(self._before, after, self._seat, action, kind, self._t))


def _no_effect(before: Any, after: Any, seat: int, action: int, points: int, t: Translator) -> Gain:
    """Return no effect, for a title without texts for it."""
    return NO_GAIN


@lru_cache
def _lines_of_paths(title: TitleSpec, board: Board) -> list[str]:
    """Return the paths of each action, one per line, with spaces between the touches."""
    return ["\n".join(map(" ".join, paths)) for paths in all_paths(title, board)]
