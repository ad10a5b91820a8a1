"""Trainings of several lengths, compared with the network that is shipped: small ones here."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import learning_curves
from learning_curves import GREEDY, SHIPPED, Point, champion_of, curves, measure
from quartier.conformance.games import load_compiled
from quartier.lab import plots
from quartier.lab.learning.evaluation import EvaluationMatch


def point(title: str, seconds: float, share: float) -> Point:
    trials = (
        EvaluationMatch("learned", SHIPPED, 2, 4, 1, share, 0.0, 1.0),
        EvaluationMatch("learned", GREEDY, 2, 4, 1, 1.0, 0.4, 1.0),
    )
    return Point(title, 256, seconds, trials)


def test_a_training_is_measured_against_both() -> None:
    game = load_compiled("block_city")
    champion = champion_of(game)
    assert champion is not None
    result = measure(game, champion, 256, 4)
    assert (result.title, result.games) == ("block_city", 256)
    assert result.seconds > 0
    assert result.against(SHIPPED).share < 0.5, "256 games teach less than hundreds of thousands"
    assert result.against(GREEDY).games == 4
    assert result.table_row().startswith("| block_city | 256 | ")


def test_curves_begin_with_the_shortest_training() -> None:
    result = curves([point("b", 9.0, 0.4), point("a", 5.0, 0.3), point("b", 2.0, 0.1)])
    assert list(result) == ["a", "b"]
    assert result["b"] == [plots.Reached(2.0, 0.1, 0.0, 1.0), plots.Reached(9.0, 0.4, 0.0, 1.0)]


def test_titles_whose_network_did_not_learn_from_its_own_games_are_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Connect Four has none, and Gridlock's learned from games of another bot: alone it would play for hours."""
    monkeypatch.setattr(sys, "argv", ["learning_curves.py", "connect_four", "gridlock"])
    learning_curves.main()
    assert capsys.readouterr().out == ""
