"""Trained weights of a title: `network-2-3.npz` in its `data`, and a card beside it that documents their training.

The card lists the board, numbers of seats, options and version of the rules they were trained for; seats and
the training's options are in the name, too. A title may have several networks. For all other games the
title's handwritten evaluation is used. `told` in the card is a hash of the title's features, which a test
checks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from quartier.core.engine import networks
from quartier.core.engine.networks import HIDDEN, Net
from quartier.core.game.base_state import BaseState, Setup
from quartier.core.game.ruleset import Ruleset

_NAME = "network-"


@dataclass(frozen=True, eq=False)
class Weights:
    """Trained weights, and their card."""

    rows: Any
    """int16, as in `quartier.core.engine.networks.Net`"""
    head: Any
    """int64"""
    card: dict[str, Any]

    @classmethod
    def read(cls, card: Path) -> Weights:
        """Return those with a card."""
        with np.load(card.with_suffix(".npz")) as arrays:
            rows, head = arrays["rows"], arrays["head"].astype(np.int64)
        return cls(rows, head, json.loads(card.read_text(encoding="utf-8")))

    @classmethod
    def all_in(cls, folder: Path) -> tuple[Weights, ...]:
        """Return all in a folder: those for the fewest kinds of games first."""
        weights = [cls.read(card) for card in sorted(folder.glob(f"{_NAME}*.json"))]
        return tuple(sorted(weights, key=lambda each: prod(map(len, each.trained_games.values()))))

    def write(self, folder: Path) -> None:
        """Write them to a folder; the card comes last, so that no card is without weights."""
        folder.mkdir(parents=True, exist_ok=True)
        card = folder / f"{self.name}.json"
        np.savez_compressed(card.with_suffix(".npz"), rows=self.rows, head=self.head.astype(np.int16))
        card.write_text(json.dumps(self.card, indent=2) + "\n", encoding="utf-8")

    def replace_in(self, folder: Path, game: Ruleset) -> None:
        """Write them to a folder, replacing those that cover no other games."""
        for other in Weights.all_in(folder):
            if _within(game, other.trained_games, self.trained_games):
                for suffix in (".json", ".npz"):
                    (folder / other.name).with_suffix(suffix).unlink()
        self.write(folder)

    @property
    def name(self) -> str:
        """The name of their files: the numbers of seats and the options given to the training."""
        options = _in_lists(self.card.get("course", {}).get("options", {}))
        words = [f"{name}={'-'.join(map(str, values))}" for name, values in options.items()]
        return _NAME + "+".join(["-".join(map(str, self.card["seats"])), *map(_as_file, words)])

    @cached_property
    def trained_games(self) -> dict[str, list[Any]]:
        """The games for which they were trained: numbers of seats, board, and values by option."""
        card = self.card
        return _in_lists({"seats": card["seats"], "board": card.get("board"), **card.get("options", {})})

    def fit(self, game: Ruleset, setup: Setup) -> bool:
        """Return whether they were trained for such games, or for compatible ones."""
        compatible = getattr(game.spec.bots, "COMPATIBLE_OPTIONS", {})
        # Seats first: bots ask before each move, and most networks are for other seats.
        some_seats = setup.seats in self.trained_games["seats"] or setup.seats in compatible.get("seats", ())
        return (
            some_seats
            and setup.rules == self.card["rules"]
            and _within(game, _kind(game, setup), self.trained_games, compatible)
        )

    def know(self, game: Ruleset, setup: Setup) -> bool:
        """Return whether they were trained for exactly such games."""
        return setup.rules == self.card["rules"] and _within(game, _kind(game, setup), self.trained_games)

    def net(self, game: Ruleset) -> Net:
        """Create a network with its own scratch space."""
        return networks.make_net(self.rows, self.head, game.actions)


def _in_lists(given: dict[str, Any]) -> dict[str, list[Any]]:
    """Return each value as a list of values."""
    return {name: value if isinstance(value, list) else [value] for name, value in given.items()}


def _kind(game: Ruleset, setup: Setup) -> dict[str, list[Any]]:
    """Return the kind of a game, in the form of `Weights.covered`."""
    return _in_lists(
        {"seats": setup.seats, "board": game.spec.boards.name_or_data(setup.board), **setup.options}
    )


def _within(
    game: Ruleset,
    some: dict[str, list[Any]],
    others: dict[str, list[Any]],
    compatible: Mapping[str, Container[Any] | None] | None = None,
) -> bool:
    """Return whether the others have the same names, and all these values or compatible ones (None: all are)."""
    also = compatible or {}
    some, others = _fill_in(game, some, others), _fill_in(game, others, some)
    return some.keys() == others.keys() and all(
        value in others[name] or (name in also and value in (also[name] or values))
        for name, values in some.items()
        for value in values
    )


def _fill_in(game: Ruleset, some: dict[str, list[Any]], others: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Add the defaults of options and parameters that only the others name.

    Weights that were trained before an option existed were trained with its default.
    """
    rules: dict[str, Any] = {**game.options, **game.spec.parameters}
    usual = {name: [rules[name].default] for name in others.keys() - some.keys() if name in rules}
    return {**some, **usual}


def _as_file(word: str) -> str:
    """Return a word for a file name: boards may have any name."""
    return re.sub(r"[^\w=-]", "_", word.lower())


def find_weights(position: BaseState) -> Weights | None:
    """Return the title's weights for such games, preferring exact ones; None if it has none."""
    game, setup = position.game, position.setup
    candidates = [weights for weights in shipped_weights(game) if weights.fit(game, setup)]
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    return min(candidates, key=lambda each: not each.know(game, setup))


def net_for(position: BaseState, weights: Weights | None) -> Net:
    """Return a network for a position, compiled or interpreted like its game; untrained without weights."""
    net = weights.net(position.game) if weights else networks.untrained_net()
    return networks.plain(net) if position.game.is_interpreted else net


def shipped_weights(game: Ruleset) -> tuple[Weights, ...]:
    """Return the weights of a title that match its present features."""
    shape = (features(game) + 1, HIDDEN + 1)
    return tuple(weights for weights in _read(game.spec.data) if weights.rows.shape == shape)


@cache
def _read(folder: Path) -> tuple[Weights, ...]:
    return Weights.all_in(folder)


def features(game: Ruleset) -> int:
    """Return the number of a title's network features; 0 if it has none."""
    return int(getattr(game.spec.bots, "FEATURES", 0))
