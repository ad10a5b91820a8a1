"""Patches of a stream after its first View: each text is sent once, and then by its number.

The numbers belong to one stream. Numbers of the whole server would tell a viewer what others were shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from quartier.core.drawing.svg import Fragments
from quartier.core.game.choices import ChoiceSet, OwnChoice, SharedPart
from quartier.server.views import models
from quartier.server.views.models import Patch
from quartier.server.views.table_view import ViewFragments

Numbers = dict[str, list[int]]
"""The parts of a drawing as numbers of texts."""
MAX_TEXTS = 8192
"""Texts and pieces that a stream keeps; then it begins anew."""


class Patches:
    """The state of one stream: what it has been sent."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Start over: the state takes 100 to 200 kB."""
        self._numbers: dict[str, int] = {}
        self._pieces: dict[int, int] = {}
        """By the number of its making, that of each choice and piece in this stream."""
        self._new_texts: list[str] = []
        self._new_pieces: list[list[int]] = []
        self._parts: Numbers = {}
        self._covered: Numbers | None = None
        self._last: ViewFragments | None = None

    def patch(self, fragments: ViewFragments) -> Patch:
        """Return what has changed since the last patch; everything if it is the first."""
        if len(self._numbers) > MAX_TEXTS or len(self._pieces) > MAX_TEXTS:
            self.forget()
        last, self._new_texts, self._new_pieces = self._last, [], []
        patch: Patch = {
            "fresh": last is None,
            "texts": self._new_texts,
            "pieces": self._new_pieces,
            "drawn": self._changed_parts(fragments),
            "sections": _changed_sections(last, fragments),
        }
        covered = None if fragments.covered is None else self._numbers_of(fragments.covered)
        if last is None or covered != self._covered:
            self._covered = covered
            patch["covered"] = cast(models.DrawingPatch | None, covered)
        if last is None or last.offered is not fragments.offered:
            patch["choices"] = self._numbered_choices(fragments.offered)
        if last is None or last.log is not fragments.log:
            patch["log"] = _log_change(last.log if last else [], fragments.log)
        self._last = fragments
        return patch

    def _changed_parts(self, fragments: ViewFragments) -> models.DrawingPatch:
        """The parts whose numbers are other ones than before."""
        numbers = self._numbers_of(fragments.drawing)
        changed = {name: part for name, part in numbers.items() if self._parts.get(name) != part}
        self._parts = numbers
        return cast(models.DrawingPatch, changed)

    def _numbers_of(self, parts: dict[str, Fragments]) -> Numbers:
        return {name: self._numbers_of_texts(fragments) for name, fragments in parts.items()}

    def _numbers_of_texts(self, texts: tuple[str, ...]) -> list[int]:
        numbers = [*map(self._numbers.get, texts)]
        if None in numbers:
            return self._number_texts(texts)
        return cast(list[int], numbers)  # nearly always, and that was one loop in C

    def _number_texts(self, texts: tuple[str, ...]) -> list[int]:
        """The same where some may be new: those are sent."""
        numbers, result = self._numbers, []
        for text in texts:
            number = numbers.get(text)
            if number is None:
                number = numbers[text] = len(numbers)
                self._new_texts.append(text)
            result.append(number)
        return result

    def _numbered_choices(self, offered: ChoiceSet) -> list[list[int]]:
        """All choices, by the numbers of the pieces of which they are made."""
        columns: tuple[Sequence[OwnChoice | SharedPart], ...] = (offered.own, *offered.shared)
        return [*map(list, zip(*map(self._numbers_of_pieces, columns), strict=True))]

    def _numbers_of_pieces(self, pieces: Sequence[OwnChoice | SharedPart]) -> list[int]:
        """The numbers of pieces in this stream; those that it has not been sent are noted."""
        numbers = [*map(self._pieces.get, [piece.number for piece in pieces])]
        if None not in numbers:
            return cast(list[int], numbers)
        pairs = zip(pieces, numbers, strict=True)
        return [self._piece(piece) if number is None else number for piece, number in pairs]

    def _piece(self, piece: OwnChoice | SharedPart) -> int:
        count = len(self._pieces)
        result = self._pieces.setdefault(piece.number, count)
        if result == count:
            figures, texts = piece.wire_parts()
            self._new_pieces.append([*figures, *self._number_texts(texts)])
        return result


def _changed_sections(last: ViewFragments | None, fragments: ViewFragments) -> dict[str, object]:
    """The sections that are other ones than before."""
    before = cast(dict[str, object], last.sections if last else {})
    now = cast(dict[str, object], fragments.sections)
    return {name: section for name, section in now.items() if name not in before or before[name] != section}


def _log_change(before: list[models.LogLine], now: list[models.LogLine]) -> models.LogChange:
    """How many lines stay from the beginning, and what follows them. A kept line is the same object as before."""
    same = 0
    for old, new in zip(before, now, strict=False):
        if old is not new:
            break
        same += 1
    return {"kept": same, "lines": now[same:]}
