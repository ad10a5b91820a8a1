"""Each command does what its help says."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import quartier
from tests.cli.terminal import RECORDS, Terminal

DRAW = str(RECORDS / "draw.txt")


def test_games_lists_every_title(quartier_command: Terminal) -> None:
    command = quartier_command("games")
    assert command.code == 0
    for name in quartier.titles():
        assert name in command.out
        assert quartier.load(name).title() in command.out


def test_games_as_json(quartier_command: Terminal) -> None:
    listed = json.loads(quartier_command("games", "--json").out)
    assert [game["name"] for game in listed] == quartier.titles()
    assert listed[0]["seats"] == [2, 2]


def test_rules_are_the_whole_rulebook(quartier_command: Terminal) -> None:
    command = quartier_command("rules", "city_blocks")
    assert command.code == 0
    for rule in quartier.load("city_blocks").rule_ids():
        assert f"{rule} " in command.out


def test_rules_say_what_a_picture_shows(quartier_command: Terminal) -> None:
    out = quartier_command("rules", "city_blocks").out
    assert "Adams Boulevard: Red has" in out
    assert "picture:" not in out


@pytest.mark.parametrize("spelling", ["CB-9", "cb-9", "CB9", "9"])
def test_one_rule_alone(quartier_command: Terminal, spelling: str) -> None:
    out = quartier_command("rules", "city_blocks", "--rule", spelling).out
    assert out.startswith("CB-9 ● Build:")
    assert "CB-10" not in out


def test_one_rule_with_its_table(quartier_command: Terminal) -> None:
    assert "courthouse" in quartier_command("rules", "city_blocks", "--rule", "CB-3").out


def test_one_rule_of_a_rulebook_that_lists_its_rules(quartier_command: Terminal) -> None:
    out = quartier_command("rules", "connect_four", "--rule", "c4-4").out
    assert "C4-4" in out
    assert "C4-5" not in out


def test_simulate_prints_a_table(quartier_command: Terminal) -> None:
    command = quartier_command("simulate", "city_blocks", "--games", "60", "--seats", "greedy,random")
    assert command.code == 0
    assert "greedy" in command.out
    assert "100.0%" in command.out
    assert "60 games in" in command.out


def test_simulate_as_json_is_the_arena(quartier_command: Terminal) -> None:
    options = ("--games", "60", "--seats", "random,greedy", "--seed", "5", "--json", "--workers", "1")
    result = json.loads(quartier_command("simulate", "city_blocks", *options, "--duplicate").out)
    again = quartier.lab.arena("city_blocks", ["random", "greedy"], 60, 5, duplicate=True)
    assert result["standings"] == json.loads(json.dumps(again.as_dict()))["standings"]


def test_simulate_with_fixed_seats(quartier_command: Terminal) -> None:
    arguments = ("simulate", "city_blocks", "--games", "20", "--seats", "greedy,random", "--fixed", "--json")
    result = json.loads(quartier_command(*arguments).out)
    assert result["standings"][0]["share_by_seat"] == [1.0, None]


@pytest.fixture
def board_file(tmp_path: Path) -> str:
    """A board of BlockCity in your own file."""
    file = tmp_path / "mine.json"
    data = quartier.load("block_city").spec.boards.standard().data
    file.write_text(json.dumps({**data, "name": "Mine"}), encoding="utf-8")
    return str(file)


def test_a_board_is_named_by_its_file(quartier_command: Terminal, board_file: str, tmp_path: Path) -> None:
    records = tmp_path / "records"
    options = ("--board", board_file, "--games", "2", "--records", str(records), "--json")
    simulated = quartier_command("simulate", "block_city", "--seats", "random,random", *options)
    assert json.loads(simulated.out)["board"] == "Mine"
    for record in records.glob("*.txt"):
        assert quartier_command("replay", str(record)).code == 0
        assert quartier.replay(record.read_text("utf-8")).board.name == "Mine"
    compared = quartier_command(
        *("balance", "block_city", "--bots", "random", "--games", "2", "--board", board_file, "--json")
    )
    assert "board=Mine" in compared.out


@pytest.mark.parametrize(
    ("content", "reason"), [(None, "Can’t read"), ("{", "isn’t valid JSON"), ("{}", "with a “name”")]
)
def test_a_board_file_that_cannot_be_used(
    quartier_command: Terminal, tmp_path: Path, content: str | None, reason: str
) -> None:
    file = tmp_path / "wrong.json"
    if content is not None:
        file.write_text(content)
    command = quartier_command("simulate", "block_city", "--board", str(file))
    assert command.code == 2
    assert reason in command.err


def test_replay_checks_a_record_and_prints_the_end(quartier_command: Terminal) -> None:
    state = quartier.replay(Path(DRAW).read_text())
    command = quartier_command("replay", DRAW)
    assert command.code == 0
    assert f"event {len(state.events)} of {len(state.events)}. The record is correct." in command.out
    assert str(state) in command.out
    assert "a draw" in command.out


@pytest.mark.parametrize("index", [0, 1, 24, 40])
def test_replay_prints_the_table_at_any_event(quartier_command: Terminal, index: int) -> None:
    state = quartier.replay(Path(DRAW).read_text()).at(index)
    out = quartier_command("replay", DRAW, "--at", str(index)).out
    assert str(state) in out
    assert "Score" in out


def test_replay_for_a_seat_shows_what_it_knows(quartier_command: Terminal) -> None:
    state = quartier.replay(Path(DRAW).read_text()).at(30)
    out = quartier_command("replay", DRAW, "--at", "30", "--seat", "2", "--log").out
    assert str(state.concealed(1)) in out
    for index in range(30):
        assert state.seen_by(1, "en").log_line(index).text in out
    hidden = [
        state.seen_by(0, "en").log_line(i).text for i in range(30) if state.event_text(i, 1) == "draw ?"
    ]
    assert hidden
    assert all(f"{line}\n" not in out for line in hidden)


def test_replay_tells_everything_to_who_asks_for_no_seat(quartier_command: Terminal) -> None:
    state = quartier.replay(Path(DRAW).read_text())
    out = quartier_command("replay", DRAW, "--log").out
    assert "draws a tile" not in out
    assert state.seen_by(0, "en").log_line(14).text in out


def test_replay_draws_the_table(quartier_command: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    command = quartier_command("replay", DRAW, "--at", "40", "--svg", str(file))
    assert command.code == 0
    assert ElementTree.fromstring(file.read_text()).tag.endswith("svg")
    assert quartier_command("replay", DRAW, "--at", "40", "--svg", "-").out == file.read_text()


def test_bench_measures_every_title(quartier_command: Terminal) -> None:
    result = json.loads(quartier_command("bench", "--seconds", "0.05", "--json").out)
    assert [speed["title"] for speed in result["titles"]] == quartier.titles()
    assert all(speed["random_moves"] > 0 for speed in result["titles"])


def test_bench_of_one_title_as_a_table(quartier_command: Terminal) -> None:
    command = quartier_command("bench", "--seconds", "0.05", "--title", "connect_four")
    assert "connect_four" in command.out
    assert "city_blocks" not in command.out
    assert (
        command.err == "Measuring Connect Four\n"
    )  # before anything is compiled: no one thinks that it hangs


def test_version(quartier_command: Terminal) -> None:
    assert quartier_command("--version") == (0, f"quartier {quartier.__version__}\n", "")


def test_without_a_command_there_is_help(quartier_command: Terminal) -> None:
    command = quartier_command()
    assert command.code == 0
    assert command == quartier_command("--help")
    for name in ("serve", "games", "rules", "play", "simulate", "replay", "bench"):
        assert name in command.out
