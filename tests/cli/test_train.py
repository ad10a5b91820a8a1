"""`train` keeps a network that passes, says what it is for, and makes the same one again from what it says."""

import json
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import quartier
from quartier.bots.weights import Weights
from quartier.lab.learning.training import CHECKPOINT
from tests.cli.terminal import Terminal

VARIED = ("--seats", "2,3", "--option", "set_points=20", "--option", "surrounding=highest,lowest")
NAME = "network-2-3+set_points=20+surrounding=highest-lowest"
SHORT_RUN = ("--games", "128", "--batch", "4", "--trials", "12", "--workers", "1")


def train(terminal: Terminal, folder: Path, *arguments: str) -> tuple[int, str]:
    folders = ("--folder", str(folder / "tries"), "--output", str(folder / "kept"))
    output = terminal("train", "block_city", *SHORT_RUN, *arguments, *folders)
    return output.code, " ".join((output.out + output.err).split())


def card_of(folder: Path) -> dict[str, Any]:
    (weights,) = Weights.all_in(folder)
    return weights.card


def test_a_network_learns_games_with_several_values_of_an_option(
    quartier_command: Terminal, tmp_path: Path
) -> None:
    code, output = train(quartier_command, tmp_path, *VARIED, "--against", "random")
    assert code == 0, output
    assert "Against random with 3 seats: 100.0% of 12 games" in output
    assert output.count("set_points=20 · surrounding=lowest") == output.count("surrounding=highest") == 6
    card = card_of(tmp_path / "kept")
    assert {file.stem for file in (tmp_path / "kept").iterdir()} == {NAME}
    assert [(match["seats"], match["options"]["surrounding"]) for match in card["strength"][::3]] == [
        (2, "highest"),
        (3, "highest"),
        (2, "lowest"),
        (3, "lowest"),
    ]


def test_the_command_on_the_card_makes_the_same_network(quartier_command: Terminal, tmp_path: Path) -> None:
    train(quartier_command, tmp_path, *VARIED, "--against", "random")
    (first,) = Weights.all_in(tmp_path / "kept")
    arguments = shlex.split(first.card["command"])
    assert arguments[:3] == ["quartier", "train", "block_city"]
    trials = ("--against", "random", "--trials", "12", "--workers", "1")
    quartier_command(
        *arguments[1:], *trials, "--folder", str(tmp_path / "try"), "--output", str(tmp_path / "new")
    )
    (second,) = Weights.all_in(tmp_path / "new")
    assert second.rows.tobytes() == first.rows.tobytes()
    assert second.card["command"] == first.card["command"]


def test_an_apprenticeship_is_kept_and_only_tried_when_it_is_resumed(
    quartier_command: Terminal, tmp_path: Path
) -> None:
    arguments = ("--games", "0", "--apprentice", "4", "--teacher", "mcts:2", "--trials", "4")
    _, output = train(quartier_command, tmp_path, *arguments)
    assert "0 games: mean error" in output
    first = (tmp_path / "tries" / CHECKPOINT).read_bytes()
    weights = {network.name: network.rows for network in Weights.all_in(tmp_path / "tries")}
    _, output = train(quartier_command, tmp_path, *arguments, "--resume")
    assert "0 games: mean error" not in output
    assert "Against champion with 2 seats" in output
    assert (tmp_path / "tries" / CHECKPOINT).read_bytes() == first
    (second,) = Weights.all_in(tmp_path / "tries")
    assert second.rows.tobytes() == weights[second.name].tobytes()


def test_a_network_that_loses_a_trial_is_not_installed(quartier_command: Terminal, tmp_path: Path) -> None:
    code, output = train(quartier_command, tmp_path, "--against", "random")
    assert code == 1, "the title's own network has to be beaten, whatever else is named"
    assert "Not good enough" in output
    assert not (tmp_path / "kept").exists()
    assert card_of(tmp_path / "tries")["strength"][0]["against"] == "champion"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--option", "surrounding=highest,middle"), "middle"),
        (("--option", "passive_mis=true"), "passive_miss"),
        (("--seats", "2,9"), "9"),
        (("--seats", "2;3"), "2;3"),
        (("--against", "mtcs:200"), "mtcs:200"),
        (("--simulations", "9999999999"), "999999999"),
        (("--pool", "greedy,mcts:1s"), "mcts:1s"),
        (("--apprentice", "9", "--teacher", "learned:0.5s"), "learned:0.5s"),
        (("--blind", "--pool", "greedy"), "--pool"),
        (("--blind", "--apprentice", "9"), "--apprentice"),
    ],
)
def test_what_no_game_has_is_refused_before_anything_is_played(
    quartier_command: Terminal, tmp_path: Path, arguments: tuple[str, ...], named: str
) -> None:
    code, output = train(quartier_command, tmp_path, *arguments)
    assert code == 2, output
    assert named in output
    assert not (tmp_path / "tries").exists()


def test_a_card_is_plain_data(quartier_command: Terminal, tmp_path: Path) -> None:
    train(quartier_command, tmp_path, *VARIED, "--against", "random")
    card = json.loads((tmp_path / "kept" / f"{NAME}.json").read_text(encoding="utf-8"))
    assert card["options"] == {
        "surrounding": ["highest", "lowest"],
        "passive_miss": False,
        "miss_spoils_store": False,
        "set_points": 20,
    }
    assert card["course"]["options"] == {"set_points": 20, "surrounding": ["highest", "lowest"]}


def test_without_a_folder_nothing_is_written_but_here(
    quartier_command: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with no_change_in(quartier.load("block_city").spec.data):
        output = quartier_command("train", "block_city", *SHORT_RUN, *VARIED, "--against", "random")
        assert output.code == 0, output.err
        blind = quartier_command("train", "block_city", "--blind", "--games", "2000")
        assert blind.code == 0, blind.err
    assert "learned@networks/block_city" in " ".join(output.err.split())
    assert {file.name for file in (tmp_path / "networks" / "block_city").iterdir()} == {
        f"{NAME}.npz",
        f"{NAME}.json",
        "priority.json",
    }
    played = quartier_command(
        *("arena", "block_city", "--seats", "learned@networks/block_city,priority@networks/block_city"),
        *("--games", "2", "--workers", "1", "--option", "set_points=20"),
    )
    assert played.code == 0, played.err
    refused = quartier_command("arena", "block_city", "--seats", "learned@networks/block_city,greedy")
    assert refused.code == 2
    assert "set_points = 30, only for 20" in " ".join(refused.err.split())


@contextmanager
def no_change_in(folder: Path) -> Iterator[None]:
    """Inside, no file of the folder is written, added or removed."""
    before = {file: file.stat().st_mtime_ns for file in folder.rglob("*")}
    yield
    assert {file: file.stat().st_mtime_ns for file in folder.rglob("*")} == before
