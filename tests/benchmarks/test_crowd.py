"""The benchmark of a greedy visitor says what it measures."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import crowd


def test_the_table_has_a_row_for_each_attack() -> None:
    figures = {
        "nothing": {"move_ms": 1.5},
        "its table on 300": {"move_ms": 20.0, "answers_per_second": 100.0},
    }
    head, _, quiet, busy = crowd.table(figures).splitlines()
    assert head.startswith("| one address asks for | answers per second | move ms |")
    assert quiet.startswith("| nothing | – | 1.5 |")
    assert busy.startswith("| its table on 300 | 100 | 20 |")


@pytest.mark.soak
def test_a_greedy_visitor_is_measured() -> None:
    figures = crowd.measure((4,), 0.5, settle=False)
    assert [*figures][:2] == ["nothing", "its table on 4"]
    assert all(row["move_ms"] > 0 for row in figures.values())
