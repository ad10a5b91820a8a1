"""`quartier rerun`: repeat an experiment and say whether it comes to the same bits."""

from __future__ import annotations

import shlex
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from quartier.cli.console import notices, output, say
from quartier.cli.counts import values
from quartier.cli.errors import FAILED
from quartier.cli.files import read_text
from quartier.cli.help import RESEARCH, add_command
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_
from quartier.lab.reruns import TRAIN, Experiment

_MAX_LISTED = 10
"""Differences that are listed."""
_MAX_WIDTH = 60


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "rerun",
        rerun,
        N_("Repeat an experiment and compare the result bit for bit."),
        RESEARCH,
        "quartier rerun result.json",
    )


def rerun(
    file: Annotated[
        str,
        typer.Argument(
            metavar=N_("FILE"), help=N_("Result from --json, a network’s card, or a data set’s dataset.json.")
        ),
    ],
) -> int:
    """Run the command of the result again, and compare; the exit code is 1 if anything differs."""
    experiment = Experiment.read(Path(file), read_text(file))
    for name, before, now in experiment.changed_versions():
        notices().print(say(_OTHER_VERSION, name=name, before=before, now=now), style="yellow", markup=False)
    with TemporaryDirectory() as folder:
        printed = _run(experiment, Path(folder))
        count, differences = experiment.compare(printed, Path(folder))
    if not differences:
        output().print(say(_SAME, values=values(count)), markup=False)
        return 0
    output().print(say(_DIFFERENT, differing=len(differences), values=values(count)), markup=False)
    for name, before, after in differences[:_MAX_LISTED]:
        output().print(f"{name}: {str(before)[:_MAX_WIDTH]} → {str(after)[:_MAX_WIDTH]}", markup=False)
    return FAILED


def _run(experiment: Experiment, folder: Path) -> str:
    """Run the command, and return what it printed."""
    # It is one of the commands that `main` runs.
    from quartier.cli.main import main

    arguments = experiment.arguments(folder)
    with redirect_stdout(StringIO()) as printed:
        code = main(arguments)
    # A network that doesn't pass its evaluation is compared all the same.
    if code not in (0, FAILED if experiment.name == TRAIN else 0):
        raise QuartierError(_FAILED, command=shlex.join(["quartier", *arguments]))
    return printed.getvalue()


_OTHER_VERSION = N_("{name} was {before} then and is {now} now.")
_FAILED = N_("This command failed: {command}")
_SAME = N_("The same bits: {values} compared.")
_DIFFERENT = N_("Different: {differing} of {values}.")
