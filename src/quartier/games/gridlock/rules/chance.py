"""Chance events: starts, destinations, the first player, tiles."""

from typing import Any

from quartier.core.engine.bits import below, list_bits, nth, popcount

from .moves import FIRST, GOAL, START, TILE
from .state import CHOOSING_FIRST, DEALING_GOALS, STARTING, Record
from .tiles import KINDS


def outcomes(s: Record, out: Any, weights: Any) -> int:
    """List the outcomes: destination cards and seats are equally likely, tiles in proportion to their copies in the pile."""
    if s.phase == STARTING:
        return list_equal(START, (1 << s.sights) - 1, out, weights)
    if s.phase == DEALING_GOALS:
        return list_equal(GOAL, goal_cards(s), out, weights)
    if s.phase == CHOOSING_FIRST:
        return list_equal(FIRST, (1 << s.players) - 1, out, weights)
    count = 0
    for kind in range(KINDS):
        if s.pile[kind] > 0:
            out[count], weights[count] = TILE + kind, s.pile[kind]
            count += 1
    return count


def list_equal(first: int, bits: int, out: Any, weights: Any) -> int:
    """List `first` plus each element of a set, with weight 1."""
    count = list_bits(first, bits, out, 0)
    for i in range(count):
        weights[i] = 1
    return count


def goal_cards(s: Record) -> int:
    """GL-7: return the destination cards that the seat to move has not drawn."""
    return ((1 << s.sights) - 1) & ~(s.goals[s.turn] | s.opened[s.turn])


def draw(s: Record, rng: Any, out: Any, weights: Any) -> int:
    """Return a random outcome by weight."""
    if s.phase == STARTING:
        return START + below(rng, s.sights)
    if s.phase == DEALING_GOALS:
        cards = goal_cards(s)
        return GOAL + nth(cards, below(rng, popcount(cards)))
    if s.phase == CHOOSING_FIRST:
        return FIRST + below(rng, s.players)
    return TILE + random_tile(s, rng)


def random_tile(s: Record, rng: Any) -> int:
    """Return the kind of a random tile of the pile; in a concealed position this includes the hands of others."""
    total = 0
    for kind in range(KINDS):
        total += s.pile[kind]
    left = below(rng, total)
    kind = 0
    while left >= s.pile[kind]:
        left -= s.pile[kind]
        kind += 1
    return kind
