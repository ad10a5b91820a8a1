"""Model card of a network: what it was trained for and how, and its measured strength."""

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
    """Return the model card before the evaluation."""
    config, start = training.config, training.config.start()
    return {
        "title": config.title,
        "command": command,
        "board": config.game.spec.boards.name_or_data(start.board),
        "seats": list(config.seats),
        "options": {**start.options, **_varied_options(config.options)},
        "rules": start.rules,
        "features": features(config.game),
        "told": feature_hash(config.game, start),
        "games": training.generation * config.batches * config.batch,
        "seconds": round(training.seconds),
        "course": config.as_dict(),
        "curve": [(games, round(error, 2), round(mean, 1)) for games, error, mean in _some(training.curve)],
        "strength": [],
    }


def _varied_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of which games had one of several values."""
    return {name: values for name, values in options.items() if isinstance(values, list)}


def _some(curve: list[tuple[int, float, float]]) -> list[tuple[int, float, float]]:
    """Return about twenty points of a curve, the last one included."""
    return curve[-1 :: -max(1, len(curve) // 20)][::-1]


def feature_hash(game: Ruleset, start: State) -> str:
    """Return a hash of the features in one random game: a network fits only features with the same hash."""
    digest, dice, state = hashlib.sha256(), Dice(1), start.copy()
    net = networks.untrained_net()
    while not state.over:
        for seat in range(state.seats):
            concealed = state.concealed(seat).array
            count = game.bound(network).features_at(concealed, seat, net.indices, net.values)
            digest.update(net.indices[:count].tobytes() + net.values[:count].tobytes())
        _play_on(state, dice)
    return digest.hexdigest()[:16]


def _play_on(state: State, dice: Dice) -> None:
    seats = sorted(state.seats_to_act())
    if not seats:
        state.draw(dice)
        return
    actions, _ = state.buffers()
    sampled = state.game.kernels.sample_at(state.array, seats[0], dice.state, actions)
    state.play_action(seats[0], int(sampled))
