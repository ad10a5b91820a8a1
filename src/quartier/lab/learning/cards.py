"""Model card of a network: what it was trained for and how, and its measured strength."""

from __future__ import annotations

from typing import Any

from quartier.bots.network_files import feature_hash
from quartier.bots.weights import features
from quartier.core.provenance import provenance
from quartier.lab.learning.training import Training


def card(training: Training, command: str) -> dict[str, Any]:
    """Return the model card before the evaluation."""
    config, start = training.config, training.config.start()
    return {
        "title": config.title,
        "command": command,
        "provenance": provenance(config.seed, command),
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
