"""A network computes what its weights say, and bots use it only where it was trained for."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import quartier
from quartier import Dice, State, bots
from quartier.bots.policies import error
from quartier.bots.registry import Learned
from quartier.bots.settings import Budget, Settings, budget, noise
from quartier.bots.weights import Weights, find_weights, shipped_weights
from quartier.conformance.games import load_compiled, load_interpreted
from quartier.core.engine import networks
from quartier.core.engine.networks import HIDDEN, ONE


def some_net(rows: int) -> networks.Net:
    random = np.random.default_rng(7)
    table = random.integers(-(1 << 15), 1 << 15, (rows, HIDDEN + 1)).astype(np.int16)
    return networks.make_net(table, random.integers(-ONE, ONE, HIDDEN))


def expected_sum(net: networks.Net, features: dict[int, int]) -> int:
    """The same sum by NumPy."""
    sums = net.rows[-1].astype(np.int64)
    for column, amount in features.items():
        sums = sums + amount * net.rows[column].astype(np.int64)
    return int(sums[HIDDEN] * ONE + (np.maximum(sums[:HIDDEN], 0) * net.head).sum())


@pytest.mark.parametrize(
    "features", [{}, {3: 1}, {0: 1, 1: 1, 2: 1, 5: 1, 8: 1}, {0: 2, 1: 1, 2: -3, 5: 1, 7: 100}]
)
def test_rows_are_added_as_often_as_they_are_given(features: dict[int, int]) -> None:
    net = networks.plain(some_net(10))
    for i, (column, amount) in enumerate(features.items()):
        net.indices[i], net.values[i] = column, amount
    assert networks.output(net, len(features)) == expected_sum(some_net(10), features)


def test_weights_and_card_are_read_as_they_were_written(tmp_path: Any) -> None:
    net = some_net(4)
    Weights(net.rows, net.head, {"seats": [2]}).write(tmp_path)
    (weights,) = Weights.all_in(tmp_path)
    assert (weights.rows == net.rows).all()
    assert weights.rows.dtype == np.int16
    assert (weights.head == net.head).all()
    assert weights.card == {"seats": [2]}
    assert {file.name for file in tmp_path.iterdir()} == {"network-2.npz", "network-2.json"}
    assert Weights.all_in(tmp_path / "nowhere") == ()


def test_a_network_for_more_seats_takes_the_place_of_those_that_it_covers(tmp_path: Any) -> None:
    net = some_net(4)
    for seats in ([2], [3, 4], [2, 3]):
        Weights(net.rows, net.head, {"seats": seats}).replace_in(tmp_path, load_compiled("block_city"))
    assert [weights.card["seats"] for weights in Weights.all_in(tmp_path)] == [[2, 3], [3, 4]]


def test_a_network_for_more_options_does_too(tmp_path: Any) -> None:
    def keep(strict: Any, seats: list[int]) -> list[str]:
        course = {"options": {"strict": strict, "board": "Here"}}
        card = {"seats": seats, "board": "Here", "options": {"strict": strict, "cards": 6}, "course": course}
        Weights(net.rows, net.head, card).replace_in(tmp_path, load_compiled("block_city"))
        return [weights.name for weights in Weights.all_in(tmp_path)]

    net = some_net(4)
    keep(True, [2])
    assert keep(False, [2, 3]) == ["network-2+strict=true+board=here", "network-2-3+strict=false+board=here"]
    assert keep([False, True], [2]) == [
        "network-2+strict=false-true+board=here",
        "network-2-3+strict=false+board=here",
    ]
    assert keep([False, True], [2, 3]) == ["network-2-3+strict=false-true+board=here"]


def middle(seats: int, **setup: Any) -> State:
    """A position after some moves."""
    state, dice = load_compiled("block_city").new(seats, seed=3, **setup), Dice(3)
    for _ in range(30):
        seat = min(state.seats_to_act())
        state.play(seat, bots.make("greedy", state.game).choose(state.concealed(seat), seat, dice))
    return state


def test_a_network_serves_the_games_that_it_was_trained_for() -> None:
    for weights in shipped_weights(load_compiled("block_city")):
        setup = {name: values[0] for name, values in weights.trained_games.items() if name != "seats"}
        assert all(find_weights(middle(seats, **setup)) is weights for seats in weights.card["seats"])
    assert find_weights(middle(2, set_points=20)) is None


def test_names_of_files_say_which_board_was_asked_for(tmp_path: Any) -> None:
    course = {"options": {"board": "/some/where/My Town.json"}}
    Weights(some_net(4).rows, some_net(4).head, {"seats": [2], "course": course}).write(tmp_path)
    assert [weights.name for weights in Weights.all_in(tmp_path)] == [
        "network-2+board=_some_where_my_town_json"
    ]


def test_of_several_networks_the_one_for_just_such_games_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = find_weights(middle(2))
    assert usual is not None
    rare = replace(usual, card={**usual.card, "options": {**usual.card["options"], "passive_miss": True}})
    for both in ((usual, rare), (rare, usual)):
        monkeypatch.setattr(quartier.bots.weights, "shipped_weights", lambda _, both=both: both)
        assert find_weights(middle(2)) is usual
        assert find_weights(middle(3, passive_miss=True)) is rare


def test_a_network_serves_games_with_options_that_are_alike_to_it() -> None:
    usual = find_weights(middle(2))
    assert usual is not None
    assert find_weights(middle(2, passive_miss=True, miss_spoils_store=True)) is usual
    assert all(find_weights(middle(seats)) is usual for seats in (1, 5, 6))


def test_the_network_of_gridlock_serves_all_variants_in_which_it_was_measured() -> None:
    game = load_compiled("gridlock")
    variants: list[dict[str, Any]] = [
        {"colours": "yrgb"},
        {"turn_limit": 30, "last_turns": True},
        {"cards": 4, "congestion": True, "traffic": True, "specials": True},
        {"cards": 5, "short_trip": True, "short_trip_cones": True},
        {"board": "Lindenford"},
    ]
    assert all(find_weights(game.new(2, **options)) is not None for options in variants)
    assert find_weights(game.new(2, cards=7)) is None, "of seven destinations it has learned nothing"
    assert find_weights(game.new(3)) is None


@pytest.mark.parametrize(("name", "same"), [("learned", "greedy"), ("learned:30", "mcts:30")])
def test_elsewhere_the_hints_decide(name: str, same: str) -> None:
    for state in (middle(2, set_points=20), middle(1, store_points=5)):
        (seat,) = list(state.seats_to_act())[:1]
        view = state.concealed(seat)
        chosen = [bots.make(bot, state.game).choose(view, seat, Dice(4)) for bot in (name, same)]
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("name", ["learned", "learned~3", "learned:12"])
def test_compiled_and_interpreted_networks_choose_the_same(name: str) -> None:
    slow = load_interpreted("block_city")
    state = middle(2)
    (seat,) = list(state.seats_to_act())[:1]
    view = state.concealed(seat)
    twin = slow.from_bytes(view.to_bytes(), state.seats, state.options, seat)
    assert bots.make(name, slow).choose(twin, seat, Dice(5)) == bots.make(name, state.game).choose(
        view, seat, Dice(5)
    )


def test_a_bot_plays_with_weights_that_nobody_ships() -> None:
    game = load_compiled("block_city")
    rows = quartier.bots.weights.features(game) + 1
    weights = Weights(np.zeros((rows, HIDDEN + 1), np.int16), np.zeros(HIDDEN, np.int64), {})
    state = middle(2)
    (seat,) = list(state.seats_to_act())[:1]
    view = state.concealed(seat)
    move = Learned(game, "mine", weights).choose(view, seat, Dice(1))
    after = {move: gain(state, seat, move) for move in state.moves(seat)}
    assert after[move] == max(after.values()), "weights of 0 leave the points"


def gain(state: State, seat: int, move: str) -> int:
    copy = state.copy()
    copy.play(seat, move)
    return copy.scores()[seat]


def test_budgets_say_whether_the_network_judges() -> None:
    assert budget("learned:400x2") == Budget(simulations=400, threads=2, learned=True)
    assert str(budget("learned:400x2")) == "learned:400x2"
    assert str(budget("learned:0.5s")) == "learned:0.5s"
    assert budget("learned") is None


def test_a_title_may_search_otherwise_with_its_network() -> None:
    game = load_compiled("block_city")
    assert Settings.of(game) != Settings.of(game, learned=True)
    assert Settings.of(load_compiled("connect_four"), learned=True) == Settings()


def test_a_network_fits_whatever_its_features_know_nothing_of() -> None:
    game = load_compiled("gridlock")
    start = game.new(2, turn_limit=30)
    board = game.spec.boards.name_or_data(start.board)
    card = {"seats": [2], "options": start.options, "rules": start.rules, "board": board}
    weights = Weights(None, None, card)
    assert weights.fit(game, game.new(2, last_turns=True).setup)
    assert not weights.fit(game, game.new(2, cards=7).setup)


def test_names_say_how_far_a_bot_errs() -> None:
    assert (noise("learned~2.5"), noise("learned~10"), noise("greedy~1")) == (2.5, 10.0, 1.0)
    assert not any(noise(name) for name in ("learned", "learned~", "learned~-1", "mcts~1", "learned~0"))


def test_errors_are_right_on_average_and_as_large_as_they_say() -> None:
    dice = Dice(8)
    array = np.array([error(dice.state) for _ in range(4000)])
    assert abs(array.mean()) < 0.1
    assert abs(array.std() - 1.0) < 0.05


def test_anyone_who_errs_by_much_does_not_always_play_the_same() -> None:
    state = middle(2)
    (seat,) = list(state.seats_to_act())[:1]
    view = state.concealed(seat)

    def moves(name: str) -> set[str]:
        return {bots.make(name, state.game).choose(view, seat, Dice(n)) for n in range(20)}

    assert len(moves("learned")) == 1
    assert len(moves("learned~50")) > 5
