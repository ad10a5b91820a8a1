"""`quartier new-title`: create a project for your own title in the current folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quartier.cli import projects
from quartier.cli.console import output, say
from quartier.cli.help import DESIGN, add_command
from quartier.core.text.languages import N_


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "new-title",
        new_title,
        N_("Create a project for a new game in the current folder."),
        DESIGN,
        "quartier new-title my_game",
    )


def new_title(
    name: Annotated[
        str,
        typer.Argument(
            metavar=N_("NAME"), help=N_("Name in lower-case letters, digits and _, such as my_game.")
        ),
    ],
    source: Annotated[
        str,
        typer.Option("--from", metavar=N_("GAME"), help=N_("Game to copy as a starting point.")),
    ] = projects.SKELETON,
) -> None:
    """Write it and print the next steps."""
    folder = Path.cwd() / name
    projects.check_name(name, folder)
    projects.write(name, projects.Source.of(source), folder)
    output().print(say(_WRITTEN, folder=folder, name=name), markup=False)


_WRITTEN = N_(
    "Created {folder}. Next:\n  cd {name}\n  python -m pip install -e '.[dev]'\n  quartier play {name}\n  "
    "python -m pytest"
)
