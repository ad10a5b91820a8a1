"""Whatever is wrong is said in one line that names it and the way out; no stack trace, the right exit code."""

from collections.abc import Callable
from pathlib import Path

import pytest

import quartier
from quartier.cli import arena_display
from tests.cli.terminal import RECORDS, Terminal

GOOD = (RECORDS / "draw.txt").read_text()
USAGE_ERROR = [
    (["gams"], "no command gams", "games"),
    (["frobnicate"], "no command frobnicate", "play, games, rules, replay, review, verify"),
    (["games", "--jso"], "no option --jso", "--json"),
    (["games", "--zzz"], "no option --zzz", "Available: --json"),
    (["rules"], "Missing GAME", "quartier rules --help"),
    (["bot", "--bot", "1"], "Missing --url", "quartier bot --help"),
    (["rules", "city_block"], "no game “city_block”", "city_blocks"),
    (["rules", "chess"], "no game “chess”", "Available: city_blocks"),
    (["rules", "city_blocks", "--rule", "CB-99"], "no rule “CB-99”", "CB-1 to CB-23"),
    (["simulate", "city-blocks"], "no game “city-blocks”", "city_blocks"),
    (["simulate", "city_blocks", "--seats", "greedy,randm"], "no bot “randm”", "random"),
    (["simulate", "city_blocks", "--seats", "zzz,random"], "no bot “zzz”", "random, novice, greedy"),
    (["simulate", "city_blocks", "--seats", "greedy"], "2 players, not 1", ""),
    (["simulate", "city_blocks", "--games", "many"], "--games", "whole number"),
    (["simulate", "city_blocks", "--ray", "auto", "--workers", "2"], "--workers", "--ray (a cluster)"),
    (["arena", "city_blocks", "--ray", "home"], "“home”", "HOST:PORT"),
    (["simulate", "city_blocks", "-o", "speed=3"], "no option “speed”", "Available: hand"),
    (["simulate", "city_blocks", "--board", "north"], "no board “north”", ""),
    (["play", "city_blocks", "--bot", "gredy"], "no bot “gredy”", "greedy"),
    (["play", "city_blocks", "--seat", "3"], "no seat 3", "1 to 2"),
    (["play", "city_blocks", "--players", "5"], "2 players, not 5", ""),
    (["replay", str(RECORDS / "drw.txt")], "no file", "draw.txt"),
    (["replay", "/nowhere/at/all"], "File not found: /nowhere/at/all", ""),
    (["replay", str(RECORDS / "draw.txt"), "--at", "9999"], "no event 9999", "The record has"),
    (["replay", str(RECORDS / "draw.txt"), "--at", "-1"], "no event -1", "The record has"),
    (["replay", str(RECORDS / "draw.txt"), "--seat", "0"], "no seat 0", "1 to 2"),
    (["play", "neue_heimat", "--players", "0"], "2 to 5 players, not 0", ""),
    (["balance", "block_city", "--players", "0"], "not 0", ""),
    (["dataset", "connect_four", "--players", "0", "--out", "/dev/null/set"], "2 players, not 0", ""),
    (["play", "city_blocks", "--record", "/no/where/x.txt"], "no folder /no/where", ""),
    (["bench", "--title", "city_block"], "no game “city_block”", "city_blocks"),
    (["serve", "--port", "70000"], "--port must be a whole number from 0 to 65535", "“70000”"),
    (["serve", "--port", "abc"], "--port must be a whole number from 0 to 65535", "“abc”"),
    (["simulate", "city_blocks", "--games", "0"], "--games must be a whole number of at least 1", "“0”"),
    (["simulate", "city_blocks", "--seed", "x"], "--seed must be a whole number", "“x”"),
    (["exact", "city_blocks", "--gap", "x"], "--gap must be a number of at least 0", "“x”"),
    (["bench", "city_blocks"], "Unexpected argument: city_blocks", "quartier bench --help"),
    (["serve", "--away-after", "5"], "--away-after", "60"),
    (["exact", "city_blocks", "--gap", "nan"], "--gap must be a number of at least 0", "“nan”"),
    (["bench", "--seconds", "0.01"], "--seconds must be a number of at least 0.05", "“0.01”"),
    (["train", "--trace", "2"], "--trace must be a number from 0 to 1", "“2”"),
    (["exploit", "--minutes", "-1"], "--minutes must be a number of at least 0", "“-1”"),
    (["admin", "invite-only", "maybe"], "not “maybe”", ""),
    (["admin", "unban", "99999999999999999999"], "NUMBER must be", "2147483647"),
    (["admin", "close", "99999999999999999999"], "NUMBER must be", "2147483647"),
    (["it's"], "no command it's.", "play, games"),
    (['the "board"'], 'no command the "board".', "play, games"),
    (["it's", "games"], "no command it's.", "play, games"),
    (["games", "--lang", "fr"], "no language “fr”", "en, de"),
    (["games", "--lang"], "no language “”", "en, de"),
]


@pytest.mark.parametrize(
    ("arguments", "names", "suggests"), USAGE_ERROR, ids=[" ".join(row[0])[-40:] for row in USAGE_ERROR]
)
def test_a_wrong_question(
    quartier_command: Terminal, arguments: list[str], names: str, suggests: str
) -> None:
    command = quartier_command(*arguments)
    assert command.code == 2
    assert_one_line(command.err)
    assert names in command.err
    assert suggests in command.err


@pytest.mark.parametrize(
    "address", ["nonsense", "games.example.org", "ftp://games.example.org", "https://", "https://["]
)
def test_a_server_wants_a_public_address_that_is_one(quartier_command: Terminal, address: str) -> None:
    command = quartier_command("serve", "--no-browser", "--base-url", address)
    assert command.code == 2
    assert command.err == f"Invalid URL “{address}”. Example: https://games.example.org\n"


def assert_one_line(complaint: str) -> None:
    assert complaint.startswith("Error: ")
    assert complaint.count("\n") == 1
    assert "Traceback" not in complaint


def without_last_event(text: str) -> str:
    return text.rstrip().rsplit("\n", 1)[0]


def one_seats_view(text: str) -> str:
    return quartier.replay(text).record(0)


BROKEN: list[tuple[str, Callable[[str], str], str]] = [
    ("no header", lambda text: text.split("\n\n")[1], "Line 1: No [Game"),
    ("another game", lambda text: text.replace("city_blocks", "city_block"), "Did you mean city_blocks"),
    ("wrong players", lambda text: text.replace('[Players "2"]', '[Players "7"]'), "Line 2: City Blocks is"),
    ("an illegal draw", lambda text: text.replace("* bonus", "* bonus 99\n* bonus", 1), "isn’t a move"),
    ("an unknown line", lambda text: text + "hello\n", "“hello” isn’t an event"),
    ("an event too many", lambda text: text + "0 H1@a1\n", "The game is over"),
    ("a wrong result", lambda text: text.replace('[Result "', '[Result "9'), "but the events give"),
    ("a result too early", without_last_event, "the game isn’t over"),
    ("a bad option", lambda text: text.replace("[Players", '[Options "x=1"]\n[Players'), "no option “x”"),
    (
        "a header twice",
        lambda text: text.replace("[Players", '[Game "x"]\n[Players'),
        "Line 2: Duplicate header “Game”",
    ),
    ("one seat's view", one_seats_view, "what one seat knows"),
    ("an empty file", lambda text: "", "Line 1: No [Game"),
]


@pytest.mark.parametrize(("spoil", "names"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_a_broken_record(
    quartier_command: Terminal, tmp_path: Path, spoil: Callable[[str], str], names: str
) -> None:
    file = tmp_path / "broken.txt"
    file.write_text(spoil(GOOD))
    assert file.read_text() != GOOD
    command = quartier_command("replay", str(file))
    assert command.code == 1
    assert_one_line(command.err)
    assert command.err.startswith("Error: Line ")
    assert names in command.err


def test_a_file_that_is_no_text(quartier_command: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "noise.txt"
    file.write_bytes(b'[Game "city_blocks"]\n\xff\xfe\n')
    command = quartier_command("replay", str(file))
    assert command == (1, "", f"Error: {file} isn’t UTF-8 text (line 2).\n")


def test_a_folder_is_no_record(quartier_command: Terminal, tmp_path: Path) -> None:
    command = quartier_command("replay", str(tmp_path))
    assert command.code == 1
    assert_one_line(command.err)


def test_a_drawing_that_cannot_be_written(quartier_command: Terminal, tmp_path: Path) -> None:
    command = quartier_command(
        "replay", str(RECORDS / "draw.txt"), "--svg", str(tmp_path / "no" / "table.svg")
    )
    assert command.code == 1
    assert_one_line(command.err)
    assert "Can’t write" in command.err


def test_an_unexpected_failure_is_one_line_too(
    quartier_command: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena_display.lab, "check", lambda *_: 1 / 0)
    command = quartier_command("simulate", "city_blocks")
    assert command.code == 1
    assert_one_line(command.err)
    assert "ZeroDivisionError" in command.err
    assert "--debug" in command.err


def test_debug_shows_where_a_failure_comes_from(
    quartier_command: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena_display.lab, "check", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        quartier_command("simulate", "city_blocks", "--debug")
