"""A training learns, is the same however it is played, and goes on from a checkpoint as if nothing had been."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quartier import bots, lab
from quartier.bots import priority
from quartier.bots.weights import Weights, shipped_weights
from quartier.conformance.games import load_compiled
from quartier.core.text.errors import BadOption, QuartierError
from quartier.lab.executors import Workers
from quartier.lab.learning.batches import play_batch, players, watch_batch
from quartier.lab.learning.cards import card
from quartier.lab.learning.context_free_policy import learned_order
from quartier.lab.learning.evaluation import (
    CHAMPION,
    Candidate,
    EvaluationMatch,
    champion_trials,
    kinds,
    passes_gate,
    rivals,
    trial,
)
from quartier.lab.learning.imitation import learn_from_teacher, result
from quartier.lab.learning.training import Training
from quartier.lab.learning.training_config import ITSELF, Kind, TrainingConfig

SHORT_TRAINING = TrainingConfig("block_city", 16, (2, 3), batches=2, batch=2)


@pytest.fixture(autouse=True)
def compile_titles() -> None:
    load_compiled("block_city")


def train(
    config: TrainingConfig, training: Training | None = None, generations: int = 1000, workers: Workers = 1
) -> Training:
    training = training or Training(config)
    with players(config, workers) as pool:
        while not training.over and generations:
            training.advance(pool)
            generations -= 1
    return training


def weights_of(training: Training) -> Weights:
    return training.final_weights(card(training, "nothing"))


def same(one: Training, other: Training) -> bool:
    return one.learner.weights.tobytes() == other.learner.weights.tobytes() and one.curve == other.curve


def test_a_checkpoint_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    whole = train(SHORT_TRAINING)
    training = train(SHORT_TRAINING, generations=2)
    training.write(tmp_path)
    resumed = Training.read(SHORT_TRAINING, tmp_path)
    assert (resumed.generation, resumed.steps) == (2, training.steps)
    assert not resumed.over
    assert same(train(SHORT_TRAINING, resumed), whole)


def test_the_number_of_workers_changes_nothing() -> None:
    assert same(train(SHORT_TRAINING, generations=1, workers=2), train(SHORT_TRAINING, generations=1))


def test_a_training_that_is_stopped_while_it_learns_has_learned_nothing_of_that_generation() -> None:
    training, whole = train(SHORT_TRAINING, generations=1), train(SHORT_TRAINING, generations=2)
    before, steps, fit = training.learner.weights.copy(), training.steps, training._fit

    def stop(*given: Any) -> float:
        if given[3] > 0:
            raise KeyboardInterrupt
        return float(fit(*given))

    training._fit = stop
    with pytest.raises(KeyboardInterrupt):
        train(SHORT_TRAINING, training, generations=1)
    assert (training.generation, training.steps, len(training.curve)) == (1, steps, 1)
    assert (training.learner.weights == before).all()
    training._fit = fit
    assert same(train(SHORT_TRAINING, training, generations=1), whole)


def test_bots_of_a_pool_have_the_other_seats_in_turn(tmp_path: Path) -> None:
    config = TrainingConfig("block_city", 4, (2,), batches=1, batch=4, pool=("greedy", ITSELF))
    alone, _ = play_batch(replace(config, batch=1), 0, 0, Training(config).weights())
    assert set(alone.seats) == {0}
    assert [(config.rival_in(n), config.seat_in(n, 2)) for n in range(4)] == [
        ("greedy", 0),
        (ITSELF, 0),
        ("greedy", 1),
        (ITSELF, 1),
    ]
    other_seat, _ = play_batch(replace(config, batch=1), 2, 0, Training(config).weights())
    assert set(other_seat.seats) == {1}, "the second of its batches goes on where the first ended"
    train(config).write(tmp_path)
    assert same(Training.read(config, tmp_path), train(config))


TAUGHT = TrainingConfig("block_city", 0, (2, 3), batches=2, batch=2, apprentice=5, teacher="mcts:2")


def apprentice(config: TrainingConfig, workers: Workers = 1) -> Training:
    training = Training(config)
    with players(config, workers) as pool:
        learn_from_teacher(training, pool)
    return training


def test_positions_of_a_teachers_game_are_worth_what_came_of_it() -> None:
    (two, three), _ = watch_batch(TAUGHT, range(2))
    for samples, seats in ((two, 2), (three, 3)):
        assert set(samples.seats) == set(range(seats))
        assert all(result(samples, 3)[samples.seats] == samples.targets)
        assert not samples.strayed.any()
    assert result(two, 3)[2] == 0


def sample_features(config: TrainingConfig) -> list[list[int]]:
    """The features of the positions of a teacher's first game."""
    (samples,), _ = watch_batch(config, range(1))
    return [list(indices[:count]) for indices, count in zip(samples.indices, samples.counts, strict=True)]


def test_the_teacher_plays_the_same_every_time_and_random_moves_in_two_games_of_three() -> None:
    assert (
        sample_features(TAUGHT)
        == sample_features(TAUGHT)
        != sample_features(replace(TAUGHT, teacher="greedy"))
    )
    strays = [TAUGHT.stray_of_teacher(game) for game in range(8)]
    assert strays == [0.0, 0.0, 0.05, 0.05, 0.15, 0.15, 0.0, 0.0], "two kinds of games, each with all three"


def test_imitation_learning_is_the_same_in_any_process() -> None:
    training = apprentice(TAUGHT)
    assert training.over
    assert same(training, apprentice(TAUGHT))
    assert same(training, apprentice(TAUGHT, workers=2))
    assert not same(training, Training(TAUGHT))
    assert not same(training, apprentice(replace(TAUGHT, trace=0.5)))


def test_looking_back_mixes_what_came_of_a_game_and_what_was_promised() -> None:
    (samples, *_), _ = watch_batch(replace(TAUGHT, trace=0.5), range(1))
    training, returns = Training(replace(TAUGHT, trace=0.5)), result(samples, 2)
    training.predict(samples)
    promised = samples.targets.copy()
    training.td_lambda_targets(samples, returns)
    own = np.flatnonzero(samples.seats == 0)
    expected = returns[0]
    for n in own[::-1]:
        assert samples.targets[n] == expected
        expected = 0.5 * promised[n] + 0.5 * expected


def test_every_kind_of_game_has_all_parts_of_random_moves_and_all_rivals_in_all_seats() -> None:
    config = TrainingConfig("block_city", 1, (2, 3, 4), batches=2, batch=2, pool=("greedy", "random", ITSELF))
    kinds = len(config.kinds)
    strays = {(game % kinds, config.stray_of_teacher(game)) for game in range(9)}
    assert strays == {(kind, part) for kind in range(3) for part in (0.0, 0.05, 0.15)}
    for kind in range(kinds):
        numbers = [
            config.number(generation, batch, game)
            for generation in range(kind, 3 * kinds, kinds)
            for batch in range(config.batches)
            for game in range(config.batch)
        ]
        assert numbers == list(range(12))
        assert len({(config.rival_in(n), config.seat_in(n, 4)) for n in numbers}) == 12


MIXED = TrainingConfig(
    "block_city", 16, (2, 3), {"surrounding": ["highest", "lowest"], "set_points": 20}, batches=1, batch=4
)


def test_games_of_all_kinds_take_turns() -> None:
    expected = [(2, "highest"), (3, "highest"), (2, "lowest"), (3, "lowest")]
    assert [(kind.seats, kind.options["surrounding"]) for kind in MIXED.kinds] == expected
    starts = [MIXED.start(generation) for generation in range(8)]
    assert [(start.seats, start.options["surrounding"]) for start in starts] == 2 * expected
    assert {start.options["set_points"] for start in starts} == {20}


def test_a_network_serves_all_games_of_its_course_and_no_others(tmp_path: Path) -> None:
    training = train(MIXED)
    weights = weights_of(training)
    assert weights.name == "network-2-3+surrounding=highest-lowest+set_points=20"
    assert weights.card["options"] == {
        "surrounding": ["highest", "lowest"],
        "passive_miss": False,
        "miss_spoils_store": False,
        "set_points": 20,
    }
    game = MIXED.game
    assert all(weights.fit(game, kind.start(game).setup) for kind in MIXED.kinds)
    for other in ({}, {"set_points": 20, "store_points": 5}, {"set_points": 20, "board": "Hafenzeile"}):
        assert not weights.fit(game, game.new(2, **other).setup)
    training.write(tmp_path)
    assert same(Training.read(MIXED, tmp_path), training)


def test_a_network_that_learned_a_number_as_in_the_rulebook_too_serves_such_games(tmp_path: Path) -> None:
    config = replace(MIXED, options={"set_points": [20, 30]})
    game, weights = config.game, weights_of(Training(config))
    setups = [kind.start(game).setup for kind in config.kinds]
    assert "set_points" not in setups[-1].options
    assert all(weights.fit(game, setup) and weights.know(game, setup) for setup in setups)
    assert not weights.fit(game, game.new(2, set_points=25).setup)
    usual = weights_of(Training(replace(config, options={})))
    usual.replace_in(tmp_path, game)
    weights.replace_in(tmp_path, game)
    assert [network.name for network in Weights.all_in(tmp_path)] == [weights.name]


def test_a_seed_may_be_negative() -> None:
    config = replace(SHORT_TRAINING, seed=-1)
    assert same(Training(config), Training(replace(SHORT_TRAINING, seed=2**64 - 1)))
    assert config.dice(0, 0).state != SHORT_TRAINING.dice(0, 0).state


def test_nobody_plays_trials_alone() -> None:
    config = replace(MIXED, seats=(1, 2), options={"surrounding": ["highest", "lowest"]})
    assert kinds(config) == [Kind(2, {"surrounding": "highest"}), Kind(2, {"surrounding": "lowest"})]


def test_another_seed_gives_other_weights() -> None:
    other = TrainingConfig("block_city", 16, (2, 3), seed=2, batches=2, batch=2)
    assert not same(train(other, generations=1), train(SHORT_TRAINING, generations=1))


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    Training(SHORT_TRAINING).write(tmp_path)
    with pytest.raises(QuartierError, match="different training run"):
        Training.read(TrainingConfig("block_city", 17, (2, 3)), tmp_path)


def test_a_checkpoint_for_other_features_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Training(SHORT_TRAINING).write(tmp_path)
    monkeypatch.setattr("quartier.lab.learning.training.features", lambda _: 3)
    with pytest.raises(QuartierError, match="different features"):
        Training.read(SHORT_TRAINING, tmp_path)


def test_a_title_without_features_cannot_be_trained() -> None:
    with pytest.raises(QuartierError, match="no feature extractor"):
        Training(TrainingConfig("connect_four", 16, (2,)))


def test_some_hundred_games_beat_random_moves_and_lose_less() -> None:
    config = TrainingConfig("block_city", 512, (2,), batches=4, batch=16, step=64)
    training = train(config)
    assert training.curve[-1][1] < training.curve[0][1]
    assert training.curve[-1][2] > training.curve[0][2]
    weights = trial(config, Candidate(weights_of(training)), "random", "random", Kind(2), 40, workers=1)
    assert weights.is_stronger
    assert weights.share == 1.0


def test_the_card_says_what_the_network_is() -> None:
    training = train(SHORT_TRAINING)
    model_card = card(training, "quartier train block_city")
    assert model_card["seats"] == [2, 3]
    assert model_card["games"] == 16
    assert model_card["options"]["surrounding"] == "highest"
    assert model_card["curve"][-1][0] == 16
    assert len(model_card["told"]) == 16
    assert model_card["board"] == "Blockstadt"


def test_a_network_that_is_not_surely_better_has_not_passed() -> None:
    def match_with(low: float, seats: int = 2, **options: Any) -> EvaluationMatch:
        return EvaluationMatch("learned", "6", seats, 200, 1, 0.5, low, 1.0, options)

    assert passes_gate([match_with(0.51), match_with(0.0)])
    assert not passes_gate([match_with(0.49), match_with(0.9)])
    assert passes_gate([match_with(0.51), match_with(0.34, seats=3), match_with(0.0, seats=3)])
    assert not passes_gate([match_with(0.51), match_with(0.0), match_with(0.33, seats=3)])
    assert not passes_gate(
        [match_with(0.51), match_with(0.49, surrounding="lowest"), match_with(0.51, surrounding="lowest")]
    )


def test_a_network_surely_worse_against_a_baseline_than_the_one_before_has_not_passed() -> None:
    def match_with(against: str, low: float, high: float, **more: Any) -> EvaluationMatch:
        weights = EvaluationMatch("learned", against, 2, 200, 1, low, low, high)
        return replace(weights, **more)

    won, before = (
        match_with(CHAMPION, 0.51, 0.6),
        [match_with(CHAMPION, 0.9, 1.0), match_with("greedy", 0.8, 0.9)],
    )
    assert passes_gate([won, match_with("greedy", 0.7, 0.81)], before)
    assert not passes_gate([won, match_with("greedy", 0.7, 0.79)], before)
    assert passes_gate([won, match_with("greedy", 0.7, 0.79)])
    for other in ({"against": "priority"}, {"seats": 3}, {"bot": "learned:200"}, {"options": {"cards": 5}}):
        assert passes_gate([won, replace(match_with("greedy", 0.7, 0.79), **other)], before)


def test_what_the_titles_networks_have_shown_stands_on_their_cards() -> None:
    (card,) = (network.card for network in shipped_weights(load_compiled("metromania")))
    config = TrainingConfig("metromania", 1, (2, 3))
    assert champion_trials(config) == [EvaluationMatch(**row) for row in card["strength"]]
    assert champion_trials(TrainingConfig("gridlock", 1, (3,))) == []


def test_a_network_has_to_beat_the_one_that_the_title_has() -> None:
    assert list(rivals(SHORT_TRAINING, Kind(2))) == ["champion", "greedy", "priority"]
    assert list(rivals(SHORT_TRAINING, Kind(2, {"set_points": 20}))) == ["6", "greedy", "priority"]
    assert list(rivals(TrainingConfig("connect_four", 1, (2,)), Kind(2))) == ["6", "greedy"]


def test_candidates_travel_to_other_processes() -> None:
    weights = weights_of(train(SHORT_TRAINING, generations=1))
    alone, together = (
        lab.arena("block_city", [Candidate(weights), "random"], 24, 1, duplicate=True, workers=workers)
        for workers in (1, 2)
    )
    assert [standing.wins for standing in alone.standings] == [
        standing.wins for standing in together.standings
    ]
    assert np.isclose(alone.moves_mean, together.moves_mean)


def test_an_order_of_actions_beats_random_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_compiled("block_city")
    config = TrainingConfig("block_city", 2000, (2,))
    order = learned_order(config)
    assert sorted(order) == list(range(game.actions))
    assert learned_order(config) == order
    priority.write(tmp_path, {"games": 2000}, order)
    monkeypatch.setattr(type(game.spec), "data", tmp_path)
    result = lab.arena("block_city", ["priority", "random"], 20, 1, duplicate=True, workers=1)
    assert result.standings[0].share > 0.9


def test_a_title_without_an_order_has_no_such_bot() -> None:
    with pytest.raises(BadOption, match="--blind"):
        bots.make("priority", load_compiled("gridlock"))
