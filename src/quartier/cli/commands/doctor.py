"""`quartier doctor`: check data, disk space, port and URL. Read-only."""

from __future__ import annotations

import json

import typer

from quartier.cli.arguments import AsJson, BaseUrl, Data, DatabaseUrl, Host, Port
from quartier.cli.console import output, write
from quartier.cli.errors import FAILED
from quartier.cli.extras import server_modules
from quartier.cli.help import HOST, add_command
from quartier.core.text.languages import N_, current


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "doctor",
        doctor,
        N_("Check the data, disk space, port and URL without changing anything."),
        HOST,
        "quartier doctor --base-url https://games.example.org",
    )


def doctor(
    host: Host = "127.0.0.1",
    port: Port = None,
    data: Data = None,
    database: DatabaseUrl = "",
    base_url: BaseUrl = "",
    as_json: AsJson = False,
) -> int:
    """Run the checks; return the exit code: 0 the server can start, 1 something is wrong."""
    examination, settings = server_modules("doctor", "settings")
    server_settings = settings.Settings(
        host=host, port=port, data=data, database=database, base_url=base_url, lang=current()
    )
    findings = [(check.state, check.text(current())) for check in examination.run_checks(server_settings)]
    if as_json:
        write(json.dumps([{"state": state, "text": text} for state, text in findings], indent=2) + "\n")
    else:
        for state, text in findings:
            sign, style = _SIGNS[state]
            output().print(f"{sign} {text}", style=style, markup=False, soft_wrap=True)
    return FAILED if any(state == "wrong" for state, _ in findings) else 0


_SIGNS = {"right": ("✓", "green"), "note": ("!", "yellow"), "wrong": ("✗", "red")}
