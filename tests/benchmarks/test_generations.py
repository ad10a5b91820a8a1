"""This version against an earlier one: here both are this one, so it shows that they meet, agree and are counted."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_one_of_ours_meets_two_of_theirs_in_every_seat() -> None:
    command = (
        "benchmarks/generations.py neue_heimat --ours greedy --theirs random --seats 3 --games 3 --earlier"
    )
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    told = subprocess.run(
        [sys.executable, *command.split(), sys.executable],
        cwd=ROOT,
        check=True,
        timeout=300,
        text=True,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": path},
    ).stdout
    found = re.fullmatch(r"3 games: ([\d.]+)% \(\d+% to \d+%\); ms .* move ([\d.]+) : ([\d.]+)\n", told)
    assert found, told
    share, ours, theirs = map(float, found.groups())
    assert share > 100 / 3
    assert ours > 0
    assert theirs > 0
