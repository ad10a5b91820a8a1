"""Charts of a report: one for each question, with all variants, bots and numbers of seats, as SVG in the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from quartier.core.text.languages import N_
from quartier.core.text.numbers import figure
from quartier.games.registry import load
from quartier.lab.balance.figures import Figure
from quartier.lab.balance.formatting import percent, player_count, say, with_sign
from quartier.lab.balance.html_elements import COLOURS, element, section
from quartier.lab.balance.metrics import MEASURES, SHARES
from quartier.lab.balance.report import Balance, Findings, Mirror
from quartier.lab.balance.usage import Use
from quartier.lab.balance.usage_section import lists

_WIDTH, _LEFT, _RIGHT, _TOP, _HEIGHT = 360, 48, 8, 8, 150
"""Of a chart in SVG units: about a phone's width; the height is that of the plot."""
_LETTER = 6.6
"""The width of a letter of a label."""
_DASHES = ("none", "6 3", "2 3", "9 3 2 3")
"""Lines by number of seats."""
_QUESTIONS = ("margin", "score", "moves", "decided", "lead_changes")


class Series(NamedTuple):
    """A line of a chart: its figures by slot; None where there is none."""

    label: str
    colour: int
    dash: int
    figures: list[Figure | None]


class Axis(NamedTuple):
    """The variants in the order of a chart."""

    title: str
    """The name of the parameter, if only one is varied."""
    labels: list[str]
    order: list[int]
    """Numbers of the variants."""
    is_range: bool
    """Whether the slots are numbers in order, so that lines between them mean something."""


def charts_html(report: Balance) -> str:
    """Return the section; "" if there is nothing to compare."""
    if len(report.findings) < 2:
        return ""
    axis = _axis(report)
    return section(say(N_("Comparison")), say(_CAPTION), *_charts(report, axis))


def _charts(report: Balance, axis: Axis) -> Iterator[str]:
    edges = _mirror_series(report, axis, lambda mirror, even: _edge(mirror.measures.get("beginner"), even))
    inner = [_chart(say(N_("Start player’s edge, in percentage points")), axis, edges, _as_edge, 0.0)]
    inner.append(
        _chart(
            say(N_("Edge of one bot over another, in percentage points")),
            axis,
            _duel_series(report, axis),
            _as_edge,
            0.0,
        )
    )
    for name in _QUESTIONS:
        series = _mirror_series(report, axis, _measure(name))
        inner.append(_chart(say(MEASURES[name]), axis, series, _as_percent if name in SHARES else _plain))
    for tally, _ in lists(report.findings[0].mirrors[-1])[:1]:
        title = say(N_("{list} per game, {bot}"), list=tally, bot=report.bots[-1])
        inner.append(_chart(title, axis, _use_series(report, axis, tally), _plain))
    yield element("div", *inner, class_="charts")


# ----- what is visible -----


def _axis(report: Balance) -> Axis:
    """Return the variants in order: those of one parameter by its value, with the base at its own."""
    names = [findings.variant.name for findings in report.findings if findings.seats == report.seats[0]]
    varied = {name.partition("=")[0] for name in names if name}
    base = say(N_("base"))
    if len(varied) != 1:
        return Axis("", [name or base for name in names], list(range(len(names))), False)
    (title,) = varied
    values = [_number(name.partition("=")[2]) for name in names]
    parameter = load(report.title).spec.parameters.get(title)
    values[0] = report.options.get(title, parameter.default if parameter else None)
    order = list(range(len(names)))
    is_range = all(isinstance(value, int) and not isinstance(value, bool) for value in values[1:])
    if is_range:
        order.sort(key=lambda at: (values[at] is not None, values[at] or 0))
    labels = [names[at].partition("=")[2] or base for at in order]
    return Axis(title, labels, order, is_range)


def _number(text: str) -> int | None:
    return int(text) if text.removeprefix("-").isdecimal() else None


def _findings_by_seats(report: Balance, axis: Axis) -> Iterator[tuple[int, list[Findings]]]:
    for count in report.seats:
        own = [findings for findings in report.findings if findings.seats == count]
        yield count, [own[at] for at in axis.order]


def _mirror_series(
    report: Balance, axis: Axis, value: Callable[[Mirror, float], Figure | None]
) -> list[Series]:
    return [
        Series(
            _with_seats(report, bot, count),
            number,
            dash,
            [value(findings.mirrors[number], 1 / count) for findings in ordered],
        )
        for dash, (count, ordered) in enumerate(_findings_by_seats(report, axis))
        for number, bot in enumerate(report.bots)
    ]


def _measure(name: str) -> Callable[[Mirror, float], Figure | None]:
    return lambda mirror, _: mirror.measures.get(name)


def _duel_series(report: Balance, axis: Axis) -> list[Series]:
    return [
        Series(
            _with_seats(report, say(N_("{bot} vs {others}"), bot=duel.bot, others=duel.others), count),
            number,
            dash,
            [_edge(findings.duels[number].share, 1 / count) for findings in ordered],
        )
        for dash, (count, ordered) in enumerate(_findings_by_seats(report, axis))
        for number, duel in enumerate(ordered[0].duels)
    ]


def _use_series(report: Balance, axis: Axis, tally: str) -> list[Series]:
    def uses(findings: Findings) -> dict[str, Use]:
        return {use.name: use for use in findings.mirrors[-1].uses if use.tally == tally}

    series = []
    for dash, (count, ordered) in enumerate(_findings_by_seats(report, axis)):
        by_variant = [uses(findings) for findings in ordered]
        for number, name in enumerate(list(by_variant[0])[:COLOURS]):
            result = [by_name[name].used if name in by_name else None for by_name in by_variant]
            series.append(Series(_with_seats(report, name, count), number, dash, result))
    return series


def _with_seats(report: Balance, label: str, count: int) -> str:
    return label if len(report.seats) == 1 else f"{label}, {player_count(count)}"


def _edge(share: Figure | None, even: float) -> Figure | None:
    return share and Figure(*(end - even for end in share))


# ----- drawing -----


def _chart(
    title: str,
    axis: Axis,
    series: Sequence[Series],
    format_value: Callable[[float, int], str],
    even: float | None = None,
) -> str:
    """Return a chart with its legend; "" if there is nothing to draw."""
    visible = [line for line in series if any(line.figures)]
    if not visible:
        return ""
    ends = [end for line in visible for value in line.figures if value for end in value]
    ends += [] if even is None else [even]
    ticks, digits = _ticks(min(ends), max(ends))
    low, high = ticks[0], ticks[-1]
    slot = (_WIDTH - _LEFT - _RIGHT) / len(axis.labels)

    def across(at: float) -> float:
        return _LEFT + (at + 0.5) * slot

    def up(value: float) -> float:
        return _TOP + _HEIGHT * (high - value) / (high - low)

    grid = [
        f'<path d="M{_LEFT} {up(tick):.1f}H{_WIDTH - _RIGHT}" class="grid{" zero" * (tick == even)}"/>'
        f'<text x="{_LEFT - 6}" y="{up(tick) + 4:.1f}" text-anchor="end">{escape(format_value(tick, digits))}</text>'
        for tick in ticks
    ]
    shift = min(6.0, slot / (len(visible) + 1))
    lines = [
        _line(line, axis, partial(_offset_x, across, (number - (len(visible) - 1) / 2) * shift), up)
        for number, line in enumerate(visible)
    ]
    labels, height = _labels(axis, slot, across)
    picture = element(
        "svg",
        *grid,
        *lines,
        labels,
        viewBox=f"0 0 {_WIDTH} {height:.0f}",
        role="img",
        aria_label=title,
    )
    return element("figure", element("figcaption", escape(title)), picture, _legend(visible))


def _offset_x(across: Callable[[float], float], offset: float, at: float) -> float:
    return across(at) + offset


def _ticks(low: float, high: float) -> tuple[list[float], int]:
    """Return about four round numbers that enclose both, and their decimal places."""
    spread = (high - low) or abs(high) or 1.0
    power = 10.0 ** floor(log10(spread / 3))
    step = next(power * factor for factor in (1, 2, 5, 10) if spread / (power * factor) <= 4)
    first, last = floor(low / step), ceil(high / step)
    return [round(step * at, 10) for at in range(first, max(last, first + 1) + 1)], max(
        0, -floor(log10(step))
    )


def _line(line: Series, axis: Axis, across: Callable[[float], float], up: Callable[[float], float]) -> str:
    spots = [(across(at), value) for at, value in enumerate(line.figures) if value]
    dash = _DASHES[line.dash % len(_DASHES)]
    path = "L".join(f"{x:.1f} {up(value.value):.1f}" for x, value in spots)
    joined = f'<path d="M{path}" class="join" stroke-dasharray="{dash}"/>' if axis.is_range else ""
    marks = "".join(
        f'<path d="M{x:.1f} {up(value.low):.1f}V{up(value.high):.1f}" class="reach"/>'
        f'<circle cx="{x:.1f}" cy="{up(value.value):.1f}" r="3"/>'
        for x, value in spots
    )
    return element("g", joined, marks, class_=f"c{line.colour % COLOURS}")


def _labels(axis: Axis, slot: float, across: Callable[[float], float]) -> tuple[str, float]:
    """Return the labels below the plot, slanted if they would overlap, and the height of the chart."""
    widest, below = max(map(len, axis.labels)) * _LETTER, _TOP + _HEIGHT + 16
    slanted = widest > slot - 4 and not axis.is_range
    interval = ceil((widest + 6) / slot) if axis.is_range else 1
    parts = []
    for at, label in enumerate(axis.labels):
        if at % interval and label != say(N_("base")):
            continue
        turn = f' transform="rotate(-40 {across(at):.1f} {below})"' if slanted else ""
        anchor = "end" if slanted else "middle"
        parts.append(
            f'<text x="{across(at):.1f}" y="{below}" text-anchor="{anchor}"{turn}>{escape(label)}</text>'
        )
    height = below + 0.65 * min(widest, 130) * slanted + 4
    if axis.title:
        height += 16
        parts.append(
            f'<text x="{(_LEFT + _WIDTH - _RIGHT) / 2}" y="{height - 4:.1f}" text-anchor="middle" class="title">'
            f"{escape(axis.title)}</text>"
        )
    return "".join(parts), height


def _legend(series: Sequence[Series]) -> str:
    entries = [
        element(
            "span",
            f'<svg viewBox="0 0 24 8" class="c{line.colour % COLOURS}" aria-hidden="true"><path d="M0 4H24" class="join" '
            f'stroke-dasharray="{_DASHES[line.dash % len(_DASHES)]}"/></svg>',
            escape(line.label),
        )
        for line in series
    ]
    return element("p", *entries, class_="legend")


def _as_percent(value: float, digits: int) -> str:
    """Format a share on an axis."""
    return percent(value, max(0, digits - 2))


def _as_edge(value: float, digits: int) -> str:
    return with_sign(100 * value, max(0, digits - 2))


def _plain(value: float, digits: int) -> str:
    return figure(value, digits)


_CAPTION = N_(
    "Each chart compares all variants, with 95% intervals. An edge is the share of wins above an even one."
)
