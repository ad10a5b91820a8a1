"""The card of a network: what it was trained for and how, and how strong it was measured to be."""

from __future__ import annotations

import hashlib
from typing import Any

from quartier.bots import network
from quartier.bots.weights import features
from quartier.core.engine import networks
from quartier.core.engine.dice import Dice
from quartier.core.game.ruleset import Ruleset
from quartier.core.game.state import State
from quartier.lab.learning.training import Training


def card(training: Training, command: str) -> dict[str, Any]:
    """What is known of a network before it has been measured."""
    course, start = training.course, training.course.start()
    return {
        "title": course.title,
        "command": command,
        "board": course.game.declared.boards.named(start.board),
        "seats": list(course.seats),
        "options": {**start.options, **_varied(course.options)},
        "rules": start.rules,
        "features": features(course.game),
        "told": told(course.game, start),
        "games": training.generation * course.batches * course.batch,
        "seconds": round(training.seconds),
        "course": course.as_dict(),
        "curve": [(games, round(error, 2), round(mean, 1)) for games, error, mean in _some(training.curve)],
        "strength": [],
    }


def _varied(options: dict[str, Any]) -> dict[str, Any]:
    """The options of which games had one of several values."""
    return {name: values for name, values in options.items() if isinstance(values, list)}


def _some(curve: list[tuple[int, float, float]]) -> list[tuple[int, float, float]]:
    """About twenty points of a curve, the last one included."""
    return curve[-1 :: -max(1, len(curve) // 20)][::-1]


def told(game: Ruleset, start: State) -> str:
    """A hash of what a title tells a network in one random game: other features need other weights."""
    digest, dice, state = hashlib.sha256(), Dice(1), start.copy()
    net = networks.untrained()
    while not state.over:
        for seat in range(state.seats):
            known = state.concealed(seat).position
            count = game.bound(network).features_at(known, seat, net.places, net.amounts)
            digest.update(net.places[:count].tobytes() + net.amounts[:count].tobytes())
        _play_on(state, dice)
    return digest.hexdigest()[:16]


def _play_on(state: State, dice: Dice) -> None:
    seats = sorted(state.seats_to_act())
    if not seats:
        state.draw(dice)
        return
    actions, _ = state.buffers()
    sampled = state.game.kernels.sample_at(state.position, seats[0], dice.state, actions)
    state.play_action(seats[0], int(sampled))
