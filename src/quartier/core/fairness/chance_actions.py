"""Which actions are chance's: a seat that tries one is told so, whose turn it is besides."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.game.ruleset import Ruleset
from quartier.core.game.texts import seats_among


class _Opening(NamedTuple):
    """A position in which chance is due, and by which refusal it then has no action of the seats."""

    position: Any
    refusal: int


def is_chances(game: Ruleset, action: int) -> bool:
    """Whether an action is an outcome of chance, in whatever position it may come."""
    opening = _opening(game)
    return opening is not None and _refused(game, opening.position, action) != opening.refusal


@lru_cache(maxsize=16)
def _opening(game: Ruleset) -> _Opening | None:
    """None for a game without chance. Whatever is played until it is due will do."""
    declared, kernels = game.declared, game.kernels
    position, due, own = declared.state.new(), None, None
    encoded = declared.encoded(declared.checked_options({}), game.version)
    kernels.begin_at(position, game.seats[1], encoded, declared.boards.standard().numbers)
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
    return None if due is None or own is None else _Opening(due, _refused(game, due, own))


def _refused(game: Ruleset, position: Any, action: int) -> int:
    return int(game.kernels.explain_illegal_at(position, CHANCE, action))
