"""Heuristic evaluation of Connect Four: lines that can still be completed."""

from typing import Any

from quartier.core.engine.bits import below, nth, popcount

from .rules import BOTTOM, CONNECTED, HEIGHT, ROWS, Record, filled_cells

BOARD = BOTTOM * ((1 << ROWS) - 1)
SEARCH = {"explore": 2.0, "prior_scale": 2.0, "margin": 0.0}
"""For `quartier.bots.settings`: threats say where to look first, and only the win counts."""


def evaluate(s: Record, seat: int) -> float:
    """Return 100 for a won game; else the seat's lines of three with an empty fourth cell, less the other's."""
    if s.phase == CONNECTED:
        return 100.0 if s.turn == seat else -100.0
    return float(popcount(threats(s, seat)) - popcount(threats(s, 1 - seat)))


def choose(s: Record, seat: int, rng: Any, out: Any) -> int:
    """Return a move of a playout: one that wins, or parries a threat, or allows none; else any."""
    filled = filled_cells(s)
    cells = (filled + BOTTOM) & BOARD
    against = threats(s, 1 - seat)
    wins, parries = threats(s, seat) & cells, against & cells
    if wins:
        cells = wins
    elif parries:
        cells = parries
    elif cells & ~(against >> 1):
        cells &= ~(against >> 1)
    return nth(cells, below(rng, popcount(cells))) // HEIGHT


def threats(s: Record, seat: int) -> int:
    """Return the empty cells that would complete a line of four for a seat."""
    cells = s.discs[seat]
    result = upright_threats(cells)
    for step in range(HEIGHT - 1, HEIGHT + 2):
        result |= sloping_threats(cells, step)
    return result & BOARD & ~filled_cells(s)


def upright_threats(cells: int) -> int:
    """Return the cells on top of three in a column."""
    return (cells & cells << 1 & cells << 2) << 1


def sloping_threats(cells: int, step: int) -> int:
    """Return the cells that complete three of four along a line; `step` is the distance of its cells in bits."""
    after, before = cells << step & cells << 2 * step, cells >> step & cells >> 2 * step
    ends = after & cells << 3 * step | before & cells >> 3 * step
    return ends | after & cells >> step | before & cells << step
