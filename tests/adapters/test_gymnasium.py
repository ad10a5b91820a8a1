"""Every title as an environment of Gymnasium: its checker, games against bots, and many games at once."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import quartier
from quartier import BadOption, IllegalMove, QuartierError

pytest.importorskip("gymnasium")

import gymnasium as gym
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from quartier.adapters import gymnasium
from quartier.envs import IllegalAction, VectorEnv

TITLES = quartier.titles()


@pytest.mark.filterwarnings("ignore:.*:UserWarning")  # it would have a name in Gymnasium's registry
@pytest.mark.parametrize("title", TITLES)
def test_gymnasium_finds_nothing_wrong(title: str) -> None:
    check_env(gymnasium.env(title, bots="random"))


def played_out(env: Any, seed: int) -> tuple[float, list[bytes]]:
    """Play the lowest legal actions to the end: the rewards together, and all observations."""
    observation, info = env.reset(seed=seed)
    total, observations, terminated = 0.0, [observation.tobytes()], False
    while not terminated:
        assert (env.action_masks() == info["action_mask"]).all()
        observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        assert not truncated
        total += reward
        observations.append(observation.tobytes())
    return total, observations


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_against_a_bot_ends_with_its_result(seat: int) -> None:
    env = gymnasium.env("city_blocks", seat=seat)
    total, observations = played_out(env, 1)
    winners = env.position.winners()
    assert total == 2 * (seat in winners) / len(winners) - 1
    assert observations[-1] == env.position.observation(seat).tobytes()
    assert played_out(env, 1) == (total, observations)
    assert played_out(env, 2)[1] != observations


def test_alone_there_are_no_bots() -> None:
    env = gymnasium.env("block_city", seats=1)
    assert played_out(env, 3)[0] == env.position.scores()[0]


def test_an_illegal_action_loses_or_is_refused() -> None:
    for illegal in ("lose", "refuse"):
        env = gymnasium.env("city_blocks", illegal=illegal)
        _, info = env.reset(seed=4)
        before, action = env.position.to_bytes(), int(info["action_mask"].argmin())
        if illegal == "refuse":
            with pytest.raises(IllegalMove):
                env.step(action)
        else:
            _, reward, terminated, _, info = env.step(action)
            assert (reward, terminated) == (-1.0, True)
            assert "CB-" in info["refusal"]
            with pytest.raises(QuartierError, match="over"):
                env.step(int(info["action_mask"].argmax()))
        assert env.position.to_bytes() == before


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seat": 2}, "numbered 0 to 1"),
        ({"illegal": "maybe"}, "lose, refuse"),
        ({"render_mode": "human"}, "ansi"),
        ({"bots": "nobody"}, "nobody"),
        ({"seats": 5}, "players"),
    ],
)
def test_what_makes_no_environment_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(QuartierError, match=message):
        gymnasium.env("city_blocks", **given)


def test_before_and_after_a_game_there_is_nothing_to_play() -> None:
    env = gymnasium.env("block_city", seats=1, render_mode="ansi")
    with pytest.raises(QuartierError, match=r"reset\(\)"):
        env.step(0)
    played_out(env, 5)
    with pytest.raises(QuartierError, match="over"):
        env.step(0)
    env.reset(seed=6)
    assert env.render() == str(env.position.concealed(0))
    for action in (-1, 10**9, 0.5, None):
        with pytest.raises(BadOption, match="Invalid action"):
            env.step(action)


def test_many_games_at_once_are_those_of_a_vector_env() -> None:
    env, games = gymnasium.vector_env("block_city", 4, seats=2), VectorEnv("block_city", 4, 2)
    observation, info = env.reset(seed=8)
    batch, ended = games.reset(seed=8), 0
    for _ in range(120):
        assert observation.tobytes() == batch.observation.tobytes()
        assert env.observation_space.contains(observation)
        assert info["action_mask"].tobytes() == batch.action_mask.tobytes()
        acted, before = batch.actors.copy(), observation
        actions = games.sample()
        observation, reward, terminated, truncated, info = env.step(actions)
        batch = games.step(actions)
        assert reward.tolist() == [batch.rewards[i, seat] for i, seat in enumerate(acted)]
        assert info["rewards"].tolist() == batch.rewards.tolist()
        assert (terminated == batch.done).all()
        assert not truncated.any()
        assert before is not observation
        ended += int(terminated.sum())
        assert ("final_obs" in info) == terminated.any()
        for number in np.flatnonzero(terminated):
            assert info["final_obs"][number].tobytes() == games.final[number].tobytes()
            assert info["_final_obs"].tolist() == terminated.tolist()
    assert ended > 0


def test_wrappers_of_gymnasium_count_the_games() -> None:
    env = RecordEpisodeStatistics(gymnasium.vector_env("block_city", 3, seats=1, seed=9))
    _, info = env.reset(seed=9)
    lengths: list[float] = []
    while len(lengths) < 3:
        _, _, terminated, _, info = env.step(info["action_mask"].argmax(axis=1))
        lengths += info["episode"]["r"][terminated].tolist() if terminated.any() else []
    assert all(isinstance(points, float) for points in lengths)


def test_an_illegal_action_among_many_is_named() -> None:
    env = gymnasium.vector_env("city_blocks", 2, seed=10)
    _, info = env.reset()
    with pytest.raises(IllegalAction, match="Environment 1"):
        env.step(np.array([info["action_mask"][0].argmax(), info["action_mask"][1].argmin()]))


# ----- gymnasium.make -----


@pytest.mark.parametrize("title", TITLES)
def test_every_title_is_registered(title: str) -> None:
    spec = gym.spec(gymnasium.env_id(title))
    assert spec.kwargs == {"title": title}
    assert re.fullmatch(r"quartier/[A-Z][A-Za-z]+-v0", spec.id)


def test_gymnasium_makes_one_game_that_a_limit_truncates() -> None:
    env = gym.make("quartier/CityBlocks-v0", bots="random", seat=1, max_episode_steps=3)
    check_env(gym.make("quartier/CityBlocks-v0").unwrapped)
    _, info = env.reset(seed=1)
    ended = []
    for _ in range(3):
        _, _, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        ended.append((terminated, truncated))
    assert ended == [(False, False), (False, False), (False, True)]


def test_gymnasium_makes_many_games_against_the_same_bots() -> None:
    env = gym.make_vec("quartier/NeueHeimat-v0", num_envs=4, seats=3, bots="greedy", max_episode_steps=5)
    assert isinstance(env.unwrapped, gymnasium.SelfPlayEnv)
    _, info = env.reset(seed=2)
    for number in range(1, 11):
        assert (info["actors"] == 0).all()
        _, reward, terminated, truncated, info = env.step(info["action_mask"].argmax(axis=1))
        assert truncated.all() == (number % 5 == 0)
        assert not terminated.any()
        assert reward.shape == (4,)
        assert ("final_obs" in info) == truncated.any()


def test_without_bots_the_caller_plays_every_seat() -> None:
    env = gym.make_vec("quartier/CityBlocks-v0", num_envs=2, bots=None)
    start = quartier.load("city_blocks").new(seed=3)
    _, info = env.reset(seed=2, options={"positions": start})
    actors = set(info["actors"].tolist())
    for _ in range(4):
        *_, info = env.step(info["action_mask"].argmax(axis=1))
        actors |= set(info["actors"].tolist())
    assert actors == {0, 1}
