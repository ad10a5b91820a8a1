"""Learning curves of several seeds, and the agents' benchmark: small ones here."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import agents
import baselines
import quartier

program = baselines.program


class Learner:
    """A learner that learns nothing."""

    def __init__(self) -> None:
        self.trainings = 0

    def train(self, title: str, seats: int, seed: int, report: Any, is_over: Any) -> Any:
        """Report a round after every 4 steps."""
        self.trainings += 1
        steps, network = 0, program("policy").new_network(quartier.load(title), seed)
        while not is_over(steps):
            steps += 4
            report(steps, network)
        return network


def test_a_run_is_measured_at_checkpoints_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    learner = Learner()
    monkeypatch.setattr(baselines, "program", lambda name: learner if name == "learner" else program(name))
    for _ in range(2):
        done_runs = list(baselines.runs(tmp_path, "learner", "connect_four", 2, 16, 4))
    assert learner.trainings == 2
    assert [run.seed for run in done_runs] == [1, 2]
    assert [point.steps for point in done_runs[0].points] == [4, 8, 16]
    curves = {("learner", "connect_four"): baselines.summary(done_runs)}
    *_, last = baselines.table(curves).splitlines()
    assert last.startswith("| `learner.py` | `connect_four` | 16 | ")
    baselines.plot(curves, str(tmp_path / "curves.svg"))
    assert "against greedy" in (tmp_path / "curves.svg").read_text(encoding="utf-8")


def test_intervals_are_students() -> None:
    assert baselines.interval([0.5, 0.5, 0.5]) == (0.5, 0.5, 0.5)
    middle, low, high = baselines.interval([0.4, 0.5, 0.6])
    assert (middle, low, high) == pytest.approx((0.5, 0.5 - 0.2484, 0.5 + 0.2484), abs=1e-3)
    assert baselines.interval([0.9]) == (0.9, 0.0, 1.0)


def test_an_agent_gets_its_lines_and_keeps_those_of_other_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = agents.Row("mine", "1", "gridlock", "greedy", 2, 0.5, 0.1, 0.9, 0, 3.0, {})
    agents.write(tmp_path / "mine.jsonl", [other])
    (tmp_path / "my_greedy.py").write_text(
        "from quartier import bots\n\n\ndef greedy(game):\n    return bots.make('greedy', game)\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    arguments = [
        "my_greedy:greedy",
        "--name",
        "mine",
        "--version",
        "3",
        "--titles",
        "connect_four",
        "--games",
        "2",
    ]
    monkeypatch.setattr(sys, "argv", ["agents.py", *arguments, "--folder", str(tmp_path)])
    agents.main()
    rows = [json.loads(line) for line in (tmp_path / "mine.jsonl").read_text().splitlines()]
    assert [(row["title"], row["against"]) for row in rows] == [
        ("gridlock", "greedy"),
        ("connect_four", "random"),
        ("connect_four", "greedy"),
    ]
    assert rows[1]["share"] == 1
    assert rows[1]["provenance"]["command"].startswith(
        "python benchmarks/agents.py my_greedy:greedy --name mine --version 3 --titles connect_four"
    )
    assert "| mine | greedy | 50% (10%–90%) |" in capsys.readouterr().out


def test_openspiels_search_plays_through_the_adapter() -> None:
    pytest.importorskip("pyspiel")
    rows = list(agents.play("openspiel:8", "openspiel:8", "2", "connect_four", 2))
    assert [row.forfeits for row in rows] == [0, 0]
    assert min(row.ms for row in rows) > 0


def test_the_table_in_the_documentation_is_of_the_files() -> None:
    """If this fails: `python benchmarks/agents.py --docs docs/baselines.md`."""
    rows = [row for file in sorted(agents.FOLDER.glob("*.jsonl")) for row in agents.read(file)]
    page = (agents.ROOT / "docs/baselines.md").read_text(encoding="utf-8")
    assert agents.table(rows) in page
