"""`quartier puzzles`: finds daily puzzles for a title in games between bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import quartier
from quartier.cli.arguments import Seed
from quartier.cli.console import figure, notices, say
from quartier.cli.files import read_text
from quartier.cli.progress import bar, compile_search_visibly
from quartier.cli.titles import TitleName
from quartier.core.game.game import Game
from quartier.core.game.puzzles import YEAR, Puzzle, read
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_
from quartier.lab import puzzles
from quartier.lab.atomic_files import must_be_replaceable, must_be_writable, swap


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("puzzles", help=N_("Find positions with one clearly best move, for every day."))(found)


def found(
    title: TitleName,
    out: Annotated[str, typer.Option(metavar="FILE", help=N_("Where the puzzles are put, one a line."))],
    count: Annotated[int, typer.Option(min=1, help=N_("How many puzzles the file shall have."))] = YEAR,
    resume: Annotated[bool, typer.Option("--resume", help=N_("Go on with a file that has some."))] = False,
    again: Annotated[
        bool,
        typer.Option(
            "--again",
            help=N_(
                "Look once more at those that the file has, with the bots of today, and keep what holds."
            ),
        ),
    ] = False,
    seed: Seed = 1,
) -> int:
    """Each puzzle is in the file as soon as it is found, so one may stop at any time."""
    game = quartier.load(title)
    (must_be_replaceable if again else must_be_writable)(Path(out))
    known = _known(out, resume or again)
    for first in known[:1]:
        first.position(game)  # refuses those of another title
    compile_search_visibly(game)
    if again:
        known = _kept(game, known, seed)
        swap(Path(out), "".join(puzzle.write() for puzzle in known))
    games = 0
    with (
        bar(say(N_("Puzzles of {game}"), game=game.title())) as report,
        open(out, "a", encoding="utf-8") as file,
    ):
        if known and not read_text(out).endswith("\n"):
            file.write("\n")
        search = puzzles.find(game, seed, known)
        while len(known) < count:
            report(len(known), count)
            puzzle = next(search)
            games += 1
            if puzzle:
                known.append(puzzle)
                file.write(puzzle.write())
                file.flush()
    notices().print(say(_DONE, count=figure(len(known)), games=figure(games)), markup=False)
    return 0


def _known(out: str, wanted: bool) -> list[Puzzle]:
    """The puzzles that the file has. BadOption where it has something and nobody has said what to do with it."""
    if not Path(out).exists():
        return []
    if wanted:
        return list(read(read_text(out)))
    if Path(out).stat().st_size:
        raise BadOption(_NOT_EMPTY, file=out)
    return []


def _kept(game: Game, known: list[Puzzle], seed: int) -> list[Puzzle]:
    """The puzzles that still hold."""
    found = []
    with bar(say(N_("Puzzles of {game}"), game=game.title())) as report:
        for number, puzzle in enumerate(known):
            found.append(puzzles.prove_again(game, puzzle, seed))
            report(number + 1, len(known))
    kept = [puzzle for puzzle in found if puzzle]
    told = say(_KEPT, kept=figure(len(kept)), all=figure(len(known)))
    notices().print(told, markup=False)
    return kept


_NOT_EMPTY = N_(
    "{file} is not empty. Go on with it with --resume, look once more at its puzzles with --again, or name another file."
)
_KEPT = N_("{kept} of {all} puzzles still hold.")
_DONE = N_("{count} puzzles; {games} games were played for the new ones.")
