"""`quartier completion`: the shell completion script."""

from __future__ import annotations

from typing import Annotated

import typer
from typer import completion as typers

from quartier.cli.console import write
from quartier.cli.help import PLAY, add_command
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_QUARTIER_COMPLETE"
"""Environment variable set by the completion script; Typer answers."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "completion",
        completion,
        N_("Print the completion script for your shell."),
        PLAY,
        "quartier completion bash >> ~/.bashrc",
    )
    typers.completion_init()  # type: ignore[attr-defined] # Typer does so itself only where it adds options of its own


def completion(
    shell: Annotated[str, typer.Argument(metavar=N_("SHELL"), help=N_("Your shell: bash, zsh or fish."))],
) -> None:
    """Print the script."""
    if shell not in SHELLS:
        raise BadOption(_NO_SHELL, name=shell, known=", ".join(SHELLS))
    script = typers.get_completion_script(prog_name="quartier", complete_var=VARIABLE, shell=shell)  # type: ignore[attr-defined]
    write(script + "\n")


_NO_SHELL = N_("There’s no completion script for “{name}”. Available: {known}.")
