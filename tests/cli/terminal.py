"""Running the command line: inside this process, where it is fast, or as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from quartier.cli.main import main

SOURCE = Path(__file__).parents[2] / "src"
RECORDS = Path(__file__).parents[1] / "fixtures" / "city_blocks"


class CommandResult(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


class Terminal:
    """Runs commands in this process, in English unless they ask for another language."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        monkeypatch.setenv("LC_ALL", "C.UTF-8")
        monkeypatch.setenv("COLUMNS", "100")

    def __call__(self, *arguments: str) -> CommandResult:
        code = main(list(arguments))
        out, err = self._capsys.readouterr()
        return CommandResult(code, out, err)


def process(*arguments: str, stdin: str = "", **variables: str) -> CommandResult:
    """Run a command as a process, with the environment variables changed."""
    done = subprocess.run(
        command(*arguments),
        input=stdin.encode(),
        capture_output=True,
        env=environment(**variables),
        timeout=120,
        check=False,
    )
    return CommandResult(
        done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    )


def command(*arguments: str) -> list[str]:
    """The words that run the command line with this Python."""
    return [sys.executable, "-m", "quartier", *arguments]


def environment(**changes: str) -> dict[str, str]:
    """The environment of a plain English terminal."""
    return {**os.environ, "PYTHONPATH": str(SOURCE), "LC_ALL": "C.UTF-8", **changes}
