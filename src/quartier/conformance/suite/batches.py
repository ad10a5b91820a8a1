"""Batches: games played in a batch equal those played one by one."""

from random import Random
from typing import Any

import numpy as np
import pytest

from quartier import State
from quartier.conformance.positions import Setup, setups
from quartier.conformance.suite.subject import Subject
from quartier.core.engine.dice import Dice
from quartier.core.game.game import Game
from quartier.envs import Batch, VectorEnv

STEPS = 400
"""Number of steps in which most games end."""


def assert_like(env: VectorEnv, number: int, batch: Batch, state: State) -> None:
    """Check that an environment is at this position, and reports the same as the position itself."""
    seat = min(state.seats_to_act())
    mask = np.zeros(env.actions, np.uint8)
    mask[state.legal(seat)] = 1
    assert env.state(number) == state
    assert batch.actors[number] == seat
    assert batch.action_mask[number].tobytes() == mask.tobytes()
    assert sorted(batch.legal[number, : batch.legal_counts[number]].tolist()) == sorted(state.legal(seat))
    assert batch.observation[number].tobytes() == state.observation(seat).tobytes()


def worth(state: State) -> list[float]:
    """Return the rewards of a finished game: 1 for a win, with a sum of 0."""
    seats, winners = state.seats, state.winners()
    return [(seats * (seat in winners) / len(winners) - 1) / (seats - 1) for seat in range(seats)]


def fresh(game: Game, setup: Setup, seed: int) -> State:
    """Return the game that an environment with such a seed plays."""
    return game.new(seed=int(seed), **setup)


def follow(game: Game, setup: Setup, rewards: str, legal_list: bool, steps: int) -> int:
    """Play a batch and its games one by one, and compare them after each step; return how many games have ended."""
    env = VectorEnv(game, 2, seed=5, rewards=rewards, legal_list=legal_list, **setup)
    batch = env.reset()
    states = [fresh(game, setup, seed) for seed in env.seeds]
    ended = 0
    for _ in range(steps):
        actions = env.sample()
        for number, state in enumerate(states):
            assert_like(env, number, batch, state)
        before = [state.scores() for state in states]
        batch = env.step(actions)
        for number, state in enumerate(states):
            acted = min(state.seats_to_act())
            state.play_action(acted, int(actions[number]))
            gained = np.subtract(state.scores(), before[number])
            expected = gained if rewards == "points" else worth(state) if state.over else [0] * state.seats
            assert batch.rewards[number].tolist() == np.asarray(expected, np.float32).tolist()
            assert bool(batch.done[number]) == state.over
            if state.over:
                assert env.final[number].tobytes() == state.observation(acted).tobytes()
                states[number] = fresh(game, setup, env.seeds[number])
                ended += 1
    return ended


def random_steps(env: VectorEnv, steps: int) -> list[tuple[Any, ...]]:
    """Return all results of random steps."""
    result = [tuple(array.tobytes() for array in env.reset())]
    for _ in range(steps):
        result.append(tuple(array.tobytes() for array in env.step(env.sample())))
    return result


class Batches(Subject):
    """Batches equal games played one by one, in both modes and with any number of threads."""

    def test_a_batch_plays_the_games_that_are_played_one_by_one(self, game: Game) -> None:
        kinds = setups(game)
        chosen = kinds if self.thorough else Random(151).sample(kinds, min(4, len(kinds)))
        ended = 0
        for number, setup in enumerate(chosen):
            alone = setup.get("seats", game.seats[0]) == 1
            rewards = "points" if alone or number % 2 else "win"
            ended += follow(game, setup, rewards, number % 3 == 1, STEPS if self.thorough else STEPS // 4)
        assert ended > 0 or game.max_events > STEPS // 4

    def test_both_modes_play_the_same_batch(self, game: Game, plain: Game) -> None:
        steps = 150 if self.thorough else 25
        assert random_steps(VectorEnv(plain, 2, seed=6), steps) == random_steps(
            VectorEnv(game, 2, seed=6), steps
        )

    @pytest.mark.parametrize("threads", [2, 5])
    def test_threads_change_nothing(self, game: Game, threads: int) -> None:
        assert random_steps(VectorEnv(game, 7, seed=7, threads=threads), 40) == random_steps(
            VectorEnv(game, 7, seed=7), 40
        )

    def test_what_other_seats_know_can_be_asked_for(self, game: Game) -> None:
        env = VectorEnv(game, 3, seats=game.seats[1], seed=8)
        env.reset()
        for _ in range(20):
            env.step(env.sample())
        for seat in range(env.seats):
            expected = env.observe(seat)
            for number in range(env.envs):
                assert expected[number].tobytes() == env.state(number).observation(seat).tobytes()

    def test_an_illegal_action_is_refused_and_nothing_has_moved(self, game: Game) -> None:
        env = VectorEnv(game, 4, seed=9)
        env.reset()
        dice = Dice(9)
        for _ in range(12):
            illegal = [*np.flatnonzero(env.action_mask[2] == 0), env.actions]
            actions = env.sample()
            actions[2] = illegal[int(dice.state[0]) % len(illegal)]
            before = [env.state(number) for number in range(env.envs)]
            with pytest.raises(Exception, match="Environment 2") as refusal:
                env.step(actions)
            assert (refusal.value.env, refusal.value.action) == (2, actions[2])  # type: ignore[attr-defined]
            assert [env.state(number) for number in range(env.envs)] == before
            env.step(env.sample())
