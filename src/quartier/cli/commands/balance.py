"""`quartier balance`: the start player's advantage, luck and skill, and the effect of rule variants."""

from __future__ import annotations

from typing import Annotated

import typer

import quartier
from quartier.bots.registry import Searcher
from quartier.cli import shell_completion
from quartier.cli.arena_display import resolve_workers
from quartier.cli.arguments import AsJson, Ray, Seed, Workers
from quartier.cli.console import (
    figure,
    notices,
    output,
    say,
)
from quartier.cli.help import DESIGN, add_command
from quartier.cli.progress import bar, compile_search_visibly, compile_visibly
from quartier.cli.results import write_result
from quartier.cli.rich_tables import Column, fit_table
from quartier.cli.titles import OptionWords, TitleName, parse_board, parse_options
from quartier.core.text.languages import N_
from quartier.lab.balance import (
    Balance,
    page,
    usage_section,
)
from quartier.lab.balance.figures import Figure
from quartier.lab.balance.formatting import cost, interval, name_of, percent
from quartier.lab.balance.metrics import SHARES
from quartier.lab.balance.runner import DEFAULT_BOTS, Experiment, read_seats


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "balance",
        balance_of,
        N_(
            "Measure a game’s balance: the start player’s advantage, luck and skill, and the effect of rule "
            "variants."
        ),
        DESIGN,
        "quartier balance city_blocks --vary hand=4,6 --html report.html",
    )


def balance_of(
    title: TitleName,
    vary: Annotated[
        list[str],
        typer.Option(
            metavar=N_("NAME=A,B,C"),
            help=N_("Parameter or option with alternative values, or a range FROM:TO:STEP. Repeatable."),
        ),
    ] = [],  # noqa: B006 (Typer wants a list as the default)
    board: Annotated[
        str,
        typer.Option(
            metavar=N_("NAME|FILE,..."),
            help=N_("Other boards to compare, separated by commas: names, or files (.json) of yours."),
            autocompletion=shell_completion.boards,
        ),
    ] = "",
    bots: Annotated[
        str,
        typer.Option(
            metavar=N_("BOT,BOT,..."),
            help=N_("Bots, separated by commas, weakest first."),
            autocompletion=shell_completion.bots,
        ),
    ] = ",".join(DEFAULT_BOTS),
    games: Annotated[int, typer.Option(min=2, help=N_("Games per line-up."))] = 200,
    players: Annotated[
        str,
        typer.Option(
            "--players",
            "--seats",
            metavar=N_("N,N,...|all"),
            help=N_("Numbers of seats. By default, as few as the game allows, but at least two."),
            show_default=False,
        ),
    ] = "",
    seed: Seed = 1,
    html: Annotated[str, typer.Option(metavar=N_("FILE"), help=N_("Save the full report as HTML."))] = "",
    as_json: AsJson = False,
    workers: Workers = None,
    ray: Ray = "",
    option: OptionWords = [],  # noqa: B006 (as above)
) -> int:
    """Play, measure, print and write; return the exit code."""
    game = quartier.load(title)
    names = [name.strip() for name in bots.split(",")]
    boards = [parse_board(game, word.strip()) for word in board.split(",")] if board else []
    base = parse_options(game, option)
    if html:
        page.check(html)
    loaded_bots = [quartier.bots.make(name, game) for name in names]
    experiment = Experiment(
        title,
        names,
        games,
        seed,
        seats=read_seats(game, players),
        vary=vary,
        boards=boards,
        workers=resolve_workers(workers, ray),
        **base,
    )
    (
        compile_search_visibly
        if any(isinstance(loaded, Searcher) for loaded in loaded_bots)
        else compile_visibly
    )(game)
    _show_cost(experiment)
    with bar(say(N_("Playing {game}"), game=game.title())) as report:
        result = experiment.run(report)
    if as_json:
        write_result(result.as_dict(), seed, names, game)
    else:
        show(result)
    if html:
        page.write(result, html)
    return 0


def _show_cost(experiment: Experiment) -> None:
    """Print on standard error how many games there are, and about how long they take."""
    with bar(say(N_("Estimating the time")), uneven=True):
        seconds = experiment.seconds()
    notices().print(cost(experiment.total, seconds), markup=False)


def show(report: Balance) -> None:
    """Print the main figures on standard output."""
    console = output()
    console.print(fit_table(_COLUMNS, _rows(report), console))
    for sentence in (*page.in_short(report), *usage_section.in_short(report.findings[0].mirrors[-1])):
        console.print(sentence, markup=False)


def _rows(report: Balance) -> list[list[str]]:
    return [
        [
            name_of(report, findings),
            mirror.bot,
            interval(mirror.seat_share[0]) if mirror.seat_share else "–",
            *(
                _figure(mirror.measures.get(name), name)
                for name in ("score", "margin", "moves", "lead_changes", "decided")
            ),
        ]
        for findings in report.findings
        for mirror in findings.mirrors
    ]


def _figure(measure: Figure | None, name: str) -> str:
    if measure is None:
        return "–"
    return percent(measure.value) if name in SHARES else figure(measure.value, 1)


_COLUMNS = [
    Column(N_("Variant"), number=False),
    Column(N_("Bot"), number=False),
    Column(N_("Seat 1 win rate")),
    Column(N_("Points"), 1),
    Column(N_("Margin"), 2),
    Column(N_("Moves"), 3),
    Column(N_("Lead changes"), 4),
    Column(N_("Decided"), 2),
]
