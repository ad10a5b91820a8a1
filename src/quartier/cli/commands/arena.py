"""`quartier arena`: duplicate matches between bots, with intervals, Elo and a plot."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

import quartier
from quartier.cli import shell_completion
from quartier.cli.arena_display import ArenaOptions, resolve_workers, run_arena
from quartier.cli.arguments import AsJson, PlotFile, Ray, Records, Seed, Workers
from quartier.cli.help import RESEARCH, add_command
from quartier.cli.titles import BoardName, OptionWords, TitleName, parse_options
from quartier.core.text.languages import N_
from quartier.lab import plots


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "arena",
        arena,
        N_("Compare bots by playing every deal in all seatings, and show Elo differences with intervals."),
        RESEARCH,
        "quartier arena gridlock --seats 4,greedy --games 200 --plot arena.svg",
    )


def arena(
    title: TitleName,
    games: Annotated[int, typer.Option(min=1, help=N_("Number of games."))] = 200,
    seats: Annotated[
        str,
        typer.Option(
            metavar=N_("BOT,BOT,..."),
            help=N_(
                "Bots, separated by commas: levels from 1 to 6, greedy, random, mcts:400, learned, "
                "learned:1s, learned@PATH, package.module:Bot or engine:./path."
            ),
            autocompletion=shell_completion.bots,
        ),
    ] = "3,greedy",
    seed: Seed = 1,
    as_json: AsJson = False,
    plot: PlotFile = "",
    workers: Workers = None,
    ray: Ray = "",
    fresh: Annotated[
        bool,
        typer.Option(
            "--fresh",
            help=N_("Make a new deal for every game instead of replaying each deal in every seating order."),
        ),
    ] = False,
    records: Records = "",
    option: OptionWords = [],  # noqa: B006 (Typer wants a list as the default)
    board: BoardName = "",
) -> int:
    """Play, count, print and draw; after Ctrl+C the games played so far."""
    game = quartier.load(title)
    options = parse_options(game, option, board)
    if plot:
        plots.check(plot)
    arena_options = ArenaOptions(
        seats, games, seed, not fresh, True, resolve_workers(workers, ray), options, records
    )
    return run_arena(game, arena_options, as_json, partial(plots.arena, file=plot) if plot else None)
