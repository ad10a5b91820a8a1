"""Whether a game is decided, by exhausting all continuations."""

from __future__ import annotations

from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.game.state import State

MAX_POSITIONS = 400
"""Maximum number of positions tried, which takes some hundredths of a second; beyond that nothing is proved."""
SAMPLES = 4
"""Number of sampled worlds that must all equal what the seat knows."""


def is_decided(view: State, dice: Dice) -> bool:
    """Return whether the same seats win whatever the players do and chance draws, as far as that is proved.

    Only if nothing is hidden from the seat for which `view` is concealed, and every continuation has been
    tried to its end within `MAX_POSITIONS`.
    """
    if view.seats == 1 or _hides_something(view, dice):
        return False
    waiting, winners, tried = [view], set[tuple[int, ...]](), 0
    while waiting:
        state, tried = waiting.pop(), tried + 1
        if state.over:
            winners.add(tuple(state.winners()))
        steps = _steps(state)
        if len(winners) > 1 or tried + len(waiting) + len(steps) > MAX_POSITIONS:
            return False
        waiting += [_after(state, actor, action) for actor, action in steps]
    return True


def _hides_something(view: State, dice: Dice) -> bool:
    """Return whether a sampled world differs from what the viewer knows."""
    viewer = view.viewer
    assert isinstance(viewer, int)
    concealed = view.to_bytes()
    return any(view.determinize(viewer, dice).to_bytes() != concealed for _ in range(SAMPLES))


def _steps(state: State) -> list[tuple[int, int]]:
    """Return who may do what next; the outcomes of chance belong to CHANCE."""
    if state.chances():
        return [(CHANCE, state.read(draw)) for draw in state.chances()]
    return [(seat, action) for seat in state.seats_to_act() for action in state.legal(seat)]


def _after(state: State, actor: int, action: int) -> State:
    after = state.copy()
    after.play_action(actor, action)
    return after
