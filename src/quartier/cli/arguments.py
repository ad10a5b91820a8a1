"""Options that several commands share, whatever the title."""

from __future__ import annotations

from typing import Annotated

import typer

from quartier.core.text.languages import N_

AsJson = Annotated[bool, typer.Option("--json", help=N_("Print JSON instead of a table."))]
Seed = Annotated[int, typer.Option(help=N_("The same seed gives the same games."))]
Workers = Annotated[
    int | None,
    typer.Option(min=1, help=N_("Processes; by default as many as make it faster."), show_default=False),
]
PlotFile = Annotated[
    str, typer.Option("--plot", metavar="FILE", help=N_("Draw the result into a file, .svg or .png."))
]
