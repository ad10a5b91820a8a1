"""Charts of a profile as SVG: rating history and score histogram."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor

from quartier.core.drawing.svg import (
    Svg,
    el,
    group,
    number,
    path,
    picture,
    rect,
    text,
)

WIDTH, HEIGHT = 340, 216
LEFT, RIGHT, TOP, BOTTOM = 38, 226, 12, 188
STEP = 100
"""Points between two lines of the grid, at least."""
LINES = 6
BINS = 7
MIN_LABEL_DISTANCE = 14
"""Units between two words at the edge."""


@dataclass(frozen=True)
class Point:
    """A rating after a game, and how far it may be wrong."""

    value: float
    reach: float


def rating_chart(points: Sequence[Point], bots: Sequence[tuple[str, int]], title: str) -> Svg:
    """How a rating went from game to game, with the band in which the strength lies, beside levels of bots."""
    low, high = _ends([point.value for point in points])
    visible_bots = [(name, value) for name, value in bots if low <= value <= high]

    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (min(max(value, low), high) - low) / (high - low)

    def x(index: int) -> float:
        return LEFT + (RIGHT - LEFT) * index / max(1, len(points) - 1)

    upper = [(x(index), y(point.value + point.reach)) for index, point in enumerate(points)]
    lower = [(x(index), y(point.value - point.reach)) for index, point in enumerate(points)]
    line = [(x(index), y(point.value)) for index, point in enumerate(points)]
    last = line[-1]
    return picture(
        WIDTH,
        HEIGHT,
        title,
        _grid(low, high, y),
        _levels(visible_bots, y),
        path(f"{_through([*upper, *reversed(lower)])}Z", fill="currentColor", fill_opacity=0.12),
        path(_through(line), fill="none", stroke="currentColor", stroke_width=2.5),
        el("circle", cx=last[0], cy=last[1], r=4, fill="currentColor"),
        class_="quartier",
    )


def _ends(values: Sequence[float]) -> tuple[int, int]:
    """The grid's lowest and highest lines: all values, and some room for the band."""
    return STEP * floor((min(values) - STEP) / STEP), STEP * ceil((max(values) + STEP) / STEP)


def _grid(low: int, high: int, y: Callable[[float], float]) -> Svg:
    step = STEP * ceil((high - low) / STEP / LINES)
    rows = []
    for value in range(low, high + 1, step):
        at = y(value)
        rows.append(el("line", x1=LEFT, x2=RIGHT, y1=at, y2=at, stroke="currentColor", stroke_opacity=0.15))
        rows.append(_label(LEFT - 6, at, str(value), "end"))
    return group(*rows, aria_hidden="true")


def _levels(bots: Sequence[tuple[str, int]], y: object) -> Svg:
    """Dashed lines for bots, named at the edge, one below the other where they lie close."""
    assert callable(y)
    lines, lowest = [], float("-inf")
    for name, value in sorted(bots, key=lambda bot: -bot[1]):
        at = y(value)
        lowest = max(at, lowest + MIN_LABEL_DISTANCE)
        line = f"M{LEFT} {number(at)}H{RIGHT}"
        lines.append(path(line, stroke="currentColor", stroke_opacity=0.6, stroke_dasharray="2 4"))
        lines.append(_label(RIGHT + 8, lowest, name))
    return group(*lines, aria_hidden="true")


def score_chart(scores: Sequence[int], title: str) -> Svg:
    """Return a histogram of scores, in bars of equal width."""
    low, high = min(scores), max(scores)
    width = max(1, ceil((high - low + 1) / BINS))
    bins = [0] * ((high - low) // width + 1)
    for score in scores:
        bins[(score - low) // width] += 1
    most, wide = max(bins), WIDTH / len(bins)
    bars = []
    for index, count in enumerate(bins):
        tall = (BOTTOM - TOP - 14) * count / most
        x, begin = index * wide, low + index * width
        bars.append(
            rect(x + 2, BOTTOM - tall, min(wide - 4, 72), tall, 3, fill="currentColor", fill_opacity=0.7)
        )
        middle = x + 2 + min(wide - 4, 72) / 2
        if count:
            bars.append(_label(middle, BOTTOM - tall - 8, str(count), "middle"))
        bars.append(_label(middle, BOTTOM + 16, _range(begin, width), "middle"))
    return picture(WIDTH, HEIGHT, title, group(*bars, aria_hidden="true"), class_="quartier")


def _range(begin: int, width: int) -> str:
    label = str(begin) if width == 1 else f"{begin}–{begin + width - 1}"
    return label.replace("-", "−")


def _through(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def _label(x: float, y: float, content: str, anchor: str = "start") -> Svg:
    return text(x, y + 4, content, 12, fill="currentColor", text_anchor=anchor)
