"""`quartier review`: what cost whom the game, and what was luck."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

import quartier
from quartier import lab
from quartier.bots.settings import checked_budget
from quartier.cli.arguments import AsJson, PlotFile
from quartier.cli.console import (
    figure,
    output,
    say,
    write,
)
from quartier.cli.files import read_text
from quartier.cli.messages import names, standing
from quartier.cli.progress import bar, compile_search_visibly
from quartier.core.game.state import State
from quartier.core.text.languages import N_
from quartier.lab import Review, plots
from quartier.lab.review import BUDGET

_BLOCKS = "▁▂▃▄▅▆▇█"
_WIDTH = 60


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("review", help=N_("Look back at a game: costly decisions, better moves, luck."))(review)


def review(
    file: Annotated[str, typer.Argument(metavar="FILE", help=N_("A record; - reads standard input."))],
    budget: Annotated[
        str,
        typer.Option(metavar="BUDGET", help=N_("How long to search each decision: mcts:400 or mcts:1s.")),
    ] = BUDGET,
    as_json: AsJson = False,
    plot: PlotFile = "",
) -> None:
    """Search every decision, then print and draw."""
    state = quartier.replay(read_text(file))
    checked_budget(budget)
    if plot:
        plots.check(plot)
    compile_search_visibly(state.game)
    with bar(say(N_("Reviewing {game}"), game=state.game.title())) as report:
        found = lab.review(state, budget, report)
    if as_json:
        write(json.dumps(found.as_dict(), indent=2) + "\n")
    else:
        _print(state, found, file)
    if plot:
        plots.review(found, names(state), plot)


def _print(state: State, found: Review, file: str) -> None:
    console = output()
    console.print(standing(state), markup=False)
    console.print(_curves(state, found))
    console.print(_accounts(state, found))
    if not found.costly:
        console.print(say(N_("No decision was costly.")))
        return
    console.print(_costly(state, found))
    event = found.decisions[found.costly[0]].event
    console.print(say(_TRY, file=file, event=event), markup=False)


def _curves(state: State, found: Review) -> Table:
    table = Table(box=None, show_header=False, title=_curve_title(found), title_justify="left")
    low, high = _range(found)
    for seat, name in enumerate(names(state)):
        curve = curve_of([point[seat] for point in found.points], low, high)
        table.add_row(Text(name), curve, _worth(found, found.points[-1][seat]))
    return table


def _curve_title(found: Review) -> str:
    if found.seats == 1:
        return say(N_("Points that could be expected, from the first event to the last"))
    return say(N_("Chance of winning, from the first event to the last"))


def _range(found: Review) -> tuple[float, float]:
    if found.seats > 1:
        return 0.0, 1.0
    points = [values[0] for values in found.points]
    return min(points), max(points)


def curve_of(values: list[float], low: float, high: float) -> str:
    """A curve of at most 60 characters; each is as high as the last value of its part."""
    width = min(_WIDTH, len(values))
    lasts = [(column + 1) * len(values) // width - 1 for column in range(width)]
    return "".join(_block(values[last], low, high) for last in lasts)


def _block(value: float, low: float, high: float) -> str:
    height = (value - low) / (high - low) if high > low else 0.5
    return _BLOCKS[max(0, min(len(_BLOCKS) - 1, int(height * len(_BLOCKS))))]


def _accounts(state: State, found: Review) -> Table:
    """Where the result came from, by seat."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say(N_("Player")))
    for heading in _ACCOUNTS:
        table.add_column(say(heading), justify="right")
    for seat, name in enumerate(names(state)):
        changes = (found.luck[seat], found.choices[seat], found.others[seat], found.drift[seat])
        first, last = (_worth(found, point[seat]) for point in (found.points[0], found.points[-1]))
        table.add_row(Text(name), first, *(_change(found, change) for change in changes), last)
    return table


def _costly(state: State, found: Review) -> Table:
    table = Table(
        box=box.SIMPLE_HEAD, pad_edge=False, title=say(N_("Costly decisions")), title_justify="left"
    )
    table.add_column(say(N_("Event")), justify="right")
    for heading in (N_("Player"), N_("Played"), N_("Better")):
        table.add_column(say(heading))
    table.add_column(say(N_("Cost")), justify="right")
    named = names(state)
    for index in found.costly:
        one = found.decisions[index]
        words = (Text(word) for word in (named[one.seat], one.move, one.best))
        table.add_row(figure(one.event + 1), *words, _change(found, -one.loss))
    return table


def _worth(found: Review, value: float) -> str:
    return figure(value, 1) if found.seats == 1 else f"{figure(100 * value)} %"


def _change(found: Review, change: float) -> str:
    places, scale, unit = (1, 1, "") if found.seats == 1 else (0, 100, " %")
    rounded = round(scale * change, places)
    sign = "−" if rounded < 0 else "+" if rounded > 0 else "±"
    return f"{sign}{figure(abs(rounded), places)}{unit}"


_ACCOUNTS = (
    N_("At first"),
    N_("Luck"),
    N_("Own choices"),
    N_("Choices of others"),
    N_("Seen later"),
    N_("At the end"),
)
_TRY = N_("Look at the first of them: quartier replay {file} --at {event}")
