"""Progress bars on standard error; in a pipe, a notice about slow steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from quartier.bots import model_functions, policies
from quartier.bots.mcts.search import search_functions
from quartier.cli.console import notices, say
from quartier.core.game.ruleset import Ruleset
from quartier.core.text.languages import N_
from quartier.lab import loops


def columns(uneven: bool = False) -> tuple[ProgressColumn, ...]:
    """Return the columns of a progress bar; for steps of `uneven` length the elapsed time, not the remaining one."""
    clock = TimeElapsedColumn() if uneven else TimeRemainingColumn()
    return TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), clock


NOTICE_DELAY = 3.0
"""Seconds after which a notice is printed if there is no terminal."""


@contextmanager
def bar(text: str, uneven: bool = False) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar; yields `report(done, total)`."""
    console = notices()
    if not console.is_terminal:
        with _notice_if_slow(console, text):
            yield lambda done, total: None
        return
    with Progress(*columns(uneven), console=console, transient=True) as progress:
        task = progress.add_task(text, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@contextmanager
def _notice_if_slow(console: Console, text: str) -> Iterator[None]:
    alarm = Timer(NOTICE_DELAY, console.print, [say(N_("{task}…"), task=text)])
    alarm.daemon = True
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()


def compile_visibly(game: Ruleset) -> None:
    """Compile the rules of a title with all loops: some seconds the first time, then from a cache."""
    if not game.is_compiled:
        with bar(say(N_("Compiling {game}"), game=game.title()), uneven=True) as report:
            game.compile(report, (policies, model_functions, loops))


def compile_search_visibly(game: Ruleset) -> None:
    """Compile the rules of a title, and the search of all titles, which takes some seconds the first time too."""
    compile_visibly(game)
    with bar(say(N_("Compiling the bot search")), uneven=True):
        search_functions(game.is_interpreted)
