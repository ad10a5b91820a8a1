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
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_

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
        """Write them to a folder, under their name."""
        self.write_as(folder / f"{self.name}.json")

    def write_as(self, card: Path) -> None:
        """Write them with this card; the card comes last, so that no card is without weights."""
        card.parent.mkdir(parents=True, exist_ok=True)
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
        compatible = _compatible(game)
        # Seats first: bots ask before each move, and most networks are for other seats.
        some_seats = setup.seats in self.trained_games["seats"] or setup.seats in (
            compatible.get("seats") or ()
        )
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


def _compatible(game: Ruleset) -> Mapping[str, Container[Any] | None]:
    """Return the options, and seats, with which networks play well though they weren't trained with them."""
    compatible: Mapping[str, Container[Any] | None] = getattr(game.spec.bots, "COMPATIBLE_OPTIONS", {})
    return compatible


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


@dataclass(frozen=True, eq=False)
class Networks:
    """Your own networks, from which each game gets one that was trained for it."""

    path: str
    weights: tuple[Weights, ...]

    def find(self, position: BaseState) -> Weights:
        """Return the weights for such games. Raises BadOption, which names what they were trained for, if none is."""
        weights = _best(position, self.weights)
        if weights is None:
            raise BadOption(_OTHER_GAMES, file=self.path, **_difference(position, self.weights))
        return weights


def find_weights(position: BaseState, given: Weights | Networks | None = None) -> Weights | None:
    """Return given weights, or the best of given networks; else the title's for such games, None if it has none."""
    if isinstance(given, Networks):
        return given.find(position)
    return given or _best(position, shipped_weights(position.game))


def _best(position: BaseState, weights: tuple[Weights, ...]) -> Weights | None:
    """Return the weights for such games, preferring those trained for exactly these."""
    game, setup = position.game, position.setup
    candidates = [one for one in weights if one.fit(game, setup)]
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    return min(candidates, key=lambda one: not one.know(game, setup))


def _difference(position: BaseState, weights: tuple[Weights, ...]) -> dict[str, Any]:
    """Return in what a game differs from those of the nearest weights: `name`, `asked`, and the `known` values."""
    game, setup = position.game, position.setup
    kind = {**_kind(game, setup), "rules": [setup.rules]}
    trained = [_fill_in(game, {**one.trained_games, "rules": [one.card["rules"]]}, kind) for one in weights]

    def differences(games: dict[str, list[Any]]) -> dict[str, Any]:
        complete = _fill_in(game, kind, games)
        return {
            name: values[0]
            for name, values in complete.items()
            if not _within(game, {name: values}, {name: games.get(name, [])}, _compatible(game))
        }

    # With no difference in one name, some name is unknown to the title: a network of other rules.
    nearest = min(map(differences, trained), key=lambda names: len(names)) or {"rules": setup.rules}
    name, value = next(iter(nearest.items()))
    values = dict.fromkeys(str(item) for games in trained for item in games.get(name, []))
    return {"name": name, "asked": value, "known": ", ".join(values)}


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


_OTHER_GAMES = N_("{file} has no network for games with {name} = {asked}, only for {known}.")
