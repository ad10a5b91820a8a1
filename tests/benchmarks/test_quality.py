"""The benchmark of choices counts what is right, and knows a win that a search misses."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import docs_tables
import quality
import quartier

WIN_IN_ONE = quality.Position([0, 1, 0, 1, 0, 1], dict.fromkeys(range(7), 0) | {0: 1})
LATE_WIN = quality.Position([0] * 36, {5: 1, 6: -1})


def test_a_column_is_right_if_it_keeps_the_best_result() -> None:
    lost = quality.Position([3], {2: -1, 3: 0})
    assert [lost.keeps(column) for column in (2, 3)] == [False, True]
    assert not lost.loses_win(2)
    assert [WIN_IN_ONE.loses_win(column) for column in (0, 1)] == [False, True]
    assert [one.is_late for one in (WIN_IN_ONE, LATE_WIN)] == [False, True]


def test_only_positions_count_in_which_a_column_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    """The truth comes from another package's solver."""

    def solver(python: str, peer: str, subject: dict[str, Any]) -> list[dict[str, int]]:
        assert (python, peer) == ("python", "solver")
        return [{"0": 0, "1": number % 2} for number, _ in enumerate(subject["positions"])]

    monkeypatch.setattr(quality, "ask", solver)
    decisive = quality.positions(4, "python")
    assert len(decisive) == 4
    for position in decisive:
        assert any(least <= len(position.columns) <= most for least, most in quality.PLIES)
        assert position.results == {0: 0, 1: 1}


def test_every_search_takes_a_win(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel")
    monkeypatch.setattr(quality, "ask", lambda *_: {"columns": [1], "ms": 2.0})
    monkeypatch.setattr(quality, "SECONDS", ())
    rows = {row.search: row for row in quality.connect_four_rows([WIN_IN_ONE], "", (50,))}
    assert {name for name, row in rows.items() if row.right} == {
        "Quartier, the example’s evaluation",
        "Quartier",
        "OpenSpiel, MCTS with solver",
    }
    assert {name for name, row in rows.items() if not row.right} == set(quality.PEERS)
    head, _, first, *_ = quality.tables([*rows.values()], []).splitlines()
    assert head.startswith("| Connect Four, 1 positions | budget | right |")
    assert first.startswith("| Quartier, the example’s evaluation | 50 | 100.0% |")


@pytest.mark.soak
def test_a_small_game_shows_how_much_a_search_loses() -> None:
    pytest.importorskip("pyspiel")
    start = quartier.load("city_blocks").new(chance="manual", board="2x2")
    rows = list(quality.small_rows(quality.Small("City Blocks", start, 1, 0), (16,), 1))
    assert [row.search for row in rows] == ["random moves", *["Quartier", "OpenSpiel, IS-MCTS"] * 2]
    assert 0 <= min(row.exploitability for row in rows) < rows[0].exploitability <= 1


def test_tables_are_written_between_their_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Page\n<!-- figures: written by benchmarks/x.py -->\nold\n<!-- end of figures -->\nend\n"
    )
    docs_tables.insert(page, "x.py", "new")
    assert page.read_text() == (
        "# Page\n<!-- figures: written by benchmarks/x.py -->\n\nnew\n\n<!-- end of figures -->\nend\n"
    )
