"""`quartier audit`: replay every stored game and report those that fail."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from quartier.cli import counts
from quartier.cli.arguments import AsJson, Data, DatabaseUrl
from quartier.cli.console import (
    figure,
    ngettext,
    output,
    say,
    write,
)
from quartier.cli.errors import FAILED, USAGE_ERROR, print_error
from quartier.cli.extras import server_modules
from quartier.cli.help import HOST, add_command
from quartier.cli.progress import bar
from quartier.core.text.languages import N_, current


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "audit",
        audit,
        N_("Replay every stored game and report any that fail, without changing anything."),
        HOST,
        "quartier audit",
    )


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
            tables=counts.tables(findings.tables),
            records=counts.records(findings.records),
            events=counts.events(findings.events),
        ),
        markup=False,
    )
    broken = len(findings.broken)
    text = (
        ngettext("{count} game can’t be replayed.", "{count} games can’t be replayed.", broken)
        if broken
        else say(_SOUND)
    )
    console.print(text, style="red" if findings.broken else "green", markup=False)


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
_TOTALS = N_("Checked {tables} and {records} with {events}.")
_SOUND = N_("All games replay correctly.")
