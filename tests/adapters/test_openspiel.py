"""Every title as a game of OpenSpiel: the same games, OpenSpiel's own checks, and its searches play them."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

import quartier
from quartier import BadOption, QuartierError
from quartier.core.game.state import State

pyspiel = pytest.importorskip("pyspiel")
openspiel = pytest.importorskip("quartier.adapters.openspiel")

TITLES = quartier.titles()
SECRETS = ("city_blocks", "gridlock")


@pytest.fixture(params=TITLES)
def title(request: pytest.FixtureRequest) -> str:
    """The name of a title."""
    return str(request.param)


def fresh(title: str, seats: int = 2, **options: Any) -> State:
    """A new game that ends, with chance in our hands."""
    game = quartier.load(title)
    return game.new(seats, chance="manual", **game.ending | options)


def play_both(ours: State, theirs: Any, random: Random, events: int) -> None:
    """Play the same random events in both, and compare what is possible before each."""
    for _ in range(events):
        if ours.over:
            return
        actor = min(ours.to_act(), key=str)
        number = ours.actor_number(actor)
        assert theirs.current_player() == (pyspiel.PlayerId.CHANCE if actor == "*" else number)
        assert theirs.legal_actions() == sorted(ours.legal(number))
        action = random.choice(theirs.legal_actions())
        ours.play_action(number, action)
        theirs.apply_action(action)


def after(title: str, events: int, seed: int = 1, seats: int = 2) -> tuple[State, Any]:
    """A position after so many random events, in both."""
    ours, theirs = fresh(title, seats), openspiel.load(title, seats).new_initial_state()
    play_both(ours, theirs, Random(seed), events)
    return ours, theirs


@pytest.mark.parametrize("seed", range(3))
def test_random_games_agree_with_ours(title: str, seed: int) -> None:
    ours, theirs = after(title, quartier.load(title).max_events, seed)
    assert ours.over
    assert theirs.is_terminal()
    assert theirs.position.tobytes() == ours.to_bytes()
    share = 1 / len(ours.winners())
    assert theirs.returns() == pytest.approx([2 * share * (seat in ours.winners()) - 1 for seat in range(2)])


def test_openspiel_finds_nothing_wrong(title: str) -> None:
    pyspiel.random_sim_test(openspiel.load(title), num_sims=2, serialize=True, verbose=False)


def test_openspiel_finds_nothing_wrong_with_more_seats_and_options() -> None:
    game = openspiel.load("neue_heimat", 4, show_money=False)
    assert (game.num_players(), game.get_parameters()["show_money"]) == (4, False)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_chance_has_its_weights() -> None:
    ours, theirs, random = *after("block_city", 0), Random(2)
    while len(set(ours.chances().values())) < 2:
        play_both(ours, theirs, random, 1)
    weights = {ours.read(text): weight for text, weight in ours.chances().items()}
    total = sum(weights.values())
    assert dict(theirs.chance_outcomes()) == pytest.approx({a: w / total for a, w in weights.items()})


def test_a_win_is_worth_what_the_others_lose() -> None:
    ours, theirs = after("neue_heimat", 1000, seats=3)
    assert ours.over
    assert sum(theirs.returns()) == pytest.approx(0)
    assert len(ours.winners()) == 1
    assert theirs.returns()[ours.winners()[0]] == 1


def test_what_kind_of_game_it_is(title: str) -> None:
    kind = openspiel.load(title).get_type()
    assert (kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION) == (title in SECRETS)
    assert (kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC) == (title == "connect_four")


def test_options_decide_what_is_secret() -> None:
    kind = openspiel.load("neue_heimat", show_money=False).get_type()
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION


def test_openspiel_loads_it_by_name() -> None:
    openspiel.register("neue_heimat")
    game = pyspiel.load_game("quartier_neue_heimat(players=3,show_money=False)")
    assert (game.num_players(), game.table.start.options["show_money"]) == (3, False)


def test_a_position_of_ours_becomes_one_of_theirs(title: str) -> None:
    ours, theirs = after(title, 6)
    moved = openspiel.load(title).at(ours)
    assert str(moved) == str(theirs)
    assert (moved.current_player(), moved.legal_actions()) == (
        theirs.current_player(),
        theirs.legal_actions(),
    )
    moved.apply_action(moved.legal_actions()[0])
    assert ours.to_bytes() == theirs.position.tobytes() != moved.position.tobytes()


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(QuartierError, match="another game"):
        openspiel.load("neue_heimat", 3).at(fresh("neue_heimat", 2))


def test_one_seat_has_nobody_to_win_against() -> None:
    with pytest.raises(BadOption, match="2 to 6"):
        openspiel.load("block_city", 1)


@pytest.mark.parametrize("title", SECRETS)
def test_strings_say_what_a_seat_knows_and_no_more(title: str) -> None:
    _, theirs = after(title, 60)
    player = max(theirs.current_player(), 0)
    strings = {theirs.information_state_string(player), theirs.observation_string(player)}
    assert len(strings) == 2
    worlds = [theirs.resample_from_infostate(player, Random(seed).random) for seed in range(8)]
    assert {world.information_state_string(player) for world in worlds} | {
        world.observation_string(player) for world in worlds
    } == strings
    assert len({world.position.tobytes() for world in worlds}) > 1
    assert len({world.information_state_string(1 - player) for world in worlds}) > 1
    assert all(world.legal_actions(player) == theirs.legal_actions(player) for world in worlds)


def test_a_draw_that_a_seat_does_not_see_is_not_in_its_string() -> None:
    ours, theirs, random = *after("city_blocks", 0), Random(1)
    while (
        ours.to_act() != {"*"}
        or ours.observes_draw(0)
        or not ours.observes_draw(1)
        or len(ours.chances()) < 2
    ):
        play_both(ours, theirs, random, 1)
    outcomes = [theirs.child(action) for action, _ in theirs.chance_outcomes()]
    assert len({state.information_state_string(0) for state in outcomes}) == 1
    assert len({state.information_state_string(1) for state in outcomes}) == len(outcomes)


def test_the_past_is_part_of_the_information_state_only() -> None:
    one, other = (openspiel.load("connect_four").new_initial_state() for _ in range(2))
    for first, second in zip((3, 0, 4), (4, 0, 3), strict=True):
        one.apply_action(first)
        other.apply_action(second)
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_string(0) != other.information_state_string(0)


def test_copies_are_independent_and_pickles_are_the_same_table() -> None:
    _, theirs = after("city_blocks", 20)
    twin, before = theirs.clone(), theirs.position.tobytes()
    twin.apply_action(twin.legal_actions()[0])
    assert theirs.position.tobytes() == before
    assert pickle.loads(pickle.dumps(theirs.table)) is copy.deepcopy(theirs.table) is theirs.table


def settle_chance(state: Any, random: np.random.RandomState) -> None:
    """Play the chance events now due."""
    while state.is_chance_node():
        outcomes, shares = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choice(outcomes, p=shares))


def test_their_search_over_information_sets_plays_city_blocks() -> None:
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game, random = openspiel.load("city_blocks"), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, max_simulations=10, random_state=random)
    state, moves = game.new_initial_state(), 0
    settle_chance(state, random)
    while not state.is_terminal():
        legal = state.legal_actions()
        action = bot.step(state) if state.current_player() == 0 else random.choice(legal)
        assert action in legal
        state.apply_action(action)
        settle_chance(state, random)
        moves += 1
    assert moves > 30
    assert sum(state.returns()) == 0


def test_their_search_in_c_finds_a_win_in_one() -> None:
    game = openspiel.load("connect_four")
    state = game.new_initial_state()
    for action in (3, 4, 3, 4, 3, 4):
        state.apply_action(action)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 100, 100, True, 1, False)
    assert bot.mcts_search(state).best_child().action == 3


def test_their_search_in_c_steps_without_a_crash() -> None:
    game = openspiel.load("connect_four")
    state = game.new_initial_state()
    for action in (3, 4, 3, 4, 3, 4):
        state.apply_action(action)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    assert pyspiel.MCTSBot(game, evaluator, 2.0, 100, 100, True, 1, False).step(state) == 3
    theirs = pyspiel.load_game("tic_tac_toe")
    bot = pyspiel.MCTSBot(theirs, evaluator, 2.0, 100, 100, True, 1, False)
    assert bot.step(theirs.new_initial_state()) in range(9)


def test_tensors_say_what_a_seat_knows(title: str) -> None:
    ours, theirs = after(title, 40)
    observation, game = quartier.load(title).observation, theirs.get_game()
    for seat in range(2):
        observation_tensor, informed = theirs.observation_tensor(seat), theirs.information_state_tensor(seat)
        assert observation_tensor == ours.observation(seat).tolist() == informed[: observation.size]
        assert len(informed) == game.information_state_tensor_size()
        past = np.array(informed[observation.size :]).reshape(-1, 2)
        for index, event in enumerate(ours.past):
            action = ours.visible_action(index, seat)
            assert past[index].tolist() == [event.actor + 2, 1 if action is None else action + 2]
        assert not past[len(ours.past) :].any()


@pytest.mark.parametrize("title", SECRETS)
def test_tensors_tell_no_more_than_strings(title: str) -> None:
    _, theirs = after(title, 60)
    player = max(theirs.current_player(), 0)
    expected = theirs.information_state_tensor(player), theirs.observation_tensor(player)
    for seed in range(4):
        world = theirs.resample_from_infostate(player, Random(seed).random)
        assert (world.information_state_tensor(player), world.observation_tensor(player)) == expected


def test_their_environment_for_learning_runs(title: str) -> None:
    rl_environment = pytest.importorskip("open_spiel.python.rl_environment")
    random = np.random.default_rng(1)
    kinds = rl_environment.ObservationType
    for kind in (kinds.OBSERVATION, kinds.INFORMATION_STATE):
        env = rl_environment.Environment(openspiel.load(title), observation_type=kind)
        env.seed(1)
        step = env.reset()
        for _ in range(12):
            player = step.observations["current_player"]
            assert len(step.observations["info_state"][player]) == env.observation_spec()["info_state"][0]
            step = env.step([int(random.choice(step.observations["legal_actions"][player]))])


def test_a_past_survives_pickling_and_compares() -> None:
    _, theirs = after("city_blocks", 20)
    again = pickle.loads(pickle.dumps(theirs.pasts))
    assert again == theirs.pasts
    assert [past.digest for past in again] == [past.digest for past in theirs.pasts]


@pytest.mark.parametrize("wrong", [10**6, -750, -(2**40)])
def test_an_action_that_does_not_exist_is_refused(wrong: int) -> None:
    state = openspiel.load("city_blocks", 2).new_initial_state()
    before = state.serialize()
    with pytest.raises(Exception, match="whole numbers from 0"):
        state.apply_action(wrong)
    assert state.serialize() == before


def test_an_illegal_action_is_refused() -> None:
    state = openspiel.load("city_blocks", 2).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    illegal = next(
        action for action in range(state.num_distinct_actions()) if action not in state.legal_actions()
    )
    with pytest.raises(Exception, match="illegal"):
        state.apply_action(illegal)
