"""Entry point: parse global options, build the commands, run one, report errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.main import get_command

import quartier
from quartier.cli import results
from quartier.cli.commands import (
    admin,
    arena,
    audit,
    backup,
    balance,
    bench,
    bot,
    completion,
    dataset,
    doctor,
    exact,
    exploit,
    games,
    mcp,
    new_title,
    play,
    puzzles,
    rate,
    replay,
    rerun,
    review,
    rules,
    serve,
    simulate,
    train,
    verify,
)
from quartier.cli.commands import compile as compiling
from quartier.cli.console import substitute_unencodable, write
from quartier.cli.errors import (
    USAGE_ERROR,
    plugin_warnings_as_notes,
    print_error,
    run_reporting_errors,
)
from quartier.cli.global_options import Invocation, UnknownLanguage, parse
from quartier.cli.help import Group, translate
from quartier.core.text.languages import N_, languages
from quartier.core.text.speaking import language

_COMMANDS = (
    *(play, games, rules, replay, review, verify, bot, mcp, completion),
    *(serve, doctor, backup, audit, compiling, admin),
    *(simulate, arena, rate, train, exploit, exact, bench, dataset, rerun),
    *(balance, puzzles, new_title),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code: 0 success, 1 failure, 2 wrong usage, 130 interrupted."""
    substitute_unencodable()
    try:
        invocation = parse(sys.argv[1:] if arguments is None else arguments)
    except UnknownLanguage as unknown:
        print_error(str(unknown))
        return USAGE_ERROR
    results.arguments.set(invocation.arguments)
    with language(invocation.lang), plugin_warnings_as_notes(), importing_from_here():
        return run_reporting_errors(lambda: _run(invocation), invocation.debug)


@contextmanager
def importing_from_here() -> Iterator[None]:
    """Search the current folder for modules, too, after all others: bots as package.module:Bot."""
    here = os.getcwd()
    sys.path.append(here)
    try:
        yield
    finally:
        sys.path.remove(here)


def _run(invocation: Invocation) -> object:
    return _command().main(
        args=invocation.arguments or ["--help"], prog_name="quartier", standalone_mode=False
    )


def _command() -> Any:
    """Build all commands, with their help in the current language."""
    app = typer.Typer(
        cls=Group,
        help=N_("Play, host and study city-building board games."),
        epilog=N_(
            "--lang and --debug can go anywhere on the command line. Exit codes: 0 success, 1 failure, 2 "
            "usage error."
        ),
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback()(_root)
    for module in _COMMANDS:
        module.register(app)
    command = get_command(app)
    translate(command)
    return command


def _version(requested: bool) -> None:
    if requested:
        write(f"quartier {quartier.__version__}\n")
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        typer.Option("--version", help=N_("Show the version and exit."), is_eager=True, callback=_version),
    ] = False,
    lang: Annotated[
        str,
        typer.Option(
            "--lang", metavar="|".join(languages()), help=N_("Language. By default, your terminal’s.")
        ),
    ] = "",
    debug: Annotated[bool, typer.Option("--debug", help=N_("Show the stack trace of an error."))] = False,
) -> None:
    """Declare the global options for --help; `parse` has removed language and debug before."""
