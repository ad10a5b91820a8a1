"""`quartier rate`: measures the levels of a title against each other and keeps their ratings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, RenderableType

import quartier
from quartier.bots.registry import levels_file
from quartier.cli.arguments import AsJson, Ray, Seed, Workers
from quartier.cli.console import (
    figure,
    notices,
    output,
    say,
    write,
)
from quartier.cli.contests import interval, percent, who_works
from quartier.cli.progress import bar, compile_search_visibly
from quartier.cli.tables import Column, folded
from quartier.cli.titles import BoardName, OptionWords, TitleName, chosen
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_
from quartier.lab import executors
from quartier.lab.atomic_files import must_be_replaceable
from quartier.lab.ladders import GREEDY, OUTSIDE, SECOND, Bout, Ladder, Pair, called


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("rate", help=N_("Measure how strong the levels of a title are."))(rate)


def rate(
    title: TitleName,
    games: Annotated[int, typer.Option(min=1, help=N_("How many games of each pair."))] = 200,
    levels: Annotated[
        str,
        typer.Option(
            metavar="BOT,BOT,...",
            help=N_("The bots of the levels, weakest first; by default those that the title has."),
        ),
    ] = "",
    seconds: Annotated[
        str,
        typer.Option(
            metavar="BOT,BOT,...",
            help=N_(
                "The bots of the levels’ second characters, with a style each; empty between two commas for none."
            ),
        ),
    ] = "",
    seats: Annotated[
        int,
        typer.Option(
            min=2, help=N_("One bot of the higher level against bots of the lower one in all other seats.")
        ),
    ] = 2,
    seed: Seed = 1,
    pair: Annotated[
        list[str],
        typer.Option(
            metavar="LEVEL",
            help=N_(
                "Only this level against the one below, its second character (2+) against the first, or against greedy "
                "(2/greedy; “top” for the highest); the other games are kept."
            ),
        ),
    ] = [],  # noqa: B006 (Typer wants a list as the default)
    resume: Annotated[
        bool, typer.Option("--resume", help=N_("Only pairs that have no such games yet."))
    ] = False,
    output_file: Annotated[
        str,
        typer.Option("--output", metavar="FILE", help=N_("Where to save it; by default with the title.")),
    ] = "",
    as_json: AsJson = False,
    workers: Workers = None,
    ray: Ray = "",
    option: OptionWords = [],  # noqa: B006 (Typer wants a list as the default)
    board: BoardName = "",
) -> None:
    """Play pair by pair, and keep the ladder after each."""
    game = quartier.load(title)
    ladder = Ladder.begin(title, _listed(levels), seats, _listed(seconds), **chosen(game, option, board))
    file = Path(output_file) if output_file else game.declared.data / levels_file(seats)
    ladder, place = _begun(ladder, file, bool(pair), resume)
    due = _due(ladder, pair, resume, games, seed)
    must_be_replaceable(place)
    must_be_replaceable(file)
    compile_search_visibly(game)
    with _told_where(place, file):
        for each in due:
            ladder = _measured(ladder, each, games, seed, who_works(workers, ray))
            ladder.write(place)
    _take_its_place(ladder, place, file)
    if as_json:
        write(json.dumps(ladder.as_dict(), indent=2) + "\n")
    else:
        _print(ladder, file)


def _begun(ladder: Ladder, file: Path, pair: bool, resume: bool) -> tuple[Ladder, Path]:
    """The ladder with the games that it keeps, and where it grows: beside a file with games that it would lose.

    BadOption if another one lies there already, unless it is gone on with and loses nothing.
    """
    real = file.resolve()
    aside = real.with_name(f"{real.name}.part")
    if aside.exists():
        kept, lost = _with_games_of(aside, ladder)
        if lost or pair or not resume:
            raise BadOption(_UNFINISHED, place=aside)
        return kept, aside
    if pair or (resume and file.exists()):
        kept, lost = _with_games_of(file, ladder)
        return kept, aside if lost else file
    return ladder, aside if file.is_file() else file


def _with_games_of(file: Path, ladder: Ladder) -> tuple[Ladder, int]:
    """The ladder with all games of a file that are of its bots, and how many pairs there are of others."""
    earlier = Ladder.read(file)
    kept = ladder.keeping(earlier)
    return kept, len(earlier.bouts) - len(kept.bouts)


@contextmanager
def _told_where(place: Path, file: Path) -> Iterator[None]:
    """Whoever stops is told where a ladder lies that grows beside its file."""
    try:
        yield
    except (KeyboardInterrupt, QuartierError):
        _tell_where(place, file)
        raise


def _take_its_place(ladder: Ladder, place: Path, file: Path) -> None:
    """A ladder that has grown beside its file takes its place when it is whole."""
    if place == file or not place.exists():
        return
    if all(ladder.bout(pair) for pair in ladder.pairs):
        place.replace(file.resolve())
    else:
        _tell_where(place, file)


def _tell_where(place: Path, file: Path) -> None:
    if place != file and place.exists():
        notices().print(say(_ASIDE, file=file, place=place), markup=False)


def _listed(names: str) -> list[str]:
    return [name.strip() for name in names.split(",")] if names else []


def _due(ladder: Ladder, wanted: list[str], resume: bool, games: int, seed: int) -> list[Pair]:
    """The pairs to measure."""
    if wanted:
        return [ladder.pair(text) for text in wanted]
    bouts = {pair: ladder.bout(pair) for pair in ladder.pairs}
    if not resume:
        return list(bouts)
    return [pair for pair, bout in bouts.items() if not bout or (bout.games, bout.seed) != (games, seed)]


def _measured(ladder: Ladder, pair: Pair, games: int, seed: int, workers: executors.Workers) -> Ladder:
    against = str(pair[1]) if pair[1] != OUTSIDE else GREEDY
    with bar(say(N_("Level {level} against {against}"), level=called(pair), against=against)) as report:
        result = ladder.measured(pair, games, seed, workers, report)
    bout = result.bout(pair)
    if bout:
        notices().print(_line(bout), markup=False)
    return result


def _line(bout: Bout) -> str:
    return say(
        _BOUT if bout.against != OUTSIDE else _GREEDY_BOUT,
        level=called(bout.pair),
        bot=bout.bots[0],
        against=bout.against,
        rival=bout.bots[1],
        share=percent(bout.share),
        interval=interval(bout.share_low, bout.share_high),
        games=figure(bout.games),
    )


def _print(ladder: Ladder, file: Path) -> None:
    console = output()
    console.print(_table(ladder, console))
    top = ladder.bout(ladder.top)
    if top and ladder.has_top and top.pair != (top.level, top.level - 1):
        console.print(_line(top), markup=False)
    for bout in ladder.narrow():
        console.print(
            say(_NARROW, level=called(bout.pair), against=bout.against), style="yellow", markup=False
        )
    console.print(say(N_("Saved in {file}."), file=file), markup=False)


def _table(ladder: Ladder, console: Console) -> RenderableType:
    rows = []
    for row in ladder.as_dict()["levels"]:
        rows.append([str(row["level"]), *_measures(row)])
        if "second" in row:
            rows.append([f"{row['level']}{SECOND}", *_measures(row["second"])])
    return folded(_COLUMNS, rows, console)


def _measures(row: dict[str, Any]) -> list[str]:
    rating = "–" if row["rating"] is None else figure(row["rating"])
    reach = "–" if row["low"] == row["high"] else f"{figure(row['low'])} … {figure(row['high'])}"
    share = "–"
    if row["share"] is not None:
        share = f"{percent(row['share'])} ({interval(row['share_low'], row['share_high'])})"
    return [row["bot"], rating, reach, share, figure(row["games"])]


_COLUMNS = [
    Column(N_("Level")),
    Column(N_("Bot"), number=False),
    Column(N_("Rating")),
    Column(N_("95 % interval"), 2),
    Column(N_("Against the level below, or the first character"), 1),
    Column(N_("Games"), 3),
]


_BOUT = N_("Level {level} ({bot}) against {against} ({rival}): {share} of {games} games ({interval})")
_GREEDY_BOUT = N_("Level {level} ({bot}) against {rival}: {share} of {games} games ({interval})")
_UNFINISHED = N_(
    "A ladder that is not finished lies in {place}. Go on with it with --resume and the same bots, or delete it."
)
_ASIDE = N_(
    "{file} is as it was; the new ladder lies in {place}. The same command with --resume and without --pair goes on with it."
)
_NARROW = N_("Level {level} scores less against level {against} than a step of the ladder should.")
