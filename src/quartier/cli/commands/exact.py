"""`quartier exact`: solve a small game and measure bots' exploitability."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn

import quartier
from quartier import bots
from quartier.bots.registry import Searcher
from quartier.cli import counts, shell_completion
from quartier.cli.arguments import AsJson, PlotFile
from quartier.cli.console import (
    figure,
    notices,
    output,
    say,
)
from quartier.cli.help import RESEARCH, add_command
from quartier.cli.progress import compile_search_visibly, compile_visibly
from quartier.cli.results import write_result
from quartier.cli.rich_tables import Column, fit_table
from quartier.cli.titles import BoardName, OptionWords, TitleName, parse_options
from quartier.core.game.state import State
from quartier.core.text.languages import N_
from quartier.lab import plots
from quartier.lab.exact.study import GAP, UNIFORM, Study, study
from quartier.lab.exact.study import Progress as Report
from quartier.lab.exact.tree import MAX_NODES


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "exact",
        exact,
        N_("Solve a small game exactly and measure bots’ exploitability."),
        RESEARCH,
        "quartier exact city_blocks --board 2x2 --deals 8 --bot greedy",
    )


def exact(
    title: TitleName,
    bot: Annotated[
        list[str],
        typer.Option(
            "--bot",
            metavar=N_("BOT"),
            help=N_("Bot to evaluate. Repeatable."),
            autocompletion=shell_completion.bot,
        ),
    ] = [],  # noqa: B006 (Typer wants a list as the default)
    moves: Annotated[
        str,
        typer.Option(
            metavar=N_("MOVE;MOVE;..."), help=N_("Moves and draws to play first, separated by semicolons.")
        ),
    ] = "",
    deals: Annotated[
        int,
        typer.Option(
            min=0, help=N_("Solve this many random set-ups, one at a time, instead of the whole game.")
        ),
    ] = 0,
    asks: Annotated[
        int, typer.Option(min=1, help=N_("How many times to ask the bot for its move in each situation."))
    ] = 1,
    gap: Annotated[
        float, typer.Option(min=0.0, help=N_("Precision of the result in games with hidden information."))
    ] = GAP,
    most: Annotated[
        int, typer.Option(min=1, help=N_("Give up if there are more positions than this."))
    ] = MAX_NODES,
    seed: Annotated[
        int, typer.Option(help=N_("Random seed for set-ups (with --deals) and for the bots’ choices."))
    ] = 1,
    as_json: AsJson = False,
    plot: PlotFile = "",
    option: OptionWords = [],  # noqa: B006 (Typer wants a list as the default)
    board: BoardName = "",
) -> int:
    """Solve, query the bots, print and draw; return the exit code."""
    game = quartier.load(title)
    start = game.new(2, chance="manual", **game.ending | parse_options(game, option, board))
    for move in filter(None, (word.strip() for word in moves.split(";"))):
        start.play(min(start.to_act(), key=str), move)
    if plot:
        plots.check(plot)
    searching = any(isinstance(bots.make(name, game, start), Searcher) for name in bot)
    (compile_search_visibly if searching else compile_visibly)(game)
    with _progress_line(start) as report:
        result = study(start, bot, deals, asks, seed, gap, most, report)
    if as_json:
        write_result(result.as_dict(), seed, bot, game)
    else:
        _print(result)
    if plot:
        plots.exploitability(result, plot)
    return 0


@contextmanager
def _progress_line(start: State) -> Iterator[Report]:
    """Show the number of positions, or how many a bot has been queried for."""
    console, name = notices(), start.game.title()
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:,}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(say(_WORKING, game=name), total=None)

        def report(bot: str, done: int, total: int) -> None:
            description = say(_ASKING, name=bot) if bot else say(_WORKING, game=name)
            progress.update(task, description=description, completed=done, total=total or None)

        yield report


_COLUMNS = (
    Column(N_("Bot"), number=False),
    Column(N_("Exploitability")),
    Column(N_("Loss in seat 1"), 1),
    Column(N_("Loss in seat 2"), 1),
)


def _print(result: Study) -> None:
    console, (low, high) = output(), result.value
    nodes, infos = (sum(count) for count in zip(*((c.nodes, c.infos) for c in result.cases), strict=True))
    size = [counts.positions(nodes), counts.information_sets(infos), counts.setups(len(result.cases))]
    console.print(", ".join(size), markup=False)
    worth = figure((low + high) / 2, 4) if high - low < 1e-9 else f"{figure(low, 4)} … {figure(high, 4)}"
    console.print(say(_VALUE, value=worth), markup=False)
    rows = [[_bot_label(name), *_exploitability_cells(result, name)] for name in result.names]
    console.print(fit_table(_COLUMNS, rows, console))
    console.print(say(_MEANING), markup=False)


def _bot_label(name: str) -> str:
    return say(N_("random moves")) if name == UNIFORM else name


def _exploitability_cells(result: Study, name: str) -> list[str]:
    mean, half = result.exploitability(name)
    estimate = figure(mean, 4) + (f" ± {figure(half, 4)}" if half else "")
    return [estimate, figure(result.against(name, 1), 4), figure(result.against(name, 0), 4)]


_WORKING = N_("Solving {game}")
_ASKING = N_("Querying {name}")
_VALUE = N_("With perfect play, the game is worth {value} to seat 1 (win 1, loss −1).")
_MEANING = N_(
    "Exploitability is how much you’d win per game against the bot if you knew its strategy, averaged "
    "over both seats. The loss in a seat is how much the bot loses when it has that seat."
)
