"""Batches that begin anywhere, continue after a pickle, are broken off, or have bots in all seats but one."""

from __future__ import annotations

import pickle
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quartier
from quartier import BadOption, Dice, State, bots
from quartier.conformance.games import load_compiled, load_interpreted
from quartier.envs import SeatVectorEnv, VectorEnv
from quartier.games.registry import OURS
from tests.plugins import players


def position_after(title: str, moves: int, **setup: Any) -> State:
    """A position after some random moves, with chance by hand."""
    game, dice = load_compiled(title), Dice(moves)
    state = game.new(2, chance="manual", **game.ending | setup)
    bot = bots.make("random", game)
    while moves:
        state.settle(dice)
        seat = min(state.seats_to_act())
        state.play(seat, bot.choose(state.concealed(seat), seat, dice))
        moves -= 1
    return state


# ----- given positions -----


@pytest.mark.parametrize("title", OURS)
def test_games_go_on_from_given_positions(title: str) -> None:
    given = [position_after(title, moves) for moves in (0, 3, 8)]
    env = VectorEnv(title, 3, 2, seed=1)
    batch = env.reset(positions=given)
    assert not batch.rewards.any()
    assert not batch.done.any()
    for number, start in enumerate(given):
        expected = start.copy()
        expected.settle(Dice(int(env.seeds[number])))
        assert env.state(number).to_bytes() == expected.to_bytes()
        assert batch.actors[number] == min(expected.seats_to_act())
        assert (
            sorted(expected.legal(int(batch.actors[number])))
            == np.flatnonzero(batch.action_mask[number]).tolist()
        )


def test_points_count_from_the_given_position_and_later_games_begin_anew() -> None:
    start = position_after("block_city", 20)
    env = VectorEnv("block_city", 1, 2, seed=2, rewards="points")
    env.reset(positions=start)
    total, before = np.zeros(2), env.state(0).scores()
    while not (batch := env.step(env.sample())).done[0]:
        total += batch.rewards[0]
        after = env.state(0).scores()
    assert (total == np.array(after) - before).all()
    assert env.state(0) == load_compiled("block_city").new(2, seed=int(env.seeds[0]))


@pytest.mark.parametrize(
    ("positions", "message"),
    [
        (lambda: [position_after("block_city", 1)], "one for each of the 2 environments, not 1"),
        (lambda: position_after("city_blocks", 1), "Position 0 isn’t one of the same game"),
        (lambda: position_after("block_city", 1, passive_miss=True), "Position 0 isn’t one of the same game"),
        (lambda: load_compiled("block_city").new(3), "Position 0 isn’t one of the same game"),
        (lambda: position_after("block_city", 1).concealed(0), "Position 0 is over or concealed"),
        (lambda: [7, 8], "Position 0 isn’t one of the same game"),
    ],
)
def test_a_position_of_other_games_is_refused(positions: Any, message: str) -> None:
    env = VectorEnv("block_city", 2, 2, seed=1)
    before = env.reset().observation.copy()
    with pytest.raises(BadOption, match=message):
        env.reset(positions=positions())
    assert (env.observation == before).all()


# ----- pickles -----


def all_bits(env: VectorEnv, steps: int) -> list[bytes]:
    """Everything that some random steps return."""
    result = []
    for _ in range(steps):
        batch = env.step(env.sample())
        arrays = (*batch, batch.truncated, env.final, env.seeds, batch.legal_counts)
        result.append(b"".join(array.tobytes() for array in arrays))
    return result


@pytest.mark.parametrize("title", OURS)
@pytest.mark.parametrize("restore", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_restored_batch_goes_on_with_the_same_bits(title: str, restore: Any) -> None:
    env = VectorEnv(title, 3, 2, seed=3, rewards="points", max_steps=40)
    env.reset()
    all_bits(env, 30)
    twin = restore(env)
    assert all_bits(twin, 60) == all_bits(env, 60)


@pytest.mark.parametrize("bot", ["random", "greedy", "learned~2", "mcts:4", players.First])
def test_a_restored_batch_against_bots_does_too(bot: Any) -> None:
    env = SeatVectorEnv("city_blocks", 3, 2, seed=3, seat=[0, 1, 0], bots=bot)
    env.reset()
    all_bits(env, 12)
    twin = pickle.loads(pickle.dumps(env))
    assert all_bits(twin, 15) == all_bits(env, 15)


def test_before_the_first_reset_and_with_threads_and_lists(tmp_path: Any) -> None:
    env = VectorEnv("city_blocks", 4, seed=5, threads=2, legal_list=True)
    twin = pickle.loads(pickle.dumps(env))
    assert twin.reset().observation.tobytes() == env.reset().observation.tobytes()
    assert all_bits(twin, 5) == all_bits(env, 5)
    assert twin.observation.ctypes.data % 64 == 0, "JAX takes it without a copy"


# ----- limits -----


def test_a_limit_truncates_a_game_without_a_winner() -> None:
    env = VectorEnv("gridlock", 4, 2, seed=1, max_steps=7, turn_limit=0)
    env.reset()
    for number in range(1, 15):
        seeds, actors = env.seeds.copy(), env.actors.copy()
        last = [env.state(i) for i in range(4)]
        actions = env.sample()
        batch = env.step(actions)
        assert (batch.truncated == batch.done).all()
        assert batch.done.all() == (number % 7 == 0)
        assert not batch.rewards.any()
        assert (env.seeds != seeds).all() == (number % 7 == 0)
        if number == 7:
            for i, state in enumerate(last):
                state.play_action(int(actors[i]), int(actions[i]))
                if state.seats_to_act():
                    assert (env.final[i] == state.observation(int(actors[i]))).all()
    copy = batch.copy()
    env.step(env.sample())
    assert copy.truncated.all()
    assert not env.truncated.any()


def test_a_game_that_ends_by_its_rules_is_not_truncated() -> None:
    env = VectorEnv("connect_four", 8, seed=1, max_steps=1000)
    env.reset()
    ended = [env.step(env.sample()) for _ in range(60)]
    assert not env.truncated.any()
    assert ended


@pytest.mark.parametrize("steps", [0, -1, 1.5, True])
def test_a_limit_is_a_number_of_steps(steps: Any) -> None:
    with pytest.raises(BadOption, match="max_steps"):
        VectorEnv("connect_four", 1, max_steps=steps)


# ----- rewards of all seats -----


def test_the_documented_loop_rewards_every_seat() -> None:
    text = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
    (program,) = (
        block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "def close(" in block
    )
    names: dict[str, Any] = {}
    exec(program, names)
    results = [reward for *_, reward, _, ended in names["transitions"] if ended]
    assert len(results) > 64
    assert results.count(1.0) == results.count(-1.0) > 0
    assert sum(results) == 0
    assert not any(reward for *_, reward, _, ended in names["transitions"] if not ended)


# ----- one seat against bots -----


@pytest.mark.parametrize(
    ("title", "bot"),
    [*((title, "learned") for title in OURS), ("neue_heimat", "random"), ("city_blocks", "mcts:2")],
)
def test_one_seat_plays_against_bots(title: str, bot: str) -> None:
    seats = min(3, load_compiled(title).seats[1])
    own = [0, 1, seats - 1, 0]
    env = SeatVectorEnv(title, 4, seats, seed=2, seat=own, bots=bot, rewards="points")
    batch = env.reset()
    assert not batch.rewards.any()
    gains, ended = np.zeros((4, seats)), 0
    for _ in range(150):
        assert (batch.actors == own).all()
        seeds = env.seeds.copy()
        batch = env.step(env.sample())
        assert ((env.seeds != seeds) == batch.done).all()
        gains += batch.rewards
        gains[batch.done] = 0
        ended += int(batch.done.sum())
    assert ended or title in ("metromania", "gridlock", "block_city")
    for number in range(4):
        first = env.game.new(seats, seed=int(env.seeds[number]), **env.game.ending).scores()
        now = np.array(env.state(number).scores()) - first
        assert (gains[number] + env._early_rewards[number] == now).all()


def test_compiled_bots_play_as_they_do_one_by_one() -> None:
    """The greedy bot without ties is the same move by move: its only random numbers break ties."""
    env = SeatVectorEnv("city_blocks", 8, 2, seed=4, bots="greedy")
    plain = SeatVectorEnv(load_interpreted("city_blocks"), 8, 2, seed=4, bots="greedy")
    for one in (env, plain):
        one.reset()
    assert all_bits(env, 8) == all_bits(plain, 8)


def test_a_named_bot_is_asked_with_what_its_seat_knows() -> None:
    views: list[State] = []

    class Spy(players.First):
        def choose(self, position: State, seat: int, dice: Dice) -> str:
            assert position.viewer == seat
            views.append(position)
            return super().choose(position, seat, dice)

    env = SeatVectorEnv("neue_heimat", 2, 3, seed=1, seat=1, bots=[Spy, "greedy"])
    env.reset()
    for _ in range(10):
        env.step(env.sample())
    assert {min(position.seats_to_act()) for position in views} == {2}, (
        "the bot after the seat, in the order of play"
    )


def test_max_steps_counts_those_of_the_seat() -> None:
    env = SeatVectorEnv("metromania", 2, 3, seed=1, bots="random", max_steps=3)
    env.reset()
    ended = [env.step(env.sample()).truncated.all() for _ in range(6)]
    assert ended == [False, False, True] * 2


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"bots": "gredy"}, "Did you mean greedy"),
        ({"bots": ["greedy", "greedy"]}, "or 1, one for each of them, not 2"),
        ({"seat": 2}, "Seats must be"),
        ({"bots": "learned@nowhere"}, "no network in nowhere"),
    ],
)
def test_what_makes_no_table_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        SeatVectorEnv("city_blocks", 2, 2, **given)


def test_a_bot_that_fails_is_named() -> None:
    env = SeatVectorEnv("city_blocks", 1, 2, seed=1, bots=players.Rash)
    env.reset()
    env.step(env.sample())
    with pytest.raises(quartier.QuartierError, match="I forgot the way"):
        all_bits(env, 2)
    with pytest.raises(quartier.QuartierError, match="Call reset"):
        all_bits(env, 1)
    assert (env.reset().actors == 0).all()
