"""`quartier simulate`: many games between bots, and a table of the results."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich import box
from rich.table import Table

import quartier
from quartier import lab
from quartier.cli.progress import bar, compile_visibly
from quartier.cli.speech import figure, output, say, write
from quartier.cli.titles import BoardName, OptionWords, TitleName, chosen
from quartier.core.languages import N_
from quartier.lab import Result
from quartier.lab.results import Standing


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("simulate", help=N_("Let bots play many games against each other."))(simulate)


def simulate(
    title: TitleName,
    games: Annotated[int, typer.Option(min=1, help=N_("How many games."))] = 1000,
    seats: Annotated[
        str, typer.Option(help=N_("The bots, with commas; they change seats from game to game."))
    ] = "greedy,random",
    seed: Annotated[int, typer.Option(help=N_("The same seed gives the same games."))] = 1,
    as_json: Annotated[bool, typer.Option("--json", help=N_("Print JSON instead of a table."))] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, help=N_("Processes; by default as many as pay."), show_default=False)
    ] = None,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help=N_("Give every deal to all seatings of the bots."))
    ] = False,
    fixed: Annotated[bool, typer.Option("--fixed", help=N_("Every bot keeps its seat."))] = False,
    option: OptionWords = [],  # noqa: B006 (Typer wants a list as the default)
    board: BoardName = "",
) -> None:
    """Play, count and print."""
    game = quartier.load(title)
    options = chosen(game, option, board)
    names = [name.strip() for name in seats.split(",")]
    lab.check(title, names, **options)
    compile_visibly(game)
    with bar(say(N_("Playing {game}"), game=game.title())) as report:
        result = lab.arena(
            title,
            names,
            games,
            seed,
            duplicate=duplicate,
            rotate=not fixed,
            workers=workers,
            progress=report,
            **options,
        )
    if as_json:
        write(json.dumps(result.as_dict(), indent=2) + "\n")
    else:
        _print(result)


def _print(result: Result) -> None:
    console = output()
    console.print(_table(result))
    console.print(say(_SEATS, shares="  ".join(_percent(share) for share in result.seat_share)))
    console.print(
        say(
            _LENGTH,
            mean=figure(result.moves_mean, 1),
            shortest=result.moves_shortest,
            longest=result.moves_longest,
        )
    )
    console.print(
        say(
            _SPEED,
            games=figure(result.games),
            seconds=figure(result.seconds, 1),
            games_rate=figure(result.per_second(result.games)),
            moves_rate=figure(result.per_second(result.moves)),
            workers=result.workers,
        )
    )


def _table(result: Result) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say(N_("Bot")))
    for heading in (N_("Won"), N_("Shared"), N_("Lost"), N_("Share"), N_("95 % interval"), N_("Points")):
        table.add_column(say(heading), justify="right", no_wrap=True)
    for standing in result.standings:
        table.add_row(standing.name, *_cells(standing))
    return table


def _cells(standing: Standing) -> list[str]:
    return [
        figure(standing.wins),
        figure(standing.shared),
        figure(standing.losses),
        _percent(standing.share),
        f"{figure(100 * standing.share_low, 1)}–{_percent(standing.share_high)}",
        f"{figure(standing.score_mean, 1)} ± {figure(standing.score_deviation, 1)}",
    ]


def _percent(share: float) -> str:
    return f"{figure(100 * share, 1)} %"


_SEATS = N_("Share by seat: {shares}")
_LENGTH = N_("Moves a game: {mean} (from {shortest} to {longest})")
_SPEED = N_("{games} games in {seconds} s: {games_rate} games/s, {moves_rate} moves/s, processes: {workers}")
