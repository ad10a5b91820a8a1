"""`quartier dataset`: the decisions of many games as Parquet files for machine learning."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import quartier
from quartier.bots.registry import Searcher
from quartier.cli import counts, shell_completion
from quartier.cli.arguments import Seed
from quartier.cli.console import output, say
from quartier.cli.errors import INTERRUPTED
from quartier.cli.help import RESEARCH, add_command
from quartier.cli.progress import bar, compile_search_visibly, compile_visibly
from quartier.cli.titles import BoardName, OptionWords, TitleName, parse_options
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_
from quartier.lab import dataset as datasets
from quartier.lab.dataset_card import write_card


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "dataset",
        dataset,
        N_("Write a data set of bot games as Parquet files for machine learning."),
        RESEARCH,
        "quartier dataset gridlock --out data/gridlock --games 1000 --bot 3",
    )


def dataset(
    title: TitleName,
    out: Annotated[
        str, typer.Option(metavar=N_("FOLDER"), help=N_("Output folder. An existing data set is resumed."))
    ],
    games: Annotated[int, typer.Option(min=1, help=N_("Number of games."))] = 1000,
    bot: Annotated[
        str,
        typer.Option(
            metavar=N_("BOT,BOT,..."),
            help=N_("Bots: one for all seats, or one per seat, separated by commas."),
            autocompletion=shell_completion.bots,
        ),
    ] = "greedy",
    players: Annotated[
        int | None,
        typer.Option(help=N_("Number of seats. By default, as few as the game allows."), show_default=False),
    ] = None,
    seed: Seed = 1,
    workers: Annotated[int, typer.Option(min=1, help=N_("Number of processes."))] = 1,
    shard: Annotated[int, typer.Option(min=1, help=N_("Games per file."))] = 100,
    option: OptionWords = [],  # noqa: B006 (Typer wants a list as the default)
    board: BoardName = "",
) -> int:
    """Write the missing shards and the card; return the exit code."""
    game = quartier.load(title)
    names = _bots_by_seat([name.strip() for name in bot.split(",")], players, game.seats[0])
    spec = datasets.DatasetSpec(title, names, seed, shard, parse_options(game, option, board), out)
    loaded_bots = [quartier.bots.make(name, game) for name in set(names)]
    (
        compile_search_visibly
        if any(isinstance(player, Searcher) for player in loaded_bots)
        else compile_visibly
    )(game)
    try:
        with bar(say(N_("Playing {game}"), game=game.title())) as report:
            total, rows = datasets.write(spec, games, workers, report)
    except KeyboardInterrupt:
        output().print(say(_STOPPED), markup=False)
        return INTERRUPTED
    write_card(spec, total, rows)
    output().print(
        say(_WRITTEN, games=counts.games(total), rows=counts.decisions(rows), folder=Path(out)), markup=False
    )
    return 0


def _bots_by_seat(names: list[str], players: int | None, fewest: int) -> tuple[str, ...]:
    """Return one bot for each seat."""
    if len(names) == 1:
        return tuple(names * (fewest if players is None else players))
    if players not in (None, len(names)):
        raise BadOption(_NOT_AS_MANY, bots=len(names), players=players)
    return tuple(names)


_NOT_AS_MANY = N_("You named {bots} bots for {players} players. Name one bot, or one per player.")
_STOPPED = N_("Stopped. Run the same command to resume.")
_WRITTEN = N_("Wrote {rows} from {games} to {folder}. Its README.md describes the columns.")
