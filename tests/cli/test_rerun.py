"""Results say what they come from, `rerun` repeats them to the bit, and arenas keep their games."""

import json
import shlex
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quartier
from quartier import lab
from quartier.bots.weights import Weights
from quartier.core.provenance import commit, provenance
from tests.cli.terminal import RECORDS, Terminal

ARENA = ("arena", "city_blocks", "--seats", "random,greedy", "--games", "6", "--seed", "5", "--json")
EXPERIMENTS = {
    "arena": ARENA,
    "simulate": ("simulate", "city_blocks", "--games", "5", "--json", "--workers", "1"),
    "balance": ("balance", "city_blocks", "--bots", "random", "--games", "4", "--json", "--workers", "1"),
    "exact": ("exact", "city_blocks", "--board", "2x2", "--deals", "1", "--bot", "greedy", "--json"),
    "review": ("review", str(RECORDS / "greedy.txt"), "--budget", "mcts:4", "--json"),
}


def result_of(terminal: Terminal, file: Path, *arguments: str) -> dict[str, Any]:
    """Run an experiment, and save what it prints."""
    done = terminal(*arguments)
    assert done.code == 0, done.err
    file.write_text(done.out, encoding="utf-8")
    result: dict[str, Any] = json.loads(done.out)
    return result


def test_provenance_says_what_one_needs_to_repeat_an_experiment() -> None:
    origin = provenance(seed=3, command="quartier arena x")
    assert {
        "seed": 3,
        "command": "quartier arena x",
        "quartier": quartier.__version__,
    }.items() <= origin.items()
    assert (origin["numpy"], origin["numba"]) == (np.__version__, version("numba"))
    assert all(origin[name] for name in ("python", "processor", "system"))
    assert origin["date"].endswith("+00:00")
    assert provenance()["command"] == shlex.join(sys.orig_argv)


def test_only_a_checkout_has_a_commit(tmp_path: Path) -> None:
    assert commit(tmp_path) is None
    (tmp_path / ".git").mkdir()
    assert commit(tmp_path) is None, "another repository"
    (tmp_path / "src" / "quartier").mkdir(parents=True)
    assert commit(tmp_path) is None, "a broken one"


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_is_repeated_to_the_bit(quartier_command: Terminal, tmp_path: Path, name: str) -> None:
    file, arguments = tmp_path / "result.json", EXPERIMENTS[name]
    result = result_of(quartier_command, file, *arguments, "--debug")
    assert shlex.split(result["provenance"]["command"]) == ["quartier", *arguments]
    assert result["provenance"]["timed"] == []
    again = quartier_command("rerun", str(file))
    assert again.code == 0, again.out
    assert "The same bits" in again.out


def test_what_differs_is_named(quartier_command: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    result = result_of(quartier_command, file, *ARENA)
    result["standings"][0]["wins"] += 1
    result["provenance"]["numpy"] = "1.0"
    file.write_text(json.dumps(result), encoding="utf-8")
    again = quartier_command("rerun", str(file))
    assert again.code == 1
    assert "Different: 1 of" in again.out
    assert "standings[0].wins: " in again.out
    assert "numpy was 1.0 then" in again.err


def test_nothing_is_written_again(quartier_command: Terminal, tmp_path: Path) -> None:
    file, records, plot = tmp_path / "result.json", tmp_path / "games", tmp_path / "plot.svg"
    result_of(quartier_command, file, *ARENA, "--records", str(records), f"--plot={plot}")
    plot.unlink()
    assert quartier_command("rerun", str(file)).code == 0
    assert not plot.exists()
    assert len(list(records.iterdir())) == 6


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("no JSON", "isn’t a result"),
        ('{"games": 3}', "isn’t a result"),
        ("[]", "isn’t a result"),
        ({"command": "quartier admin delete-player x"}, "`quartier admin` can’t be repeated"),
        ({"command": "rm -r /"}, "`quartier -r` can’t be repeated"),
        ({"command": "quartier exploit block_city"}, "`quartier exploit` can’t be repeated"),
        (
            {"command": "quartier arena city_blocks", "timed": ["mcts:1s", "engine:./mine"]},
            "can’t be repeated to the bit: mcts:1s, engine:./mine",
        ),
    ],
)
def test_what_cannot_be_repeated_says_why(
    quartier_command: Terminal, tmp_path: Path, content: str | dict[str, Any], message: str
) -> None:
    file = tmp_path / "result.json"
    text = content if isinstance(content, str) else json.dumps({"provenance": content})
    file.write_text(text, encoding="utf-8")
    done = quartier_command("rerun", str(file))
    assert (done.code, done.out) == (1, "")
    assert message in " ".join(done.err.split())


@pytest.mark.parametrize("bot", ["mcts:0.01s", "learned:0.01s"])
def test_bots_that_think_by_the_clock_are_named(quartier_command: Terminal, tmp_path: Path, bot: str) -> None:
    arguments = ("arena", "connect_four", "--seats", f"{bot},random", "--games", "2", "--json")
    result = result_of(quartier_command, tmp_path / "result.json", *arguments, "--workers", "1")
    assert result["provenance"]["timed"] == [bot]


def test_a_second_bot_that_takes_its_time_is_named(quartier_command: Terminal) -> None:
    from quartier.cli.results import is_timed

    game = quartier.load("city_blocks")
    assert is_timed("6+patient", game)
    assert not is_timed("6", game)


# ----- records -----


@pytest.mark.parametrize("bots", [["greedy", "random"], ["mcts:4", "random"]])
def test_an_arena_keeps_its_games(bots: list[str], tmp_path: Path) -> None:
    alone = lab.arena("city_blocks", bots, 6, 3, workers=1)
    recorded = lab.arena("city_blocks", bots, 6, 3, workers=2, records=tmp_path / "games")
    assert recorded.standings == alone.standings, "the same games, recorded or not"
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == [f"game-{number:06}.txt" for number in range(6)]
    states = [quartier.replay(file.read_text(encoding="utf-8")) for file in files]
    assert sum(len([e for e in state.events if e.actor != "*"]) for state in states) == recorded.moves
    wins = sum(state.headers[f"Seat{seat}"] == bots[0] for state in states for seat in state.winners())
    assert wins == recorded.standings[0].wins + recorded.standings[0].shared


def test_records_need_a_folder_of_their_own(quartier_command: Terminal, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").touch()
    done = quartier_command(*ARENA, "--records", str(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert "isn’t empty" in done.err


# ----- networks and data sets -----


def test_a_card_trains_the_same_network_again(quartier_command: Terminal, tmp_path: Path) -> None:
    quartier_command(
        *("train", "block_city", "--games", "64", "--batch", "4", "--seed", "7", "--trials", "2"),
        *("--workers", "1", "--folder", str(tmp_path)),
    )
    (card,) = tmp_path.glob("*.json")
    weights = Weights.read(card)
    assert weights.card["provenance"]["seed"] == 7
    again = quartier_command("rerun", str(card))
    assert again.code == 0, again.err
    weights.rows[3, 3] += 1
    weights.write(tmp_path)
    changed = quartier_command("rerun", str(card))
    assert changed.code == 1
    assert "rows[3]" in changed.out


def test_a_data_set_is_repeated(quartier_command: Terminal, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    arguments = ("dataset", "connect_four", "--out", str(tmp_path), "--shard", "2", "--bot", "random")
    assert quartier_command(*arguments, "--games", "2").code == 0
    assert quartier_command(*arguments, "--games", "4").code == 0
    assert quartier_command(*arguments, "--games", "4").code == 0
    description = json.loads((tmp_path / "dataset.json").read_text(encoding="utf-8"))
    assert ["--games 2" in entry["command"] for entry in description["provenance"]] == [True, False]
    assert "Numba" in (tmp_path / "README.md").read_text(encoding="utf-8")
    again = quartier_command("rerun", str(tmp_path / "dataset.json"))
    assert again.code == 0, again.out + again.err
