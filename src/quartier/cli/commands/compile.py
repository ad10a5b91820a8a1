"""`quartier compile`: precompile game rules and bot search into the on-disk cache."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Annotated

import typer
from rich import box
from rich.table import Table

import quartier
from quartier.cli.arguments import AsJson
from quartier.cli.console import (
    figure,
    output,
    say,
    write,
)
from quartier.cli.help import HOST, add_command
from quartier.cli.progress import compile_search_visibly, compile_visibly
from quartier.core.engine.cache import cache_folder, writable
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_

SEARCH = "search"


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "compile",
        compile_titles,
        N_("Precompile game rules and bot search to the on-disk cache."),
        HOST,
        "quartier compile city_blocks",
    )


def compile_titles(
    titles: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=N_("[GAME]..."), help=N_("Games, as listed by `quartier games`. By default, all of them.")
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compile each title, then the search that all of them share; cached code is only loaded."""
    games = [quartier.load(name) for name in titles or quartier.titles()]
    _check_cache()
    seconds = {game.name: _seconds(partial(compile_visibly, game)) for game in games}
    seconds[SEARCH] = _seconds(lambda: compile_search_visibly(games[0]))
    if as_json:
        write(json.dumps({"folder": str(cache_folder()), "seconds": seconds}, indent=2) + "\n")
    else:
        output().print(_table(seconds))
        output().print(say(N_("Saved to {file}."), file=cache_folder()), markup=False)


def _check_cache() -> None:
    """Raise QuartierError if nothing would be compiled or cached."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        raise QuartierError(
            N_("Nothing to do: NUMBA_DISABLE_JIT turns compiling off. Unset it and try again.")
        )
    if not writable(cache_folder()):
        raise QuartierError(_NOT_KEPT, place=cache_folder())


def _seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return round(perf_counter() - began, 2)


def _table(seconds: dict[str, float]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say(N_("Game")))
    table.add_column(say(N_("Seconds")), justify="right")
    for name, elapsed in seconds.items():
        table.add_row(say(N_("bot search")) if name == SEARCH else name, figure(elapsed, 1))
    return table


_NOT_KEPT = N_("Can’t write to {place}. Set QUARTIER_CACHE to another folder.")
