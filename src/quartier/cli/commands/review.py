"""`quartier review`: costly decisions, better moves, and luck."""

from __future__ import annotations

from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

import quartier
from quartier import lab
from quartier.bots.settings import parse_budget
from quartier.cli.arguments import AsJson, PlotFile
from quartier.cli.console import (
    figure,
    output,
    say,
)
from quartier.cli.files import read_text
from quartier.cli.help import PLAY, add_command
from quartier.cli.messages import names, standing
from quartier.cli.progress import bar, compile_search_visibly
from quartier.cli.results import write_result
from quartier.core.game.state import State
from quartier.core.text.languages import N_
from quartier.core.text.numbers import percent
from quartier.lab import Review, plots
from quartier.lab.review import BUDGET

_BLOCKS = "▁▂▃▄▅▆▇█"
_WIDTH = 60


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "review",
        review,
        N_("Analyse a game to find costly decisions, better moves, and how much was luck or skill."),
        PLAY,
        "quartier review game.txt --budget mcts:1s",
    )


def review(
    file: Annotated[
        str, typer.Argument(metavar=N_("FILE"), help=N_("Game record to read. Use - for standard input."))
    ],
    budget: Annotated[
        str,
        typer.Option(metavar=N_("BUDGET"), help=N_("Search budget per decision: mcts:400 or mcts:1s.")),
    ] = BUDGET,
    as_json: AsJson = False,
    plot: PlotFile = "",
) -> None:
    """Search every decision, then print and draw."""
    state = quartier.replay(read_text(file))
    parse_budget(budget)
    if plot:
        plots.check(plot)
    compile_search_visibly(state.game)
    with bar(say(N_("Analysing {game}"), game=state.game.title())) as report:
        result = lab.review(state, budget, report)
    if as_json:
        write_result(result.as_dict(), bots=[budget], game=state.game)
    else:
        _print(state, result, file)
    if plot:
        plots.review(result, names(state), plot)


def _print(state: State, result: Review, file: str) -> None:
    console = output()
    show(state, result, console)
    if result.costly:
        event = result.decisions[result.costly[0]].event
        console.print(say(_TRY, file=file, event=event), markup=False)


def show(state: State, result: Review, console: Console) -> None:
    """Print the result of a game, its curves, luck and choices by seat, and the costly decisions."""
    console.print(standing(state), markup=False)
    console.print(_curves(state, result))
    console.print(_accounts(state, result))
    console.print(_costly(state, result) if result.costly else say(N_("No inaccuracies or mistakes.")))


def _curves(state: State, result: Review) -> Table:
    table = Table(box=None, show_header=False, title=_curve_title(result), title_justify="left")
    low, high = _range(result)
    for seat, name in enumerate(names(state)):
        curve = curve_of([point[seat] for point in result.points], low, high)
        table.add_row(Text(name), curve, _worth(result, result.points[-1][seat]))
    return table


def _curve_title(result: Review) -> str:
    if result.seats == 1:
        return say(N_("Expected points over the game"))
    return say(N_("Win probability over the game"))


def _range(result: Review) -> tuple[float, float]:
    if result.seats > 1:
        return 0.0, 1.0
    points = [values[0] for values in result.points]
    return min(points), max(points)


def curve_of(values: list[float], low: float, high: float) -> str:
    """Return a sparkline of at most 60 characters; each shows the last value of its part."""
    width = min(_WIDTH, len(values))
    lasts = [(column + 1) * len(values) // width - 1 for column in range(width)]
    return "".join(_block(values[last], low, high) for last in lasts)


def _block(value: float, low: float, high: float) -> str:
    height = (value - low) / (high - low) if high > low else 0.5
    return _BLOCKS[max(0, min(len(_BLOCKS) - 1, int(height * len(_BLOCKS))))]


def _accounts(state: State, result: Review) -> Table:
    """Return a table of luck and choices by seat."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say(N_("Player")))
    for heading in _ACCOUNTS:
        table.add_column(say(heading), justify="right")
    for seat, name in enumerate(names(state)):
        changes = (result.luck[seat], result.choices[seat], result.others[seat], result.drift[seat])
        first, last = (_worth(result, point[seat]) for point in (result.points[0], result.points[-1]))
        table.add_row(Text(name), first, *(_change(result, change) for change in changes), last)
    return table


def _costly(state: State, result: Review) -> Table:
    table = Table(
        box=box.SIMPLE_HEAD, pad_edge=False, title=say(N_("Inaccuracies and mistakes")), title_justify="left"
    )
    table.add_column(say(N_("Event")), justify="right")
    for heading in (N_("Player"), N_("Played"), N_("Better")):
        table.add_column(say(heading))
    table.add_column(say(N_("Loss")), justify="right")
    named = names(state)
    for index in result.costly:
        one = result.decisions[index]
        cells = (Text(word) for word in (named[one.seat], one.move, one.best))
        table.add_row(figure(one.event + 1), *cells, _change(result, -one.loss))
    return table


def _worth(result: Review, value: float) -> str:
    return figure(value, 1) if result.seats == 1 else percent(value)


def _change(result: Review, change: float) -> str:
    rounded = round(change, 1 if result.seats == 1 else 2)
    sign = "−" if rounded < 0 else "+" if rounded > 0 else "±"
    return f"{sign}{_worth(result, abs(rounded))}"


_ACCOUNTS = (
    N_("Before"),
    N_("Luck"),
    N_("Own decisions"),
    N_("Others’ decisions"),
    N_("Seen later"),
    N_("After"),
)
_TRY = N_("See the first one: quartier replay {file} --at {event}")
