"""`quartier puzzles`: generate daily puzzles for a title from games between bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import quartier
from quartier.cli import counts
from quartier.cli.console import figure, ngettext, notices, say
from quartier.cli.files import read_text
from quartier.cli.help import DESIGN, add_command
from quartier.cli.progress import bar, compile_search_visibly
from quartier.cli.titles import TitleName
from quartier.core.game.game import Game
from quartier.core.game.puzzles import YEAR, Puzzle, read
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_
from quartier.lab import puzzles
from quartier.lab.atomic_files import must_be_replaceable, must_be_writable, write_atomically


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "puzzles",
        find_puzzles,
        N_("Generate daily puzzles, which are positions with one clearly best move."),
        DESIGN,
        "quartier puzzles metromania --out puzzles.jsonl --count 10",
    )


def find_puzzles(
    title: TitleName,
    out: Annotated[str, typer.Option(metavar=N_("FILE"), help=N_("Output file, one puzzle per line."))],
    count: Annotated[int, typer.Option(min=1, help=N_("Total number of puzzles in the file."))] = YEAR,
    resume: Annotated[bool, typer.Option("--resume", help=N_("Add to an existing file."))] = False,
    again: Annotated[
        bool,
        typer.Option(
            "--again",
            help=N_("Recheck the file’s puzzles with today’s bots and keep those that still hold."),
        ),
    ] = False,
    seed: Annotated[int, typer.Option(help=N_("Random seed for the games that puzzles come from."))] = 1,
) -> int:
    """Append each puzzle to the file as soon as it is found, so that the command can be stopped at any time."""
    game = quartier.load(title)
    (must_be_replaceable if again else must_be_writable)(Path(out))
    existing = _read_existing(out, resume or again)
    for first in existing[:1]:
        first.position(game)  # rejects those of another title
    compile_search_visibly(game)
    if again:
        existing = _recheck(game, existing, seed)
        write_atomically(Path(out), "".join(puzzle.write() for puzzle in existing))
    games = 0
    with (
        bar(say(N_("Puzzles for {game}"), game=game.title())) as report,
        open(out, "a", encoding="utf-8") as file,
    ):
        if existing and not read_text(out).endswith("\n"):
            file.write("\n")
        search = puzzles.find(game, seed, existing)
        while len(existing) < count:
            report(len(existing), count)
            puzzle = next(search)
            games += 1
            if puzzle:
                existing.append(puzzle)
                file.write(puzzle.write())
                file.flush()
    notices().print(say(_DONE, puzzles=_puzzles(len(existing)), games=counts.games(games)), markup=False)
    return 0


def _read_existing(out: str, allowed: bool) -> list[Puzzle]:
    """Read the puzzles of a file. Raises BadOption if it is not empty and neither --resume nor --again is given."""
    if not Path(out).exists():
        return []
    if allowed:
        return list(read(read_text(out)))
    if Path(out).stat().st_size:
        raise BadOption(_NOT_EMPTY, file=out)
    return []


def _puzzles(count: int) -> str:
    return ngettext("{count} puzzle", "{count} puzzles", count)


def _recheck(game: Game, existing: list[Puzzle], seed: int) -> list[Puzzle]:
    """Return the puzzles that are still valid."""
    results = []
    with bar(say(N_("Puzzles for {game}"), game=game.title())) as report:
        for number, puzzle in enumerate(existing):
            results.append(puzzles.verify_again(game, puzzle, seed))
            report(number + 1, len(existing))
    valid = [puzzle for puzzle in results if puzzle]
    summary = say(_STILL_VALID, kept=figure(len(valid)), all=figure(len(existing)))
    notices().print(summary, markup=False)
    return valid


_NOT_EMPTY = N_(
    "{file} isn’t empty. Add to it with --resume, recheck its puzzles with --again, or name another file."
)
_STILL_VALID = N_("{kept} of {all} puzzles still hold.")
_DONE = N_("The file has {puzzles}. Finding the new ones took {games}.")
