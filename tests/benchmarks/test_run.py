"""The benchmark runs, and its JSON has every figure; how fast anything is, is no business of a test."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from quartier.games.registry import OURS

pytestmark = pytest.mark.soak

ROOT = Path(__file__).parents[2]
OPENSPIEL = find_spec("pyspiel") is not None
SERVER = find_spec("fastapi") is not None

LOOPS = {"loop_moves", "loop_games", "loop_copies", "loop_listings", "loop_scorings"}
SEARCHES = {"search_simulations", "search_simulations_middle"}
INNER = {"gridlock": {"loop_reaches"}, "metromania": {"loop_trips"}}
PYTHON = {"python_moves", "python_copies"}


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What `python benchmarks/run.py --quick --json FILE --docs FILE` wrote."""
    folder = tmp_path_factory.mktemp("benchmark")
    page = folder / "page.md"
    page.write_text((ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8"), encoding="utf-8")
    command = [sys.executable, "benchmarks/run.py", "--quick", "--json", folder / "all.json", "--docs", page]
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    subprocess.run(command, cwd=ROOT, check=True, timeout=300, env={**os.environ, "PYTHONPATH": path})
    return {"page": page.read_text(encoding="utf-8"), **json.loads((folder / "all.json").read_text())}


def test_every_title_has_every_figure(result: dict[str, Any]) -> None:
    ours = result["figures"]["quartier"]
    assert {title: set(figures) for title, figures in ours.items()} == {
        title: LOOPS | SEARCHES | PYTHON | INNER.get(title, set()) for title in (*OURS, "connect_four")
    }
    assert all(value > 0 for figures in ours.values() for value in figures.values())


@pytest.mark.skipif(not OPENSPIEL, reason="OpenSpiel is not installed")
def test_openspiel_stands_beside_them(result: dict[str, Any]) -> None:
    theirs = result["figures"]["openspiel"]
    expected = {"loop_moves", "loop_games", "search_simulations"} | PYTHON
    assert {name: set(figures) for name, figures in theirs.items()} == {
        "connect_four": expected | SEARCHES,
        "backgammon": expected,
    }
    assert len(result["ratios"]) == 6
    assert all(value > 0 for value in result["ratios"].values())


@pytest.mark.skipif(not OPENSPIEL, reason="OpenSpiel is not installed")
def test_the_searches_play_a_pair_of_games_of_everything(result: dict[str, Any]) -> None:
    matches = result["matches"]
    assert set(matches) == {"connect_four", "city_blocks"}
    for tally in matches.values():
        assert (tally["games"], 0 <= tally["points"] <= 2) == (2, True)
        assert min(tally["our_moves"], tally["their_moves"]) > 0
        assert tally["their_simulations"] >= tally["their_moves"]
    assert "| connect_four | MCTS on its own game | 2 |" in result["page"]


@pytest.mark.skipif(not SERVER, reason="the server's packages are not installed")
def test_the_server_is_measured(result: dict[str, Any]) -> None:
    commands = {f"{figure}_{how}" for figure in ("commands", "command_ms") for how in ("alone", "together")}
    assert set(result["server"]) == {"moves", "views", "first_answer_cold", "first_answer_warm"} | commands
    assert all(value > 0 for value in result["server"].values())


def test_the_machine_is_described_without_its_paths(result: dict[str, Any]) -> None:
    assert set(result["machine"]) == {
        "cores",
        "processor",
        "system",
        "python",
        "numba",
        "numpy",
        "open_spiel",
    }
    assert not any(str(value).startswith("/") for value in result["machine"].values())


def test_the_page_gets_its_tables_and_keeps_its_text(result: dict[str, Any]) -> None:
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert result["page"].startswith(page.partition("<!-- figures")[0])
    assert result["page"].endswith(page.partition("<!-- end of figures -->")[2])
    assert "| random moves/s in a loop |" in result["page"]


@pytest.mark.skipif(
    not SERVER or not Path("/proc/self/stat").exists(), reason="no server, or no processor times"
)
def test_watched_moves_are_measured(result: dict[str, Any]) -> None:
    (forms,) = result["watched"].values()
    expected = {"ms_per_move", "ms_per_table", "kb_per_move", "p99_ms", "moves_per_second"}
    assert {form: set(figures) for form, figures in forms.items()} == {
        "fragments": expected,
        "joined": expected,
    }
    assert all(value > 0 for figures in forms.values() for value in figures.values())
