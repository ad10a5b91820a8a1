"""Batches as programs use them: seeds, shapes, copies, and what is refused with which sentence.

That a batch plays the games that are played one by one, every title's conformance suite says.
"""

from __future__ import annotations

import os
import signal
from typing import Any

import numpy as np
import pytest

from quartier import BadOption, QuartierError
from quartier.core.game.game import game_of
from quartier.envs import IllegalAction, VectorEnv
from tests.titles import sticks


def play_random(seed: int, steps: int = 30, **more: Any) -> list[bytes]:
    """The observations of random games."""
    env = VectorEnv("city_blocks", 5, seed=seed, **more)
    env.reset()
    return [env.step(env.sample()).observation.tobytes() for _ in range(steps)]


def test_a_batch_has_its_shapes_and_types() -> None:
    env = VectorEnv("block_city", envs=6, seats=3, seed=1)
    observation, mask, actors, rewards, done = env.reset()
    assert (observation.shape, observation.dtype) == ((6, env.game.observation.size), np.int16)
    assert (mask.shape, mask.dtype) == ((6, env.game.actions), np.uint8)
    assert (actors.shape, rewards.shape, rewards.dtype) == ((6,), (6, 3), np.float32)
    assert (done.shape, done.dtype, done.any()) == ((6,), np.bool_, np.False_)
    assert (mask.sum(axis=1) == env.legal_counts).all()
    assert env.action_mask is mask


def test_the_seed_decides_all_games() -> None:
    assert play_random(1) == play_random(1) != play_random(2)
    assert play_random(1, threads=3, legal_list=True) == play_random(1)


def test_environments_have_chance_of_their_own() -> None:
    env = VectorEnv("city_blocks", 64, seed=3)
    env.reset()
    assert len(set(env.seeds.tolist())) == 64
    assert len({env.state(number).to_bytes() for number in range(64)}) == 64


def test_the_seed_of_a_game_begins_the_same_one() -> None:
    env = VectorEnv("neue_heimat", 3, seats=4, seed=4, show_money=False)
    env.reset()
    for number, seed in enumerate(env.seeds.tolist()):
        assert env.game.new(4, seed=seed, show_money=False) == env.state(number)


def test_reset_goes_on_with_new_games_and_with_a_seed_begins_again() -> None:
    env = VectorEnv("metromania", 4, seed=5)
    first, second = env.reset().copy(), env.reset().copy()
    assert first.observation.tobytes() != second.observation.tobytes()
    assert env.reset(seed=5).observation.tobytes() == first.observation.tobytes()
    assert not env.rewards.any()
    assert not env.done.any()


def test_the_next_step_overwrites_a_batch_but_not_its_copy() -> None:
    env = VectorEnv("city_blocks", 2, seed=6)
    batch = env.reset()
    copy, mask = batch.copy(), batch.action_mask.tobytes()
    later = env.step(env.sample())
    assert later.observation is batch.observation
    assert copy.action_mask.tobytes() == mask != later.action_mask.tobytes()
    assert copy.legal_counts.base is None


def test_seats_that_may_act_at_once_act_one_after_the_other() -> None:
    env = VectorEnv("block_city", 1, seats=3, seed=7)
    env.reset()
    acted = [(int(env.actors[0]), env.step(env.sample()).actors[0])[0] for _ in range(3)]
    assert acted == [0, 1, 2]  # all write a first number


def test_games_that_could_go_on_for_ever_end() -> None:
    env = VectorEnv("gridlock", 1, seed=8)
    env.reset()
    assert env.state(0).options["turn_limit"] == env.game.ending["turn_limit"]
    assert any(env.step(env.sample()).done.any() for _ in range(200))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"envs": 0}, "“envs” must be at least 1, not 0"),
        ({"envs": 2.0}, "“envs” must be a whole number"),
        ({"threads": 0}, "“threads” must be at least 1"),
        ({"seats": 3}, "for 2 players"),
        ({"seed": "x"}, "“seed” must be a whole number"),
        ({"rewards": "glory"}, "Available: win, points"),
        ({"board": "nowhere"}, "nowhere"),
        ({"speed": 1}, "no option “speed”"),
    ],
)
def test_what_makes_no_environments_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(QuartierError, match=message):
        VectorEnv("city_blocks", **{"envs": 2, **given})


def test_one_seat_alone_wins_nothing() -> None:
    with pytest.raises(BadOption, match="no opponent to beat"):
        VectorEnv("block_city", 2, seats=1, rewards="win")
    env = VectorEnv("block_city", 2, seats=1, seed=9)
    env.reset()
    scores = sum(env.step(env.sample()).rewards for _ in range(20))
    assert [env.state(number).scores() for number in range(2)] == np.asarray(scores).tolist()


@pytest.mark.parametrize(
    "actions", [[0], [0, 0, 0], [0.0, 0.0], [[0, 0]], ["a", "b"], [True, False], 0, None]
)
def test_actions_of_another_form_are_refused(actions: Any) -> None:
    env = VectorEnv("city_blocks", 2, seed=10)
    env.reset()
    with pytest.raises(BadOption, match="one for each of the 2 environments"):
        env.step(actions)


def test_an_illegal_action_is_named_with_its_rule() -> None:
    env = VectorEnv("city_blocks", 3, seed=11)
    env.reset()
    actions = env.sample()
    actions[1] = forbidden = int(np.flatnonzero(env.action_mask[1] == 0)[-1])
    with pytest.raises(
        IllegalAction, match=r"Environment 1: seat \d can’t play action \d+, “.*”\. .*CB-\d+"
    ) as message:
        env.step(actions)
    assert (message.value.env, message.value.seat, message.value.action) == (1, env.actors[1], forbidden)
    assert message.value.reason is not None
    assert message.value.text("de").startswith("Umgebung 1: ")


@pytest.mark.parametrize("action", [-1, -2, 10**12])
def test_a_number_that_is_no_action_is_refused(action: int) -> None:
    env = VectorEnv("city_blocks", 2, seed=12)
    env.reset()
    with pytest.raises(IllegalAction, match=f"Environment 0: there’s no action {action}"):
        env.step([action, env.sample()[1]])


def test_before_the_first_reset_there_is_nothing_to_play() -> None:
    env = VectorEnv("city_blocks", 2, seed=13)
    for ask in (lambda: env.step([0, 0]), env.sample, lambda: env.state(0), lambda: env.observe(0)):
        with pytest.raises(QuartierError, match=r"reset\(\)"):
            ask()


@pytest.mark.parametrize("seats", [2, -1, 0.5, [0, 1, 0], "0"])
def test_seats_that_there_are_not_observe_nothing(seats: Any) -> None:
    env = VectorEnv("city_blocks", 2, seed=14)
    env.reset()
    with pytest.raises(BadOption, match="Seats must be whole numbers from 0 to 1"):
        env.observe(seats)


def test_there_is_no_environment_beyond_the_last() -> None:
    env = VectorEnv("city_blocks", 2, seed=15)
    env.reset()
    with pytest.raises(BadOption, match=r"no environment 2. Environments are numbered 0 to 1"):
        env.state(2)


def test_a_title_without_observations_tells_the_fields_of_its_record() -> None:

    game = game_of(sticks.__name__)
    assert [part.name for part in game.observation.parts] == ["left", "turn"]
    env = VectorEnv(game, 2, seed=16)
    env.reset()
    env.step([2, 0])
    assert env.observation.tolist() == [[7, 1], [9, 1]]


def test_observations_split_into_their_parts() -> None:
    env = VectorEnv("city_blocks", 3, seed=17)
    parts = env.game.observation.split(env.reset().observation)
    assert {name: rows.shape[1:] for name, rows in parts.items()} == {
        part.name: part.shape for part in env.game.observation.parts
    }
    assert all(rows.base is not None for rows in parts.values())


def test_batches_are_handed_over_without_copies() -> None:
    """By DLPack, as to JAX, PyTorch or CuPy; who takes no array of another alignment than 64 bytes needs no copy either."""
    env = VectorEnv("city_blocks", 3, seed=18)
    batch = env.reset()
    for array in (*batch, batch.legal, batch.legal_counts):
        array_copy = np.from_dlpack(array)
        assert np.shares_memory(array_copy, array)
        assert array.ctypes.data % 64 == 0
    array_copy = np.from_dlpack(batch.observation)
    env.step(env.sample())
    assert (array_copy == env.observation).all()


@pytest.mark.soak
def test_jax_takes_batches_without_copies() -> None:
    jax = pytest.importorskip("jax")
    env = VectorEnv("city_blocks", 3, seed=19)
    batch = env.reset()
    for array in (batch.observation, batch.action_mask, batch.rewards):
        array_copy = jax.dlpack.from_dlpack(array)
        assert array_copy.unsafe_buffer_pointer() == array.ctypes.data
        assert (np.asarray(array_copy) == array).all()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.filterwarnings("ignore:os.fork:RuntimeWarning")  # JAX’s, if another test has loaded it
def test_a_batch_with_threads_continues_in_a_forked_process() -> None:
    """The child has the pool's object without its threads; it ends itself if it would wait for them."""
    env = VectorEnv("city_blocks", 5, seed=9, threads=2)
    env.reset()
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        env.step(env.sample())
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    env.step(env.sample())
