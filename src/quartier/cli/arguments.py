"""Options that several commands share, whatever the title."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_
from quartier.server import settings

AsJson = Annotated[bool, typer.Option("--json", help=N_("Print JSON instead of a table."))]
Seed = Annotated[
    int,
    typer.Option(help=N_("Random seed. The same seed gives the same games, unless a bot has a time limit.")),
]
Workers = Annotated[
    int | None,
    typer.Option(
        min=1, help=N_("Number of processes. By default, as many as are useful."), show_default=False
    ),
]
Ray = Annotated[
    str,
    typer.Option(
        metavar=N_("ADDRESS"),
        help=N_("Run on a Ray cluster instead: auto, HOST:PORT or ray://HOST:PORT."),
        show_default=False,
    ),
]

Records = Annotated[
    str,
    typer.Option(
        "--records",
        metavar=N_("FOLDER"),
        help=N_("Keep the record of every game in this new folder."),
        show_default=False,
    ),
]


def seat_index(seat: int, seats: int) -> int:
    """Return the index of a seat that a person counts from 1. Raises BadOption if there is no such seat."""
    if not 1 <= seat <= seats:
        raise BadOption(N_("There’s no seat {seat}. Seats are numbered 1 to {last}."), seat=seat, last=seats)
    return seat - 1


def setting_option(name: str) -> Any:
    """Return Typer's option for a setting of the server, as server/settings.py declares it."""
    option = settings.option(name)
    return typer.Option(
        help=option.help,
        envvar=list(option.variables),
        min=option.minimum,
        max=option.maximum,
        show_default=option.show_default,
    )


Data = Annotated[Path | None, setting_option("data")]
DatabaseUrl = Annotated[str, setting_option("database")]
Host = Annotated[str, setting_option("host")]
Port = Annotated[int | None, setting_option("port")]
BaseUrl = Annotated[str, setting_option("base_url")]
PlotFile = Annotated[
    str, typer.Option("--plot", metavar=N_("FILE"), help=N_("Save a plot of the result (.svg or .png)."))
]
