"""The weights that a title has learned: `network.npz` in its `data`, and a card beside it that says how they came about.

The card says for which board, numbers of seats, options and version of the rules they were trained; for all others the
title's hints, written by hand, decide. `told` in it is a hash of what the title tells a network, which a test checks.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from quartier.bots import network
from quartier.bots.network import HIDDEN, Net
from quartier.core.play.position import Position, Setup
from quartier.core.play.ruleset import Ruleset

WEIGHTS, CARD = "network.npz", "network.json"


@dataclass(frozen=True, eq=False)
class Weights:
    """What a network has learned, and its card."""

    rows: Any
    """int16, as in `quartier.bots.network.Net`"""
    head: Any
    """int64"""
    card: dict[str, Any]

    @classmethod
    def read(cls, folder: Path) -> Weights | None:
        """Those in a folder; None if there are none."""
        if not (folder / CARD).is_file():
            return None
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
        with np.load(folder / WEIGHTS) as arrays:
            return cls(arrays["rows"], arrays["head"].astype(np.int64), card)

    def write(self, folder: Path) -> None:
        """Keep them in a folder; the card comes last, so that no card is without weights."""
        folder.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(folder / WEIGHTS, rows=self.rows, head=self.head.astype(np.int16))
        (folder / CARD).write_text(json.dumps(self.card, indent=2) + "\n", encoding="utf-8")

    def fit(self, game: Ruleset, setup: Setup) -> bool:
        """Whether they were trained for such games."""
        card = self.card
        return (
            setup.seats in card["seats"]
            and setup.options == card["options"]
            and setup.rules == card["rules"]
            and game.declared.boards.named(setup.board) == card["board"]
        )

    def net(self) -> Net:
        """A network with working space of its own."""
        return network.made(self.rows, self.head)


def learned(position: Position) -> Weights | None:
    """The weights that the title has for such games; None if it has none."""
    found = shipped(position.game)
    return found if found and found.fit(position.game, position.setup) else None


def net_for(position: Position, weights: Weights | None) -> Net:
    """A network for a position, for compiled or interpreted code as its game is; untrained without weights."""
    net = weights.net() if weights else network.untrained()
    return network.plain(net) if position.game.interpreted else net


def shipped(game: Ruleset) -> Weights | None:
    """The weights of a title, if they are for the features that it has now."""
    found = _read(game.declared.data)
    wanted = (features(game) + 1, HIDDEN + 1)
    return found if found and found.rows.shape == wanted else None


@cache
def _read(folder: Path) -> Weights | None:
    return Weights.read(folder)


def features(game: Ruleset) -> int:
    """How many features the title tells a network; 0 if it tells none."""
    return int(getattr(game.declared.hints, "FEATURES", 0))
