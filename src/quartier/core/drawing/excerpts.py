"""Parts of a drawn table as pictures of their own, for rulebooks: they are cut from the title's drawing and follow it."""

import re

from quartier.core.drawing.svg import (
    Fragments,
    Svg,
    el,
    group,
    join,
    number,
    picture,
)

GAP = 12
"""Space between two parts of a picture, in drawing units."""

_VIEW_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
_NAMED = re.compile(r' (?:id|data-touch|data-piece)="([^"]*)"')
_REFERENCE = re.compile(r'(url\(#|href="#)([^)"]+)')


class Excerpt(Svg):
    """A part of a drawing, `width` x `height` drawing units; what lies outside it is cut off."""

    width: int
    height: int


def excerpt(drawn: Fragments, x: int, y: int, width: int, height: int) -> Excerpt:
    """The window of a drawing whose top left corner is (x, y); `drawn` is an `<svg>` with a viewBox from 0 0."""
    whole = join(*drawn)
    found = _VIEW_BOX.search(whole)
    if found is None:
        raise ValueError("a drawing needs a viewBox that starts at 0 0 and has whole numbers")
    moved = f'<svg x="{-x}" y="{-y}" width="{found[1]}" height="{found[2]}"'
    cut = Excerpt(
        # An svg of its own, and not of the class that lets drawings overflow, cuts off what is outside.
        el("svg", Svg(whole.replace("<svg", moved, 1)), width=number(width), height=number(height))
    )
    cut.width, cut.height = width, height
    return cut


def with_preview(board: Fragments, preview: Fragments) -> Fragments:
    """A board with the preview of a move on it, as the page shows it before the move is confirmed."""
    place = group(id="ghost")
    if place not in board:
        raise ValueError("a board needs an empty group with the id ghost as a fragment of its own")
    return tuple(group(*preview) if drawn == place else drawn for drawn in board)


def stacked(name: str, title: str, *parts: Excerpt) -> Svg:
    """Excerpts below each other as one picture, each in the middle. `name` is the picture's name in the rulebook.

    A rulebook may lie open beside the table, so nothing in a picture has the name of a piece or can be touched.
    """
    width = max(part.width for part in parts)
    tops = [sum(above.height + GAP for above in parts[:i]) for i in range(len(parts))]
    placed = (
        el("svg", part, x=(width - part.width) // 2, y=top, width=part.width, height=part.height)
        for part, top in zip(parts, tops, strict=True)
    )
    whole = picture(width, tops[-1] + parts[-1].height, title, *placed, role="img")
    return _renamed(whole, name)


def _renamed(drawn: Svg, prefix: str) -> Svg:
    """Without names, but for those to which the drawing itself refers: they get a prefix."""
    needed = {name for _, name in _REFERENCE.findall(drawn)} & set(re.findall(r'\bid="([^"]*)"', drawn))
    kept = _NAMED.sub(
        lambda found: (
            f' id="{prefix}-{found[1]}"' if found[0].startswith(" id") and found[1] in needed else ""
        ),
        drawn,
    )
    return Svg(
        _REFERENCE.sub(
            lambda found: found[1] + (f"{prefix}-{found[2]}" if found[2] in needed else found[2]), kept
        )
    )
