"""Standalone drawings: with their stylesheet, and with the icons that they use."""

import re

from quartier.core.drawing import pieces
from quartier.core.drawing.svg import (
    NAMESPACE,
    Svg,
    el,
    picture,
    rect,
    stylesheet,
)

GAP = 24
"""Space between the parts of a standalone table, in drawing units."""

_VIEW_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


def standalone(parts: dict[str, str], lang: str, title: str, styles: str = "") -> str:
    """Combine the parts of a table, from top to bottom, into one SVG with its own stylesheet: for notebooks and docs.

    `title`: its display name; `styles`: what the title adds to the common stylesheet (`Game.styles`).
    """
    visible = [part for part in parts.values() if part]
    sizes = [_size(part) for part in visible]
    width = max(w for w, _ in sizes) + 2 * GAP
    height = sum(h + GAP for _, h in sizes) + GAP
    tops = [GAP + sum(h + GAP for _, h in sizes[:i]) for i in range(len(sizes))]
    placed = [
        _place_at(part, (width - w) // 2, top, w, h)
        for part, top, (w, h) in zip(visible, tops, sizes, strict=True)
    ]
    return picture(
        width,
        height,
        title,
        el("style", Svg(stylesheet() + styles)),
        pieces.definitions(pieces.used_icons("".join(visible))),
        rect(0, 0, width, height, class_="paper"),
        *placed,
        class_="quartier",
        lang=lang,
    )


UNLETTERED = ".quartier :is(.map-name, .water-name, .name, g:has(> .plate)) { display: none; }"


def detail(board: str, x: float, y: float, side: float, styles: str = "") -> Svg:
    """Return a square section of a board without lettering, with its own stylesheet: for a picture of a few pieces."""
    width, height = _size(board)
    return el(
        "svg",
        el("style", Svg(stylesheet() + styles + UNLETTERED)),
        pieces.definitions(pieces.used_icons(board)),
        rect(x, y, side, side, class_="paper"),
        _place_at(board, 0, 0, width, height),
        xmlns=NAMESPACE,
        viewBox=f"{x:g} {y:g} {side:g} {side:g}",
        class_="quartier",
    )


def _size(part: str) -> tuple[int, int]:
    match = _VIEW_BOX.search(part)
    if match is None:
        raise ValueError("a part of a drawing needs a viewBox that starts at 0 0 and has whole numbers")
    return int(match[1]), int(match[2])


def _place_at(part: str, x: int, y: int, width: int, height: int) -> Svg:
    return Svg(part.replace("<svg", f'<svg x="{x}" y="{y}" width="{width}" height="{height}"', 1))
