"""`quartier bench`: how fast the titles run on one core of this machine."""

from __future__ import annotations

import json
import platform
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

import quartier
from quartier.cli.arguments import AsJson
from quartier.cli.progress import bar, compile_visibly
from quartier.cli.speech import figure, output, say, write
from quartier.core.text.languages import N_
from quartier.lab.bench import Speed, measure


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("bench", help=N_("Measure the engine on one core of this machine."))(bench)


def bench(
    title: Annotated[
        list[str], typer.Option("--title", metavar="TITLE", help=N_("Only this title; may be repeated."))
    ] = [],  # noqa: B006 (Typer wants a list as the default)
    seconds: Annotated[float, typer.Option(min=0.05, help=N_("Time for each figure."))] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Measure, then print."""
    games = [quartier.load(name) for name in title or quartier.titles()]
    speeds = []
    for game in games:
        compile_visibly(game)
    with bar(say(N_("Measuring"))) as report:
        for done, game in enumerate(games):
            report(done, len(games))
            speeds.append(measure(game, seconds))
    if as_json:
        write(json.dumps({**machine(), "titles": [speed.as_dict() for speed in speeds]}, indent=2) + "\n")
    else:
        output().print(_table(speeds))


def machine() -> dict[str, Any]:
    """Where the figures come from."""
    return {
        "quartier": quartier.__version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "system": platform.system(),
    }


def _table(speeds: list[Speed]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, caption=say(N_("per second, on one core")))
    table.add_column(say(N_("Title")))
    headings = (N_("Random moves"), N_("Random games"), N_("Copies of a state"), N_("Lists of moves"))
    for heading in headings:
        table.add_column(say(heading), justify="right")
    for speed in speeds:
        figures = (speed.random_moves, speed.random_games, speed.copies, speed.listings)
        table.add_row(speed.title, *(figure(value) for value in figures))
    return table
