"""What groups of features are worth: each network plays games that it was trained for, and loses by what it leans on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from feature_groups import first_games, groups, measure, without
from quartier.bots.weights import features, shipped_weights
from quartier.conformance.games import load_compiled

TITLES = ["block_city", "city_blocks", "gridlock", "metromania", "neue_heimat"]


@pytest.mark.parametrize("title", TITLES)
def test_each_network_plays_games_that_it_was_trained_for(title: str) -> None:
    game = load_compiled(title)
    for weights in shipped_weights(game):
        seats, options = first_games(weights)
        assert weights.know(game, game.new(seats, **options).setup)


@pytest.mark.parametrize("title", TITLES)
def test_each_feature_is_in_one_group(title: str) -> None:
    game = load_compiled(title)
    parts = list(groups(game).values())
    assert [number for part in parts for number in part] == list(range(features(game)))


def test_without_a_group_its_features_are_all_alike_and_the_network_loses() -> None:
    game = load_compiled("block_city")
    weights = next(network for network in shipped_weights(game) if network.name == "network-2-3-4")
    group = groups(game)["bounds"]
    rows = without(weights, group).rows
    assert (rows[group.start : group.stop] == rows[group.start]).all()
    assert (rows[: group.start] == weights.rows[: group.start]).all()
    line = measure(game, weights, "bounds", group, 20)
    assert line.startswith(f"| block_city | network-2-3-4 | 2 | bounds | {len(group)} |")
    assert float(line.split("|")[6].strip().removesuffix(" %")) < 25
