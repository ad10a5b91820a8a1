"""Options that several commands share, whatever the title."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quartier.core.text.languages import N_

AsJson = Annotated[bool, typer.Option("--json", help=N_("Print JSON instead of a table."))]
Seed = Annotated[int, typer.Option(help=N_("The same seed gives the same games."))]
Workers = Annotated[
    int | None,
    typer.Option(min=1, help=N_("Processes; by default as many as make it faster."), show_default=False),
]
Ray = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS",
        help=N_("A Ray cluster that plays instead: auto, HOST:PORT or ray://HOST:PORT."),
        show_default=False,
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        help=N_("File that keeps all games; by default in the user's data folder."),
        envvar="QUARTIER_DATA",
        show_default=False,
    ),
]
DatabaseUrl = Annotated[
    str,
    typer.Option(help=N_("Database URL (postgresql://...) instead of a file."), envvar="QUARTIER_DATABASE"),
]
Host = Annotated[str, typer.Option(help=N_("Address to listen on; 0.0.0.0 for all."), envvar="QUARTIER_HOST")]
Port = Annotated[
    int | None,
    typer.Option(
        help=N_("Port; by default 8000, or the next free one; 0 for any."),
        envvar="QUARTIER_PORT",
        min=0,
        max=65535,
        show_default=False,
    ),
]
BaseUrl = Annotated[
    str,
    typer.Option(help=N_("Public address, for invitations behind a proxy."), envvar="QUARTIER_BASE_URL"),
]
PlotFile = Annotated[
    str, typer.Option("--plot", metavar="FILE", help=N_("Draw the result into a file, .svg or .png."))
]
