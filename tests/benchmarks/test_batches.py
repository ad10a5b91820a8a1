"""The benchmark of many games at once runs, and has every figure."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_subject_has_its_steps(tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "benchmarks/batches.py", "--quick", "--json", file]
    done = subprocess.run(
        command, cwd=ROOT, timeout=300, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    steps = json.loads(file.read_text(encoding="utf-8"))["steps"]
    assert all(len(found) == 1 and found[0] > 0 for found in steps.values())
    assert {"city_blocks", "gridlock by lists", "connect_four"} <= set(steps)
    assert ("OpenSpiel connect_four" in steps) == (find_spec("pyspiel") is not None)
    assert "| gridlock by lists |" in done.stdout
