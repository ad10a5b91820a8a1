"""Wrong arguments of the Python API are answered by a sentence that says what would be right, not by Python's own errors."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quartier
from quartier import BadOption, Dice, QuartierError, State, bots
from quartier.envs import VectorEnv
from quartier.lab import arena

NAN = float("nan")


def begin() -> State:
    return quartier.load("city_blocks").new(seed=3)


def choose(dice: Any) -> str:
    state = begin()
    (seat,) = state.seats_to_act()
    return bots.make("random", state.game).choose(state.concealed(seat), seat, dice)


def environments() -> VectorEnv:
    envs = VectorEnv("city_blocks", 2)
    envs.reset()
    return envs


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Dice(NAN), "“seed” must be a whole number, not “nan”"),
        (lambda: Dice(True), "“seed” must be a whole number, not “True”"),
        (lambda: begin().game.new(seed="7", chance="manual"), "“seed” must be a whole number, not “7”"),
        (lambda: begin().game.new("2"), "“seats” must be a whole number"),
        (lambda: begin().game.new(board=5), "no board “5”"),
        (lambda: begin().game.new(board=Path("nowhere.json")), "nowhere.json"),
        (lambda: begin().moves("0"), "no seat '0'"),
        (lambda: begin().play("red", "H3@c4"), "no seat 'red'"),
        (lambda: begin().write(-1), "whole numbers from 0"),
        (lambda: begin().refusal(0, 10**6), "whole numbers from 0"),
        (lambda: arena("city_blocks", ["random", "random"], games=3.5), "“games” must be a whole number"),
        (lambda: arena("city_blocks", ["random", "random"], games=0), "“games” must be at least 1, not 0"),
        (lambda: arena("city_blocks", ["random", "random"], seed=NAN), "“seed” must be a whole number"),
        (lambda: bots.make("greedy", "city_blocks"), r"“game” must be a game, such as quartier\.load"),
        (lambda: choose(1), "“dice” must be Dice"),
        (lambda: choose(random.Random(1)), "“dice” must be Dice"),
        (lambda: environments().state(1.0), "environment"),
    ],
)
def test_a_wrong_argument_is_named(call: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(QuartierError, match=sentence):
        call()


def test_numbers_of_numpy_are_numbers() -> None:
    one, other = begin().game.new(np.int64(2), seed=np.int32(5)), begin().game.new(2, seed=5)
    assert one == other
    assert Dice(np.uint64(2**64 - 1)).state == Dice(2**64 - 1).state
    with pytest.raises(BadOption):
        Dice(np.float64(2))
