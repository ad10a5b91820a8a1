"""The symbols of a title with their meanings, as one picture for its rulebooks."""

from quartier.core.drawing.excerpts import Excerpt, stack
from quartier.core.drawing.svg import (
    Svg,
    at,
    el,
    join,
    text,
)

WIDTH, ROW, LEFT = 640, 62, 104
"""The width of a legend, the height of each line, and the x of the text."""


def legend(title: str, *rows: tuple[str, str]) -> Svg:
    """Draw the legend: each symbol is drawn around (0, 0), at most 84 x 56 units, with its text beside it."""
    height = ROW * len(rows)
    lines = (
        join(at(LEFT / 2, ROW * (i + 0.5), sign), text(LEFT, ROW * (i + 0.5) + 8, words, 22))
        for i, (sign, words) in enumerate(rows)
    )
    excerpt = Excerpt(el("svg", *lines, width=WIDTH, height=height, class_="quartier"))
    excerpt.width, excerpt.height = WIDTH, height
    return stack("signs", title, excerpt)
