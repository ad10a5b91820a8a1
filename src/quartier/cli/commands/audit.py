"""`quartier audit`: replay every stored game and report those that fail."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from quartier.cli.arguments import AsJson, Data, DatabaseUrl
from quartier.cli.console import (
    figure,
    output,
    say,
    write,
)
from quartier.cli.errors import FAILED, USAGE_ERROR, print_error
from quartier.cli.extras import server_modules
from quartier.cli.progress import bar
from quartier.core.text.languages import N_, current


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("audit", help=N_("Replay every stored game and report any that fail. Read-only."))(audit)


def audit(
    data: Data = None,
    database: DatabaseUrl = "",
    as_json: AsJson = False,
) -> int:
    """Replay the games; return the exit code: 0 all pass, 1 one fails, 2 the data cannot be opened."""
    storage, settings, errors = server_modules("storage.audit", "settings", "errors")
    server_settings = settings.Settings(data=data, database=database, lang=current())
    try:
        with bar(say(N_("Replaying stored games"))) as report:
            findings = storage.audit(server_settings, report, report)
    except errors.StartupError as error:
        print_error(error.text(current()))
        return USAGE_ERROR
    if as_json:
        write(json.dumps(asdict(findings), indent=2) + "\n")
    else:
        _print(findings)
    return FAILED if findings.broken else 0


def _print(findings: Any) -> None:
    console = output()
    if findings.broken:
        console.print(_table(findings.broken))
    console.print(
        say(
            _TOTALS,
            tables=figure(findings.tables),
            records=figure(findings.records),
            events=figure(findings.events),
        ),
        markup=False,
    )
    broken = say(_BROKEN, count=figure(len(findings.broken))) if findings.broken else say(_SOUND)
    console.print(broken, style="red" if findings.broken else "green", markup=False)


def _table(broken: list[Any]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in (N_("Game"), N_("Type"), N_("ID")):
        table.add_column(say(heading), no_wrap=True)
    table.add_column(say(N_("Event")), justify="right")
    table.add_column(say(N_("Reason")))
    for game in broken:
        cells = (game.title, say(_KINDS[game.kind]), game.id, figure(game.event), game.reason)
        table.add_row(*map(Text, cells))
    return table


_KINDS = {"table": N_("table"), "record": N_("record")}
_TOTALS = N_("Checked {tables} tables and {records} records with {events} events.")
_SOUND = N_("All games replay correctly.")
_BROKEN = N_("Broken: {count}.")
