"""Transpositions: moves in another order, what a seat knows, and its determinizations."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from quartier import Dice, State
from quartier.core.game.base_state import Past
from quartier.core.game.ruleset import Ruleset

MAX_DISTANCE = 12
"""Maximum distance of events that are swapped."""


def raw_positions(state: State) -> list[bytes]:
    """Return the positions of a game, from the first to the last."""
    return [*(past.before for past in state.past), state.to_bytes()]


def with_events_exchanged(state: State, pairs: int, random: Random) -> Iterator[Any]:
    """Return positions of a game in which two events of one actor came in the other order, as records of shape (1,).

    `pairs` are tried; most orders are illegal, or lead to the middle of the other one.
    """
    past = state.past
    for _ in range(pairs if len(past) > 1 else 0):
        first = random.randrange(len(past) - 1)
        last = random.randrange(first + 1, min(len(past), first + MAX_DISTANCE))
        if past[first].actor == past[last].actor and past[first].action != past[last].action:
            between = past[first + 1 : last]
            yield from _play_events(state.game, past[first].before, [past[last], *between, past[first]])


def _play_events(game: Ruleset, before: bytes, events: Sequence[Past]) -> Iterator[Any]:
    """Return the position after these events, if they are all legal."""
    position = game.spec.record_class.from_bytes(before)
    for event in events:
        if game.kernels.explain_illegal_at(position, event.actor, event.action):
            return
        game.kernels.play_at(position, event.actor, event.action)
    yield position


def seen_and_imagined(game: Ruleset, position: bytes, seats: int, dice: Dice) -> Iterator[Any]:
    """Return what each seat and a spectator know of a position, and samples consistent with it, as records of shape (1,)."""
    for viewer in range(-1, seats):
        record = game.spec.record_class.from_bytes(position)
        game.kernels.conceal_at(record, viewer)
        yield record.copy()
        game.kernels.determinize_at(record, viewer, dice.state)
        yield record
