"""Excerpts of a drawn table for rulebooks: they are cut from the title's drawing, so they follow its changes."""

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
    """A part of a drawing, `width` x `height` drawing units; everything outside is clipped."""

    width: int
    height: int


def excerpt(drawing: Fragments, x: int, y: int, width: int, height: int) -> Excerpt:
    """Return the window of a drawing whose top left corner is (x, y); `drawing` is an `<svg>` with a viewBox from 0 0."""
    whole = join(*drawing)
    view_box = _VIEW_BOX.search(whole)
    if view_box is None:
        raise ValueError("a drawing needs a viewBox that starts at 0 0 and has whole numbers")
    moved = f'<svg x="{-x}" y="{-y}" width="{view_box[1]}" height="{view_box[2]}"'
    cut = Excerpt(
        # A separate svg, without the class that lets drawings overflow, clips what is outside.
        el("svg", Svg(whole.replace("<svg", moved, 1)), width=number(width), height=number(height))
    )
    cut.width, cut.height = width, height
    return cut


def with_preview(board: Fragments, preview: Fragments) -> Fragments:
    """Return a board with the preview of a move on it, as the page shows it before the move is confirmed."""
    slot = group(id="ghost")
    if slot not in board:
        raise ValueError("a board needs an empty group with the id ghost as a fragment of its own")
    return tuple(group(*preview) if fragment == slot else fragment for fragment in board)


def stack(name: str, title: str, *parts: Excerpt) -> Svg:
    """Stack excerpts into one picture, each centred. `name` is the picture's name in the rulebook.

    A rulebook may be open beside the table, so no element of a picture has a piece's id or can be touched.
    """
    width = max(part.width for part in parts)
    tops = [sum(above.height + GAP for above in parts[:i]) for i in range(len(parts))]
    placed = (
        el("svg", part, x=(width - part.width) // 2, y=top, width=part.width, height=part.height)
        for part, top in zip(parts, tops, strict=True)
    )
    whole = picture(width, tops[-1] + parts[-1].height, title, *placed, role="img")
    return _prefix_ids(whole, name)


def _prefix_ids(drawing: Svg, prefix: str) -> Svg:
    """Remove ids, except those to which the drawing itself refers: they get a prefix."""
    needed = {name for _, name in _REFERENCE.findall(drawing)} & set(re.findall(r'\bid="([^"]*)"', drawing))
    without_names = _NAMED.sub(
        lambda match: (
            f' id="{prefix}-{match[1]}"' if match[0].startswith(" id") and match[1] in needed else ""
        ),
        drawing,
    )
    return Svg(
        _REFERENCE.sub(
            lambda match: match[1] + (f"{prefix}-{match[2]}" if match[2] in needed else match[2]),
            without_names,
        )
    )
