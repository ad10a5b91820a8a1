"""The page on your own network: its commands, shortened, lead from training to a match."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

PAGE = Path(__file__).parents[2] / "docs" / "own-network.md"
SHORTER = {
    "train": ("--games", "256", "--trials", "4", "--workers", "1"),
    "arena": ("--games", "2", "--workers", "1"),
    "exploit": ("--minutes", "0", "--trials", "2", "--workers", "1"),
}
"""Further options of a command: the last of two counts."""


def test_its_commands_lead_from_training_to_a_match(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    terminal, done = Terminal(capsys, monkeypatch), []
    for line in re.findall(r"^ {4}quartier (.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE):
        name, *arguments = shlex.split(line)
        # `play` waits for a person, and `bot` for a server.
        if name in SHORTER:
            output = terminal(name, *arguments, *SHORTER[name])
            # A short training doesn't pass.
            assert output.code == (1 if name == "train" else 0), (line, output.err)
            done.append(name)
    assert done == ["train", "arena", "arena", "exploit"]
