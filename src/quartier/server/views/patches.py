"""What a stream is sent after its first View: each text once, and then by its number.

The numbers belong to one stream. Numbers of the whole server would tell a viewer that others were shown something.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from quartier.core.drawing.svg import Fragments
from quartier.core.game.choices import Offered, Own, Piece
from quartier.server.views import models
from quartier.server.views.models import Patch
from quartier.server.views.table_view import Shown

Numbers = dict[str, list[int]]
"""The parts of a drawing as numbers of texts."""
MOST = 8192
"""Texts and pieces that a stream keeps; then it begins anew."""


class Patches:
    """What one stream has been sent."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """The next one begins anew: what it goes by takes 100 to 200 kB."""
        self._numbers: dict[str, int] = {}
        self._pieces: dict[int, int] = {}
        """By the number of its making, that of each choice and piece in this stream."""
        self._fresh: list[str] = []
        self._made: list[list[int]] = []
        self._parts: Numbers = {}
        self._covered: Numbers | None = None
        self._last: Shown | None = None

    def patch(self, shown: Shown) -> Patch:
        """What has changed since the last one; everything if it is the first."""
        if len(self._numbers) > MOST or len(self._pieces) > MOST:
            self.forget()
        last, self._fresh, self._made = self._last, [], []
        patch: Patch = {
            "fresh": last is None,
            "texts": self._fresh,
            "pieces": self._made,
            "drawn": self._drawn(shown),
            "sections": _changed(last, shown),
        }
        covered = None if shown.covered is None else self._numbers_of(shown.covered)
        if last is None or covered != self._covered:
            self._covered = covered
            patch["covered"] = cast(models.Drawn | None, covered)
        if last is None or last.offered is not shown.offered:
            patch["choices"] = self._chosen(shown.offered)
        if last is None or last.log is not shown.log:
            patch["log"] = _log_change(last.log if last else [], shown.log)
        self._last = shown
        return patch

    def _drawn(self, shown: Shown) -> models.Drawn:
        """The parts whose numbers are other ones than before."""
        numbers = self._numbers_of(shown.drawn)
        changed = {name: part for name, part in numbers.items() if self._parts.get(name) != part}
        self._parts = numbers
        return cast(models.Drawn, changed)

    def _numbers_of(self, drawn: dict[str, Fragments]) -> Numbers:
        return {name: self._numbered(fragments) for name, fragments in drawn.items()}

    def _numbered(self, texts: tuple[str, ...]) -> list[int]:
        found = [*map(self._numbers.get, texts)]
        if None in found:
            return self._noted(texts)
        return cast(list[int], found)  # nearly always, and that was one loop in C

    def _noted(self, texts: tuple[str, ...]) -> list[int]:
        """The same where some may be new: those are sent."""
        numbers, result = self._numbers, []
        for text in texts:
            number = numbers.get(text)
            if number is None:
                number = numbers[text] = len(numbers)
                self._fresh.append(text)
            result.append(number)
        return result

    def _chosen(self, offered: Offered) -> list[list[int]]:
        """All choices, by the numbers of the pieces of which they are made."""
        columns: tuple[Sequence[Own | Piece], ...] = (offered.own, *offered.shared)
        return [*map(list, zip(*map(self._known, columns), strict=True))]

    def _known(self, pieces: Sequence[Own | Piece]) -> list[int]:
        """The numbers of pieces in this stream; those that it has not been sent are noted."""
        found = [*map(self._pieces.get, [piece.number for piece in pieces])]
        if None not in found:
            return cast(list[int], found)
        each = zip(pieces, found, strict=True)
        return [self._piece(piece) if number is None else number for piece, number in each]

    def _piece(self, piece: Own | Piece) -> int:
        count = len(self._pieces)
        result = self._pieces.setdefault(piece.number, count)
        if result == count:
            figures, texts = piece.sent()
            self._made.append([*figures, *self._noted(texts)])
        return result


def _changed(last: Shown | None, shown: Shown) -> dict[str, object]:
    """The sections that are other ones than before."""
    before = cast(dict[str, object], last.sections if last else {})
    now = cast(dict[str, object], shown.sections)
    return {name: section for name, section in now.items() if name not in before or before[name] != section}


def _log_change(before: list[models.LogLine], now: list[models.LogLine]) -> models.LogChange:
    """How many lines stay from the beginning, and what follows them. A kept line is the same object as before."""
    kept = 0
    for old, new in zip(before, now, strict=False):
        if old is not new:
            break
        kept += 1
    return {"kept": kept, "lines": now[kept:]}
