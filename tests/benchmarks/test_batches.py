"""The benchmark of many games at once runs, and has every figure."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

SOME_OF_ALL = "gridlock", "gridlock by lists", "OpenSpiel backgammon"
ROOT = Path(__file__).parents[2]


def run(*command: str | Path) -> str:
    """What a benchmark prints."""
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        timeout=300,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "subjects",
    [
        ("city_blocks", "city_blocks by lists", "connect_four", "OpenSpiel connect_four"),
        pytest.param((), marks=pytest.mark.soak),
    ],
    ids=["some", "all"],
)
def test_every_subject_has_its_steps(subjects: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    output = run("benchmarks/batches.py", "--quick", "--json", file, *subjects)
    steps = json.loads(file.read_text(encoding="utf-8"))["steps"]
    assert all(len(rates) == 1 and rates[0] > 0 for rates in steps.values())
    openspiel = find_spec("pyspiel") is not None
    assert {cell for cell in subjects or SOME_OF_ALL if openspiel or "OpenSpiel" not in cell} <= set(steps)
    assert ("OpenSpiel connect_four" in steps) == openspiel
    assert all(f"| {step} |" in output for step in steps)


def test_threads_are_measured_against_one() -> None:
    output = run("benchmarks/threads.py", "--quick", "city_blocks", "neue_heimat")
    *_, first, second = output.splitlines()
    for line, title in ((first, "city_blocks"), (second, "neue_heimat")):
        name, *rates = (cell.strip() for cell in line.strip("|").split("|"))
        assert name == title
        assert [float(cell) > 0 for cell in rates] == [True, True]
