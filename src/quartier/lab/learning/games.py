"""One game, and what it teaches: of a network against itself, or of one in one seat against bots in the others."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from quartier import bots
from quartier.bots.player import Bot
from quartier.core.engine.bits import below
from quartier.core.engine.dice import Dice
from quartier.core.engine.networks import MAX_FEATURES, Net
from quartier.core.game.state import State
from quartier.lab.learning import selfplay
from quartier.lab.learning.selfplay import CERTAIN, Lessons

_MOST_LESSONS = 4096
"""Of a longer game the beginning is learned."""


class Played(NamedTuple):
    """A game against bots."""

    lessons: Lessons
    share: float
    """The network's share of the win, with random moves among its own."""


def play_itself(start: State, net: Net, dice: Dice, stray: float, trace: float) -> Lessons:
    """A game of a network in all seats; `stray`: how many moves are random ones."""
    game, kept = start.game, room()
    a, known, scratch = start.position.copy(), start.position.copy(), start.position.copy()
    returns, chance = np.zeros(start.seats), int(stray * CERTAIN)
    play = game.bound(selfplay).selfplay
    return taken(
        kept, play(a, known, scratch, dice.state, chance, trace, net, kept, returns, *start.buffers())
    )


def play_against(
    state: State, seat: int, others: list[Bot], net: Net, dice: Dice, stray: float, trace: float
) -> Played:
    """A game of a network in one seat, played on in `state`; only its own moves teach."""
    loops, made, kept = state.game.bound(selfplay), 0, room()
    known, scratch, (actions, _) = state.position.copy(), state.position.copy(), state.buffers()
    while not state.over:
        due = state.seats_to_act()
        if not due:
            state.draw(dice)
        elif seat in due:
            place = (state.position, known, scratch, seat, dice.state, int(stray * CERTAIN))
            made = int(loops.decide(*place, net, kept, made, actions))
        else:
            other = min(due)
            state.play(other, others[other].choose(state.concealed(other), other, dice))
    loops.settle(state.position, trace, kept, made, np.zeros(state.seats))
    winners = state.winners()
    return Played(taken(kept, made), (seat in winners) / len(winners))


def watch(state: State, players: list[Bot], net: Net, dice: Dice, stray: float) -> Lessons:
    """A game of bots, played on in `state`; each position is worth to its seat what came of the game.

    `stray`: how many moves are random ones. `net` need not be trained: it lends its working space.
    """
    loops, made, kept = state.game.bound(selfplay), 0, room()
    random = bots.make("random", state.game)
    while not state.over:
        due = state.seats_to_act()
        if not due:
            state.draw(dice)
            continue
        seat = min(due)
        known = state.concealed(seat)
        mover = random if below(dice.state, CERTAIN) < stray * CERTAIN else players[seat]
        move = mover.choose(known, seat, dice)
        known.play(seat, move)
        state.play(seat, move)
        made = int(loops.note(known.position, seat, 0, 0.0, net, kept, made))
    loops.settle(state.position, 1.0, kept, made, np.zeros(state.seats))
    return taken(kept, made)


def taken(lessons: Lessons, made: int) -> Lessons:
    """A copy of the first lessons, as wide as the widest of them."""
    widest = int(lessons.counts[:made].max(initial=0))
    places, amounts, *others = (array[:made] for array in lessons)
    return Lessons(places[:, :widest].copy(), amounts[:, :widest].copy(), *(array.copy() for array in others))


@cache
def room() -> Lessons:
    """Room for the lessons of one game, the same every time."""
    wide = (np.zeros((_MOST_LESSONS, MAX_FEATURES), np.int32) for _ in range(2))
    return Lessons(
        *wide,
        *(np.zeros(_MOST_LESSONS, np.int64) for _ in range(3)),
        *(np.zeros(_MOST_LESSONS) for _ in range(2)),
    )


def joined(parts: list[Lessons]) -> Lessons:
    """All lessons in one, as wide as the widest."""
    width = max(part.places.shape[1] for part in parts)
    widened = [
        Lessons(*(_widened(array, width) if array.ndim == 2 else array for array in part)) for part in parts
    ]
    return Lessons(*(np.concatenate(arrays) for arrays in zip(*widened, strict=True)))


def _widened(array: Any, width: int) -> Any:
    return np.pad(array, ((0, 0), (0, width - array.shape[1])))
