"""`quartier doctor`: what a host should know before others come."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from quartier.cli.arguments import AsJson, Data, DatabaseUrl
from quartier.cli.extras import server_modules
from quartier.cli.failures import FAILED
from quartier.cli.speech import output, write
from quartier.core.text.languages import N_, current


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor", help=N_("Look at data, room, port and address, and change nothing."))(doctor)


def doctor(
    host: Annotated[
        str, typer.Option(help=N_("Address to listen on; 0.0.0.0 for all."), envvar="QUARTIER_HOST")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            help=N_("Port; by default 8000, or the next free one; 0 for any."),
            envvar="QUARTIER_PORT",
            min=0,
            max=65535,
            show_default=False,
        ),
    ] = None,
    data: Data = None,
    database: DatabaseUrl = "",
    base_url: Annotated[
        str,
        typer.Option(help=N_("Public address, for invitations behind a proxy."), envvar="QUARTIER_BASE_URL"),
    ] = "",
    as_json: AsJson = False,
) -> int:
    """The exit code: 0 the server can start, 1 something is wrong."""
    examination, settings = server_modules("doctor", "settings")
    chosen = settings.Settings(
        host=host, port=port, data=data, database=database, base_url=base_url, lang=current()
    )
    findings = [(each.state, each.text(current())) for each in examination.examined(chosen)]
    if as_json:
        write(json.dumps([{"state": state, "text": text} for state, text in findings], indent=2) + "\n")
    else:
        for state, text in findings:
            sign, style = _SIGNS[state]
            output().print(f"{sign} {text}", style=style, markup=False, soft_wrap=True)
    return FAILED if any(state == "wrong" for state, _ in findings) else 0


_SIGNS = {"right": ("✓", "green"), "note": ("!", "yellow"), "wrong": ("✗", "red")}
