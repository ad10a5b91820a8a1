"""Games that a viewer cannot tell from the played one: the same events for this viewer, other hidden draws."""

from random import Random
from typing import Any

from quartier import Dice, State
from quartier.core.engine.contract import CHANCE
from quartier.core.game.base_state import Past


def hidden_draws(state: State, viewer: int | None) -> list[int]:
    """Return the indices of the events whose outcome the viewer may not see."""
    return [index for index in range(len(state.past)) if state.visible_action(index, viewer) is None]


def sorts_of(state: State, indices: list[int]) -> dict[int, str]:
    """Return the sort of each of these events: the first word of its notation."""
    return {index: state.events[index].move.split()[0] for index in indices}


def can_be_exchanged(state: State, viewer: int | None) -> bool:
    """Return whether two hidden draws of one sort had different outcomes: a short game may have none, or one."""
    hidden = hidden_draws(state, viewer)
    different = {(sort, state.past[index].action) for index, sort in sorts_of(state, hidden).items()}
    return len(different) > len({sort for sort, _ in different})


def replay_with(state: State, actions: list[int]) -> State | None:
    """Return the game with these actions instead; None if the rules forbid one of them."""
    again, kernels = state.at(0), state.game.kernels
    for past, action in zip(state.past, actions, strict=True):
        if kernels.explain_illegal_at(again.array, past.actor, action):
            return None
        again.past.append(Past(past.actor, action, again.array.tobytes()))
        kernels.play_at(again.array, past.actor, action)
    return again


def same_for(state: State, other: State, viewer: int | None) -> bool:
    """Return whether the viewer was shown the same events in both games."""
    return state.record(viewer) == other.record(viewer)


def shuffled_past(state: State, viewer: int | None, random: Random, exchanges: int) -> State:
    """Return the game after many swaps of two hidden draws of one sort, each kept if the game stays legal."""
    hidden, world = hidden_draws(state, viewer), state
    sorts = sorts_of(state, hidden)
    for _ in range(exchanges if len(hidden) > 1 else 0):
        first = random.choice(hidden)
        second = random.choice([index for index in hidden if sorts[index] == sorts[first]])
        actions = [past.action for past in world.past]
        actions[first], actions[second] = actions[second], actions[first]
        world = replay_with(state, actions) or world
    return world


VisibleEvents = list[tuple[int, int | None]]
"""Return (actor, action) of each event; None for an outcome that a viewer may not see."""


def seen_events(state: State, viewer: int | None) -> VisibleEvents:
    """Return the history as a viewer knows it."""
    return [(past.actor, state.visible_action(index, viewer)) for index, past in enumerate(state.past)]


def rejection_sample(
    start: State, events: VisibleEvents, dice: Dice, buffers: tuple[Any, Any]
) -> tuple[Any, float] | None:
    """Resample chance that the viewer did not see: (position, weight), or None if a known event cannot follow.

    The weight is the probability of the draws that the viewer saw, so weighted worlds have their true
    frequencies.
    """
    position, kernels, weight = start.array.copy(), start.game.kernels, 1.0
    for actor, action in events:
        if action is None:
            action = int(kernels.draw_at(position, dice.state, *buffers))
        elif kernels.explain_illegal_at(position, actor, action):
            return None
        elif actor == CHANCE:
            weight *= _probability(kernels, position, action, buffers)
        kernels.play_at(position, actor, action)
    return position, weight


def _probability(kernels: Any, position: Any, outcome: int, buffers: tuple[Any, Any]) -> float:
    outcomes, weights = buffers
    count = kernels.outcomes_at(position, outcomes, weights)
    return float(weights[:count][outcomes[:count] == outcome].sum() / weights[:count].sum())
