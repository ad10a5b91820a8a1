"""`quartier backup` and `quartier restore`: the whole database in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from quartier.cli import counts
from quartier.cli.arguments import Data, DatabaseUrl
from quartier.cli.console import figure, output, say
from quartier.cli.errors import USAGE_ERROR, print_error
from quartier.cli.extras import server_modules
from quartier.cli.help import HOST, add_command
from quartier.core.text.languages import N_, current


def register(app: typer.Typer) -> None:
    """Add the commands."""
    add_command(
        app,
        "backup",
        backup,
        N_("Back up the database to FILE, even while the server is running."),
        HOST,
        "quartier backup quartier-backup.db",
    )
    add_command(
        app,
        "restore",
        restore,
        N_("Replace the database with a backup. Stop the server first."),
        HOST,
        "quartier restore quartier-backup.db",
    )


def backup(
    file: Annotated[Path, typer.Argument(metavar=N_("FILE"), help=N_("File to create."))],
    data: Data = None,
    database: DatabaseUrl = "",
) -> int:
    """Write a backup; return the exit code: 0 success, 2 failure."""
    backups, settings, errors = server_modules("storage.backups", "settings", "errors")
    try:
        contents = backups.backup(settings.Settings(data=data, database=database, lang=current()), file)
    except errors.StartupError as error:
        print_error(error.text(current()))
        return USAGE_ERROR
    _print_contents(_BACKED_UP, file, contents)
    return 0


def restore(
    file: Annotated[Path, typer.Argument(metavar=N_("FILE"), help=N_("Backup file."))],
    data: Data = None,
    database: DatabaseUrl = "",
) -> int:
    """Restore a backup; return the exit code: 0 success, 2 nothing was changed."""
    backups, settings, errors = server_modules("storage.backups", "settings", "errors")
    try:
        contents, previous = backups.restore(
            settings.Settings(data=data, database=database, lang=current()), file
        )
    except errors.StartupError as error:
        print_error(error.text(current()))
        return USAGE_ERROR
    _print_contents(_RESTORED, file, contents)
    if previous is not None:
        output().print(say(_BEFORE, file=previous), markup=False, soft_wrap=True)
    return 0


def _print_contents(sentence: str, file: Path, contents: Any) -> None:
    size = figure(contents.bytes / 1e6, 1)
    tables, records = counts.tables(contents.tables), counts.records(contents.records)
    text = say(sentence, file=file, size=size, tables=tables, records=records)
    output().print(text, markup=False, soft_wrap=True)


_BACKED_UP = N_("Backed up {tables} and {records} to {file} ({size} MB). Only your user can read the file.")
_RESTORED = N_("Restored {tables} and {records} from {file} ({size} MB).")
_BEFORE = N_("The previous database is in {file}.")
