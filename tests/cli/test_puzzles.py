"""`puzzles` finds positions, keeps each at once, and goes on where it was left."""

from pathlib import Path

import pytest

from quartier.core.play.puzzles import read
from tests.cli.terminal import Terminal


def test_puzzles_are_found_and_more_are_added(quartier_command: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    words = ("puzzles", "neue_heimat", "--out", str(file))
    said = quartier_command(*words, "--count", "1")
    assert (said.code, said.out) == (0, "")
    first = read(file.read_text("utf-8"))
    assert "1 puzzles" in said.err
    assert quartier_command(*words, "--count", "2", "--resume").code == 0
    both = read(file.read_text("utf-8"))
    assert both[:1] == first
    assert both[1].game > first[0].game
    file.unlink()
    quartier_command(*words, "--count", "2")
    assert read(file.read_text("utf-8")) == both


@pytest.mark.parametrize("wrong", [("nowhere",), ("city_blocks", "--out", "/no/such/folder/file")])
def test_puzzles_say_what_is_wrong(quartier_command: Terminal, wrong: tuple[str, ...]) -> None:
    out = () if "--out" in wrong else ("--out", "puzzles.jsonl")
    assert quartier_command("puzzles", *wrong, *out).code == 2
