"""`quartier bench`: engine speed of the titles on one core of this machine."""

from __future__ import annotations

import platform
from typing import Annotated, Any

import typer

import quartier
from quartier.cli.arguments import AsJson
from quartier.cli.console import (
    figure,
    notices,
    output,
    say,
)
from quartier.cli.help import RESEARCH, add_command
from quartier.cli.progress import compile_visibly
from quartier.cli.results import write_result
from quartier.cli.rich_tables import Column, fit_table
from quartier.core.game.game import Game
from quartier.core.text.languages import N_
from quartier.lab.bench import Speed, measure


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "bench",
        bench,
        N_("Measure engine speed on one core."),
        RESEARCH,
        "quartier bench --title city_blocks",
    )


def bench(
    title: Annotated[
        list[str], typer.Option("--title", metavar=N_("GAME"), help=N_("Measure only this game. Repeatable."))
    ] = [],  # noqa: B006 (Typer wants a list as the default)
    seconds: Annotated[float, typer.Option(min=0.05, help=N_("Seconds per measurement."))] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Measure title after title, then print."""
    speeds = [_measure_title(quartier.load(name), seconds) for name in title or quartier.titles()]
    if as_json:
        write_result({**machine(), "titles": [speed.as_dict() for speed in speeds]})
    else:
        console = output()
        console.print(fit_table(_COLUMNS, [_row(speed) for speed in speeds], console))
        console.print(say(_UNIT))


def _measure_title(game: Game, seconds: float) -> Speed:
    """Measure a title, and print its name first: compiling may take a minute."""
    notices().print(say(N_("Measuring {game}"), game=game.title()))
    compile_visibly(game)
    return measure(game, seconds)


def machine() -> dict[str, Any]:
    """Describe the machine and the versions."""
    return {
        "quartier": quartier.__version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "system": platform.system(),
    }


def _row(speed: Speed) -> list[str]:
    figures = (speed.random_moves, speed.random_games, speed.copies, speed.listings)
    return [speed.title, *(figure(value) for value in figures)]


_UNIT = N_("per second, on one core")
_COLUMNS = [
    Column(N_("Game"), number=False),
    Column(N_("Random moves")),
    Column(N_("Random games"), 1),
    Column(N_("State copies"), 3),
    Column(N_("Move lists"), 2),
]
