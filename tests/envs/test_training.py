"""A smoke training with PyTorch (`quartier[torch]`): OpenSpiel's DQN over the adapter."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")
pytestmark = pytest.mark.soak


def test_dqn_of_openspiel_learns_something_in_city_blocks() -> None:
    rl_environment = pytest.importorskip("open_spiel.python.rl_environment")
    dqn = pytest.importorskip("open_spiel.python.pytorch.dqn")
    from quartier.adapters import openspiel

    random = np.random.default_rng(1)
    kind = rl_environment.ObservationType.OBSERVATION
    env = rl_environment.Environment(openspiel.load("city_blocks"), observation_type=kind)
    env.seed(1)
    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    agent = dqn.DQN(
        0, size, actions, hidden_layers_sizes=[64], replay_buffer_capacity=2000, batch_size=32,
        min_buffer_size_to_learn=64, learn_every=4, seed=1,
    )  # fmt: skip
    for _ in range(20):
        step = env.reset()
        while not step.last():
            player = step.observations["current_player"]
            legal = step.observations["legal_actions"][player]
            action = agent.step(step).action if player == 0 else random.choice(legal)
            assert action in legal
            step = env.step([int(action)])
        agent.step(step)
    assert agent.loss is not None
    assert np.isfinite(float(agent.loss))
