"""Chance events: pieces and their turns, markers, the first player (MM-1, MM-7, MM-8)."""

from typing import Any

from quartier.core.engine.bits import below, list_bits, lowest, nth, popcount

from .dealing import dealable, letter_of, type_of
from .geometry import SECTORS, TURNS
from .moves import DEAL_SIDE, FIRST, MARKER, PIECE, ROTATE
from .state import DEALING, LAYING, TURNING, TYPES, Record


def outcomes(s: Record, out: Any, weights: Any) -> int:
    """List the outcomes of the pending chance event, all equally likely."""
    count = 0
    if s.phase == DEALING and s.players > 2:
        count = list_markers(s, out)
    else:
        count = list_bits(first_choice(s), choices_left(s), out, count)
    for i in range(count):
        weights[i] = 1
    return count


def list_markers(s: Record, out: Any) -> int:
    """MM-7: list the markers that may be dealt next."""
    markers, count = dealable(s), 0
    while markers:
        out[count] = marker_action(s, lowest(markers))
        markers &= markers - 1
        count += 1
    return count


def marker_action(s: Record, marker: int) -> int:
    """Return the action that deals a marker."""
    return MARKER + letter_of(s, marker) * TYPES + type_of(marker)


def first_choice(s: Record) -> int:
    """Return the first action of the pending chance event, markers excluded."""
    if s.phase == LAYING:
        return PIECE
    if s.phase == TURNING:
        return ROTATE
    return DEAL_SIDE if s.phase == DEALING else FIRST


def choices_left(s: Record) -> int:
    """Return the outcomes of the pending chance event as bits from `first_choice` on, markers excluded."""
    if s.phase == TURNING:
        return (1 << TURNS) - 1
    if s.phase != LAYING:
        return (1 << (2 if s.phase == DEALING else s.players)) - 1
    left = (1 << SECTORS) - 1
    for sector in range(s.dealt):
        left &= ~(1 << s.piece[sector])
    return left


def draw(s: Record, rng: Any, out: Any, weights: Any) -> int:
    """Return a random outcome; all are equally likely."""
    if s.phase == DEALING and s.players > 2:
        markers = dealable(s)
        return marker_action(s, nth(markers, below(rng, popcount(markers))))
    left = choices_left(s)
    return first_choice(s) + nth(left, below(rng, popcount(left)))
