"""The signs of a title beside what they mean, as one picture for its rulebooks."""

from quartier.core.drawing.excerpts import Excerpt, stacked
from quartier.core.drawing.svg import (
    Svg,
    at,
    el,
    join,
    text,
)

WIDTH, ROW, LEFT = 640, 62, 104
"""How wide a legend is, how high each line, and where the words begin."""


def legend(title: str, *rows: tuple[str, str]) -> Svg:
    """The picture `signs`: each sign is drawn around (0, 0), at most 84 x 56 units, with its words beside it."""
    height = ROW * len(rows)
    lines = (
        join(at(LEFT / 2, ROW * (i + 0.5), sign), text(LEFT, ROW * (i + 0.5) + 8, words, 22))
        for i, (sign, words) in enumerate(rows)
    )
    drawn = Excerpt(el("svg", *lines, width=WIDTH, height=height, class_="quartier"))
    drawn.width, drawn.height = WIDTH, height
    return stacked("signs", title, drawn)
