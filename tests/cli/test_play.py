"""A game against a bot in the terminal."""

import io
import re
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

import quartier
from quartier import bots
from quartier.cli.messages import score_breakdown
from quartier.cli.table import keyboard, listing
from quartier.cli.table.session import Session
from quartier.core.text import move_groups
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
    command = quartier_command(
        "play", "connect_four", "--bot", "random", "--seed", "2", "--record", str(file)
    )
    assert command.code == 0, command.err
    state = quartier.replay(file.read_text())
    assert state.over
    assert "Game over" in command.out


def test_the_moves_are_listed_and_mistakes_explained(quartier_command: Terminal, type_lines) -> None:
    type_lines("?", "h9@a1", "swap 1 2", "", "q")
    out = quartier_command("play", "city_blocks", "--seed", "3").out
    state = quartier.load("city_blocks").new(seed=3)
    for tile in state.view(0)["hand"]:
        assert f"{tile}@  " in out
    assert "a1 a2 a3 a4 a5 b1" in out
    assert "isn’t a move" in out
    assert "Did you mean" in out
    assert "(CB-12)" in out
    assert out.endswith("Score: Blue 0, Finn 0.\n")


def test_the_other_hand_stays_hidden(quartier_command: Terminal, type_lines) -> None:
    type_lines("q")
    out = quartier_command("play", "city_blocks", "--seed", "3").out
    state = quartier.load("city_blocks").new(seed=3)
    assert board(state) in out
    assert "Finn draws a tile." in out
    assert set(re.findall(r"Finn draws (?!\$\d+ for the start)(.*)", out)) == {"a tile."}


def test_a_bot_that_is_named_has_a_seat(quartier_command: Terminal, type_lines) -> None:
    """Also in the title that one can play alone."""
    type_lines("q")
    alone = quartier_command("play", "block_city", "--seed", "3").out
    assert " plays " not in alone
    type_lines("q")
    assert " plays Red.\n" in quartier_command("play", "block_city", "--seed", "3", "--bot", "greedy").out


def test_bots_have_their_names(quartier_command: Terminal, type_lines, tmp_path: Path) -> None:
    """Those of the page, and no two the same."""
    type_lines("q")
    file = tmp_path / "game.txt"
    arguments = ("play", "neue_heimat", "--bot", "1", "--players", "3", "--seed", "3", "--record", str(file))
    out = quartier_command(*arguments).out
    assert out.startswith("Otto plays Triangle.\nFinn plays Square.\n")
    assert 'Seat1 "Otto"' in file.read_text()


def test_the_end_of_the_input_leaves_the_game(quartier_command: Terminal, type_lines) -> None:
    type_lines()
    command = quartier_command("play", "city_blocks", "--seed", "3", "--seat", "2")
    assert command.code == 0
    assert "Score" in command.out


def board(state: quartier.State) -> str:
    """What does not depend on how wide a terminal is."""
    return "\n".join(str(state.concealed(0)).splitlines()[:14])


FIRST = "F7@c2"
"""A move with which games of seed 3 can begin."""
COMMAND = ("play", "city_blocks", "--seed", "3")


def test_help_lists_everything_that_can_be_typed(quartier_command: Terminal, type_lines) -> None:
    type_lines("help", "Hilfe", "quit")
    english, german = quartier_command(*COMMAND).out, None
    type_lines("hilfe", "ende")
    german = quartier_command(*COMMAND, "--lang", "de").out
    for usage in ("moves [TEXT]\n", "hint\n", "undo\n", "rule [ID]\n", "save [FILE]\n", "--resume FILE"):
        assert english.count(usage) == 2
    for usage in ("züge [TEXT]\n", "tipp\n", "rückgängig\n", "regel [NUMMER]\n", "speichern [DATEI]\n"):
        assert usage in german


def test_moves_that_begin_so_are_listed_in_words(quartier_command: Terminal, type_lines) -> None:
    type_lines("moves f7@a1", "sc", "moves zz", "q")
    out = quartier_command(*COMMAND).out
    assert "F7@a1  Build factory 7 at Grant & Adams" in out
    assert "SC@  Build a school at …" in out
    assert "No move starts with “zz”." in out


def test_numbers_stand_in_the_order_of_numbers() -> None:
    moves = ["bid 10", "bid 9", "bid 1", "pass"]
    assert move_groups.in_order(moves) == ["bid 1", "bid 9", "bid 10", "pass"]
    assert move_groups.groups(moves) == {"bid ": ["bid 1", "bid 9", "bid 10"], "pass": ["pass"]}


def test_moves_of_a_group_are_divided_by_place() -> None:
    moves = ["lay 7@3,8=7", "lay 7@3,8=14", "lay 7@4,1=7"]
    assert move_groups.by_place(moves) == {"lay 7@3,8=": moves[:2], "lay 7@4,1=": moves[2:]}
    assert move_groups.by_place(["bid 1", "bid 2"]) == {"": ["bid 1", "bid 2"]}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", ["H3@", "H3x", "swap 2 ", "stay", "hint"]),
        ("h", ["H3@", "H3x", "hint"]),
        ("h3@", ["H3@a1", "H3@b2"]),
        ("swap", ["swap 2 a", "swap 2 e"]),
        ("zz", []),
    ],
)
def test_tab_goes_from_kinds_to_moves(typed: str, expected: list[str]) -> None:
    moves = ["swap 2 e", "H3@b2", "H3@a1", "H3xc4", "H3xd1", "swap 2 a", "stay"]
    assert listing.completions(typed, moves, ["hint"]) == expected


def test_the_only_way_to_lay_is_printed_once(quartier_command: Terminal, type_lines) -> None:
    """Gridlock's tiles fit everywhere in the same ways."""
    type_lines("?", "q")
    out = quartier_command("play", "gridlock", "--seed", "3").out
    assert re.search(r"each with =\d+(/\d+)+", " ".join(out.split()))


def test_moves_with_no_word_in_common_have_no_lonely_dots() -> None:
    """In German the cars of Gridlock drive "nach Harvard" and "auf eine Kreuzung"."""
    state = quartier.load("gridlock").new(seed=7)
    dice, (seat,), labels = Random(1), state.seats_to_act(), {""}
    with quartier.language("de"):
        while len(labels) < 2:
            state.play(seat, dice.choice(state.moves(seat)))
            (seat,) = state.seats_to_act()
            stops = [move for move in state.moves(seat) if move.startswith("stop ")]
            labels = {state.seen_by(seat).describe_move(seat, move)[0].split()[0] for move in stops}
        console = Console(width=60, record=True, file=io.StringIO())
        listing.show(state, seat, state.moves(seat), console)
    (line,) = (line for line in console.export_text().splitlines() if line.startswith("stop "))
    assert re.match(r"stop +\d+,\d+ ", line)


def test_capitals_do_not_matter(quartier_command: Terminal, type_lines) -> None:
    type_lines(FIRST.upper(), "log", "q")
    assert "Blue builds factory 7 at Jefferson & Buchanan." in quartier_command(*COMMAND).out


def test_a_move_can_be_taken_back(quartier_command: Terminal, type_lines, tmp_path: Path) -> None:
    type_lines("undo", FIRST, "undo", "score", "q")
    file = tmp_path / "game.txt"
    out = quartier_command(*COMMAND, "--record", str(file)).out
    assert "You have no move to undo." in out
    assert "Move undone." in out
    assert quartier.replay(file.read_text()) == quartier.load("city_blocks").new(seed=3)


@pytest.mark.parametrize("title", quartier.titles())
def test_a_hint_is_a_move_in_words(title: str, quartier_command: Terminal, type_lines) -> None:
    type_lines("hint", "q")
    out = " ".join(quartier_command("play", title, "--seed", "3").out.split())
    state = quartier.load(title).new(seed=3)
    hint = re.search(r"Try (.+?): (.)", out)
    assert hint, out
    if 0 in state.seats_to_act():
        assert hint[1] in state.moves(0)
    assert hint[2].isupper() or hint[2].isdigit()


def test_a_rule_can_be_read(quartier_command: Terminal, type_lines) -> None:
    type_lines("rule", "rule cb-9", "rule 99", "swap 1 2", "rule", "q")
    out = quartier_command(*COMMAND).out
    assert "Name a rule from CB-1 to CB-23" in out
    assert "put the tile on any empty block" in out
    assert "There’s no rule “99”. Rules run from CB-1 to CB-23." in out
    refused, named = out.split("only right after you place your courthouse.", 1)
    assert "**" not in out
    assert "](#" not in out
    assert "CB-12" not in refused
    assert re.search(r"\(CB-12\).*\nCB-12 .*courthouse", named, re.DOTALL)


def test_a_game_that_is_left_is_saved_and_goes_on(
    quartier_command: Terminal, type_lines, tmp_path: Path
) -> None:
    type_lines(FIRST, "q")
    out = quartier_command(*COMMAND, "--bot", "random").out
    (file,) = (tmp_path / "games").iterdir()
    assert f"Saved. Resume with: quartier play --resume {file}" in " ".join(out.split())
    before = quartier.replay(file.read_text())
    type_lines("log", "save", "q")
    out = quartier_command("play", "--resume", str(file)).out
    assert out.startswith("Finn plays Red.\n")
    assert board(before) in out
    assert "Blue builds factory 7" in out
    assert quartier.replay(file.read_text()) == before


def test_a_game_ends_with_the_table_and_where_the_points_come_from(
    quartier_command: Terminal, type_lines
) -> None:
    type_lines(*(f"{column}" for column in "abcdefg" * 6))
    lines = quartier_command("play", "connect_four", "--bot", "random", "--seed", "2").out.splitlines()
    assert lines[-1].startswith("Game over")
    assert "> " not in "".join(lines[-8:])
    state = quartier.load("neue_heimat").new(seed=1)
    state.play(min(state.seats_to_act()), "box")
    (line,) = (row for row in score_breakdown(state) if "1" in row)
    assert re.search(r": .* 1$", line)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ((), "Not saved: you haven’t moved yet."),
        (("save",), "The game is saved. Resume it with: quartier play --resume "),
        ((FIRST, "save"), "The game is saved. Resume it with: quartier play --resume "),
    ],
)
def test_leaving_prints_what_is_saved(
    lines: tuple[str, ...], sentence: str, quartier_command: Terminal, type_lines
) -> None:
    type_lines(*lines, "q")
    assert sentence in quartier_command(*COMMAND, "--bot", "random").out.splitlines()[-2]


def test_ctrl_c_saves_and_says_where(
    quartier_command: Terminal, type_lines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = iter([FIRST])

    def read(prompt: str) -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr(keyboard, "read", read)
    command = quartier_command(*COMMAND)
    (file,) = (tmp_path / "games").iterdir()
    assert command.code == 130
    assert str(file) in command.out.replace("\n", "")
    assert [event.actor for event in quartier.replay(file.read_text()).events].count(0) == 1


def test_a_record_that_cannot_be_written_any_more_lies_elsewhere(
    quartier_command: Terminal, type_lines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    play, state = Session.play, {}

    def meanwhile(self: Session) -> None:
        play(self)
        state["record"] = self.state.record()
        folder.rmdir()

    monkeypatch.setattr(Session, "play", meanwhile)
    type_lines(*("abcdefg" * 42))
    arguments = (
        "play",
        "connect_four",
        "--bot",
        "random",
        "--seed",
        "2",
        "--record",
        str(folder / "game.txt"),
    )
    command = quartier_command(*arguments)
    (file,) = (tmp_path / "games").iterdir()
    assert (command.code, file.read_text()) == (1, state["record"])
    assert f"The record is saved in {file} instead." in command.out.replace("\n", "")
    assert "Can’t write" in command.err


def test_a_folder_is_no_record(quartier_command: Terminal, type_lines, tmp_path: Path) -> None:
    """That is said before the first move."""
    type_lines("q")
    command = quartier_command("play", "city_blocks", "--record", str(tmp_path))
    assert (command.code, command.out) == (1, "")
    assert ": Is a directory." in command.err.replace("\n", " ")


def test_a_record_without_bots_can_be_gone_on_with(
    quartier_command: Terminal, type_lines, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(quartier.load("city_blocks").new(seed=3).record())
    type_lines(FIRST, "q")
    out = quartier_command("play", "--resume", str(file), "--bot", "random").out
    assert "Blue builds factory 7" in out
    assert len(quartier.replay(file.read_text()).events) > 23


def test_no_other_file_is_written_over(quartier_command: Terminal, type_lines, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anna")
    type_lines(f"save {file}", f"save {tmp_path}/none/x.txt", "q")
    out = " ".join(quartier_command(*COMMAND).out.split())
    assert "already exists. Choose another name." in out
    assert "Can’t write" in out
    assert file.read_text() == "Dear Anna"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Name a game from"),
        (["city_blocks", "--resume", "x"], "not both"),
        (["--resume", "nothing.txt"], "File not found: nothing.txt."),
        (["--resume", "over.txt"], "is over"),
    ],
)
def test_what_cannot_be_played_is_refused(
    arguments: list[str],
    sentence: str,
    quartier_command: Terminal,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    game = quartier.load("connect_four").new(seed=1)
    while not game.over:
        game.play(min(game.seats_to_act()), game.moves(min(game.seats_to_act()))[0])
    (tmp_path / "over.txt").write_text(game.record())
    command = quartier_command("play", *arguments)
    assert command.code in (1, 2)
    assert sentence in command.err


@pytest.mark.parametrize("name", ["3", " 3", '"3"', "“3”", "greedy "])
def test_what_stands_around_a_name_of_a_bot_is_not_meant(name: str) -> None:
    game = quartier.load("city_blocks")
    assert bots.make(name, game).level == name.strip(' "“”')


def test_a_level_may_be_a_number() -> None:
    assert bots.make(2, quartier.load("city_blocks")).level == "2"
