"""A game against a bot in the terminal."""

import io
from pathlib import Path

import pytest

import quartier
from tests.cli.terminal import Terminal


@pytest.fixture
def type_lines(monkeypatch: pytest.MonkeyPatch):
    """Puts lines into standard input."""
    return lambda *lines: monkeypatch.setattr(
        "sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines))
    )


def test_a_whole_game_ends_with_its_record(quartier_command: Terminal, type_lines, tmp_path: Path) -> None:
    columns = [f"{column}" for column in "abcdefg"] * 42
    type_lines(*columns)
    file = tmp_path / "game.txt"
    said = quartier_command("play", "connect_four", "--bot", "random", "--seed", "2", "--record", str(file))
    assert said.code == 0, said.err
    state = quartier.replay(file.read_text())
    assert state.over
    assert "The game is over" in said.out


def test_the_moves_are_listed_and_mistakes_explained(quartier_command: Terminal, type_lines) -> None:
    type_lines("?", "h9@a1", "swap 1 2", "", "q")
    out = quartier_command("play", "city_blocks", "--seed", "3").out
    state = quartier.load("city_blocks").new(seed=3)
    assert "  ".join(state.moves(0)) in out
    assert "is not a move" in out
    assert "Did you mean" in out
    assert "(CB-12)" in out
    assert out.endswith("Score so far: Blue 0, Finn 0.\n")


def test_the_other_hand_stays_hidden(quartier_command: Terminal, type_lines) -> None:
    type_lines("q")
    out = quartier_command("play", "city_blocks", "--seed", "3").out
    state = quartier.load("city_blocks").new(seed=3)
    assert str(state.concealed(0)) in out
    assert "Finn draws a tile." in out
    assert "Finn draws:" not in out


def test_bots_have_their_names(quartier_command: Terminal, type_lines, tmp_path: Path) -> None:
    """Those of the page, and no two the same."""
    type_lines("q")
    file = tmp_path / "game.txt"
    asked = ("play", "neue_heimat", "--bot", "1", "--players", "3", "--seed", "3", "--record", str(file))
    out = quartier_command(*asked).out
    assert out.startswith("Otto plays Triangle.\nFinn plays Square.\n")
    assert 'Seat1 "Otto"' in file.read_text()


def test_the_end_of_the_input_leaves_the_game(quartier_command: Terminal, type_lines) -> None:
    type_lines()
    said = quartier_command("play", "city_blocks", "--seed", "3", "--seat", "1")
    assert said.code == 0
    assert "Score so far" in said.out
