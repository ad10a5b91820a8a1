"""Games that a viewer cannot tell from the played one: the same events for this viewer, other hidden draws."""

from random import Random
from typing import Any

from quartier import Dice, State
from quartier.core.engine.contract import CHANCE
from quartier.core.game.base_state import Past


def hidden_draws(state: State, viewer: int | None) -> list[int]:
    """Return the indices of the events whose outcome the viewer may not see."""
    return [index for index in range(len(state.past)) if state.visible_action(index, viewer) is None]


def revealing_events(state: State) -> list[int]:
    """Return the indices of the events that may show what was hidden: moves that `reveals` declares, and a last draw."""
    last = len(state.past) - 1
    return [
        index
        for index, past in enumerate(state.past)
        if (state.over and index == last if past.actor == CHANCE else state.has_revealed(index))
    ]


def known_after(state: State, index: int, viewer: int | None) -> bytes:
    """Return what the viewer knew right after an event."""
    return state.at(index + 1).concealed(viewer).to_bytes()


def reveal_the_same(state: State, other: State, viewer: int | None) -> bool:
    """Return whether two games have shown the viewer the same whenever they showed something."""
    return all(
        known_after(other, index, viewer) == known_after(state, index, viewer)
        for index in revealing_events(state)
    )


def _sort(state: State, action: int) -> str:
    """Return the sort of an outcome: the first word of its notation."""
    return state.write(action).split()[0]


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
    """Return the game after many changes of hidden draws, each kept if it is legal and shows the viewer the same."""
    hidden, world = hidden_draws(state, viewer), state
    for _ in range(exchanges if hidden else 0):
        actions = [past.action for past in world.past]
        change = random.choice([_exchange_draws, _draw_another])
        change(world, actions, hidden, random)
        other = replay_with(state, actions)
        if other and reveal_the_same(state, other, viewer):
            world = other
    return world


def _exchange_draws(world: State, actions: list[int], hidden: list[int], random: Random) -> None:
    """Exchange the outcomes of two hidden draws of one sort."""
    first = random.choice(hidden)
    same = [index for index in hidden if _sort(world, actions[index]) == _sort(world, actions[first])]
    second = random.choice(same)
    actions[first], actions[second] = actions[second], actions[first]


def _draw_another(world: State, actions: list[int], hidden: list[int], random: Random) -> None:
    """Replace the outcome of a hidden draw by another one of its sort."""
    index = random.choice(hidden)
    sort = _sort(world, actions[index])
    actions[index] = random.choice(
        [action for action in world.at(index).legal(CHANCE) if _sort(world, action) == sort]
    )


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
