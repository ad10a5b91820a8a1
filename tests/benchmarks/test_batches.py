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


@pytest.mark.parametrize(
    "asked",
    [
        ("city_blocks", "city_blocks by lists", "connect_four", "OpenSpiel connect_four"),
        pytest.param((), marks=pytest.mark.soak),
    ],
    ids=["some", "all"],
)
def test_every_subject_has_its_steps(asked: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "benchmarks/batches.py", "--quick", "--json", file, *asked]
    done = subprocess.run(
        command, cwd=ROOT, timeout=300, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    steps = json.loads(file.read_text(encoding="utf-8"))["steps"]
    assert all(len(found) == 1 and found[0] > 0 for found in steps.values())
    openspiel = find_spec("pyspiel") is not None
    assert {each for each in asked or SOME_OF_ALL if openspiel or "OpenSpiel" not in each} <= set(steps)
    assert ("OpenSpiel connect_four" in steps) == openspiel
    assert all(f"| {each} |" in done.stdout for each in steps)
