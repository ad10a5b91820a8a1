"""What a shell completes by Tab."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from quartier.cli.main import main
from tests.cli.terminal import Terminal

SHELLS = ("bash", "zsh", "fish")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_a_script(shell: str, quartier_command: Terminal) -> None:
    command = quartier_command("completion", shell)
    assert command.code == 0
    assert "_QUARTIER_COMPLETE" in command.out
    assert "quartier" in command.out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=command.out.encode(), check=True)


def test_other_shells_are_named_in_words(quartier_command: Terminal) -> None:
    command = quartier_command("completion", "tcsh")
    assert command.code == 2
    assert command.err == "Error: There’s no completion script for “tcsh”. Available: bash, zsh, fish.\n"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("quartier pl", ["play"]),
        ("quartier play ci", ["city_blocks"]),
        ("quartier play city_blocks --resu", ["--resume"]),
        ("quartier play city_blocks --bot mc", ["mcts:400", "mcts:1s"]),
        ("quartier arena city_blocks --seats 3,gr", ["3,greedy"]),
        ("quartier rules city_blocks --rule CB-2", ["CB-2", *(f"CB-2{digit}" for digit in range(4))]),
        ("quartier exact city_blocks --board 2", ["2x2"]),
        ("quartier simulate block_city -o surrounding=h", ["surrounding=highest"]),
        ("quartier simulate nonsense -o s", []),
    ],
)
def test_words_are_completed(
    arguments: str, expected: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_QUARTIER_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", arguments)
    monkeypatch.setenv("COMP_CWORD", str(len(arguments.split()) - 1))
    with pytest.raises(SystemExit):
        main([])
    assert capsys.readouterr().out.split() == expected
