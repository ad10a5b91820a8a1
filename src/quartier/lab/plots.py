"""Plots by Matplotlib (the extra `lab`), into .svg or .png files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from quartier.core.text import numbers
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_, translator
from quartier.games.registry import load
from quartier.lab.atomic_files import must_be_writable
from quartier.lab.results import Result, Standing
from quartier.lab.review import Review

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    from quartier.lab.exact.study import Study

KINDS = (".svg", ".png")
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#5b5b5b")
"""Okabe and Ito's colours, distinguishable for colour-blind people; line styles differ too."""
STROKES = ("-", "--", "-.", ":")


class Reached(NamedTuple):
    """The progress of a training: its CPU time, and its network's share of the wins with the 95 % interval."""

    seconds: float
    share: float
    low: float
    high: float


def check(file: str) -> None:
    """Check before hours of games that a plot can be written there. Raises BadOption, or QuartierError without
    Matplotlib.
    """
    if Path(file).suffix.lower() not in KINDS:
        raise BadOption(
            N_("A plot must be a file of type {kinds}, not {file}."), kinds=", ".join(KINDS), file=file
        )
    must_be_writable(Path(file))
    if find_spec("matplotlib") is None:
        raise QuartierError(
            N_('Plots need the package {name}. Install it with: pip install "quartier[lab]"'),
            name="matplotlib",
        )


def arena(result: Result, file: str) -> None:
    """Plot the share of each bot with its interval, and its share in each seat."""
    t = translator()
    figure = new_figure(8, 1.4 + 0.8 * len(result.standings), _arena_title(result))
    shares, seats = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
    for row, standing in enumerate(result.standings):
        _interval(shares, row, standing)
        _seats(seats, row, standing)
    shares.set_yticks(range(len(result.standings)), [standing.name for standing in result.standings])
    shares.set_ylim(len(result.standings) - 0.5, -0.5)
    shares.axvline(100 / len(result.standings), color="#999999", linewidth=1, linestyle=":")
    shares.set(xlim=(0, 100), xlabel=t(N_("Win rate with 95% interval, %")))
    seats.set(xlim=(0, 100), xlabel=t(N_("Win rate by seat, %")))
    save(figure, file)


def _arena_title(result: Result) -> str:
    t = translator()
    return t(N_("{game}: {games} games")).format(
        game=load(result.title).title(), games=numbers.figure(result.games)
    )


def _interval(axes: Axes, row: int, standing: Standing) -> None:
    share, low, high = (100 * x for x in (standing.share, standing.share_low, standing.share_high))
    colour = COLOURS[row % len(COLOURS)]
    axes.errorbar(share, row, xerr=[[share - low], [high - share]], fmt="o", color=colour, capsize=4)


def _seats(axes: Axes, row: int, standing: Standing) -> None:
    middle = (len(standing.share_by_seat) - 1) / 2
    for seat, share in enumerate(standing.share_by_seat):
        if share is not None:
            # Side by side, because they are often equal.
            point = (100 * share, row + 0.7 * (seat - middle) / len(standing.share_by_seat))
            axes.plot(*point, "o", color="white", markeredgecolor="#5b5b5b", markersize=11)
            axes.annotate(str(seat + 1), point, ha="center", va="center", fontsize=7)


def review(result: Review, names: list[str], file: str) -> None:
    """Plot the value of each position to each seat, with a ring around each costly decision."""
    t = translator()
    figure = new_figure(9, 4.5, load(result.title).title())
    axes = figure.subplots()
    scale, lines = 100 if result.seats > 1 else 1, []
    for seat in range(len(names)):
        look: dict[str, Any] = {"color": COLOURS[seat % len(COLOURS)], "linewidth": 1.8}
        values = [scale * point[seat] for point in result.points]
        lines += axes.plot(values, STROKES[seat % len(STROKES)], **look)
        costly = [one.event for one in map(result.decisions.__getitem__, result.costly) if one.seat == seat]
        axes.plot(costly, [values[event] for event in costly], "o", color=look["color"], fillstyle="none")
    if result.seats > 1:
        axes.set(ylim=(0, 100), ylabel=t(N_("Win probability, %")))
    else:
        axes.set(ylabel=t(N_("Expected points")))
    axes.set(xlim=(0, len(result.points) - 1), xlabel=t(N_("Event (circles: inaccuracies and mistakes)")))
    _name(axes, lines, names)
    save(figure, file)


def _name(axes: Axes, lines: list[Line2D], names: list[str]) -> None:
    """Add a legend above the curves, with names of any spelling."""
    numbers = [str(number) for number in range(len(names))]  # Matplotlib hides labels that begin with "_"
    legend = axes.legend(
        lines, numbers, frameon=False, ncols=len(names), loc="upper center", bbox_to_anchor=(0.5, 1.1)
    )
    for text, name in zip(legend.get_texts(), names, strict=True):
        text.set_parse_math(False)  # dollar signs are no formula
        text.set_text(name)


def exploitability(study: Study, file: str) -> None:
    """Plot the exploitability of each bot, searches by their budget on a logarithmic scale."""
    t = translator()
    figure = new_figure(7, 4, f"{load(study.title).title()}, {study.board or t(N_('standard board'))}")
    axes = figure.subplots()
    searches = sorted(
        (budget_of(name), *study.exploitability(name)) for name in study.names if budget_of(name)
    )
    others = [name for name in study.names if not budget_of(name)]
    if searches:
        budgets, means, halves = zip(*searches, strict=True)
        look: dict[str, Any] = {"color": COLOURS[0], "capsize": 4, "fmt": "o-"}
        axes.errorbar(budgets, means, yerr=halves, label=t(N_("Search")), **look)
        axes.set_xscale("log", base=2)
        axes.set_xticks(budgets, [str(budget) for budget in budgets])
    for number, name in enumerate(others, 1):
        colour, stroke = COLOURS[number % len(COLOURS)], STROKES[number % len(STROKES)]
        axes.axhline(study.exploitability(name)[0], color=colour, linestyle=stroke, label=name)
    axes.set(xlabel=t(N_("Simulations per move")), ylabel=t(N_("Exploitability")))
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    save(figure, file)


def learning(curves: Mapping[str, Sequence[Reached]], file: str) -> None:
    """Plot the strength of networks by the CPU time of their training; each point is a separate training."""
    t = translator()
    figure = new_figure(8, 4.5, t(N_("Effect of longer training")))
    axes = figure.subplots()
    for number, (title, reached) in enumerate(curves.items()):
        seconds = [point.seconds for point in reached]
        shares = [100 * point.share for point in reached]
        reach = [[100 * (x.share - x.low) for x in reached], [100 * (x.high - x.share) for x in reached]]
        look: dict[str, Any] = {"color": COLOURS[number % len(COLOURS)], "capsize": 3, "marker": "o"}
        look["linestyle"] = STROKES[number % len(STROKES)]
        axes.errorbar(seconds, shares, yerr=reach, label=load(title).title(), **look)
    axes.axhline(50, color="#999999", linewidth=1, linestyle=":")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda seconds, _: f"{seconds:g}")
    axes.set(xlabel=t(N_("CPU time, seconds")), ylim=(0, 60))
    axes.set_ylabel(t(N_("Win rate against the shipped network, %")))
    axes.legend(frameon=False, ncols=len(curves), loc="upper center", bbox_to_anchor=(0.5, 1.12))
    save(figure, file)


def budget_of(name: str) -> int:
    """Return the simulations of a search by its name, "mcts:100"; 0 for any other bot."""
    kind, _, budget = name.partition(":")
    return int(budget) if kind == "mcts" and budget.isascii() and budget.isdigit() else 0


def new_figure(width: float, height: float, title: str) -> Figure:
    """Make an empty figure, sizes in inches."""
    # Not pyplot: it keeps global state, and looks for a display.
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    figure.suptitle(title, fontsize=11)
    return figure


def save(figure: Figure, file: str) -> None:
    """Write a figure, as .svg or .png."""
    from matplotlib import rc_context

    # The same result gives the same bytes: ids without random numbers, and no date.
    svg: dict[str, Any] = {"metadata": {"Date": None}} if file.lower().endswith(".svg") else {"dpi": 160}
    with rc_context({"svg.hashsalt": "quartier", "svg.fonttype": "none"}):
        figure.savefig(file, **svg)
