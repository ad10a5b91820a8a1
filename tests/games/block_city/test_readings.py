"""The example that compares the two readings of BC-6 runs, and finds what the rules say about them."""

import runpy
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quartier.conformance.games import load_compiled

SCRIPT = Path(__file__).parents[3] / "examples" / "block_city_readings.py"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    load_compiled("block_city")
    return runpy.run_path(str(SCRIPT))


@pytest.mark.slow
@pytest.mark.rules("BC-6")
def test_the_lenient_reading_takes_the_bite_out_of_the_dice(example: dict[str, Any]) -> None:
    strict = example["averages"](2, "highest", 40, Random(1))
    lenient = example["averages"](2, "lowest", 40, Random(1))
    assert strict[1] > 1.5 > 0.4 > lenient[1]
    assert 115 < strict[0] < 138 < lenient[0] < 165


def test_random_players_miss_only_when_nothing_fits(example: dict[str, Any]) -> None:
    state = example["random_game"](3, "highest", Random(2))
    for index, (actor, move) in enumerate(state.events):
        if move.startswith("X"):
            assert all(other[0] == "X" for other in state.at(index).moves(actor))
    assert [event.move[:2] for event in state.events[:3]] == ["1@"] * 3


def test_a_greedy_player_alone_averages_200(example: dict[str, Any]) -> None:
    assert example["greedy_average"](1, 300, 1) >= 200
    assert example["greedy_average"](3, 60, 1) >= 185


def test_the_script_prints_a_line_for_each_table() -> None:
    command = [sys.executable, str(SCRIPT), "--games", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=200)
    assert len(done.stdout.splitlines()) == 12
