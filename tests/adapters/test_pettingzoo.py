"""Every title as an environment of PettingZoo: its own test functions, and what agents are told and refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import quartier
from quartier import BadOption, IllegalMove, QuartierError

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.env_logger import EnvLogger

from quartier.adapters import pettingzoo

TITLES = quartier.titles()
pytestmark = pytest.mark.filterwarnings(
    "ignore:.*:UserWarning"
)  # masks of zeros, dicts of observations: meant


@pytest.mark.parametrize("title", TITLES)
def test_pettingzoo_finds_nothing_wrong_with_turns(title: str) -> None:
    api_test(pettingzoo.env(title), num_cycles=40)


@pytest.mark.parametrize("title", TITLES)
def test_the_seed_decides_everything(title: str) -> None:
    seed_test(lambda: pettingzoo.env(title), num_cycles=20)


@pytest.mark.parametrize("title", TITLES)
def test_pettingzoo_finds_nothing_wrong_with_all_at_once(title: str) -> None:
    parallel_api_test(pettingzoo.parallel_env(title), num_cycles=40)


def test_pettingzoo_finds_nothing_wrong_with_more_seats_and_options() -> None:
    api_test(pettingzoo.env("neue_heimat", seats=4, show_money=False, rewards="points"), num_cycles=15)
    parallel_api_test(pettingzoo.parallel_env("block_city", seats=5, board="Hafenzeile"), num_cycles=15)


def played_out(env: Any, random: np.random.Generator) -> dict[str, float]:
    """Play random moves to the end; the sum of each agent's rewards."""
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        totals[agent] += reward
        ended = termination or truncation
        env.step(None if ended else int(random.choice(np.flatnonzero(observation["action_mask"]))))
    return totals


def test_rewards_add_up_to_the_result() -> None:
    for rewards in ("win", "points"):
        env = pettingzoo.env("city_blocks", rewards=rewards)
        env.reset(seed=3)
        totals, state = played_out(env, np.random.default_rng(1)), env.position
        assert state.over
        won = [2 * (seat in state.winners()) / len(state.winners()) - 1 for seat in range(2)]
        assert list(totals.values()) == (won if rewards == "win" else state.scores())


def test_who_may_act_at_the_same_time_acts_in_one_step() -> None:
    env = pettingzoo.parallel_env("block_city", seats=3)
    observed, _ = env.reset(seed=4)
    assert all(value["action_mask"].any() for value in observed.values())  # all write a first number
    env.step({agent: int(value["action_mask"].argmax()) for agent, value in observed.items()})
    assert sum(past.actor >= 0 for past in env.position.past) == 3


def test_an_agent_observes_what_its_seat_knows() -> None:
    env = pettingzoo.env("gridlock", seats=3)
    env.reset(seed=5)
    for seat, agent in enumerate(env.possible_agents):
        observation = env.observe(agent)
        assert (observation["observation"] == env.position.observation(seat)).all()
        assert observation["action_mask"].any() == (agent == env.agent_selection)


def test_an_illegal_action_is_refused_and_nothing_has_happened() -> None:
    for env in (pettingzoo.env("city_blocks"), pettingzoo.parallel_env("city_blocks")):
        env.reset(seed=6)
        seat = min(env.position.seats_to_act())
        agent, before = f"player_{seat}", env.position.to_bytes()
        illegal = int(np.flatnonzero(env.unwrapped._seats.observe(agent)["action_mask"] == 0)[0])
        parallel = env.__class__.__name__ == "AtOnceEnv"
        with pytest.raises(IllegalMove):
            env.step({agent: illegal} if parallel else illegal)
        for action in (-1, 10**9, "a", None, 0.5):
            with pytest.raises(BadOption, match=agent):
                env.step({agent: action} if parallel else action)
        assert env.position.to_bytes() == before
    with pytest.raises(BadOption, match="No action for player_"):
        env.step({})


def test_what_makes_no_environment_is_refused() -> None:
    for given, message in (
        ({"seats": 9}, "players"),
        ({"render_mode": "human"}, "ansi"),
        ({"speed": 1}, "speed"),
    ):
        with pytest.raises(QuartierError, match=message):
            pettingzoo.env("city_blocks", **given)  # type: ignore[arg-type]


def test_calls_before_the_reset_and_after_the_end_get_the_errors_of_pettingzoo() -> None:
    env = pettingzoo.env("city_blocks")
    with pytest.raises(AttributeError, match="agent_selection cannot be accessed before reset"):
        env.last()
    for call in (
        lambda: env.observe("player_0"),
        lambda: env.step(np.int64(0)),
        env.render,
        env.agent_iter,
    ):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before"):
            call()
    with pytest.raises(QuartierError, match=r"reset\(\)"):
        pettingzoo.parallel_env("city_blocks").step({})
    env.reset(seed=8)
    played_out(env, np.random.default_rng(2))
    EnvLogger.flush()
    env.step(None)
    assert "after all agents are terminated" in EnvLogger.mqueue[-1]
    env.reset(seed=8)
    assert env.agents == env.possible_agents


def test_it_is_drawn_in_characters() -> None:
    env = pettingzoo.env("city_blocks", render_mode="ansi")
    env.reset(seed=7)
    assert env.render() == str(env.position.concealed(None))
    assert str(env) == "city_blocks"
