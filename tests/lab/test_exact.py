"""Small games are worked out: OpenSpiel finds the same, perfect strategies are perfect, and bots are not."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import quartier
from quartier import State
from quartier.conformance.games import load_compiled
from quartier.core.text.errors import BadOption, QuartierError
from quartier.lab import exact

SETUP = ("bonus 1", "bonus 2", "bonus 3", "bonus 4", "lot 5", "lot 6")


def district() -> State:
    """City Blocks on two streets by two, red to begin, before the tiles are drawn."""
    state = load_compiled("city_blocks").new(chance="manual", board="2x2")
    for event in SETUP:
        state.play("*", event)
    return state


def sheets() -> State:
    """BlockCity on the smallest sheet, after a number each and the first roll."""
    state = load_compiled("block_city").new(2, chance="manual", board="three")
    for actor, move in (("0", "2@P1"), ("1", "3@H1"), ("*", "first 1"), ("*", "roll 2 5"), ("1", "5@P2")):
        state.play(actor if actor == "*" else int(actor), move)
    return state


def lines() -> State:
    """Metromania with four arrows to begin on and three counters a line, the city laid and its markers dealt."""
    return load_compiled("metromania").new(2, seed=1, board="four")


def crossing() -> State:
    """Gridlock with three destinations, the starts drawn, before the secret ones are dealt."""
    state = load_compiled("gridlock").new(2, chance="manual", board="three", turn_limit=5)
    for start in ("start North", "start West"):
        state.play("*", start)
    return state


STARTS = {
    "city_blocks": district,
    "block_city": sheets,
    "metromania": lines,
    "gridlock": crossing,
}


@cache
def tree(name: str) -> exact.Tree:
    """What may happen there."""
    return exact.tree_of(STARTS[name]())


def test_equal_positions_are_one_only_where_nobody_has_secrets() -> None:
    assert (tree("city_blocks").open, tree("block_city").open) == (False, True)
    assert tree("city_blocks").infos < (tree("city_blocks").graph.actor >= 0).sum()


@pytest.mark.parametrize(
    "name",
    [
        "city_blocks",
        *(pytest.param(title, marks=pytest.mark.soak) for title in ("block_city", "metromania", "gridlock")),
    ],
)
def test_openspiel_finds_the_same_best_responses(name: str) -> None:
    openspiel = pytest.importorskip("quartier.adapters.openspiel")
    policies = pytest.importorskip("open_spiel.python.policy")
    responses = pytest.importorskip("open_spiel.python.algorithms.best_response")
    ours = tree(name)
    theirs = openspiel.load(ours.start.game.name, 2, board=ours.start.board.name)
    root, uniform = theirs.at(ours.start), policies.UniformRandomPolicy(theirs)
    values = [responses.BestResponsePolicy(theirs, seat, uniform, root).value(root) for seat in range(2)]
    assert exact.weakness(ours, exact.uniform(ours)).against == pytest.approx(values)


@pytest.mark.parametrize("title", ["city_blocks", "block_city"])
def test_who_plays_perfectly_cannot_be_exploited(title: str) -> None:
    solved = exact.solve(tree(title), gap=1e-3)
    weakness = exact.weakness(tree(title), solved.strategy)
    assert 0 <= weakness.exploitability <= 1e-3
    assert solved.low - 1e-9 <= weakness.value <= solved.high + 1e-9
    assert -1 < solved.low <= solved.high < 1


def test_without_secrets_backward_induction_tells_the_value_exactly() -> None:
    solved = exact.solve(tree("block_city"))
    assert (solved.low, solved.rounds) == (solved.high, 0)
    assert exact.weakness(tree("block_city"), solved.strategy).exploitability == pytest.approx(0, abs=1e-12)


def test_a_bot_plays_what_it_is_asked() -> None:
    ours = tree("city_blocks")
    greedy = exact.of_bot(ours, "greedy", asks=2)
    sums = np.add.reduceat(greedy, ours.graph.offset[:-1])
    assert sums == pytest.approx(np.ones(ours.infos))
    random, weak = (
        exact.weakness(ours, strategy).exploitability for strategy in (exact.uniform(ours), greedy)
    )
    assert 0 < weak < random


def test_the_position_of_an_information_set_is_one_of_its_own() -> None:
    ours = tree("city_blocks")
    for info in range(0, ours.infos, 97):
        state, seat = ours.state(info), int(ours.owner[info])
        assert sorted(state.legal(seat)) == ours.actions(info).tolist()


def test_setups_are_drawn_or_taken_all_together() -> None:
    start = quartier.load("city_blocks").new(chance="manual", board="2x2")
    values = exact.study(start, ["greedy"], deals=2)
    assert values.names == ("random", "greedy")
    assert [case.nodes for case in values.cases] == [tree("city_blocks").nodes] * 2
    assert values.exploitability("greedy")[0] < values.exploitability("random")[0]
    assert exact.study(district()).whole


def test_what_is_too_large_is_refused_before_the_memory_is_full() -> None:
    with pytest.raises(QuartierError, match="too many to solve"):
        exact.tree_of(quartier.load("city_blocks").new(chance="manual"), most=10_000)
    with pytest.raises(BadOption, match="two-player games"):
        exact.tree_of(quartier.load("block_city").new(3, chance="manual", board="three"))
