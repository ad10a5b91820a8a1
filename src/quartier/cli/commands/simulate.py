"""`quartier simulate`: play many games between bots and print the results."""

from __future__ import annotations

from typing import Annotated

import typer

import quartier
from quartier.cli import shell_completion
from quartier.cli.arena_display import ArenaOptions, resolve_workers, run_arena
from quartier.cli.arguments import AsJson, Ray, Records, Seed, Workers
from quartier.cli.help import RESEARCH, add_command
from quartier.cli.titles import BoardName, OptionWords, TitleName, parse_options
from quartier.core.text.languages import N_


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "simulate",
        simulate,
        N_("Play many games between bots and count the results."),
        RESEARCH,
        "quartier simulate city_blocks --games 1000",
    )


def simulate(
    title: TitleName,
    games: Annotated[int, typer.Option(min=1, help=N_("Number of games."))] = 1000,
    seats: Annotated[
        str,
        typer.Option(
            metavar=N_("BOT,BOT,..."),
            help=N_("Bots, separated by commas. They take turns in every seat."),
            autocompletion=shell_completion.bots,
        ),
    ] = "greedy,random",
    seed: Seed = 1,
    as_json: AsJson = False,
    workers: Workers = None,
    ray: Ray = "",
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help=N_("Play every deal once in each seating order."))
    ] = False,
    fixed: Annotated[bool, typer.Option("--fixed", help=N_("Keep every bot in the same seat."))] = False,
    records: Records = "",
    option: OptionWords = [],  # noqa: B006 (Typer wants a list as the default)
    board: BoardName = "",
) -> int:
    """Play, count and print."""
    game = quartier.load(title)
    options = parse_options(game, option, board)
    return run_arena(
        game,
        ArenaOptions(
            seats, games, seed, duplicate, not fixed, resolve_workers(workers, ray), options, records
        ),
        as_json,
    )
