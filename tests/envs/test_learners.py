"""The learners in examples/programs: whose reward counts for whom, and that they train, write a network and play."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "examples/programs"))

import alphazero
import policy
import ppo

from quartier import Dice, lab
from quartier.envs import VectorEnv


def test_a_seat_learns_from_the_rewards_between_its_own_decisions() -> None:
    """The loser gets its −1 when the winner moves, and nothing of the next game."""
    value, actors = np.array([[0.25], [0.5], [0.125]]), np.array([[0], [1], [0]])
    rewards = np.array([[[0.0, 0.0]], [[-1.0, 1.0]], [[0.0, 0.0]]])
    done, ahead = np.array([[False], [True], [False]]), np.array([[0.75, 0.0]])
    gains = ppo.advantages(value, actors, rewards, done, ahead)
    assert gains.ravel().tolist() == [-1 - 0.25, 1 - 0.5, 0.75 - 0.125]


def test_a_decision_continues_at_the_seats_next_one() -> None:
    value, actors = np.array([[0.5], [9.0], [0.25]]), np.array([[0], [1], [0]])
    rewards, done = np.zeros((3, 1, 2)), np.zeros((3, 1), bool)
    gains = ppo.advantages(value, actors, rewards, done, np.array([[1.0, 9.0]])).ravel()
    assert gains[2] == 1.0 - 0.25
    assert gains[0] == pytest.approx(0.25 - 0.5 + ppo.LAMBDA * gains[2])
    assert gains[1] == 0.0


def test_values_move_a_policy_towards_what_brought_more() -> None:
    total, visits = np.array([[4.0, -4.0, 0.0]]), np.array([[4.0, 4.0, 0.0]])
    logits = np.log(np.full((1, 3), 1 / 3))
    best, worst, untried = alphazero.value_weight(total, visits, np.zeros(1), logits)[0]
    assert best > untried > worst
    assert untried == (best + worst) / 2


def test_a_search_makes_the_win_in_one_likeliest() -> None:
    """Connect Four, three discs in column 0. A single search is noisy: another column may win a move later, too."""
    env = VectorEnv("connect_four", 16, seed=1)
    start = env.game.new()
    for ply, column in enumerate((0, 1, 0, 1, 0, 2)):
        start.play_action(ply % 2, column)
    env.reset(positions=start)
    actions, policies = alphazero.Search(env, seed=1).run(alphazero.new_network(env.game, 1))
    assert {0} <= {*actions.tolist()} <= {*start.legal(0)}
    assert policies.mean(axis=0).argmax() == 0
    assert policies.sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("learner", [ppo, alphazero])
def test_a_learner_trains_and_its_bot_plays(
    learner: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(learner, "ENVS", 16)
    monkeypatch.setattr(sys, "argv", ["", "connect_four", "--steps", "1"])
    policy.run(learner.train, learner.Bot, learner.__doc__)
    name = learner.__name__
    assert (tmp_path / f"{name}-connect_four.npz").exists()
    result = lab.arena("connect_four", [f"{name}:Bot", "random"], games=2, workers=1)
    assert result.forfeits == []


def test_a_bot_plays_the_likeliest_legal_action() -> None:
    env = VectorEnv("connect_four", 1, seed=1)
    network = alphazero.new_network(env.game, 1)
    network["policy_bias"][:] = [0, 0, 0, 9, 5, 0, 0]
    state, bot = env.game.new(), ppo.Bot(env.game, network)
    for ply in range(6):
        state.play_action(ply % 2, 3)
        seat = (ply + 1) % 2
        expected = 3 if ply < 5 else 4
        assert bot.choose(state.concealed(seat), seat, Dice(1)) == state.write(expected)


@pytest.mark.soak
def test_ppo_learns_to_beat_random_moves() -> None:
    env = VectorEnv("block_city", 1)
    network = ppo.train("block_city", 2, 1, lambda *_: None, lambda steps: steps >= 2**16)
    bot = ppo.Bot(env.game, {name: np.asarray(weights) for name, weights in network.items()})
    assert lab.arena("block_city", [bot, "random"], games=40, seed=1, workers=1).standings[0].share > 0.9
