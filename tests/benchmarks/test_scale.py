"""The simulation behind docs/scale.md: more players never need less, and what has no end is said to have none."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import itertools

from scale import Habits, Limits, Measured, enough, need, wait_p99

MEASURED = Measured(
    ms_per_move=3.0,
    ms_shared=4.0,
    ms_heard=0.05,
    ms_bot=2.0,
    server_mb=350.0,
    kb_per_table=300.0,
    bytes_per_move=500.0,
)
PLAYERS = (1_000, 10_000, 100_000, 300_000, 1_000_000)


def test_who_is_alone_waits_for_nobody() -> None:
    """99 of 100 of gamma-distributed times of shape 2 are below 3.3 times their mean."""
    assert wait_p99(0.001, 10.0, 0.0) == pytest.approx(33.2, rel=0.05)
    assert wait_p99(0.001, 10.0, 0.5) == pytest.approx(66.4, rel=0.05)  # half of the server is taken


def test_waits_grow_with_what_comes() -> None:
    waits = [wait_p99(rate, 4.0, 0.0) for rate in (1, 50, 125, 200, 240)]
    assert waits == sorted(waits)
    assert waits[-1] > 4 * waits[0]


def test_more_players_never_need_less() -> None:
    needs = [need(players, Habits(), MEASURED, Limits()) for players in PLAYERS]
    for less, more in itertools.pairwise(needs):
        assert (more.servers or 10**9) >= (less.servers or 10**9)
        assert more.memory_gb > less.memory_gb
        assert more.gb_per_year > less.gb_per_year
    assert needs[0].servers == 1
    assert all(needed.wait_ms <= Limits().wait_ms for needed in needs if needed.servers)


def test_one_server_fewer_would_be_too_few() -> None:
    count, _, _ = enough(700.0, MEASURED, Limits())
    assert count is not None
    peer_moves = 700.0 * (count - 2) / (count - 1)
    assert wait_p99(700.0 / (count - 1), 4.0, peer_moves * 0.05 / 1000) > Limits().wait_ms


def test_what_all_have_to_hear_has_an_end() -> None:
    """At 20,000 moves a second each server hears for a whole second in a second: none is enough, however many there are."""
    assert enough(20_000.0, MEASURED, Limits())[0] is None
    assert enough(20_000.0, replace(MEASURED, ms_heard=0.0), Limits())[0] is not None
    assert need(10_000_000, Habits(), MEASURED, Limits()).first(Limits()) == "notifications between processes"
