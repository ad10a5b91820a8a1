"""`quartier rate`: measure the levels of a title against each other and save their ratings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, RenderableType

import quartier
from quartier.bots.registry import levels_file
from quartier.cli.arena_display import interval, percent, resolve_workers
from quartier.cli.arguments import AsJson, Ray, Seed, Workers
from quartier.cli.console import (
    figure,
    notices,
    output,
    say,
)
from quartier.cli.help import RESEARCH, add_command
from quartier.cli.progress import bar, compile_search_visibly
from quartier.cli.results import write_result
from quartier.cli.rich_tables import Column, fit_table
from quartier.cli.titles import BoardName, OptionWords, TitleName, parse_options
from quartier.core.text.errors import BadOption, QuartierError
from quartier.core.text.languages import N_
from quartier.lab import executors
from quartier.lab.atomic_files import must_be_replaceable
from quartier.lab.ladders import GREEDY, OUTSIDE, SECOND, Bout, Ladder, Pair, level_name


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "rate",
        rate,
        N_("Measure the strength of a game’s bot levels."),
        RESEARCH,
        "quartier rate city_blocks --games 400 --resume",
    )


def rate(
    title: TitleName,
    games: Annotated[int, typer.Option(min=1, help=N_("Games per pair."))] = 200,
    levels: Annotated[
        str,
        typer.Option(
            metavar=N_("BOT,BOT,..."),
            help=N_("Bots of the levels, weakest first. By default, the game’s own."),
        ),
    ] = "",
    seconds: Annotated[
        str,
        typer.Option(
            metavar=N_("BOT,BOT,..."),
            help=N_("The second bot of each level, with a style. Leave an entry empty if a level has none."),
        ),
    ] = "",
    seats: Annotated[
        int,
        typer.Option(
            min=2, help=N_("Number of seats. The higher level gets one, the lower level all the others.")
        ),
    ] = 2,
    seed: Seed = 1,
    pair: Annotated[
        list[str],
        typer.Option(
            metavar=N_("LEVEL"),
            help=N_(
                "Measure only this level against the one below, and keep the other results. 2+ means "
                "level 2’s second bot against its first, 2/greedy means level 2 against greedy, and "
                "“top” is the highest level."
            ),
        ),
    ] = [],  # noqa: B006 (Typer wants a list as the default)
    resume: Annotated[
        bool, typer.Option("--resume", help=N_("Play only pairs that don’t have these games yet."))
    ] = False,
    output_file: Annotated[
        str,
        typer.Option(
            "--output", metavar=N_("FILE"), help=N_("Output file. By default, the game’s own ladder.")
        ),
    ] = "",
    as_json: AsJson = False,
    workers: Workers = None,
    ray: Ray = "",
    option: OptionWords = [],  # noqa: B006 (Typer wants a list as the default)
    board: BoardName = "",
) -> None:
    """Play pair by pair, and save the ladder after each."""
    game = quartier.load(title)
    ladder = Ladder.begin(
        title, _split_names(levels), seats, _split_names(seconds), **parse_options(game, option, board)
    )
    file = Path(output_file) if output_file else game.spec.data / levels_file(seats)
    ladder, working_file = _open_ladder(ladder, file, bool(pair), resume)
    due = _pairs_to_measure(ladder, pair, resume, games, seed)
    must_be_replaceable(working_file)
    must_be_replaceable(file)
    compile_search_visibly(game)
    with _reporting_working_file(working_file, file):
        for due_pair in due:
            ladder = _measure_pair(ladder, due_pair, games, seed, resolve_workers(workers, ray))
            ladder.write(working_file)
    _replace_if_complete(ladder, working_file, file)
    if as_json:
        write_result(ladder.as_dict(), seed, [*ladder.bots, *filter(None, ladder.seconds)], game)
    else:
        _print(ladder, file)


def _open_ladder(ladder: Ladder, file: Path, pair: bool, resume: bool) -> tuple[Ladder, Path]:
    """Return the ladder with the games that it keeps, and its working file: beside a file whose games would be lost.

    Raises BadOption if there is an unfinished one, unless it is resumed and loses nothing.
    """
    real = file.resolve()
    aside = real.with_name(f"{real.name}.part")
    if aside.exists():
        merged, lost = _with_games_of(aside, ladder)
        if lost or pair or not resume:
            raise BadOption(_UNFINISHED, place=aside)
        return merged, aside
    if pair or (resume and file.exists()):
        merged, lost = _with_games_of(file, ladder)
        return merged, aside if lost else file
    return ladder, aside if file.is_file() else file


def _with_games_of(file: Path, ladder: Ladder) -> tuple[Ladder, int]:
    """Return the ladder with the games of a file between its bots, and the number of pairs left out."""
    earlier = Ladder.read(file)
    merged = ladder.keeping(earlier)
    return merged, len(earlier.bouts) - len(merged.bouts)


@contextmanager
def _reporting_working_file(working_file: Path, file: Path) -> Iterator[None]:
    """Print on failure or Ctrl+C where the unfinished ladder is."""
    try:
        yield
    except (KeyboardInterrupt, QuartierError):
        _print_working_file(working_file, file)
        raise


def _replace_if_complete(ladder: Ladder, working_file: Path, file: Path) -> None:
    """Replace the file by the working file if that is complete."""
    if working_file == file or not working_file.exists():
        return
    if all(ladder.bout(pair) for pair in ladder.pairs):
        working_file.replace(file.resolve())
    else:
        _print_working_file(working_file, file)


def _print_working_file(working_file: Path, file: Path) -> None:
    if working_file != file and working_file.exists():
        notices().print(say(_ASIDE, file=file, place=working_file), markup=False)


def _split_names(names: str) -> list[str]:
    return [name.strip() for name in names.split(",")] if names else []


def _pairs_to_measure(ladder: Ladder, selected: list[str], resume: bool, games: int, seed: int) -> list[Pair]:
    """Return the pairs to measure."""
    if selected:
        return [ladder.pair(text) for text in selected]
    bouts = {pair: ladder.bout(pair) for pair in ladder.pairs}
    if not resume:
        return list(bouts)
    return [pair for pair, bout in bouts.items() if not bout or (bout.games, bout.seed) != (games, seed)]


def _measure_pair(ladder: Ladder, pair: Pair, games: int, seed: int, workers: executors.Workers) -> Ladder:
    against = str(pair[1]) if pair[1] != OUTSIDE else GREEDY
    with bar(say(N_("Level {level} vs {against}"), level=level_name(pair), against=against)) as report:
        result = ladder.measure(pair, games, seed, workers, report)
    bout = result.bout(pair)
    if bout:
        notices().print(_line(bout), markup=False)
    return result


def _line(bout: Bout) -> str:
    return say(
        _BOUT if bout.against != OUTSIDE else _GREEDY_BOUT,
        level=level_name(bout.pair),
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
            say(_NARROW, level=level_name(bout.pair), against=bout.against), style="yellow", markup=False
        )
    console.print(say(N_("Saved to {file}."), file=file), markup=False)


def _table(ladder: Ladder, console: Console) -> RenderableType:
    rows = []
    for row in ladder.as_dict()["levels"]:
        rows.append([str(row["level"]), *_measures(row)])
        if "second" in row:
            rows.append([f"{row['level']}{SECOND}", *_measures(row["second"])])
    return fit_table(_COLUMNS, rows, console)


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
    Column(N_("95% interval"), 2),
    Column(N_("Against the level below (or the first bot)"), 1),
    Column(N_("Games"), 3),
]


_BOUT = N_("Level {level} ({bot}) vs {against} ({rival}): {share} of {games} games ({interval})")
_GREEDY_BOUT = N_("Level {level} ({bot}) vs {rival}: {share} of {games} games ({interval})")
_UNFINISHED = N_(
    "There’s an unfinished ladder in {place}. Resume it with --resume and the same bots, or delete it."
)
_ASIDE = N_(
    "{file} is unchanged; the new ladder is in {place}. Run the same command with --resume and without "
    "--pair to finish it."
)
_NARROW = N_("Level {level} beats level {against} less often than a step of the ladder should.")
