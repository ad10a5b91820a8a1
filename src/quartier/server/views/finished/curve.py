"""Curves over a game as SVG: win probabilities with the costliest decisions, and scores with the turning point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from quartier.core.drawing.pieces import sign
from quartier.core.drawing.svg import (
    NAMESPACE,
    Svg,
    at,
    el,
    group,
    number,
    path,
    picture,
    text,
)
from quartier.core.text.languages import Translator
from quartier.core.text.numbers import figure, percent

WIDTH, HEIGHT = 340, 216
LEFT, RIGHT, TOP, BOTTOM = 34, 312, 14, 188
DASHES = (None, "7 4", "2 4", "10 4 2 4", "4 2", "14 5")
"""By look, so that lines are told apart without their colours."""
MARK = 9.5
"""Radius of the mark of a decision."""
MIN_SIGN_DISTANCE = 15
"""Units between two signs at the ends of lines."""


@dataclass(frozen=True)
class Mark:
    """A decision that cost much: its number in the list, the event, the seat, and what is said of it."""

    number: int
    event: int
    seat: int
    label: str


@dataclass(frozen=True)
class Scale:
    """From events and values to units of the drawing. `low` and `high` are the ends of the axis of values."""

    last: int
    low: float
    high: float
    left: float = LEFT
    right: float = RIGHT
    top: float = TOP
    bottom: float = BOTTOM

    def x(self, event: float) -> float:
        return self.left + (self.right - self.left) * event / max(1, self.last)

    def y(self, value: float) -> float:
        clamped = min(max(value, self.low), self.high)
        return self.bottom - (self.bottom - self.top) * (clamped - self.low) / (self.high - self.low)


Point = tuple[int, Sequence[float]]
"""An event and the values of all seats before it."""


def review_curve(points: list[Point], looks: list[int], marks: list[Mark], title: str, t: Translator) -> Svg:
    """Return the win probability graph. Alone (one seat) values are points, else shares of the win."""
    scale = _scale(points, alone=len(looks) == 1)
    return picture(
        WIDTH,
        HEIGHT,
        title,
        _axes(scale, len(looks) == 1, t),
        el("line", class_="now", x1=LEFT, x2=LEFT, y1=TOP - 6, y2=BOTTOM + 6, id="curve-now"),
        *(_line(points, seat, look, scale) for seat, look in enumerate(looks)),
        _ends(points, looks, scale, at_x=scale.right + 14),
        *_marks(marks, points, looks, scale),
        class_="quartier curve",
        data_last=scale.last,
        data_from=LEFT,
        data_to=RIGHT,
    )


SCORES_HEIGHT, SCORES_WIDTH = 94, 308
"""Height of the picture of scores, in which six signs have room above each other, and length of its lines, in units."""
EDGE, SPREAD = 1.0, 91.0
"""Where its lines begin, and how far they go: per cent of its place."""


def score_curve(points: list[Point], looks: list[int], turn: tuple[int, int] | None, title: str) -> Svg:
    """Return the scores of all seats after every event; `turn` is event and seat of the turning point, if there is one.

    The lines are stretched to the page's width; signs and the turning point keep their shape.
    """
    values = [value for _, seat_values in points for value in seat_values]
    scale = Scale(
        points[-1][0],
        min(values),
        max(*values, 1),
        left=0,
        right=SCORES_WIDTH,
        top=8,
        bottom=SCORES_HEIGHT - 10,
    )
    lines = (_line(_add_corners(points), seat, look, scale) for seat, look in enumerate(looks))
    return el(
        "svg",
        el("title", title),
        _frame(EDGE, SPREAD, SCORES_WIDTH, "none", *lines),
        _frame(EDGE + SPREAD, 100 - EDGE - SPREAD, 28, "xMinYMid", _ends(points, looks, scale, at_x=14)),
        *(() if turn is None else (_turn(*turn, points, scale),)),
        xmlns=NAMESPACE,
        class_="quartier curve wide",
        role="group",
        **{"aria-label": title},
    )


def _frame(left: float, across: float, width: int, aspect: str, *children: str) -> Svg:
    """A part of the picture of scores that is as high as its place; `left` and `across` per cent of the place's width."""
    view, keeps = f"0 0 {width} {SCORES_HEIGHT}", {"preserveAspectRatio": aspect}
    return el("svg", *children, x=f"{left}%", width=f"{across}%", height="100%", viewBox=view, **keeps)


def _add_corners(points: list[Point]) -> list[Point]:
    """The same with a corner before each change: a score stays until something is scored."""
    corners = points[:1]
    for before, point in pairwise(points):
        if point[1] != before[1]:
            corners += [(point[0], before[1]), point]
    return [*corners, points[-1]]


def _turn(event: int, seat: int, points: list[Point], scale: Scale) -> Svg:
    x = f"{EDGE + SPREAD * scale.x(event) / SCORES_WIDTH:.2f}%"
    y = f"{100 * scale.y(dict(points)[event][seat]) / SCORES_HEIGHT:.2f}%"
    line = el("line", class_="now", x1=x, x2=x, y1="0", y2="100%")
    return group(line, el("circle", cx=x, cy=y, r=7.5, class_="gold outline"))


def _scale(points: list[Point], alone: bool) -> Scale:
    last = points[-1][0]
    if not alone:
        return Scale(last, 0.0, 1.0)
    values = [value for _, seat_values in points for value in seat_values]
    low, high = min(0.0, *values), max(10.0, *values)
    return Scale(last, 10 * (low // 10), -10 * (-high // 10))


def _axes(scale: Scale, alone: bool, t: Translator) -> Svg:
    """Three lines with their values, and the first and the last event."""
    middle = (scale.low + scale.high) / 2
    rows = []
    for value in (scale.low, middle, scale.high):
        y = scale.y(value)
        label = figure(value, lang=t.lang) if alone else percent(value, lang=t.lang)
        rows += [
            el("line", class_="grid", x1=LEFT, x2=RIGHT, y1=y, y2=y),
            text(LEFT - 5, y + 3.5, label, 10, "end quiet"),
        ]
    ends = (text(scale.x(event), HEIGHT - 8, event, 10, "middle quiet") for event in (0, scale.last))
    return group(*rows, *ends, aria_hidden="true")


def _line(points: list[Point], seat: int, look: int, scale: Scale) -> Svg:
    corners = [f"{number(scale.x(event))} {number(scale.y(values[seat]))}" for event, values in points]
    return path("M" + "L".join(corners), class_=f"expected seat-{look}", stroke_dasharray=DASHES[look])


def _ends(points: list[Point], looks: list[int], scale: Scale, at_x: float) -> Svg:
    """The sign of each seat where its line ends, one below the other where lines end together."""
    values = points[-1][1]
    seats = sorted(range(len(looks)), key=lambda seat: -values[seat])
    heights = _spread([scale.y(values[seat]) for seat in seats], scale.bottom + 4)
    signs = [
        group(sign(looks[seat], at_x, y, 12), class_=f"seat-{looks[seat]}")
        for seat, y in zip(seats, heights, strict=True)
    ]
    return group(*signs, aria_hidden="true")


def _spread(heights: list[float], lowest: float) -> list[float]:
    """Heights from top to bottom, moved so that signs there do not cover each other nor lie below the lowest place."""
    moved, least = [], float("-inf")
    for height in heights:
        least = max(height, least + MIN_SIGN_DISTANCE)
        moved.append(least)
    most = lowest + MIN_SIGN_DISTANCE
    for index in reversed(range(len(moved))):
        most = moved[index] = min(moved[index], most - MIN_SIGN_DISTANCE)
    return moved


def _marks(marks: list[Mark], points: list[Point], looks: list[int], scale: Scale) -> list[Svg]:
    """A numbered circle for each decision, a link to its event; one that would cover another moves up or down."""
    values = dict(points)
    rendered: list[Svg] = []
    occupied: list[tuple[float, float]] = []
    for mark in sorted(marks, key=lambda mark: mark.event):
        x, y = scale.x(mark.event), scale.y(values[mark.event][mark.seat])
        height = _free(x, y, occupied)
        occupied.append((x, height))
        rendered.append(_mark(mark, x, y, height, looks[mark.seat]))
    return rendered


def _free(x: float, y: float, occupied: list[tuple[float, float]]) -> float:
    """The nearest height above or below (x, y) that no mark covers."""
    steps = sorted(range(-8, 9), key=lambda step: (abs(step), step))
    nearby = (y + step * 2 * MARK for step in steps)
    inside = (candidate for candidate in nearby if TOP - 4 <= candidate <= BOTTOM + 4)
    near = [(other, height) for other, height in occupied if abs(other - x) < 2 * MARK]
    free = (
        candidate
        for candidate in inside
        if all(abs(candidate - height) >= 2 * MARK - 1 for _, height in near)
    )
    return next(free, y)


def _mark(mark: Mark, x: float, y: float, height: float, look: int) -> Svg:
    """The circle at `height`, with a stem to the point of the line that is meant."""
    stem = el("line", class_="stem", x1=x, x2=x, y1=y, y2=height)
    circle = el("circle", r=MARK, class_="mark-of")
    figure = text(0, 3.8, mark.number, 11, "middle bold")
    return el(
        "a",
        stem,
        at(x, height, circle, figure),
        href=f"?at={mark.event}",
        class_=f"costly seat-{look}",
        data_at=mark.event,
        aria_label=mark.label,
    )
