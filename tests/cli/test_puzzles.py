"""`puzzles` finds positions and goes on where it was left; `verify` checks the deal of a day."""

from pathlib import Path

import pytest

import quartier
from quartier.core.fairness.daily_seed import day_key, dice_for
from quartier.core.game.puzzles import puzzles_of, read
from quartier.lab import puzzles
from tests.cli.terminal import Terminal


def test_puzzles_are_found_and_more_are_added(quartier_command: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    arguments = ("puzzles", "neue_heimat", "--out", str(file))
    command = quartier_command(*arguments, "--count", "1")
    assert (command.code, command.out) == (0, "")
    first = read(file.read_text("utf-8"))
    assert "1 puzzle." in command.err
    assert quartier_command(*arguments, "--count", "2", "--resume").code == 0
    both = read(file.read_text("utf-8"))
    assert both[:1] == first
    assert both[1].game > first[0].game
    again = quartier_command(*arguments, "--count", "1", "--again")
    assert (again.code, "2 of 2 puzzles still hold." in again.err) == (0, True)
    assert [(puzzle.game, puzzle.record) for puzzle in read(file.read_text("utf-8"))] == [
        (puzzle.game, puzzle.record) for puzzle in both
    ]
    file.unlink()
    quartier_command(*arguments, "--count", "2")
    assert read(file.read_text("utf-8")) == both


def test_puzzles_that_hold_no_more_are_dropped(
    quartier_command: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the bots of today see another move as far ahead, or none: here only the first one still holds."""
    existing = puzzles_of(quartier.load("gridlock"))[:3]
    file = tmp_path / "puzzles.jsonl"
    file.write_text("".join(puzzle.write() for puzzle in existing), encoding="utf-8")
    monkeypatch.setattr(
        puzzles, "verify_again", lambda _, puzzle, seed: puzzle if puzzle == existing[0] else None
    )
    command = quartier_command("puzzles", "gridlock", "--out", str(file), "--count", "1", "--again")
    assert "1 of 3 puzzles still hold." in command.err
    assert read(file.read_text("utf-8")) == existing[:1]


@pytest.mark.parametrize("wrong", [("nowhere",), ("city_blocks", "--out", "/no/such/folder/file")])
def test_puzzles_say_what_is_wrong(quartier_command: Terminal, wrong: tuple[str, ...]) -> None:
    out = () if "--out" in wrong else ("--out", "puzzles.jsonl")
    assert quartier_command("puzzles", *wrong, *out).code == 2


@pytest.mark.parametrize("way", ["--resume", "--again"])
@pytest.mark.parametrize(
    ("text", "message"),
    [("no puzzle\n", "Line 1 isn’t a puzzle"), ("[1]\n", "Line 1 isn’t"), ("{}\n", "Line 1 isn’t")],
)
def test_a_file_of_something_else_stays_as_it_is(
    quartier_command: Terminal, tmp_path: Path, way: str, text: str, message: str
) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(text, encoding="utf-8")
    command = quartier_command("puzzles", "city_blocks", "--out", str(file), way)
    assert (command.code, command.out) == (1, "")
    assert message in command.err
    assert file.read_text(encoding="utf-8") == text


def test_a_file_that_is_not_empty_is_not_begun_anew(quartier_command: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    text = puzzles_of(quartier.load("gridlock"))[0].write()
    file.write_text(text, encoding="utf-8")
    command = quartier_command("puzzles", "gridlock", "--out", str(file))
    assert (command.code, command.out, file.read_text(encoding="utf-8")) == (2, "", text)
    assert "isn’t empty. Add to it with --resume, recheck its puzzles with --again" in command.err


def test_puzzles_that_are_looked_at_again_are_gone_only_when_the_others_are_written(
    quartier_command: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, write = tmp_path / "puzzles.jsonl", Path.write_text
    text = puzzles_of(quartier.load("gridlock"))[0].write()
    file.write_text(text, encoding="utf-8")

    def fail_write(self: Path, text: str, **how: str) -> int:
        write(self, text[:9], **how)
        raise KeyboardInterrupt

    monkeypatch.setattr(puzzles, "verify_again", lambda _, puzzle, seed: puzzle)
    monkeypatch.setattr(Path, "write_text", fail_write)
    assert quartier_command("puzzles", "gridlock", "--out", str(file), "--again").code == 130
    assert file.read_text(encoding="utf-8") == text


def test_more_go_on_a_line_of_their_own(
    quartier_command: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where an editor has left out the end of the last line."""
    two = puzzles_of(quartier.load("gridlock"))[:2]
    file = tmp_path / "puzzles.jsonl"
    file.write_text(two[0].write().rstrip("\n"), encoding="utf-8")
    monkeypatch.setattr(puzzles, "find", lambda *_: iter(two[1:]))
    command = quartier_command("puzzles", "gridlock", "--out", str(file), "--count", "2", "--resume")
    assert (command.code, read(file.read_text("utf-8"))) == (0, two)


def test_puzzles_of_another_title_are_refused(quartier_command: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text(puzzles_of(quartier.load("gridlock"))[0].write(), encoding="utf-8")
    command = quartier_command("puzzles", "city_blocks", "--out", str(file), "--resume")
    assert (command.code, command.out) == (1, "")
    assert "This is a record of “gridlock”, not of City Blocks." in command.err
    assert command.err.count("\n") == 1


def test_verify_draws_again_what_was_drawn(quartier_command: Terminal, tmp_path: Path) -> None:
    key, state = day_key("a secret", "2026-11-23"), quartier.load("block_city").new(1, chance="manual")
    while len(state.past) < 9:
        if state.to_act() == {"*"}:
            state.draw(dice_for(key, state))
        else:
            state.play(0, state.moves(0)[0])
    file = tmp_path / "game.txt"
    file.write_text(state.record(), encoding="utf-8")
    right = quartier_command("verify", str(file), "--key", key)
    assert (right.code, right.out) == (0, "Every draw in this game matches the key.\n")
    wrong = quartier_command("verify", str(file), "--key", "0" * 64, "--lang", "de")
    assert wrong.code == 1
    assert "stimmt nicht mit dem Schlüssel überein." in wrong.out
