"""Whether a game is decided, proved exhaustively or supported by rollouts."""

from __future__ import annotations

import time
from typing import Any, Literal, NamedTuple

import numpy as np

from quartier.bots import model_functions
from quartier.bots.mcts.search import as_memoryviews
from quartier.bots.weights import find_weights
from quartier.core.engine.dice import Dice
from quartier.core.engine.networks import untrained_net
from quartier.core.game.state import State
from quartier.server.workers.decided import is_decided

MAX_PLAYOUTS, MIN_PLAYOUTS = 40, 20
PLAYOUT_SECONDS = 0.2
"""Seconds after which the rollouts stop; in games with long turns there is then no result."""
MOVES_AT_ONCE = 10
"""Moves between two checks of the clock."""
WON, LOST = 97, 3
"""Percentages of the win beyond which rollouts are worth it."""


class Outlook(NamedTuple):
    """What is certain, or nearly so, about the winners."""

    kind: Literal["", "decided", "won", "lost", "quick"] = ""
    """Whether the winners are proved, or the seat has won or lost all rollouts; "" if neither.

    "quick": nothing is known, because no search has been made.
    """
    playouts: int = 0
    """Number of rollouts, if the winners aren't proved."""


OPEN = Outlook()


def outlook_of(view: State, seat: int, share: float, dice: Dice) -> Outlook:
    """Return what is certain about the result of a game.

    Args:
        view: The position concealed for the seat.
        seat: The seat, which is to move.
        share: The share of the win that a search expects for it: rollouts are made if it is near 0 or 1.
        dice: Random numbers.
    """
    if view.seats == 1:
        return OPEN
    if is_decided(view, dice):
        return Outlook("decided")
    if round(100 * share) >= WON:
        return _played_out(view, seat, "won", dice)
    return _played_out(view, seat, "lost", dice) if round(100 * share) <= LOST else OPEN


def _played_out(view: State, seat: int, kind: Literal["won", "lost"], dice: Dice) -> Outlook:
    """Run rollouts from worlds consistent with what the seat knows, until one ends differently."""
    weights = find_weights(view)
    model = view.game.bound(model_functions)
    work: Any = model_functions.new_workspace(
        view.game, view.seats, weights.net(view.game) if weights else untrained_net()
    )
    work.rng[0] = dice.state[0]
    root: Any = np.frombuffer(bytearray(view.to_bytes()), np.uint8)
    if model.is_interpreted:
        work, root = as_memoryviews(work), memoryview(root)
    ends = time.perf_counter() + PLAYOUT_SECONDS
    for count in range(MAX_PLAYOUTS):
        model.sample_world(work.world, root, seat, work.rng)
        while model.actors_of(work.world):
            if time.perf_counter() > ends:
                return Outlook(kind, count) if count >= MIN_PLAYOUTS else OPEN
            model.rollout(work, MOVES_AT_ONCE, 1.0, 1.0, 0.0)
        if work.values[seat] != float(kind == "won"):
            return OPEN
    return Outlook(kind, MAX_PLAYOUTS)
