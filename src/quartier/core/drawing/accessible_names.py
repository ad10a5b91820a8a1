"""The spoken content of a drawing as text, so that a table needs no second description of its pieces."""

from __future__ import annotations

from collections.abc import Sequence
from html.parser import HTMLParser

from quartier.core.drawing.name_slots import replace_names
from quartier.core.text.description import Section
from quartier.core.text.tooltips import KIND

_UNCLOSED = frozenset({"input", "br", "img", "hr"})
"""Void elements of HTML that a drawing may contain."""


_COARSE = "coarse"
"""The class of what replaces a fine drawing in small sizes."""


def accessible_names(svg: str, names: Sequence[str] = ()) -> list[Section]:
    """Return a section for each named image, with the names of its pieces in order; those without are left out.

    Args:
        svg: One or several SVG elements.
        names: The names of the players by seat, for the slots of the drawing; empty: those of the seats stay.
    """
    parser = _Parser(names)
    parser.feed(svg)
    parser.close()
    return [section for section in parser.sections if section.lines]


def _is_left_out(attributes: dict[str, str | None]) -> bool:
    """Whether an element is hidden, or repeats in a coarse drawing what a fine one says."""
    return attributes.get("aria-hidden") == "true" or _COARSE in (attributes.get("class") or "").split()


class _Parser(HTMLParser):
    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self._names = names
        self.sections: list[Section] = []
        self._hidden: list[bool] = [False]
        """For each open element, whether it is left out: hidden from screen readers, or for small sizes."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in _UNCLOSED:
            self._hidden.append(self._hidden[-1] or _is_left_out(dict(attrs)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        name = values.get("aria-label") or ""
        if (values.get("data-about") or "").startswith(KIND):
            return  # a key explains symbols that are not part of this text
        if self._hidden[-1] or _is_left_out(values) or not name:
            return
        if self._names and (seats := values.get("data-player")):
            words = (values.get("data-called") or "").split(",")
            name = replace_names(
                name,
                {word: self._names[int(seat)] for seat, word in zip(seats.split(","), words, strict=True)},
            )
        if tag == "svg":
            self.sections.append(Section(name, []))
        elif self.sections:
            self.sections[-1].lines.append(name)

    def handle_endtag(self, tag: str) -> None:
        if len(self._hidden) > 1:
            self._hidden.pop()
