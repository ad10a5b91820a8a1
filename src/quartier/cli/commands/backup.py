"""`quartier backup` and `quartier restore`: everything that is stored, in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from quartier.cli.arguments import Data, DatabaseUrl
from quartier.cli.console import figure, output, say
from quartier.cli.errors import ASKED_WRONGLY, complain
from quartier.cli.extras import server_modules
from quartier.core.text.languages import N_, current


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("backup", help=N_("Keep everything that is stored in a file, while the server goes on."))(
        backup
    )
    app.command("restore", help=N_("Put a backup in the place of what is stored; the server must not run."))(
        restore
    )


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=N_("A new file."))],
    data: Data = None,
    database: DatabaseUrl = "",
) -> int:
    """The exit code: 0 it is kept, 2 it could not be."""
    backups, settings, refusals = server_modules("storage.backups", "settings", "refusals")
    try:
        found = backups.backup(settings.Settings(data=data, database=database, lang=current()), file)
    except refusals.StartupError as refused:
        complain(refused.text(current()))
        return ASKED_WRONGLY
    _tell(_KEPT, file, found)
    return 0


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=N_("A backup."))],
    data: Data = None,
    database: DatabaseUrl = "",
) -> int:
    """The exit code: 0 it is in place, 2 nothing was changed."""
    backups, settings, refusals = server_modules("storage.backups", "settings", "refusals")
    try:
        found, kept = backups.restore(settings.Settings(data=data, database=database, lang=current()), file)
    except refusals.StartupError as refused:
        complain(refused.text(current()))
        return ASKED_WRONGLY
    _tell(_RESTORED, file, found)
    if kept is not None:
        output().print(say(_BEFORE, file=kept), markup=False, soft_wrap=True)
    return 0


def _tell(sentence: str, file: Path, found: Any) -> None:
    size = f"{found.bytes / 1e6:.1f}"
    counts = {"tables": figure(found.tables), "records": figure(found.records)}
    output().print(say(sentence, file=file, size=size, **counts), markup=False, soft_wrap=True)


_KEPT = N_("Kept in {file}: {tables} tables and {records} records, {size} MB. Nobody else may read it.")
_RESTORED = N_("Restored from {file}: {tables} tables and {records} records, {size} MB.")
_BEFORE = N_("What was stored before is kept in {file}.")
