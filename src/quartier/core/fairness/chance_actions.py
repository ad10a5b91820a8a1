"""The actions that belong to chance: a seat that tries one gets a specific error, no matter whose turn it is."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.game.ruleset import Ruleset
from quartier.core.game.texts import seats_among


class _Opening(NamedTuple):
    """A position in which chance is due, and the violations that mean an action is not one of chance's."""

    position: Any
    refusal: int


def is_chance_action(game: Ruleset, action: int) -> bool:
    """Return whether an action is an outcome of chance, whatever the position."""
    opening = _opening(game)
    return opening is not None and _refusal_of(game, opening.position, action) != opening.refusal


@lru_cache(maxsize=16)
def _opening(game: Ruleset) -> _Opening | None:
    """Return such a position by playing any moves until chance is due; None for a game without chance."""
    spec, kernels = game.spec, game.kernels
    position, due, own = spec.record_class.new(), None, None
    encode_options = spec.encode_options(spec.checked_options({}), game.version)
    kernels.begin_at(position, game.seats[1], encode_options, spec.boards.standard().numbers)
    actions, weights = (np.empty(game.actions, np.int64) for _ in range(2))
    dice = Dice(0).state
    while (due is None or own is None) and (actors := int(kernels.to_act_at(position))):
        if actors == CHANCE:
            due = position.copy() if due is None else due
            kernels.play_at(position, CHANCE, kernels.draw_at(position, dice, actions, weights))
        else:
            seat = min(seats_among(actors))
            kernels.legal_at(position, seat, actions)
            own = int(actions[0])
            kernels.play_at(position, seat, own)
    return None if due is None or own is None else _Opening(due, _refusal_of(game, due, own))


def _refusal_of(game: Ruleset, position: Any, action: int) -> int:
    return int(game.kernels.explain_illegal_at(position, CHANCE, action))
